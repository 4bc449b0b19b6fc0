/**
 * The kinds of things on a tracker that a call can change.
 *
 * - `project`: what stands in a project beside its issues
 * - `whole project`: a project itself, or what of it can't be put back
 * - `component`: a component, by id; it belongs to a whole project
 * - `new issue`: a project, which gets another issue
 * - `new issue beside`: the project of an issue, which gets another
 * - `service desk`: a service desk, which gets another request
 * - `issue link`: a link of two issues, which both lose it
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

/** Where a call names something: in its path, in its query or in its JSON body. One place can name several. */
export type NamedIn = { readonly parameter: string } | { readonly query: string } | { readonly property: string };

/** Something that a call changes, and where the call names it, by id or key. */
export type Change =
  ({ readonly kind: Exclude<ChangedKind, 'everything'> } & NamedIn) | { readonly kind: 'everything' };
