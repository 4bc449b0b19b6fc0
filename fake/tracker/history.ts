import { formatTrackerTime } from '../../contracts/index.js';
import type { HistoryItem, IssueRow } from '../state/tables.js';
import { spend } from '../state/work.js';
import type { Call } from './call.js';
import type { IssueField } from './fields/field.js';
import { issueFields } from './fields/issue-fields.js';
import { callerOf } from './permissions.js';
import { readObject } from './read-values.js';
import { renderUserByKey } from './render.js';
import type { View } from './render.js';

/** The part of a call that is needed to record a change. */
export type HistoryCall = View & Pick<Call, 'extensions' | 'caller' | 'clock'>;

/** The fields that are kept in an issue's row, and not among its fields, by their columns. */
const COLUMNS = { status: 'statusId', issuetype: 'issueTypeId', reporter: 'reporter' } as const;

/** The fields that a history names in place of `timetracking`, whose value they show: a time in seconds each. */
const TIMES: ReadonlySet<string> = new Set(['timespent', 'timeestimate', 'timeoriginalestimate']);

export function noteChange(call: HistoryCall, before: IssueRow, after: IssueRow): void {
  spend(1_500);
  const changed = changedFields(before, after);
  const fields = [...issueFields(call).values()].filter(({ id }) => changed.has(id));
  const items = fields.flatMap((field) => itemOf(call, field, before, after));
  if (items.length === 0) return;
  call.state.tables.histories.set({
    id: call.state.nextId('history'),
    issueId: before.id,
    author: callerOf(call).key,
    created: formatTrackerTime(after.updated),
    items,
  });
}

/** The ids of the fields that may have changed. */
function changedFields(before: IssueRow, after: IssueRow): ReadonlySet<string> {
  const kept = new Set(Object.keys({ ...before.fields, ...after.fields }));
  const changed = [...kept].filter((id) => before.fields[id] !== after.fields[id]);
  const inRow = Object.entries(COLUMNS).flatMap(([id, column]) => (before[column] === after[column] ? [] : id));
  return new Set([...changed.flatMap((id) => (id === 'timetracking' ? [...TIMES] : id)), ...inRow]);
}

function itemOf(view: View, field: IssueField, before: IssueRow, after: IssueRow): HistoryItem[] {
  const [old, now] = [field.render(view, before), field.render(view, after)];
  if (JSON.stringify(old) === JSON.stringify(now)) return [];
  // A time is its own id.
  const read = (value: unknown) =>
    TIMES.has(field.id) ? ([wordsOf(value)[1], wordsOf(value)[1]] as const) : wordsOf(value);
  const [[from, fromString], [to, toString]] = [read(old), read(now)];
  const fieldtype = field.customId === undefined ? 'jira' : 'custom';
  return [{ field: field.customId === undefined ? field.id : field.name, fieldtype, from, fromString, to, toString }];
}

/** The entry of a value in a history: its id or key if it has one, and its words. */
function wordsOf(value: unknown): [id: string | null, words: string | null] {
  if (value === null || value === undefined) return [null, null];
  if (Array.isArray(value)) {
    const all = value.map(wordsOf);
    const ids = all.flatMap(([id]) => id ?? []);
    return [ids.length === 0 ? null : ids.join(', '), all.map(([, words]) => words ?? '').join(' ')];
  }
  const object = readObject(value);
  if (object === undefined) return [null, typeof value === 'string' ? value : JSON.stringify(value)];
  const [id, words] = [
    object['id'] ?? object['key'],
    object['name'] === undefined ? object['value'] : (object['displayName'] ?? object['name']),
  ];
  return [typeof id === 'string' ? id : null, typeof words === 'string' ? words : JSON.stringify(value)];
}

/** The history of an issue as JSON, the oldest change first. */
export function renderChangelog(view: View, { id }: IssueRow) {
  const rows = view.state.tables.histories.where('issue', id);
  const histories = rows.map(({ id: historyId, author, created, items }) => {
    return { id: String(historyId), author: renderUserByKey(view, author), created, items };
  });
  return { startAt: 0, maxResults: histories.length, total: histories.length, histories };
}
