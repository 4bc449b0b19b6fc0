import type { Endpoints, WorldIssueType } from '../../../contracts/index.js';
import { json } from '../../server/answer.js';
import type { Answer } from '../../server/answer.js';
import type { CallOf } from '../../server/handler.js';
import { TrackerError } from '../../server/tracker-error.js';
import { issueFields } from '../fields/issue-fields.js';
import { storeIssue } from '../issues/store-issue.js';
import { readId } from '../read-id.js';
import { renderStatus } from '../render/status.js';
import { renderUserByKey } from '../render/user.js';
import { requireInProject } from '../require-permission.js';
import { findServiceDesk } from './find-service-desk.js';

/** `POST /request`: raises a request; the issue is of the issue type of the request type. */
export function createServiceRequest(call: CallOf<Endpoints['createServiceRequest']>): Answer {
  const { state, body } = call;
  const project = findServiceDesk(call, body.serviceDeskId);
  if (project === undefined) throw TrackerError.ofFields({ serviceDeskId: 'The service desk does not exist.' });
  requireInProject(call, 'CREATE_ISSUES', project);
  const requestType = state.tables.requestTypes.get(readId(body.requestTypeId) ?? 0);
  if (requestType?.projectId !== project.id) {
    throw TrackerError.ofFields({ requestTypeId: 'The service desk has no such request type.' });
  }
  const issueType = state.tables.issueTypes.get(requestType.issueTypeId) as WorldIssueType;
  const place = { project, issueType, parent: null, requestTypeId: requestType.id };
  const issue = storeIssue(call, place, { fields: body.requestFieldValues });
  const fields = [...issueFields(state).values()].filter(({ id }) => Object.hasOwn(body.requestFieldValues, id));
  return json(
    {
      issueId: String(issue.id),
      issueKey: issue.key,
      requestTypeId: String(requestType.id),
      serviceDeskId: String(project.id),
      reporter: renderUserByKey(call, issue.reporter),
      requestFieldValues: fields.map((field) => ({
        fieldId: field.id,
        label: field.name,
        value: field.render(call, issue),
      })),
      currentStatus: { status: renderStatus(call, issue.statusId)?.name ?? null },
    },
    201,
  );
}
