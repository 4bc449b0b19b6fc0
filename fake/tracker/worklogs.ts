import type { Endpoints } from '../../contracts/index.js';
import { json, noContent } from '../server/answer.js';
import type { Answer } from '../server/answer.js';
import { TrackerError } from '../server/errors.js';
import type { WorklogRow } from '../state/tables.js';
import type { CallOf } from './call.js';
import { trackedTime, withTrackedTime } from './fields/time-tracking.js';
import { renderWorklog } from './fields/worklog-field.js';
import { noteChange } from './history.js';
import type { HistoryCall } from './history.js';
import { locateActivity, locateOwnActivity } from './issue-activity.js';
import { callerOf, requireInProject } from './permissions.js';
import { durationNamed, readStarted, readTimeSpent, readWork } from './read-work.js';
import type { Adjustment, Work } from './read-work.js';
import { browsableIssue } from './rows.js';
import type { Located } from './rows.js';

/** `GET /issue/{issueIdOrKey}/worklog`: the work on an issue, the first logged first. */
export function listWorklogs(call: CallOf<Endpoints['listWorklogs']>): Answer {
  const { issue } = browsableIssue(call, call.parameters.issueIdOrKey);
  const worklogs = call.state.tables.worklogs.where('issue', issue.id).map((row) => renderWorklog(call, row));
  return json({ startAt: 0, maxResults: worklogs.length, total: worklogs.length, worklogs });
}

/** `POST /issue/{issueIdOrKey}/worklog`: logs work, which makes the remaining estimate smaller. */
export function addWorklog(call: CallOf<Endpoints['addWorklog']>): Answer {
  const located = browsableIssue(call, call.parameters.issueIdOrKey);
  requireInProject(call, 'EDIT_ISSUES', located.project);
  return json(renderWorklog(call, storeWork(call, located, readWork({ ...call.body, ...call.query }))), 201);
}

/** Logs work of the caller on an issue, which makes the remaining estimate smaller. @throws TrackerError 400 */
export function storeWork(call: HistoryCall, located: Located, work: Work): WorklogRow {
  const { seconds, comment, reduceBy } = work;
  const now = call.clock.now();
  const author = callerOf(call).key;
  const worklog: WorklogRow = {
    ...{ id: call.state.nextId('worklog'), issueId: located.issue.id, author, updateAuthor: author, comment, seconds },
    ...{ created: now, updated: now, started: work.started ?? now },
  };
  const remaining = adjusted(located, work, (left) => left - seconds, { reduceBy });
  call.state.tables.worklogs.set(worklog);
  trackTime(call, located, seconds, remaining);
  return worklog;
}

/** `GET /issue/{issueIdOrKey}/worklog/{worklogId}`: one piece of work. */
export function getWorklog(call: CallOf<Endpoints['getWorklog']>): Answer {
  return json(renderWorklog(call, locateActivity(call, 'worklogs', call.parameters.worklogId).row));
}

/** `PUT /issue/{issueIdOrKey}/worklog/{worklogId}`: changes what the body names of it. */
export function updateWorklog(call: CallOf<Endpoints['updateWorklog']>): Answer {
  const { located, row: worklog } = locateOwnActivity(call, 'worklogs', call.parameters.worklogId, 'update');
  const { comment = worklog.comment, started } = call.body;
  const seconds = readTimeSpent(call.body) ?? worklog.seconds;
  const changed: WorklogRow = {
    ...{ ...worklog, comment, seconds, started: readStarted(started) ?? worklog.started },
    ...{ updateAuthor: callerOf(call).key, updated: call.clock.now() },
  };
  const more = seconds - worklog.seconds;
  const remaining = adjusted(located, call.query, (left) => left - more);
  call.state.tables.worklogs.set(changed);
  trackTime(call, located, more, remaining);
  return json(renderWorklog(call, changed));
}

/** `DELETE /issue/{issueIdOrKey}/worklog/{worklogId}`: removes it, which makes the remaining estimate larger. */
export function deleteWorklog(call: CallOf<Endpoints['deleteWorklog']>): Answer {
  const { located, row: worklog } = locateOwnActivity(call, 'worklogs', call.parameters.worklogId, 'delete');
  const { increaseBy } = call.query;
  const remaining = adjusted(located, call.query, (left) => left + worklog.seconds, { increaseBy });
  call.state.tables.worklogs.delete(worklog.id);
  trackTime(call, located, -worklog.seconds, remaining);
  return noContent;
}

/** The remaining estimate after a call, in seconds: never below zero; undefined if there is none and the call sets none. */
function adjusted(
  { issue }: Located,
  { adjustEstimate = 'auto', newEstimate }: Adjustment,
  auto: (left: number) => number,
  manual: Readonly<Record<string, string | undefined>> = {},
): number | undefined {
  const { remainingEstimateSeconds: left } = trackedTime(issue);
  if (adjustEstimate === 'leave') return left;
  if (adjustEstimate === 'auto') return Math.max(0, auto(left ?? 0));
  if (adjustEstimate === 'new') return durationNamed('newEstimate', newEstimate);
  const [name, value] = Object.entries(manual)[0] ?? [];
  if (adjustEstimate === 'manual' && name !== undefined) {
    const seconds = durationNamed(name, value);
    return Math.max(0, (left ?? 0) + (name === 'reduceBy' ? -seconds : seconds));
  }
  const known = ['auto', 'leave', 'new', ...(name === undefined ? [] : ['manual'])].join(', ');
  throw TrackerError.ofFields({ adjustEstimate: `'${adjustEstimate}' is none of: ${known}.` });
}

/** Writes down that more work, or less, has been done on an issue, and what is left. */
function trackTime(call: HistoryCall, { issue }: Located, more: number, remaining: number | undefined): void {
  const { timeSpentSeconds = 0, ...times } = trackedTime(issue);
  const spent = Math.max(0, timeSpentSeconds + more);
  const tracked = {
    ...times,
    ...(remaining !== undefined && { remainingEstimateSeconds: remaining }),
    ...(spent > 0 && { timeSpentSeconds: spent }),
  };
  const changed = { ...issue, updated: call.clock.now(), fields: withTrackedTime(issue.fields, tracked) };
  call.state.tables.issues.set(changed);
  noteChange(call, issue, changed);
}
