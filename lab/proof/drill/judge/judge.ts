import type { Book } from '../background-user/book.js';
import type { Difference } from './difference.js';
import { partThatDiffers } from './difference.js';
import { nameOfRow } from './tracker-state.js';
import type { TrackerState } from './tracker-state.js';

/** The input of a comparison. */
export interface Evidence {
  /** The state of the tracker before anything began. */
  readonly before: TrackerState;
  /** The current state of the tracker. */
  readonly after: TrackerState;
  /** The last seen state of the rows that the background user touched. */
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
    ...untouchedRows(before, after, new Set([...touched, ...historiesOf(evidence.after, touched)])),
    ...book.pages.flatMap(({ path, text }) => comparePage(path, text, pages[path])),
    ...book.removed
      .filter((row) => after.has(row))
      .map((row) => ({ kind: 'back again' as const, what: row, text: 'The background user had removed it.' })),
  ];
}

/** The histories of issues that the background user touched. They grow with each change of the background user. */
function historiesOf(state: TrackerState, touched: ReadonlySet<string>): string[] {
  const rows = (state['histories'] ?? []).filter((row) => touched.has(`issues/${String(row['issueId'])}`));
  return rows.map((row) => nameOfRow('histories', row));
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
