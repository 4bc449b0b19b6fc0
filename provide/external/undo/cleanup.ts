import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import { trackerTimeSchema } from '../../../contracts/index.js';
import type { Endpoints, Issue } from '../../../contracts/index.js';
import { ForeignError, CleanupError, OutputError } from '../../../client/errors.js';
import { findIssues } from '../../../client/setup-client.js';
import type { SetupClient } from '../../../client/setup-client.js';
import { ignoreMissing } from '../../../client/statuses.js';
import { sandboxUsers } from '../../../client/settings/sandbox.js';
import type { SandboxSettings, SandboxUser } from '../../../client/settings/sandbox.js';
import type { LedgerItem, LedgerItemOf } from '../ledger/ledger-line.js';
import { messageOf } from '../../../contracts/thrown.js';
import { nameOfItem } from '../ledger/ledger-line.js';
import type { Ledger } from '../ledger/ledger.js';

export interface Cleanup {
  readonly setup: SetupClient<Endpoints>;
  /** The sandbox as its user wrote it: undoing needs no value that only the tracker knows. */
  readonly sandbox: Pick<SandboxSettings, 'projects' | 'tests' | SandboxUser>;
  readonly run: string;
  /** How long a call that was never answered may still take effect, or a search may not find its result; milliseconds. */
  readonly settle: number;
  /** The property of a stored screen that holds the id of its transition (DT-N10). */
  readonly transitionId: string | null;
  /** The templates that the run has leased, by id: their entries in a project of the sandbox belong to the run. */
  readonly templates?: ReadonlySet<string>;
  /** The ids of projects that are known to be of the sandbox or made by the run. */
  readonly ownProjects?: ReadonlySet<string>;
  /** The keys of issues that are known to be of other runs. */
  readonly issuesOfOthers?: ReadonlySet<string>;
  /** While the run goes on: the keys of the issues that all of its ledgers name now. Other tests may be running. */
  readonly issuesOfRun?: () => ReadonlySet<string>;
}

export interface Leftover {
  /** Its name, such as `issue ABC-1`. */
  readonly what: string;
  /** Where it is: a project's key, or the name of a template or a connection. */
  readonly where: string;
  readonly would: string;
  /** The names of other parts that are undone with it: the parent of an issue, and its project. */
  readonly goesWith?: readonly string[];
}

/** What is left of an item. */
export interface Remains {
  readonly parts: readonly Leftover[];
  /** Removes it or puts it back, and reads again. @throws ForeignError, SetupError, or an Error that says what is left */
  readonly undo: () => Promise<void>;
}

/**
 * Reads what is left of an item of one kind, and changes nothing; undefined if nothing is.
 *
 * @throws ForeignError if all of it is of others; SetupError if the tracker refuses
 */
export type Look<Kind extends LedgerItem['kind']> = (
  item: LedgerItemOf<Kind>,
  by: Cleanup,
) => Promise<Remains | undefined>;

/** @throws Error that names what is left of the run; ForeignError if only others have changed something */
export function requireUndone(left: readonly string[], ofOthers: readonly string[], what = ''): void {
  if (left.length > 0) throw new Error(`${what}${[...left, ...ofOthers].join('; ')}`);
  if (ofOthers.length > 0) throw new ForeignError(ofOthers.join('; '));
}

export async function removeForGood(remove: () => Promise<unknown>, read: () => Promise<object>): Promise<void> {
  await ignoreMissing(remove);
  if ((await ignoreMissing(read)) !== undefined) throw new Error('it is still there');
}

/** Waits until a call that was not answered can no longer take effect. @param at when it was sent or given up */
export async function settled(at: string | undefined, settle: number): Promise<void> {
  const wait = at === undefined ? 0 : Date.parse(at) + settle - Date.now();
  if (wait > 0) await sleep(wait);
}

/** A time of the tracker, in milliseconds since 1970. Its offset has no colon, and not every parser accepts that. */
function readTime(text: string): number {
  return Date.parse(text.replace(/(\d\d)$/, ':$1'));
}

/** By how many milliseconds the tracker's clock is ahead of this machine's; 0 if the tracker does not say. */
export const clockAhead = onceOf(async (setup) => {
  const { serverTime } = await setup.getServerInfo();
  return serverTime === undefined ? 0 : readTime(serverTime) - Date.now();
});

/** The names of the users that runs with these settings log in as. @throws SetupError */
export async function loginNames({ setup, sandbox }: Pick<Cleanup, 'setup' | 'sandbox'>): Promise<ReadonlySet<string>> {
  const { name } = await myself(setup);
  return new Set([name, ...sandboxUsers.flatMap((user) => sandbox[user]?.username ?? [])]);
}

const myself = onceOf((setup) => setup.getMyself());

/** Asks what does not change while a client is used: once for each client, and again after an error. */
function onceOf<Answer>(ask: (setup: Cleanup['setup']) => Promise<Answer>): typeof ask {
  const asked = new WeakMap<Cleanup['setup'], Promise<Answer>>();
  return (setup) => {
    const asking = asked.get(setup) ?? ask(setup);
    asked.set(setup, asking);
    asking.catch(() => asked.delete(setup));
    return asking;
  };
}

const fieldsSchema = z.looseObject({
  summary: z.string(),
  creator: z.looseObject({ name: z.string() }).nullish(),
  created: trackerTimeSchema,
  parent: z.looseObject({ key: z.string() }).nullish(),
  issuetype: z.looseObject({ id: z.string() }).nullish(),
});

const FIELDS = Object.keys(fieldsSchema.shape);

export type FoundIssue = ReturnType<typeof toFoundIssue>;

/** No call can change the name of its creator. Deleting its parent deletes it too. */
function toFoundIssue({ id, key, fields }: Issue) {
  const { summary, creator, created, parent, issuetype } = fieldsSchema.parse(fields);
  const type = issuetype?.id;
  return { id, key, type, summary, creator: creator?.name, created: readTime(created), parent: parent?.key };
}

type Setup = Cleanup['setup'];

export async function readIssue(setup: Setup, issueIdOrKey: string): Promise<FoundIssue | undefined> {
  const issue = await ignoreMissing(() => setup.getIssue({ issueIdOrKey, query: { fields: FIELDS.join(',') } }));
  return issue && toFoundIssue(issue);
}

const PAGE = 500;

/** The issues that a search finds now of those with these keys or ids, by key and by id. */
export async function searchByName(setup: Setup, names: readonly string[]): Promise<ReadonlyMap<string, FoundIssue>> {
  const found = new Map<string, FoundIssue>();
  for (let first = 0; first < names.length; first += PAGE) {
    const issues = await findIssues(setup, names.slice(first, first + PAGE), FIELDS);
    for (const [name, issue] of issues) found.set(name, toFoundIssue(issue));
  }
  return found;
}

/** Reads issues by key or id. One search finds most; one that it does not know yet is read by itself. */
export async function issueReader(setup: Setup, names: readonly string[]) {
  const found = names.length > 1 ? await searchByName(setup, names) : new Map<string, FoundIssue>();
  return async (name: string) => found.get(name) ?? readIssue(setup, name);
}

export async function searchIssues(setup: Setup, jql: string): Promise<FoundIssue[]> {
  const found: FoundIssue[] = [];
  for (;;) {
    const body = { jql, startAt: found.length, maxResults: PAGE, fields: FIELDS };
    const { issues, total } = await setup.searchIssuesByPost({ body });
    found.push(...issues.map(toFoundIssue));
    if (issues.length === 0 || found.length >= total) return found;
  }
}

/** Undoes one thing after the other. It collects the failures and goes on with the rest. */
export class CleanupProblems {
  readonly #ledger: Pick<Ledger, 'deleted'>;
  readonly #left: string[] = [];
  readonly #unwritten: OutputError[] = [];

  constructor(ledger: Pick<Ledger, 'deleted'>) {
    this.#ledger = ledger;
  }

  async undo(item: LedgerItem, act: () => Promise<void>): Promise<boolean> {
    return this.attempt(item, async () => {
      await act();
      this.#ledger.deleted(item);
    });
  }

  async attempt(item: LedgerItem, act: () => Promise<void>): Promise<boolean> {
    try {
      await act();
      return true;
    } catch (error) {
      if (error instanceof OutputError) this.#unwritten.push(error);
      else this.left(`${nameOfItem(item)}: ${messageOf(error)}`);
      return false;
    }
  }

  left(line: string): void {
    this.#left.push(line);
  }

  /** Throws what there was so far, and forgets it. */
  throwIfAny(maker: 'test' | 'run'): void {
    const [left, unwritten] = [this.#left.splice(0), this.#unwritten.splice(0)];
    if (left.length > 0) throw new CleanupError([...left, ...unwritten.map(({ message }) => message)], maker);
    if (unwritten[0] !== undefined) throw unwritten[0];
  }
}
