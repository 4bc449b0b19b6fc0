import type { State } from '../../state/state.js';
import type { IssueRow, WorklogRow } from '../../state/tables.js';
import { readObject, withoutUndefined } from '../read-values.js';
import { renderMoment, renderText } from '../render-text.js';
import { renderUserByKey, selfUrl } from '../render.js';
import type { View } from '../render.js';
import { visibleActivity } from '../activity.js';
import { FieldError } from './field.js';
import type { ValueKind } from './field.js';

/** The tracked times of an issue, in seconds. Times that were never set are absent. */
export interface TrackedTime {
  readonly originalEstimateSeconds?: number;
  readonly remainingEstimateSeconds?: number;
  readonly timeSpentSeconds?: number;
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;
/** Seconds of each unit on a tracker that works eight hours a day, five days a week. */
const UNITS: readonly (readonly [unit: string, seconds: number])[] = [
  ['w', 40 * HOUR],
  ['d', 8 * HOUR],
  ['h', HOUR],
  ['m', MINUTE],
];

/** The seconds of a duration such as `1d 4h`; a number alone is minutes. Undefined if it can't be read. */
export function readDuration(value: unknown): number | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const text = String(value).trim().toLowerCase();
  if (/^\d{1,9}$/.test(text)) return Number(text) * MINUTE;
  if (!/^(\d{1,9}(\.\d{1,9})?\s*[wdhm]\s*)+$/.test(text)) return undefined;
  const parts = [...text.matchAll(/([\d.]+)\s*([wdhm])/g)];
  const seconds = parts.map(
    ([, amount, unit]) => Number(amount) * (UNITS.find(([letter]) => letter === unit)?.[1] ?? 0),
  );
  return Math.round(seconds.reduce((sum, one) => sum + one, 0));
}

/** Seconds as the tracker writes them, as in `1d 4h`. */
export function formatDuration(seconds: number): string {
  let rest = seconds;
  const words = UNITS.flatMap(([unit, length]) => {
    const amount = Math.floor(rest / length);
    rest -= amount * length;
    return amount === 0 ? [] : [`${amount}${unit}`];
  });
  return words.length === 0 ? '0m' : words.join(' ');
}

/** Seconds as a page shows them, as in `1 day, 4 hours`. */
function durationInWords(seconds: number): string {
  const units = { w: 'week', d: 'day', h: 'hour', m: 'minute' } as const;
  const words = formatDuration(seconds).replaceAll(/(\d+)([wdhm])/g, (_, amount: string, unit: keyof typeof units) => {
    return `${amount} ${units[unit]}${amount === '1' ? '' : 's'},`;
  });
  return words.replace(/,$/, '');
}

export function trackedTime({ fields }: Pick<IssueRow, 'fields'>): TrackedTime {
  return readObject(fields['timetracking']) ?? {};
}

export function withTrackedTime(fields: IssueRow['fields'], times: TrackedTime): IssueRow['fields'] {
  const { originalEstimateSeconds, remainingEstimateSeconds, timeSpentSeconds } = times;
  return {
    ...fields,
    timetracking: withoutUndefined({ originalEstimateSeconds, remainingEstimateSeconds, timeSpentSeconds }),
  };
}

/** A time of an issue and all its sub-tasks; null if none of them has it. */
export function sumOfTimes({ tables }: State, issue: IssueRow, time: keyof TrackedTime): number | null {
  const times = [issue, ...tables.issues.where('parent', issue.id)].map((row) => trackedTime(row)[time]);
  const known = times.filter((seconds) => seconds !== undefined);
  return known.length === 0 ? null : known.reduce((sum, seconds) => sum + seconds, 0);
}

/** The time spent as a part of the original estimate, in percent; -1 without an estimate. */
export function workRatio({ originalEstimateSeconds, timeSpentSeconds = 0 }: TrackedTime): number {
  if (originalEstimateSeconds === undefined || originalEstimateSeconds === 0) return -1;
  return Math.floor((100 * timeSpentSeconds) / originalEstimateSeconds);
}

/** How much of the work is done, by the time spent and the time that is left. */
export function progressOf(spent: number | null, left: number | null) {
  const [progress, total] = [spent ?? 0, (spent ?? 0) + (left ?? 0)];
  return { progress, total, ...(total > 0 && { percent: Math.floor((100 * progress) / total) }) };
}

/** The estimates of an issue: `{ originalEstimate, remainingEstimate }`, each as in `1d 4h`; kept in seconds. */
export const timeTrackingKind: ValueKind<TrackedTime> = {
  schema: { type: 'timetracking' },
  unset: {},
  read: (value) => {
    const sent = readObject(value);
    if (sent === undefined) throw new FieldError('data was not an object');
    const { timeSpentSeconds: spent } = sent;
    return withoutUndefined({
      originalEstimateSeconds: readEstimate(sent, 'originalEstimate'),
      remainingEstimateSeconds: readEstimate(sent, 'remainingEstimate'),
      timeSpentSeconds: typeof spent === 'number' ? spent : undefined,
    });
  },
  merge: ({ originalEstimateSeconds, remainingEstimateSeconds }, kept) => {
    const before: TrackedTime = readObject(kept) ?? {};
    const original = originalEstimateSeconds ?? before.originalEstimateSeconds;
    const remaining = remainingEstimateSeconds ?? before.remainingEstimateSeconds ?? original;
    return withoutUndefined({ ...before, originalEstimateSeconds: original, remainingEstimateSeconds: remaining });
  },
  render: ({ originalEstimateSeconds, remainingEstimateSeconds, timeSpentSeconds }) => {
    const words = (seconds: number | undefined) => (seconds === undefined ? undefined : formatDuration(seconds));
    return withoutUndefined({
      originalEstimate: words(originalEstimateSeconds),
      remainingEstimate: words(remainingEstimateSeconds),
      timeSpent: words(timeSpentSeconds),
      ...{ originalEstimateSeconds, remainingEstimateSeconds, timeSpentSeconds },
    });
  },
  renderForPeople: (value, view, issue) =>
    Object.fromEntries(
      Object.entries(value === null ? {} : (timeTrackingKind.render(value, view, issue) as object)).map(
        ([id, time]) => [id, typeof time === 'string' ? durationInWords(readDuration(time) ?? 0) : time],
      ),
    ),
};

/** An estimate as a client wrote it, or as it is kept. */
function readEstimate(sent: Readonly<Record<string, unknown>>, name: string): number | undefined {
  const seconds = sent[`${name}Seconds`];
  if (typeof seconds === 'number' && sent[name] === undefined) return seconds;
  if (sent[name] === undefined || sent[name] === null || sent[name] === '') return undefined;
  const read = readDuration(sent[name]);
  if (read === undefined) {
    // Seen: AbstractTestFieldScreenTabs of the product.
    const what = name === 'originalEstimate' ? 'original' : 'remaining';
    throw new FieldError(`The ${what} estimate specified is not valid.`, `timetracking_${what}estimate`);
  }
  return read;
}

/** So much work an issue shows among its fields; the rest has to be listed. */
const SHOWN = 20;

export function renderWorklog(view: View, row: WorklogRow) {
  return {
    self: selfUrl(view, 'issue', row.issueId, 'worklog', row.id),
    author: renderUserByKey(view, row.author),
    updateAuthor: renderUserByKey(view, row.updateAuthor),
    comment: row.comment,
    ...(row.visibility && { visibility: row.visibility }),
    created: row.created,
    updated: row.updated,
    started: row.started,
    timeSpent: formatDuration(row.seconds),
    timeSpentSeconds: row.seconds,
    id: String(row.id),
    issueId: String(row.issueId),
  };
}

/** The work on an issue as it stands among its fields. */
export function renderWorklogsOf(view: View, issue: IssueRow, render: typeof renderWorklog = renderWorklog) {
  const worklogs = visibleActivity(view, 'worklogs', issue).map((row) => render(view, row));
  return { startAt: 0, maxResults: SHOWN, total: worklogs.length, worklogs: worklogs.slice(0, SHOWN) };
}

/** The same as a page shows it. */
export function renderWorklogsForPeople(view: View, issue: IssueRow) {
  return renderWorklogsOf(view, issue, (_view, row) => ({
    ...renderWorklog(view, row),
    comment: renderText(view, issue, row.comment),
    created: renderMoment(view, row.created),
    updated: renderMoment(view, row.updated),
    started: renderMoment(view, row.started),
    timeSpent: durationInWords(row.seconds),
  }));
}
