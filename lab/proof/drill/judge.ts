import type { Book } from './background-user.js';

interface Evidence {
  readonly before: TrackerState;
  readonly after: TrackerState;
  readonly book: Book;
  /** The current answers for the pages of the book, by path; undefined if a page is gone. */
  readonly pages: Readonly<Record<string, string | undefined>>;
}

/**
 * Whether a tracker is as it would be without the harness. Rows that the background user did not touch are unchanged
 * byte for byte. Rows that the background user touched are byte for byte as last seen. There is no other row.
 *
 * @returns the differences, in words; none if all is well
 */
export function judge(evidence: Evidence): Difference[] {
  const { book, pages } = evidence;
  const touched = new Set([...book.pages.flatMap(({ rows }) => rows), ...book.removed]);
  const [before, after] = [textsOf(evidence.before), textsOf(evidence.after)];
  return [
    ...untouchedRows(before, after, touched),
    ...book.pages.flatMap(({ path, text }) => comparePage(path, text, pages[path])),
    ...book.removed
      .filter((row) => after.has(row))
      .map((row) => ({ kind: 'back again' as const, what: row, text: 'The background user had removed it.' })),
  ];
}

function untouchedRows(before: Texts, after: Texts, touched: ReadonlySet<string>): Difference[] {
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names]
    .filter((name) => !touched.has(name))
    .flatMap((what): Difference[] => {
      const [then, now] = [before.get(what), after.get(what)];
      if (then === now) return [];
      if (then === undefined) return [{ kind: 'left behind' as const, what, text: now ?? '' }];
      if (now === undefined) return [{ kind: 'deleted' as const, what, text: then }];
      return [{ kind: 'changed' as const, what, text: partThatDiffers(then, now) }];
    });
}

function comparePage(path: string, seen: string, now: string | undefined): Difference[] {
  if (seen === now) return [];
  if (now === undefined) return [{ kind: 'deleted', what: path, text: 'The background user had not removed it.' }];
  return [
    { kind: 'changed', what: path, text: `not as the background user last saw it: ${partThatDiffers(seen, now)}` },
  ];
}

type Texts = ReadonlyMap<string, string>;

function textsOf(state: TrackerState): Texts {
  const texts = new Map<string, string>();
  for (const [table, rows] of Object.entries(state)) {
    for (const row of rows) {
      const name = nameOfRow(table, row);
      if (texts.has(name)) throw new Error(`The tracker holds two rows that are called ${name}.`);
      texts.set(name, JSON.stringify(row));
    }
  }
  return texts;
}

export interface Difference {
  readonly kind: 'left behind' | 'deleted' | 'changed' | 'back again';
  /** The row, or the page on which the background user had seen it. */
  readonly what: string;
  readonly text: string;
}

/** How many characters are shown before and after the first difference. */
const AROUND = 40;

function partThatDiffers(then: string, now: string): string {
  let at = 0;
  while (at < then.length && then[at] === now[at]) at += 1;
  const part = (text: string): string => text.slice(Math.max(0, at - AROUND), at + AROUND);
  return `was …${part(then)}…, is …${part(now)}…`;
}

export function renderDifferences(differences: readonly Difference[], limit = 20): string[] {
  const lines = differences.slice(0, limit).map(({ kind, what, text }) => `${kind}: ${what}: ${text.slice(0, 400)}`);
  return differences.length > limit ? [...lines, `and ${differences.length - limit} more`] : lines;
}

/** Everything a tracker holds, table by table, as its operator sees it. */
export type TrackerState = Readonly<Record<string, readonly TrackerRow[]>>;

type TrackerRow = Readonly<Record<string, unknown>>;

function nameOfRow(table: string, row: TrackerRow): string {
  const parts = keys[table] ?? ['id'];
  if (parts.some((part) => row[part] === undefined)) {
    throw new Error(`A row of ${table} has no ${parts.join(' and ')}: ${JSON.stringify(row).slice(0, 200)}`);
  }
  return `${table}/${parts.map((part) => String(row[part])).join('/')}`;
}

/** The properties that identify the rows of a table, for tables without ids. */
const keys: Readonly<Record<string, readonly string[]>> = {
  users: ['key'],
  workflows: ['name'],
  directoryUsers: ['connectionId', 'userKey'],
  syncedUsers: ['connectionId', 'userKey'],
};
