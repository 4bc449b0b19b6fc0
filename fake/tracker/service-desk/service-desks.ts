import type { Endpoints } from '../../../contracts/index.js';
import { json } from '../../server/answer.js';
import type { Answer } from '../../server/answer.js';
import type { CallOf } from '../../server/handler.js';
import { TrackerError } from '../../server/tracker-error.js';
import { pageOf } from '../page.js';
import { browsableProjects } from '../projects/find-project.js';
import { findServiceDesk } from './find-service-desk.js';

/** `GET /servicedesk`: the service desks the caller may see. */
export function listServiceDesks(call: CallOf<Endpoints['listServiceDesks']>): Answer {
  const desks = browsableProjects(call).filter(({ type }) => type === 'service_desk');
  const values = desks.map(({ id, key, name }) => ({
    id: String(id),
    projectId: String(id),
    projectName: name,
    projectKey: key,
  }));
  return json(servicePage(values, call.query));
}

/** `GET /servicedesk/{serviceDeskId}/requesttype`: what can be requested of a service desk. */
export function listRequestTypes(call: CallOf<Endpoints['listRequestTypes']>): Answer {
  const { serviceDeskId } = call.parameters;
  const desk = findServiceDesk(call, serviceDeskId);
  if (desk === undefined) throw new TrackerError(404, `The service desk with id '${serviceDeskId}' does not exist.`);
  const values = call.state.tables.requestTypes.where('project', desk.id).map(({ id, name, issueTypeId }) => ({
    id: String(id),
    name,
    description: '',
    helpText: '',
    issueTypeId: String(issueTypeId),
    serviceDeskId: String(desk.id),
    groupIds: [],
  }));
  return json(servicePage(values, call.query));
}

/** A page in the words of the service-desk API. */
function servicePage<Item>(items: readonly Item[], wish: { start?: number | undefined; limit?: number | undefined }) {
  const { startAt, maxResults, isLast, values } = pageOf(items, { startAt: wish.start, maxResults: wish.limit });
  return { size: values.length, start: startAt, limit: maxResults, isLastPage: isLast, values };
}
