import type { Outcome } from './wanted-cases.js';
import type { PlanClient } from './plan-client.js';

/** By which the link to the run is found again on a case, or on a plan. */
const recordId = 'tracker-e2e:results';

/** What has been written to a step: passed or failed; or nothing. */
export type Written = 'P' | 'F' | '-';

/** What a publisher has written to a case. It stands in the summary of the link to the run, so that any machine finds it. */
export interface CaseRecord {
  /** The id of the run, and a digest of its result for the case. */
  readonly run: string;
  /** `begun` before anything is written, `done` when all is. */
  readonly state: 'begun' | 'done';
  /** For each step what had been written before, and is to be written; the same if the record is done. */
  readonly before: readonly Written[];
  readonly after: readonly Written[];
  /** Digests of the Steps table as the last run left it, and as it is to be; `-` if a person has edited it. */
  readonly table: string;
  readonly tableAfter: string;
  /** The verdict that the case was moved to before, and is to be. */
  readonly moved: Outcome;
  readonly moves: Outcome;
}

/** The record as the last words of a text. */
function writeRecord(text: string, record: CaseRecord): string {
  const { run, state, before, after, table, tableAfter, moved, moves } = record;
  const parts = [run, state, lettersOf(before), lettersOf(after), table, tableAfter, moved, moves];
  return `${text} [tracker-e2e ${parts.join(' ')}]`;
}

const FORM = /\[tracker-e2e (\S+) (begun|done) (\S+) (\S+) (\S+) (\S+) (passed|failed|open) (passed|failed|open)\]$/;

/** The record in a text; undefined if there is none. */
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

/** Letters with how often each comes in a row: `PPPF` is `3P1F`. */
function lettersOf(steps: readonly Written[]): string {
  const text = steps.join('').replaceAll(/(.)\1*/g, (run, letter: string) => `${run.length}${letter}`);
  return text === '' ? '0' : text;
}

function stepsOf(text = ''): Written[] {
  return [...text.matchAll(/(\d{1,5})([PF-])/g)].flatMap(([, count, letter]) =>
    Array.from({ length: Number(count) }, () => letter as Written),
  );
}

/** What a link says of a run. */
export interface RunLink {
  readonly url: string;
  /** What people call the run. */
  readonly title: string;
  readonly text: string;
}

/** The longest text of a link. */
const LONGEST = 120;

/** What was published to an issue last; undefined if nothing was. */
export async function readLink({ api }: PlanClient, issueIdOrKey: string): Promise<string | undefined> {
  const links = await api.listRemoteLinks({ issueIdOrKey });
  const link = [links].flat().find(({ globalId }) => globalId === recordId);
  return link && ((link.object as { readonly summary?: string | null }).summary ?? '');
}

/** The record of a case. */
export async function readCaseRecord(client: PlanClient, key: string): Promise<CaseRecord | undefined> {
  return readRecord((await readLink(client, key)) ?? '');
}

/** Puts a link to the run on an issue, in place of the one before. @param summary what stands below it */
export async function storeLink(
  { api }: PlanClient,
  issueIdOrKey: string,
  link: Omit<RunLink, 'text'>,
  summary: string,
) {
  const { url, title } = link;
  await api.storeRemoteLink({
    issueIdOrKey,
    body: {
      globalId: recordId,
      application: { type: 'tracker-e2e', name: 'tracker-e2e' },
      relationship: 'automated results',
      object: { url, title, summary },
    },
  });
}

/** Puts a link to the run on a case, with the record of what is written there. */
export async function storeCaseRecord(
  client: PlanClient,
  key: string,
  link: RunLink,
  record: CaseRecord,
): Promise<void> {
  const text = link.text.length > LONGEST ? `${link.text.slice(0, LONGEST)}…` : link.text;
  await storeLink(client, key, link, writeRecord(text, record));
}
