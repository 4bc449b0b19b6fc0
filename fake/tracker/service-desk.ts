import { json } from '../server/answer.js';
import { required, TrackerError } from '../server/errors.js';
import type { ProjectRow } from '../state/tables.js';
import type { SomeHandlers, Reader } from './call.js';
import { holdsInProject, requireInProject } from './permissions.js';
import { answerPage, readId } from './read-values.js';
import { browsableProjects } from './rows.js';
import { storeIssue } from './write-issue.js';

export const serviceDeskHandlers = {
  listServiceDesks(call) {
    const desks = browsableProjects(call).filter(({ type }) => type === 'service_desk');
    return json(servicePage(desks, call.query, renderServiceDesk));
  },
  getServiceDesk: (call) => json(renderServiceDesk(browsableServiceDesk(call, call.parameters.serviceDeskId))),
  listRequestTypes(call) {
    const desk = browsableServiceDesk(call, call.parameters.serviceDeskId);
    const types = call.state.tables.requestTypes.where('project', desk.id);
    const page = servicePage(types, call.query, ({ id, name, issueTypeId }) => ({
      id: String(id),
      name,
      issueTypeId: String(issueTypeId),
      serviceDeskId: String(desk.id),
    }));
    return json(page);
  },
  /** `POST /request`: raises a request; the issue is of the issue type of the request type. */
  createServiceRequest(call) {
    const { state, body } = call;
    const project = findServiceDesk(call, body.serviceDeskId);
    if (project === undefined) throw TrackerError.ofFields({ serviceDeskId: 'The service desk does not exist.' });
    requireInProject(call, 'CREATE_ISSUES', project);
    const requestType = state.tables.requestTypes.get(readId(body.requestTypeId) ?? 0);
    const issueType = requestType && state.tables.issueTypes.get(requestType.issueTypeId);
    if (requestType?.projectId !== project.id || issueType === undefined) {
      throw TrackerError.ofFields({ requestTypeId: 'The service desk has no such request type.' });
    }
    const place = { project, issueType, parent: null, requestTypeId: requestType.id };
    const issue = storeIssue(call, place, { fields: body.requestFieldValues });
    const desk = { requestTypeId: String(requestType.id), serviceDeskId: String(project.id) };
    return json({ issueId: String(issue.id), issueKey: issue.key, ...desk }, 201);
  },
} satisfies SomeHandlers;

function renderServiceDesk({ id, key, name }: ProjectRow) {
  return { id: String(id), projectId: String(id), projectName: name, projectKey: key };
}

/** A page in the words of the service-desk API. */
function servicePage<Item>(
  items: readonly Item[],
  { start, limit }: { readonly start?: number | undefined; readonly limit?: number | undefined },
  show: (item: Item) => unknown,
) {
  const { startAt, maxResults, isLast, values } = answerPage(items, { startAt: start, maxResults: limit }, show);
  return { size: values.length, start: startAt, limit: maxResults, isLastPage: isLast, values };
}

/** @throws TrackerError 404 for one that is unknown or not for the caller to see */
function browsableServiceDesk(call: Reader, serviceDeskId: string): ProjectRow {
  return required(findServiceDesk(call, serviceDeskId), `The service desk with id '${serviceDeskId}' does not exist.`);
}

/** The service desk with this id if the caller may see it. A service desk has the id of its project. */
function findServiceDesk({ state, caller }: Reader, serviceDeskId: unknown): ProjectRow | undefined {
  const project = state.tables.projects.get(readId(serviceDeskId) ?? 0);
  const seen = project?.type === 'service_desk' && holdsInProject(state, caller, 'BROWSE_PROJECTS', project);
  return seen ? project : undefined;
}
