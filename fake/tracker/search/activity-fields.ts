import type { IssueRow, WorklogRow } from '../../state/tables.js';
import { readDuration, trackedTime, workRatio } from '../fields/time-tracking.js';
import type { TrackedTime } from '../fields/time-tracking.js';
import { comparedBy, momentField, userField } from './field-kinds.js';
import type { JqlField, JqlScope } from './field-kinds.js';

const DAY = 86_400_000;

/** What queries know of the work on issues, who follows them, and what is attached to them. */
export function activityJqlFields(scope: JqlScope): Readonly<Record<string, JqlField>> {
  const { attachments, votes, watchers } = scope.state.tables;
  const remaining = durationField('remainingEstimateSeconds');
  const original = durationField('originalEstimateSeconds');
  return {
    votes: { ...comparedBy(({ id }) => [votes.count('issue', id)]), neverEmpty: true },
    watchers: { ...comparedBy(({ id }) => [watchers.count('issue', id)]), neverEmpty: true },
    voter: userField(scope, ({ id }) => votes.where('issue', id).map(({ userKey }) => userKey)),
    watcher: userField(scope, ({ id }) => watchers.where('issue', id).map(({ userKey }) => userKey)),
    attachments: { valuesOf: ({ id }) => attachments.where('issue', id).map((row) => row.id) },
    workratio: comparedBy((issue) => [workRatio(trackedTime(issue))].filter((ratio) => ratio >= 0)),
    timespent: durationField('timeSpentSeconds'),
    timeestimate: remaining,
    remainingestimate: remaining,
    timeoriginalestimate: original,
    originalestimate: original,
    ...worklogFields(scope),
    // Only pages in a browser count as a view of an issue.
    lastviewed: momentField(scope, () => []),
    progress: { valuesOf: () => [], sortKey: doneOf, sortOnly: true },
    subtasks: {
      valuesOf: () => [],
      sortKey: ({ id }) => scope.state.tables.issues.count('parent', id),
      sortOnly: true,
    },
  };
}

function durationField(time: keyof TrackedTime): JqlField {
  return comparedBy((issue) => [trackedTime(issue)[time]].filter((seconds) => seconds !== undefined), readDuration);
}

/** How much of the work on an issue is done. */
function doneOf(issue: IssueRow): number | undefined {
  const { timeSpentSeconds = 0, remainingEstimateSeconds = 0 } = trackedTime(issue);
  const total = timeSpentSeconds + remainingEstimateSeconds;
  return total === 0 ? undefined : timeSpentSeconds / total;
}

function worklogFields(scope: JqlScope): Readonly<Record<string, JqlField>> {
  const { worklogs } = scope.state.tables;
  const each =
    <Value>(read: (row: WorklogRow) => Value) =>
    ({ id }: IssueRow) =>
      worklogs.where('issue', id).map(read);
  const comments = each(({ comment }) => comment);
  return {
    worklogauthor: userField(
      scope,
      each(({ author }) => author),
    ),
    worklogdate: momentField(
      scope,
      each(({ started }) => Math.floor(started / DAY) * DAY),
    ),
    worklogcomment: { valuesOf: comments, textsOf: comments },
  };
}
