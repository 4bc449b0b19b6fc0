import { json, noContent } from '../server/answer.js';
import { problemsIn, TrackerError } from '../server/errors.js';
import { workflowOf } from '../state/state.js';
import type { State } from '../state/state.js';
import type { ProjectRow } from '../state/tables.js';
import type { SomeHandlers } from './call.js';
import { requireAdministrator } from './permissions.js';
import { renderIssueTypes, renderProjectSummary, renderStatus, renderUserByKey, selfUrl } from './render.js';
import type { View } from './render.js';
import { browsableProject, browsableProjects, removeIssue, userByName } from './rows.js';

export const projectHandlers = {
  listProjects(call) {
    const projects = browsableProjects(call).sort((left, right) => left.name.localeCompare(right.name, 'en'));
    return json(projects.map((project) => renderProjectSummary(call, project)));
  },
  getProject(call) {
    return json(renderProject(call, browsableProject(call, call.parameters.projectIdOrKey)));
  },
  listProjectStatuses(call) {
    const project = browsableProject(call, call.parameters.projectIdOrKey);
    const types = project.issueTypeIds.flatMap((issueTypeId) => {
      const statuses = statusIds(call.state, project, issueTypeId).map((id) => renderStatus(call, id));
      return renderIssueTypes(call, [issueTypeId]).map((type) => ({ ...type, statuses }));
    });
    return json(types);
  },
  /** `POST /project`: creates a project, which starts with what the world's `newProject` says. */
  createProject(call) {
    requireAdministrator(call, 'create projects');
    const { state, body } = call;
    const { key = '', projectTypeKey = 'software', description = '' } = body;
    const name = body.name?.trim() ?? '';
    const type = projectTypes.find((known) => known === projectTypeKey);
    const lead = body.lead === undefined ? undefined : userByName(state, body.lead);
    const problems = problemsIn({
      projectKey: problemOfKey(state, key),
      projectName: problemOfName(state, name),
      projectTypeKey: !type && `The project type '${projectTypeKey}' is invalid: it is ${projectTypes.join(', ')}.`,
      projectLead: !lead && 'You must specify a valid project lead.',
    });
    if (problems !== undefined || !type || !lead) throw TrackerError.ofFields(problems ?? {});
    const id = storeProject(state, { key, name, description, type, lead: lead.key });
    return json({ self: selfUrl(call, 'project', id), id, key }, 201);
  },
  /** `DELETE /project/{projectIdOrKey}`: deletes a project with everything in it, default templates included. */
  deleteProject(call) {
    const { id } = browsableProject(call, call.parameters.projectIdOrKey);
    requireAdministrator(call, 'delete projects');
    const { entries, components, versions, requestTypes, issues, projects } = call.state.tables;
    for (const issue of issues.where('project', id)) removeIssue(call.state, issue.id);
    for (const table of [entries, components, versions, requestTypes]) {
      for (const row of table.where('project', id)) table.delete(row.id);
    }
    projects.delete(id);
    return noContent;
  },
} satisfies SomeHandlers;

function statusIds(state: State, project: ProjectRow, issueTypeId: number): number[] {
  const { initial, transitions } = workflowOf(state, project, issueTypeId);
  const named = transitions.flatMap(({ from, to }) => (from === 'any' ? [to] : [...from, to]));
  return [...new Set([initial.to, ...named])];
}

const KEY_LIMIT = 10;
const NAME_LIMIT = 80;

// Seen, here and below: TestCreateProject and TestDefaultProjectService of the product.
function problemOfKey({ tables }: State, key: string): string | undefined {
  // The default of jira.projectkey.pattern.
  if (!/^[A-Z]{2,}$/.test(key) || key.length > KEY_LIMIT) {
    return `You must specify a unique project key, at least 2 and at most ${KEY_LIMIT} characters long, containing only uppercase letters.`;
  }
  const holder = tables.projects.first('key', key);
  return holder && `Project '${holder.name}' uses this project key.`;
}

function problemOfName({ tables }: State, name: string): string | undefined {
  if (name.length < 2 || name.length > NAME_LIMIT) return `A project name has 2 to ${NAME_LIMIT} characters.`;
  const taken = tables.projects.all().some((project) => project.name.toLowerCase() === name.toLowerCase());
  return taken ? 'A project with that name already exists.' : undefined;
}

function storeProject(state: State, row: Pick<ProjectRow, 'key' | 'name' | 'description' | 'type' | 'lead'>): number {
  const { workflow, workflowByIssueType, permissions, ...start } = state.settings.newProject;
  const requestTypes = row.type === 'service_desk' ? start.requestTypes : [];
  const issueTypeIds = [...new Set([...start.issueTypeIds, ...requestTypes.map((type) => type.issueTypeId)])];
  const id = state.nextId('project');
  state.tables.projects.set({ ...row, id, workflow, workflowByIssueType, permissions, issueTypeIds });
  for (const requestType of requestTypes) {
    state.tables.requestTypes.set({ ...requestType, id: state.nextId('requestType'), projectId: id });
  }
  return id;
}

function renderProject(view: View, project: ProjectRow) {
  return {
    ...renderProjectSummary(view, project),
    description: project.description,
    lead: renderUserByKey(view, project.lead),
    issueTypes: renderIssueTypes(view, project.issueTypeIds),
  };
}

const projectTypes: readonly ProjectRow['type'][] = ['business', 'service_desk', 'software'];
