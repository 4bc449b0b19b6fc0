import { formatTrackerTime, readTrackerTime } from '../../contracts/times.js';
import type { Endpoints } from '../../contracts/index.js';
import { json, noContent } from '../server/answer.js';
import { TrackerError } from '../server/errors.js';
import type { WorklogRow } from '../state/tables.js';
import type { CallOf, SomeHandlers } from './call.js';
import { readDuration, renderWorklog, trackedTime, withTrackedTime } from './fields/time-tracking.js';
import { noteChange } from './history.js';
import type { HistoryCall } from './history.js';
import { callerOf, holdsInProject } from './permissions.js';
import { issueOf } from './rows.js';
import type { Located } from './rows.js';
import { locateActivity, locateOwnActivity, readVisibility, visibleActivity } from './activity.js';

export const worklogHandlers = {
  /** `GET /issue/{issueIdOrKey}/worklog`: the work on an issue, the first logged first. */
  listWorklogs(call) {
    const { issue } = issueOf(call);
    const worklogs = visibleActivity(call, 'worklogs', issue).map((row) => renderWorklog(call, row));
    return json({ startAt: 0, maxResults: worklogs.length, total: worklogs.length, worklogs });
  },
  /** `POST /issue/{issueIdOrKey}/worklog`: logs work, which makes the remaining estimate smaller. */
  addWorklog(call) {
    const located = issueOf(call);
    const { comment = '', started, visibility } = call.body;
    const seconds = readTimeSpent(call.body);
    if (seconds === undefined) throw TrackerError.ofFields({ timeLogged: 'You must indicate the time spent working.' });
    const now = formatTrackerTime(call.clock.now());
    const start = readStarted(started) ?? now;
    const { key: author, displayName } = callerOf(call);
    if (!holdsInProject(call.state, call.caller, 'EDIT_ISSUES', located.project)) {
      // Seen: TestDefaultWorklogService of the product.
      const refusal = `${displayName}, you do not have the permission to associate a worklog to this issue.`;
      throw new TrackerError(403, refusal);
    }
    const worklog: WorklogRow = {
      ...{
        id: call.state.nextId('worklog'),
        issueId: located.issue.id,
        author,
        updateAuthor: author,
        comment,
        seconds,
      },
      ...{ created: now, updated: now, started: start },
      visibility: readVisibility(call, located.project, visibility),
    };
    const remaining = adjusted(located, call.query, (left) => left - seconds, { reduceBy: call.query.reduceBy });
    call.state.tables.worklogs.set(worklog);
    trackTime(call, located, seconds, remaining);
    return json(renderWorklog(call, worklog), 201);
  },
  getWorklog: (call) => json(renderWorklog(call, locateActivity(call, 'worklogs', call.parameters.worklogId).row)),
  /** `PUT /issue/{issueIdOrKey}/worklog/{worklogId}`: changes what the body names of it. */
  updateWorklog(call) {
    const { located, row: worklog } = locateOwnActivity(call, 'worklogs', call.parameters.worklogId, 'update');
    const { comment = worklog.comment, started, visibility } = call.body;
    const seconds = readTimeSpent(call.body) ?? worklog.seconds;
    const changed: WorklogRow = {
      ...{ ...worklog, comment, seconds, started: readStarted(started) ?? worklog.started },
      ...{ updateAuthor: callerOf(call).key, updated: formatTrackerTime(call.clock.now()) },
      ...(visibility !== undefined && { visibility: readVisibility(call, located.project, visibility) }),
    };
    const more = seconds - worklog.seconds;
    const remaining = adjusted(located, call.query, (left) => left - more);
    call.state.tables.worklogs.set(changed);
    trackTime(call, located, more, remaining);
    return json(renderWorklog(call, changed));
  },
  /** `DELETE /issue/{issueIdOrKey}/worklog/{worklogId}`: removes it, which makes the remaining estimate larger. */
  deleteWorklog(call) {
    const { located, row: worklog } = locateOwnActivity(call, 'worklogs', call.parameters.worklogId, 'delete');
    const { increaseBy } = call.query;
    const remaining = adjusted(located, call.query, (left) => left + worklog.seconds, { increaseBy });
    call.state.tables.worklogs.delete(worklog.id);
    trackTime(call, located, -worklog.seconds, remaining);
    return noContent;
  },
} satisfies SomeHandlers;

/** The remaining estimate after a call, in seconds, at least 0; undefined if there is none and the call sets none. */
function adjusted(
  { issue }: Located,
  { adjustEstimate = 'auto', newEstimate }: Adjustment,
  auto: (left: number) => number,
  manual: Readonly<Record<string, string | undefined>> = {},
): number | undefined {
  const { remainingEstimateSeconds: left } = trackedTime(issue);
  if (adjustEstimate === 'leave') return left;
  if (adjustEstimate === 'auto') return Math.max(0, auto(left ?? 0));
  // Seen: TestWorklogResource of the product.
  if (adjustEstimate === 'new') {
    return durationNamed('newEstimate', newEstimate, 'Value is required when adjustEstimate is new');
  }
  const [name, value] = Object.entries(manual)[0] ?? [];
  if (adjustEstimate === 'manual' && name !== undefined) {
    const seconds = durationNamed(name, value, 'A value is required for manual estimate adjustment');
    return Math.max(0, (left ?? 0) + (name === 'reduceBy' ? -seconds : seconds));
  }
  if (adjustEstimate === 'manual') {
    const refusal = 'Manual adjustment of remaining estimate not allowed when editing a worklog';
    throw TrackerError.ofFields({ adjustEstimate: refusal });
  }
  const known = ['auto', 'leave', 'new', ...(name === undefined ? [] : ['manual'])].join(', ');
  throw TrackerError.ofFields({ adjustEstimate: `'${adjustEstimate}' is none of: ${known}.` });
}

/** Stores the change of the time spent on an issue, and the remaining time. */
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

type WorkBody = CallOf<Endpoints['addWorklog']>['body'];

/** How a call adjusts the remaining estimate. */
type Adjustment = CallOf<Endpoints['addWorklog']>['query'];

/** The seconds of work; undefined if the body leaves them out. @throws TrackerError 400 */
function readTimeSpent({ timeSpent, timeSpentSeconds }: WorkBody): number | undefined {
  if (timeSpent === undefined && timeSpentSeconds === undefined) return undefined;
  const seconds = timeSpentSeconds ?? readDuration(timeSpent);
  if (seconds !== undefined && seconds > 0) return seconds;
  throw TrackerError.ofFields({ timeLogged: 'Invalid time duration entered.' });
}

/** When the work began; undefined if that is left out. @throws TrackerError 400 */
function readStarted(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const moment = readTrackerTime(text);
  if (moment !== undefined) return formatTrackerTime(moment);
  throw TrackerError.ofFields({
    started: `The moment '${text}' can't be read. An example: 2026-11-21T14:05:09.000+0000`,
  });
}

/** The seconds of a duration that a call needs. @throws TrackerError 400 */
function durationNamed(name: string, value: string | undefined, missing: string): number {
  if (value === undefined || value === '') throw TrackerError.ofFields({ [name]: missing });
  const seconds = readDuration(value);
  if (seconds !== undefined) return seconds;
  throw TrackerError.ofFields({ [name]: 'Invalid time duration entered.' });
}
