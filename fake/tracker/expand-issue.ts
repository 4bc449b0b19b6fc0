import type { WorldUser } from '../../contracts/index.js';
import { mapValues } from '../state/table.js';
import type { Call } from './call.js';
import type { IssueField } from './fields/field.js';
import { renderFieldMeta, renderIssue, schemaOf } from './fields/render-fields.js';
import { issueFields } from './fields/issue-fields.js';
import { renderChangelog } from './history.js';
import { renderOperations } from './operations.js';
import { holdsInProject } from './permissions.js';
import type { View } from './render.js';
import type { Located } from './rows.js';
import { renderTransitions } from './transitions.js';

/** What an issue is read with. */
type ExpandCall = View & Pick<Call, 'extensions'> & { readonly caller: WorldUser | null };

/** The names of fields, by their ids. */
export function namesOf(fields: readonly IssueField[]): Record<string, string> {
  return Object.fromEntries(fields.map(({ id, name }) => [id, name]));
}

/** The types of fields, by their ids. */
export function schemasOf(fields: readonly IssueField[]): Record<string, unknown> {
  return Object.fromEntries(fields.map((field) => [field.id, schemaOf(field)]));
}

/** What an issue can be asked for beside its fields. */
const parts: Readonly<Record<string, (call: ExpandCall, located: Located, fields: readonly IssueField[]) => unknown>> =
  {
    names: (_call, _located, fields) => namesOf(fields),
    schema: (_call, _located, fields) => schemasOf(fields),
    renderedFields: (call, { issue }, fields) => renderTexts(renderIssue(call, issue, fields).fields),
    changelog: (call, { issue }) => renderChangelog(call, issue),
    transitions: (call, located) => renderTransitions(call, located),
    editmeta: (call, located) => renderEditMeta(call, located),
    operations: (call, located) => renderOperations(call, located),
    // Each field has had one form so far.
    versionedRepresentations: (call, { issue }, fields) =>
      mapValues(renderIssue(call, issue, fields).fields, (value) => ({ 1: value })),
  };

/** The parts of an issue that an `expand` parameter asks for, by name. */
export function expandIssue(
  call: ExpandCall,
  located: Located,
  fields: readonly IssueField[],
  wanted: ReadonlySet<string>,
): Record<string, unknown> {
  const asked = Object.entries(parts).filter(([name]) => wanted.has(name));
  return Object.fromEntries(asked.map(([name, render]) => [name, render(call, located, fields)]));
}

/** The fields that the caller may edit. */
export function renderEditMeta(call: ExpandCall, { issue, project }: Located) {
  const mayEdit = holdsInProject(call.state, call.caller, 'EDIT_ISSUES', project);
  const fields = mayEdit ? [...issueFields(call).values()].filter(({ kind }) => kind !== undefined) : [];
  return { fields: Object.fromEntries(fields.map((field) => [field.id, renderFieldMeta(call, field, issue)])) };
}

/** The values of fields as a page shows them: texts as HTML, nothing for what is no text. */
function renderTexts(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([id, value]) => [id, typeof value === 'string' ? renderText(id, value) : null]),
  );
}

function renderText(id: string, text: string): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return id === 'description' || id === 'environment' ? `<p>${escaped.replaceAll('\n', '<br/>\n')}</p>` : escaped;
}
