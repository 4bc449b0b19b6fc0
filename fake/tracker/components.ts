import type { AssigneeType, Endpoints } from '../../contracts/index.js';
import { json, noContent } from '../server/answer.js';
import { problemsIn, required, TrackerError } from '../server/errors.js';
import type { State } from '../state/state.js';
import type { ComponentRow, ProjectRow } from '../state/tables.js';
import { userByName } from '../state/users.js';
import type { CallOf, SomeHandlers, Reader } from './call.js';
import { callerOf, holdsInProject } from './permissions.js';
import { lastStepOf, readId, withoutUndefined } from './read-values.js';
import { renderUserByKey, selfUrl } from './render.js';
import type { View } from './render.js';
import { browsableProject, nameOther, projectOf, seenRow } from './rows.js';

export const componentHandlers = {
  /** `GET /project/{projectIdOrKey}/components`: the components of a project, by name. */
  listComponents(call) {
    const { id } = browsableProject(call, call.parameters.projectIdOrKey);
    return json(componentsOf(call, id).map((row) => renderComponent(call, row)));
  },
  getComponent: (call) => json(renderComponent(call, browsableComponent(call, call.parameters.componentId).row)),
  /** `POST /component`: creates a component. A project has no two of one name, however it is capitalized. */
  createComponent(call) {
    const { state, body } = call;
    const named = body.project ?? body.projectId;
    // Seen, here and below: TestComponentResource of the product.
    if (named === undefined) throw new TrackerError(400, 'A project id must be specified for this operation.');
    const project = browsableProject(call, String(named));
    if (!holdsInProject(state, call.caller, 'ADMINISTER_PROJECTS', project)) {
      throw new TrackerError(403, 'You cannot edit the configuration of this project.');
    }
    const blank = { id: 0, projectId: project.id, name: '', description: '', lead: null } as const;
    const checked = readComponent(state, { ...blank, assigneeType: 'PROJECT_DEFAULT' }, body);
    const component = { ...checked, id: state.nextId('component') };
    state.tables.components.set(component);
    return json(renderComponent(call, component), 201);
  },
  /** `PUT /component/{componentId}`: changes what the body names of a component. */
  updateComponent(call) {
    const component = changeableComponent(call, call.parameters.componentId);
    const changed = readComponent(call.state, component, call.body);
    call.state.tables.components.set(changed);
    return json(renderComponent(call, changed));
  },
  /** `DELETE /component/{componentId}`: deletes a component; the issues that name it lose it, or name another from then on. */
  deleteComponent(call) {
    const component = changeableComponent(call, call.parameters.componentId);
    const { moveIssuesTo } = call.query;
    if (moveIssuesTo !== undefined) {
      const { row: other } = browsableComponent(call, lastStepOf(moveIssuesTo));
      nameOther(call.state, 'components', component.id, other.id);
    }
    call.state.tables.components.delete(component.id);
    return noContent;
  },
} satisfies SomeHandlers;

/** The component with this id, and its project. @throws TrackerError 404 if it is unknown, or if the caller may not see it */
function browsableComponent(call: Reader, text: string) {
  const component = call.state.tables.components.get(readId(text) ?? 0);
  return required(seenRow(call, component), `The component with id ${text} does not exist.`);
}

function changeableComponent(call: Reader, text: string): ComponentRow {
  const { row, project } = browsableComponent(call, text);
  if (holdsInProject(call.state, call.caller, 'ADMINISTER_PROJECTS', project)) return row;
  throw new TrackerError(403, `The user ${callerOf(call).name} does not have permission to complete this operation.`);
}

const NAME_LIMIT = 255;

type ComponentChanges = CallOf<Endpoints['updateComponent']>['body'];

/** A component with the changes of a body. @throws TrackerError 400 that names each problem under its field */
function readComponent(state: State, row: ComponentRow, changes: ComponentChanges): ComponentRow {
  const { name = row.name, description = row.description, leadUserName, assigneeType = row.assigneeType } = changes;
  const lead = leadUserName === undefined ? row.lead : readLead(state, leadUserName);
  const noUser = `The user ${String(leadUserName)} does not exist.`;
  const problems = problemsIn({
    name: problemOfName(state, row, name.trim()),
    leadUserName: lead === undefined && noUser,
    componentLead: lead === undefined && noUser,
  });
  if (problems !== undefined || lead === undefined) throw TrackerError.ofFields(problems ?? {});
  return { ...row, name: name.trim(), description, lead, assigneeType };
}

/** The key of the user with this name; null for an empty name, undefined if there is no such user. */
function readLead(state: State, username: string): string | null | undefined {
  return username === '' ? null : userByName(state, username)?.key;
}

function problemOfName({ tables }: State, { id, projectId }: ComponentRow, name: string): string | undefined {
  if (name === '') return 'The component name specified is invalid - cannot be an empty string.';
  if (name.length > NAME_LIMIT) return `The component name must not exceed ${NAME_LIMIT} characters in length.`;
  const others = tables.components.where('project', projectId).filter((other) => other.id !== id);
  const taken = others.some((other) => other.name.toLowerCase() === name.toLowerCase());
  return taken ? `A component with the name ${name} already exists in this project.` : undefined;
}

export function componentsOf({ state }: Pick<View, 'state'>, projectId: number): ComponentRow[] {
  const rows = state.tables.components.where('project', projectId);
  return rows.sort((left, right) => left.name.localeCompare(right.name, 'en'));
}

/** A component as JSON, as it stands in a project. */
export function renderComponentSummary(view: View, { id, name, description }: ComponentRow) {
  const self = selfUrl(view, 'component', id);
  return { self, id: String(id), name, ...(description !== '' && { description }) };
}

/** A component as JSON, in full, with the user to whom the tracker would assign its issues. */
function renderComponent(view: View, component: ComponentRow) {
  const project = projectOf(view.state, component);
  const { assigneeType, lead } = component;
  const isAssigneeTypeValid = assigneeType !== 'COMPONENT_LEAD' || lead !== null;
  const realAssigneeType = isAssigneeTypeValid ? assigneeType : 'PROJECT_DEFAULT';
  const assignee = renderAssignee(view, assigneeType, component, project);
  const realAssignee = renderAssignee(view, realAssigneeType, component, project);
  return withoutUndefined({
    ...renderComponentSummary(view, component),
    lead: lead === null ? undefined : renderUserByKey(view, lead),
    ...{ assigneeType, assignee: assignee ?? undefined },
    ...{ realAssigneeType, realAssignee: realAssignee ?? undefined },
    ...{ isAssigneeTypeValid, project: project.key, projectId: project.id },
  });
}

/** Whom a type of assignee stands for; a project's own default is its lead. */
function renderAssignee(view: View, type: AssigneeType, { lead }: ComponentRow, project: ProjectRow) {
  if (type === 'UNASSIGNED') return null;
  if (type === 'COMPONENT_LEAD') return lead === null ? null : renderUserByKey(view, lead);
  return renderUserByKey(view, project.lead);
}
