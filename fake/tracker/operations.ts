import type { ProjectPermission } from '../../contracts/index.js';
import type { Call } from './call.js';
import { holdsInProject } from './permissions.js';
import type { View } from './render.js';
import type { Located } from './rows.js';
import { renderTransitions } from './transitions.js';

/** A thing to do on the page of an issue: its id, what its link says, and the permission it needs. */
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

/** What the caller can do with an issue, as the links of its page. */
export function renderOperations(
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
