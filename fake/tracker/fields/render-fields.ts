import type { IssueRow } from '../../state/tables.js';
import { renderIssueTypes, renderStatus, selfUrl } from '../render.js';
import type { View } from '../render.js';
import { keptValue, verbsOf } from './field.js';
import type { IssueField } from './field.js';
import { priorityKind } from './value-kinds.js';

export function renderIssue(view: View, issue: IssueRow, fields: readonly IssueField[]) {
  const values: Record<string, unknown> = {};
  for (const field of fields) values[field.id] = field.render(view, issue);
  return {
    id: String(issue.id),
    self: selfUrl(view, 'issue', issue.id),
    key: issue.key,
    fields: values,
  };
}

/**
 * The fields a `fields` parameter asks for: ids, `*all`, `*navigable`, and `-id` for one to leave out. If only fields
 * to leave out are named, the others come from `standard`.
 */
export function selectFields(
  fields: ReadonlyMap<string, IssueField>,
  requested: readonly string[] | undefined,
  standard: '*all' | '*navigable',
): IssueField[] {
  const words = new Set((requested ?? []).flatMap((part) => part.split(',')).map((word) => word.trim()));
  const wanted = new Set([...words].filter((word) => word !== '' && !word.startsWith('-')));
  if (wanted.size === 0) wanted.add(standard);
  return [...fields.values()].filter(
    ({ id, navigable }) =>
      (wanted.has('*all') || wanted.has(id) || (navigable && wanted.has('*navigable'))) && !words.has(`-${id}`),
  );
}

export function renderField(field: IssueField) {
  const { id, name, customId, navigable } = field;
  return { id, name, custom: customId !== undefined, navigable, schema: schemaOf(field) };
}

/** A field as the metadata of a creation or a transition describes it. */
export function renderFieldMeta(view: View, field: IssueField) {
  const { id, name, required, kind } = field;
  const allowed = kind?.allowedValues?.(view);
  return {
    required,
    schema: schemaOf(field),
    name,
    fieldId: id,
    operations: kind === undefined ? [] : verbsOf(kind),
    ...(allowed !== undefined && { allowedValues: allowed }),
  };
}

function schemaOf({ id, schema, customId, customType }: IssueField) {
  return customId === undefined ? { ...schema, system: id } : { ...schema, custom: customType, customId };
}

export function namesOf(fields: readonly IssueField[]): Record<string, string> {
  return Object.fromEntries(fields.map(({ id, name }) => [id, name]));
}

export function schemasOf(fields: readonly IssueField[]): Record<string, unknown> {
  return Object.fromEntries(fields.map((field) => [field.id, schemaOf(field)]));
}

export function renderIssueInBrief(view: View, issue: IssueRow) {
  const { id, key, fields, statusId, issueTypeId } = issue;
  const priority = keptValue(priorityKind, fields['priority'], view.state);
  return {
    id: String(id),
    key,
    self: selfUrl(view, 'issue', id),
    fields: {
      summary: fields['summary'] ?? null,
      status: renderStatus(view, statusId),
      priority: priority === null ? null : priorityKind.render(priority, view, issue),
      issuetype: renderIssueTypes(view, [issueTypeId])[0] ?? null,
    },
  };
}
