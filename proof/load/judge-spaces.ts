import { isDeepStrictEqual } from 'node:util';
import type { SpaceState, SpaceSummary } from '../../fake/index.js';
import { tables } from './hand.js';
import type { Hand } from './hand.js';
import { foreignIn } from './mark.js';
import { FIRST_TITLE, markedWorld } from './marked-world.js';
import type { MarkedSpace } from './marked-space.js';
import type { Operator } from './operator.js';
import { entriesOf, placeOf } from './stories/default-templates.js';
import type { PlacedEntry } from './stories/default-templates.js';
import { tell } from './tell.js';
import { titleOf } from './stories/directory-sync.js';

/** What the spaces hold when the load has ended, and how far it is what the hands have made. */
export interface SpacesVerdict {
  readonly faults: readonly string[];
  /** How many rows were compared. */
  readonly rows: number;
}

/** Compares what each space holds, and how many requests it was asked, with what its hands know. */
export async function judgeSpaces(
  operator: Operator,
  spaces: readonly MarkedSpace[],
  hands: readonly Hand[],
): Promise<SpacesVerdict> {
  const summaries = await operator.summaries();
  const faults: string[] = [];
  let rows = 0;
  for (const space of spaces) {
    const state = await operator.state(space);
    const own = hands.filter((hand) => hand.space === space);
    const summary = summaries.find(({ name }) => name === space.mark);
    rows += Object.values(state).reduce((sum, table) => sum + table.length, 0);
    faults.push(...faultsOf(space, own, state, summary).map((fault) => `${space.mark}: ${fault}`));
  }
  return { faults, rows };
}

function faultsOf(
  space: MarkedSpace,
  hands: readonly Hand[],
  state: SpaceState,
  summary: SpaceSummary | undefined,
): string[] {
  const world = markedWorld(space);
  const foreign = foreignIn(JSON.stringify(state), space.number);
  const sum = (count: (hand: Hand) => number) => hands.reduce((total, hand) => total + count(hand), 0);
  const numbers = tables.map((table) => {
    const before = table === 'issues' || table === 'entries' ? (world[table]?.length ?? 0) : 0;
    return [`the number of ${table}`, state[table].length, before + sum(({ rows }) => rows[table])] as const;
  });
  const compared = [
    ...numbers,
    ['the number of requests in the journal', summary?.journal.last, sum(({ answered }) => answered)],
    ['what was made and stayed', madeIn(state, world.issues?.length ?? 0), leftBy(hands)],
  ] as const;
  return [
    ...foreign.map((mark) => `it holds ${mark}`),
    ...compared
      .filter(([, actual, expected]) => !isDeepStrictEqual(actual, expected))
      .map(([what, actual, expected]) => `${what} is ${tell(actual)} instead of ${tell(expected)}`),
  ];
}

interface StoredIssue {
  readonly id: number;
  readonly key: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** What a space holds beside what it started with. */
function madeIn(state: SpaceState, first: number): readonly string[] {
  const issues = (state.issues as readonly StoredIssue[]).slice(first);
  const users = state.syncedUsers as readonly { username: string; values: Record<string, string> }[];
  return [
    ...(state.entries as readonly PlacedEntry[]).map(placeOf),
    ...users.map(({ username, values }) => `${username}: ${values['title'] ?? ''}`).filter(isNew),
    ...issues.map(({ key }) => key),
    ...issues.flatMap(({ key, fields }) =>
      'customfield_10103' in fields ? [] : [`${key}: ${String(fields['summary'])}`],
    ),
  ].sort();
}

/** The same as the hands of the space have left it. */
function leftBy(hands: readonly Hand[]): readonly string[] {
  return hands
    .flatMap((hand) => [
      ...(hand.left.entries ? entriesOf(hand) : []),
      ...[`${hand.own.username}: ${titleOf(hand)}`].filter(isNew),
      ...[hand.left.issue?.key, hand.left.testCase?.key].filter((key) => key !== undefined),
      ...(hand.left.issue === undefined ? [] : [`${hand.left.issue.key}: ${hand.left.issue.summary}`]),
    ])
    .sort();
}

/** Whether a user has another title than at the start. */
function isNew(user: string): boolean {
  return !user.endsWith(FIRST_TITLE);
}
