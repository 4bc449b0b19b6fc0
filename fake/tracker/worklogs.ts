import type { Endpoints } from '../../contracts/index.js';
import { json, noContent } from '../server/answer.js';
import type { Answer } from '../server/answer.js';
import { TrackerError } from '../server/errors.js';
import type { WorklogRow } from '../state/tables.js';
import type { Call, CallOf } from './call.js';
import { readDuration, trackedTime, withTrackedTime } from './fields/time-tracking.js';
import { renderWorklog } from './fields/worklog-field.js';
import { noteChange } from './history.js';
import type { HistoryCall } from './history.js';
import { callerOf, holdsInProject, requireInProject } from './permissions.js';
import { readId } from './read-values.js';
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
  const seconds = readTimeSpent(call.body);
  if (seconds === undefined) throw TrackerError.ofFields({ timeLogged: 'You must indicate the time spent working.' });
  const now = call.clock.now();
  const author = callerOf(call).key;
  const { comment = '' } = call.body;
  const worklog: WorklogRow = {
    ...{ id: call.state.nextId('worklog'), issueId: located.issue.id, author, updateAuthor: author, comment, seconds },
    ...{ created: now, updated: now, started: readStarted(call.body.started) ?? now },
  };
  const { reduceBy } = call.query;
  const remaining = adjusted(located, call.query, (left) => left - seconds, { reduceBy });
  call.state.tables.worklogs.set(worklog);
  trackTime(call, located, seconds, remaining);
  return json(renderWorklog(call, worklog), 201);
}

/** `GET /issue/{issueIdOrKey}/worklog/{worklogId}`: one piece of work. */
export function getWorklog(call: CallOf<Endpoints['getWorklog']>): Answer {
  const { issue } = browsableIssue(call, call.parameters.issueIdOrKey);
  return json(renderWorklog(call, findWorklog(call, issue.id, call.parameters.worklogId)));
}

/** `PUT /issue/{issueIdOrKey}/worklog/{worklogId}`: changes what the body names of it. */
export function updateWorklog(call: CallOf<Endpoints['updateWorklog']>): Answer {
  const located = browsableIssue(call, call.parameters.issueIdOrKey);
  const worklog = findWorklog(call, located.issue.id, call.parameters.worklogId);
  requireOwn(call, located, worklog, 'update');
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
  const located = browsableIssue(call, call.parameters.issueIdOrKey);
  const worklog = findWorklog(call, located.issue.id, call.parameters.worklogId);
  requireOwn(call, located, worklog, 'delete');
  const { increaseBy } = call.query;
  const remaining = adjusted(located, call.query, (left) => left + worklog.seconds, { increaseBy });
  call.state.tables.worklogs.delete(worklog.id);
  trackTime(call, located, -worklog.seconds, remaining);
  return noContent;
}

function findWorklog({ state }: Pick<Call, 'state'>, issueId: number, text: string): WorklogRow {
  const worklog = state.tables.worklogs.get(readId(text) ?? 0);
  if (worklog?.issueId !== issueId) throw new TrackerError(404, `Cannot find worklog with id: '${text}'.`);
  return worklog;
}

/** Work is changed by its author or by who administers the project. */
function requireOwn(call: Pick<Call, 'state' | 'caller'>, { project }: Located, row: WorklogRow, deed: string): void {
  const mine = row.author === call.caller?.key && holdsInProject(call.state, call.caller, 'EDIT_ISSUES', project);
  if (mine || holdsInProject(call.state, call.caller, 'ADMINISTER_PROJECTS', project)) return;
  throw new TrackerError(403, `You do not have permission to ${deed} the worklog with id: ${row.id}.`);
}

function readTimeSpent(body: CallOf<Endpoints['addWorklog']>['body']): number | undefined {
  const { timeSpent, timeSpentSeconds } = body;
  if (timeSpent === undefined && timeSpentSeconds === undefined) return undefined;
  const seconds = timeSpentSeconds ?? readDuration(timeSpent);
  if (seconds !== undefined && seconds > 0) return seconds;
  throw TrackerError.ofFields({ timeLogged: 'Invalid time duration entered.' });
}

function readStarted(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const isMoment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}[+-]\d{4}$/.test(text);
  const moment = isMoment ? Date.parse(text) : Number.NaN;
  if (!Number.isNaN(moment)) return moment;
  throw TrackerError.ofFields({
    started: `The moment '${text}' can't be read. An example: 2026-11-21T14:05:09.000+0000`,
  });
}

/** How a call wants the remaining estimate adjusted. */
interface Adjustment {
  readonly adjustEstimate?: string | undefined;
  readonly newEstimate?: string | undefined;
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

function durationNamed(name: string, value: string | undefined): number {
  const seconds = readDuration(value);
  if (seconds !== undefined) return seconds;
  throw TrackerError.ofFields({ [name]: `You must supply a valid ${name}.` });
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
