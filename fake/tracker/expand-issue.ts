import type { ProjectPermission, WorldUser } from '../../contracts/index.js';
import { mapValues } from '../state/table.js';
import type { Call } from './call.js';
import { allowedFor, allowedIn } from './create-meta.js';
import type { IssueField } from './fields/field.js';
import { issueFields } from './fields/issue-fields.js';
import { renderFieldMeta, renderIssue, schemaOf } from './fields/render-fields.js';
import { renderChangelog } from './history.js';
import { holdsInProject } from './permissions.js';
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

/** The parts of an issue, besides its fields, that a client can ask for. */
const parts: Readonly<Record<string, (call: ExpandCall, located: Located, fields: readonly IssueField[]) => unknown>> =
  {
    names: (_call, _located, fields) => namesOf(fields),
    schema: (_call, _located, fields) => schemasOf(fields),
    renderedFields: (call, { issue }, fields) =>
      Object.fromEntries(fields.map(({ id, renderForPeople }) => [id, renderForPeople?.(call, issue) ?? null])),
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

/** The fields that the caller may edit; an issue stays in its project. */
export function renderEditMeta(call: ExpandCall, { issue, project }: Located) {
  const mayEdit = holdsInProject(call.state, call.caller, 'EDIT_ISSUES', project);
  const isOffered = ({ id, kind, operations }: IssueField) =>
    id !== 'project' && (kind !== undefined || operations !== undefined);
  const fields = mayEdit ? [...issueFields(call).values()].filter(isOffered) : [];
  const types = project.issueTypeIds.filter(
    (id) => call.state.tables.issueTypes.get(id)?.subtask === (issue.parentId !== null),
  );
  const allowed = allowedIn(call, project, types);
  const metaOf = (field: IssueField) => ({ ...renderFieldMeta(call, field, issue), ...allowedFor(allowed, field) });
  return { fields: Object.fromEntries(fields.map((field) => [field.id, metaOf(field)])) };
}

/** An operation on the page of an issue: its id, the label of its link, its page, and the permission it needs. */
type Operation = readonly [id: string, label: string, page: string, needs: ProjectPermission];

/** The groups of links on the page of an issue, in the order in which they stand there. */
const groups: Readonly<Record<string, readonly Operation[]>> = {
  'edit-issue_container': [['edit-issue', 'Edit', 'EditIssue!default.jspa', 'EDIT_ISSUES']],
  'comment-issue_container': [['comment-issue', 'Comment', 'AddComment!default.jspa', 'ADD_COMMENTS']],
  'opsbar-operations': [
    ['assign-issue', 'Assign', 'AssignIssue!default.jspa', 'EDIT_ISSUES'],
    ['log-work', 'Log work', 'CreateWorklog!default.jspa', 'EDIT_ISSUES'],
    ['attach-file', 'Attach files', 'AttachFile!default.jspa', 'CREATE_ATTACHMENTS'],
    ['link-issue', 'Link', 'LinkJiraIssue!default.jspa', 'EDIT_ISSUES'],
    ['delete-issue', 'Delete', 'DeleteIssue!default.jspa', 'DELETE_ISSUES'],
  ],
};

/** The operations that the caller can perform on an issue, as the links of its page. */
function renderOperations(
  call: View & Pick<Call, 'extensions' | 'caller'>,
  located: Located,
): { readonly linkGroups: readonly unknown[] } {
  const { issue, project } = located;
  const mayDo = ([, , , needs]: Operation) => holdsInProject(call.state, call.caller, needs, project);
  const links = Object.entries(groups).map(([id, operations]) =>
    groupOf(
      id,
      operations.filter(mayDo).map(([linkId, label, page]) => linkTo(linkId, label, `${page}?id=${issue.id}`)),
    ),
  );
  const transitions = renderTransitions(call, located).map(({ id, name }) =>
    linkTo(`action_id_${id}`, name, `WorkflowUIDispatcher.jspa?id=${issue.id}&action=${id}`),
  );
  const all = [...links, groupOf('opsbar-transitions', transitions)];
  return { linkGroups: [{ id: 'view.issue.opsbar', links: [], groups: all }] };
}

type Link = ReturnType<typeof linkTo>;

function groupOf(id: string, links: readonly Link[]) {
  return { id, links: links.map((link, place) => ({ ...link, weight: 10 * (place + 1) })), groups: [] };
}

function linkTo(id: string, label: string, page: string) {
  return { id, styleClass: `issueaction-${id}`, label, title: label, href: `/secure/${page}` };
}
