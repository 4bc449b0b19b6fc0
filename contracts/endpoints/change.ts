/**
 * The kinds of things on a tracker that a call can change.
 *
 * - `project`: the data of a project besides its issues
 * - `whole project`: a project itself, or data of it that can't be restored
 * - `component`: a component, by id; it belongs to a whole project
 * - `new issue`: a project, which gets another issue
 * - `new issue beside`: the project of an issue, which gets another
 * - `service desk`: a service desk, which gets another request
 * - `issue link`: a link of two issues, both of which lose it
 * - `version`: a version, by id; it belongs to a whole project
 * - `everything`: every project of the tracker; it has no name
 */
export const changedKinds = [
  'project',
  'whole project',
  'component',
  'template',
  'connection',
  'issue',
  'attachment',
  'issue link',
  'version',
  'new issue',
  'new issue beside',
  'service desk',
  'everything',
] as const;

/** One of {@link changedKinds}. */
export type ChangedKind = (typeof changedKinds)[number];

/**
 * The place in a call that names a target: in its path, in its query or in its JSON body. One place can name several. The
 * place in a body is a path of properties, such as `fields.project`; it goes into every list on its way, and the value
 * at its end names by itself, or by its `key` or `id`.
 */
export type NamedIn = { readonly parameter: string } | { readonly query: string } | { readonly property: string };

/** A target that a call changes, and the place in the call that names it, by id or key. */
export type Change =
  | ({
      readonly kind: Exclude<ChangedKind, 'everything'>;
      /** Another target: a call changes only what belongs to both, so a caller who owns one of them owns that. */
      readonly or?: Change;
      /** The target of a call that does not name this one by a list of texts. */
      readonly otherwise?: Change;
      /** Whether a body that is no JSON names none. Otherwise each of its words may be a name. Default: no */
      readonly onlyInJson?: true;
    } & NamedIn)
  | { readonly kind: 'everything' };

/** The data that an answer names as made: the answer itself, or a property of it; one thing or a list. */
export interface Made {
  readonly kind: 'made project' | 'issue' | 'attachment';
  readonly property?: string;
}
