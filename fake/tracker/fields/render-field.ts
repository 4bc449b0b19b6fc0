import type { View } from '../view.js';
import type { IssueField } from './issue-field.js';

/** A field as `GET /field` lists it. */
export function renderField(field: IssueField) {
  const { id, name, customId, navigable } = field;
  return {
    id,
    key: id,
    name,
    custom: customId !== undefined,
    orderable: field.kind !== undefined,
    navigable,
    searchable: true,
    clauseNames: customId === undefined ? [id] : [`cf[${customId}]`, name],
    schema: schemaOf(field),
  };
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
    hasDefaultValue: id === 'priority' || id === 'reporter',
    operations: kind?.list === true ? ['add', 'set', 'remove'] : ['set'],
    ...(allowed === undefined ? {} : { allowedValues: allowed }),
  };
}

function schemaOf({ id, schema, customId, customType }: IssueField) {
  return customId === undefined ? { ...schema, system: id } : { ...schema, custom: customType, customId };
}
