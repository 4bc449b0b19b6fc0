import type { WorldUser } from '../../contracts/index.js';
import type { Call } from './call.js';
import type { IssueField } from './fields/field.js';
import { schemaOf } from './fields/render-fields.js';
import { escapeText } from './render.js';
import type { View } from './render.js';
import type { Located } from './rows.js';
import { renderTransitions } from './transitions.js';

/** The part of a call that reading an issue needs. */
type ExpandCall = View & Pick<Call, 'extensions'> & { readonly caller: WorldUser | null };

export function namesOf(fields: readonly IssueField[]): Record<string, string> {
  return Object.fromEntries(fields.map(({ id, name }) => [id, name]));
}

export function schemasOf(fields: readonly IssueField[]): Record<string, unknown> {
  return Object.fromEntries(fields.map((field) => [field.id, schemaOf(field)]));
}

/** The parts of an issue that an `expand` parameter asks for, by name. Of the texts, wiki markup stays as it is written. */
export function expandIssue(
  call: ExpandCall,
  located: Located,
  fields: readonly IssueField[],
  wanted: ReadonlySet<string>,
): Record<string, unknown> {
  const textOf = (field: IssueField) => {
    const value = field.schema.type === 'string' ? field.render(call, located.issue) : null;
    return typeof value === 'string' ? escapeText(value) : null;
  };
  return {
    ...(wanted.has('names') && { names: namesOf(fields) }),
    ...(wanted.has('schema') && { schema: schemasOf(fields) }),
    ...(wanted.has('renderedFields') && {
      renderedFields: Object.fromEntries(fields.map((field) => [field.id, textOf(field)])),
    }),
    ...(wanted.has('transitions') && { transitions: renderTransitions(call, located) }),
  };
}
