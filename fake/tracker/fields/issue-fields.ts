import type { State } from '../../state/state.js';
import { customField } from './custom-fields.js';
import type { IssueField } from './issue-field.js';
import { systemFields } from './system-fields.js';

/** Every field an issue of this tracker has, by id: the tracker's own first, then the custom fields. */
export function issueFields({ tables }: State): ReadonlyMap<string, IssueField> {
  const all = [...systemFields, ...tables.customFields.all().map(customField)];
  return new Map(all.map((field) => [field.id, field]));
}
