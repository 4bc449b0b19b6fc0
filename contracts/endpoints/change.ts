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

/** The place where a call names a target: in its path, in its query or in its JSON body. One place can name several. */
export type NamedIn = { readonly parameter: string } | { readonly query: string } | { readonly property: string };

/** A target that a call changes, and the place where the call names it, by id or key. */
export type Change =
  ({ readonly kind: Exclude<ChangedKind, 'everything'> } & NamedIn) | { readonly kind: 'everything' };
