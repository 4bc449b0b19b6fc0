import type { Outcome } from '../../matrix/count-states.js';
import type { PlanClient } from './plan-client.js';
import { inPlainText } from '../../../client/print.js';
import { withoutSecrets } from '../../../client/secrets.js';

/** The id by which the link to the run is found again on a case, or on a plan. */
const recordId = 'tracker-e2e:results';

/** The result that has been written to a step: passed, failed or nothing. */
export type Written = 'P' | 'F' | '-';

/** The record of a publisher's changes to a case. The summary of the link to the run holds it for any machine. */
export interface CaseRecord {
  /** The id of the run, and a digest of its result for the case. */
  readonly run: string;
  readonly state: 'begun' | 'done';
  /** The results of the steps: written before, and to be written. Both are the same if the record is done. */
  readonly before: readonly Written[];
  readonly after: readonly Written[];
  /** Digests of the Steps table after the last run, and after this run; `-` if a person has edited the table. */
  readonly table: string;
  readonly tableAfter: string;
  readonly moved: Outcome;
  readonly moves: Outcome;
}

function writeRecord(text: string, record: CaseRecord): string {
  const { run, state, before, after, table, tableAfter, moved, moves } = record;
  const parts = [run, state, lettersOf(before), lettersOf(after), table, tableAfter, moved, moves];
  return `${text} [tracker-e2e ${parts.join(' ')}]`;
}

const FORM = /\[tracker-e2e (\S+) (begun|done) (\S+) (\S+) (\S+) (\S+) (passed|failed|open) (passed|failed|open)\]$/;

function readRecord(text: string): CaseRecord | undefined {
  const [, run, state, before, after, table = '-', tableAfter = '-', moved, moves] = FORM.exec(text) ?? [];
  if (run === undefined) return undefined;
  return {
    run,
    state: state as CaseRecord['state'],
    before: stepsOf(before),
    after: stepsOf(after),
    table,
    tableAfter,
    moved: moved as Outcome,
    moves: moves as Outcome,
  };
}

/** The results with the length of each sequence: `PPPF` is `3P1F`. */
function lettersOf(steps: readonly Written[]): string {
  const text = steps.join('').replaceAll(/(.)\1*/g, (run, letter: string) => `${run.length}${letter}`);
  return text === '' ? '0' : text;
}

/** No table has as many steps: a longer list was not written here, and counts as none. */
const MOST_STEPS = 10_000;

function stepsOf(text = ''): Written[] {
  const steps: Written[] = [];
  for (const [, count, letter] of text.matchAll(/(\d{1,5})([PF-])/g)) {
    if (steps.length + Number(count) > MOST_STEPS) return [];
    steps.push(...Array.from({ length: Number(count) }, () => letter as Written));
  }
  return steps;
}

export interface RunLink {
  readonly url: string;
  readonly title: string;
}

const LONGEST = 120;

interface Linking {
  readonly client: PlanClient;
  readonly link: RunLink;
}

export async function readLink({ api }: PlanClient, issueIdOrKey: string): Promise<string | undefined> {
  const links = await api.listRemoteLinks({ issueIdOrKey });
  const link = links.find(({ globalId }) => globalId === recordId);
  return link && ((link.object as { readonly summary?: string | null }).summary ?? '');
}

export async function readCaseRecord(client: PlanClient, key: string): Promise<CaseRecord | undefined> {
  return readRecord((await readLink(client, key)) ?? '');
}

/** Puts a link to the run on an issue, in place of the previous link. @param summary the text below the link */
export async function storeLink({ client: { api }, link }: Linking, issueIdOrKey: string, summary: string) {
  await api.storeRemoteLink({
    issueIdOrKey,
    body: {
      globalId: recordId,
      application: { type: 'tracker-e2e', name: 'tracker-e2e' },
      relationship: 'automated results',
      object: { ...link, summary },
    },
  });
}

/** Puts a link to the run on a case, with the record of the changes to the case. @param said what the run says of it */
export async function storeCaseRecord(linking: Linking, key: string, said: string, record: CaseRecord): Promise<void> {
  const text = said.length > LONGEST ? `${shortened(said, LONGEST)}…` : said;
  await storeLink(linking, key, writeRecord(text, record));
}

/** A value of JSON whose texts a tracker can store: without secrets, control characters and halves of characters. */
export function plainTexts(value: unknown): unknown {
  if (typeof value === 'string') return inPlainText(withoutSecrets(value));
  if (Array.isArray(value)) return value.map(plainTexts);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, plainTexts(one)]));
}

/** A text with this many UTF-16 units at most, without half a character at its end. */
export function shortened(text: string, most: number): string {
  return text.slice(0, most).replace(/[\ud800-\udbff]$/, '');
}
