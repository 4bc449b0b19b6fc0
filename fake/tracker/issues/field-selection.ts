import type { IssueField } from '../fields/issue-field.js';

/**
 * The fields a `fields` parameter asks for: ids, `*all`, `*navigable`, and `-id` for one to leave out. Where only fields
 * to leave out are named, the rest is that of `standard`.
 */
export function selectFields(
  fields: ReadonlyMap<string, IssueField>,
  wish: readonly string[] | undefined,
  standard: '*all' | '*navigable',
): IssueField[] {
  const words = (wish ?? []).flatMap((part) => part.split(',')).map((word) => word.trim());
  const wanted = new Set(words.filter((word) => word !== '' && !word.startsWith('-')));
  if (wanted.size === 0) wanted.add(standard);
  return [...fields.values()].filter(
    ({ id, navigable }) =>
      (wanted.has('*all') || wanted.has(id) || (navigable && wanted.has('*navigable'))) && !words.includes(`-${id}`),
  );
}
