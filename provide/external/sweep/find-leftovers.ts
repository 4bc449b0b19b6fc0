import { projectKeyOf } from '../../../contracts/index.js';
import { messageToPrint } from '../../../client/errors.js';
import { eachOf } from '../../../client/setup-client.js';
import { ignoreMissing } from '../../../client/statuses.js';
import { LEASE_PREFIX } from '../leases/component-lease.js';
import { readHolder } from '../leases/lease-holder.js';
import { machineId, processLives } from '../leases/this-machine.js';
import { identityOf, nameOfItem } from '../ledger/ledger-line.js';
import { readLedgers } from '../ledger/read-ledgers.js';
import type { LedgerRun } from '../ledger/read-ledgers.js';
import { originOfProject, runInSummary } from '../ledger/run-mark.js';
import { clockAhead, loginNames, searchIssues } from '../undo/cleanup.js';
import { lookFor } from '../undo/undo.js';
import { formatAge, endOf } from './sweep.js';
import type { FoundItem, SweepScope } from './sweep.js';

export interface Foreign {
  readonly what: string;
  readonly where: string;
  readonly why: string;
}

export interface LeftAlone {
  readonly run: string;
  readonly why: string;
  /**
   * `elsewhere`: it ran on another tracker. `going on`: a process of it runs on this machine. The other two are too
   * recent to sweep: if `over`, all its processes are gone; if `may go on`, some ran on another machine, or that is not
   * known.
   */
  readonly state: 'elsewhere' | 'going on' | 'over' | 'may go on';
  readonly left: readonly string[];
}

export interface FoundLeftover {
  /** In the order in which it is undone. */
  readonly items: readonly FoundItem[];
  readonly foreign: readonly Foreign[];
  readonly leftAlone: readonly LeftAlone[];
  readonly notes: readonly string[];
  /** A sentence for each kind of data that could not be searched, so that some of it may be left. */
  readonly unseen: readonly string[];
}

type MarkedItem = Pick<FoundItem, 'item' | 'run' | 'at'>;

/** Changes nothing. Goes on after a part that can't be looked at, and reports it. */
export async function findLeftovers(scope: SweepScope): Promise<FoundLeftover> {
  const { runs, problems, unreadable } = readLedgers(scope.ledgers);
  const items: FoundItem[] = [];
  const leftAlone: LeftAlone[] = [];
  for (const one of runs.toSorted((left, right) => right.lastAt - left.lastAt)) {
    const { run, templates, open } = one;
    const reason = skipReason(one, scope);
    if (reason !== undefined) {
      leftAlone.push({ run, ...reason, left: [...new Set(open.map(({ item }) => nameOfItem(item)))] });
      continue;
    }
    const issuesOfOthers = new Set(runs.filter((other) => other !== one).flatMap(({ issues }) => [...issues]));
    for (const found of open.toReversed()) {
      items.push(await lookInto({ ...found, run, templates, issuesOfOthers }, scope));
    }
  }
  const named = new Set(items.flatMap(({ item, left }) => [item.what, ...left.map(({ what }) => what.split(' ')[1])]));
  const spared = new Set(leftAlone.map(({ run }) => run));
  const { found, foreign, unseen, holders } = await findMarked(scope);
  const marked = found.filter(({ item, run }) => !spared.has(run) && !named.has(item.what));
  const goingOn = new Set(marked.filter(({ at }) => Date.now() - at < scope.olderThan).map(({ run }) => run));
  const isRecent = ({ item, run }: MarkedItem) => goingOn.has(run) || (holders.has(run) && item.kind !== 'lease');
  const old = marked.filter((one) => !isRecent(one));
  const projects = new Set([...items, ...old].map(({ item }) => (item.kind === 'project' ? item.what : '')));
  // An issue goes with its project.
  for (const one of old.filter(({ item }) => item.kind !== 'issue' || !projects.has(projectKeyOf(item.what)))) {
    items.push(await lookInto(one, scope));
  }
  const recent = recentlyMarked(marked.filter(isRecent), holders, scope);
  return {
    items,
    foreign,
    leftAlone: [...leftAlone.filter(({ left }) => left.length > 0), ...recent],
    notes: problems,
    unseen: [...unreadable, ...unseen],
  };
}

async function lookInto(found: Omit<FoundItem, 'left'>, scope: SweepScope): Promise<FoundItem> {
  let left: FoundItem['left'] = [];
  const outcome = await endOf(async () => {
    left = await lookFor(found.item, { ...scope, ...found });
  });
  return { ...found, left, ...outcome };
}

function recentlyMarked(
  recent: readonly MarkedItem[],
  holders: ReadonlyMap<string, number>,
  { olderThan }: SweepScope,
): LeftAlone[] {
  return [...new Set(recent.map(({ run }) => run))].map((run) => {
    const marks = recent.filter((mark) => mark.run === run);
    const [left, since] = [marks.map(({ item }) => identityOf(item)), holders.get(run)];
    if (since !== undefined) {
      const why = `it has the sandbox, since ${new Date(since).toISOString()}: sweep again when its lease has expired`;
      return { run, state: 'may go on', why, left };
    }
    const seen = 'what carries its mark was made';
    return { run, ...tooRecent('may go on', seen, Math.max(...marks.map(({ at }) => at)), olderThan), left };
  });
}

/** What carries the mark of one run, for the end of the run. */
export async function findMarkedBy(run: string, scope: SweepScope): Promise<Pick<FoundLeftover, 'items' | 'unseen'>> {
  const { found, unseen } = await findMarked(scope, ['issue', 'project']);
  const own = found.filter((one) => one.run === run);
  return { items: await eachOf(own, (one) => lookInto(one, scope), 1), unseen };
}

type Reason = Pick<LeftAlone, 'state' | 'why'>;

function skipReason(run: LedgerRun, { tracker, olderThan }: SweepScope): Reason | undefined {
  if (asWritten(run.tracker) !== asWritten(tracker))
    return { state: 'elsewhere', why: `it was a run on another tracker, ${run.tracker}` };
  const isHere = ({ machine }: LedgerRun['writers'][number]) => machine === machineId;
  const living = run.writers.find((writer) => isHere(writer) && processLives(writer.pid));
  if (living !== undefined)
    return { state: 'going on', why: `it is still running: its process ${living.pid} is alive on this machine` };
  if (Date.now() - run.lastAt >= olderThan) return undefined;
  const state = run.writers.every(isHere) ? 'over' : 'may go on';
  return tooRecent(state, 'its last entry in the ledger is from', run.lastAt, olderThan);
}

const RECENT = {
  over: 'it has ended, but only recently',
  'may go on': 'it may still be running on another machine',
} as const;

function tooRecent(state: keyof typeof RECENT, seen: string, at: number, olderThan: number): Reason {
  const ago = `${seen} ${formatAge(Date.now() - at)} ago`;
  return { state, why: `${RECENT[state]}: ${ago}, and the sweep waits until ${formatAge(olderThan)} after that` };
}

/** A base URL to compare, without scheme, default port and slash at the end, and with the host in lower case. */
function asWritten(text: string): string {
  if (!URL.canParse(text)) return text;
  // A tracker may have a port for http and one for https: both lead to the same tracker.
  const { protocol, host, pathname } = new URL(text);
  return /^https?:$/.test(protocol) ? `${host}${pathname.replace(/\/+$/, '')}` : text;
}

/** Finds data that carries a run's mark: no ledger here may name it, for example because the run's machine is gone. */
async function findMarked(scope: SweepScope, kinds: readonly string[] = ['issue', 'project', 'lease']) {
  const [found, foreign, unseen]: [MarkedItem[], Foreign[], string[]] = [[], [], []];
  /** The runs that have the sandbox now, with their times. */
  const holders = new Map<string, number>();
  for (const [what, listMarked] of Object.entries({
    issue: () => markedIssues(scope, foreign),
    project: () => markedProjects(scope),
    lease: () => endedLeases(scope, holders),
  })) {
    if (!kinds.includes(what)) continue;
    try {
      found.push(...(await listMarked()));
    } catch (error) {
      unseen.push(`Not every ${what} with the mark of a run could be looked for: ${messageToPrint(error)}`);
    }
  }
  return { found, foreign, unseen, holders };
}

/** Issues whose summary has the mark of a run. A user of the settings has to have created them; others are foreign. */
async function markedIssues(scope: SweepScope, foreign: Foreign[]): Promise<MarkedItem[]> {
  const found = await searchIssues(scope.setup, 'summary ~ "\\"tracker-e2e\\"" ORDER BY created DESC');
  const alike = found.filter(({ summary }) => runInSummary(summary) !== undefined);
  if (alike.length === 0) return [];
  const [ahead, logins] = [await clockAhead(scope.setup), await loginNames(scope)];
  return alike.flatMap(({ key, summary, creator, created }) => {
    if (creator !== undefined && logins.has(creator)) {
      return [{ item: { kind: 'issue', what: key }, run: runInSummary(summary) ?? '', at: created - ahead }];
    }
    const who = creator ?? 'a user that the tracker does not name';
    const why = `${who} created it, and runs with these settings log in as ${[...logins].join(' and ')}`;
    foreign.push({ what: `issue ${key} "${summary}"`, where: projectKeyOf(key), why });
    return [];
  });
}

async function markedProjects({ setup }: SweepScope): Promise<MarkedItem[]> {
  const marked: MarkedItem[] = [];
  for (const { key, name } of await setup.listProjects()) {
    if (!name.startsWith('tracker-e2e ')) continue;
    const project = await ignoreMissing(() => setup.getProject({ projectIdOrKey: key }));
    const origin = project && originOfProject(project);
    if (origin !== undefined) marked.push({ item: { kind: 'project', what: key }, ...origin });
  }
  return marked;
}

/** Leases in projects of the sandbox that have expired. One that has not is held, so it is no leftover: its holder goes on. */
async function endedLeases({ setup, sandbox }: SweepScope, holders: Map<string, number>): Promise<MarkedItem[]> {
  const ended: MarkedItem[] = [];
  for (const projectIdOrKey of new Set([...sandbox.projects, ...sandbox.tests.projects].map(({ key }) => key))) {
    for (const { name, description } of (await ignoreMissing(() => setup.listComponents({ projectIdOrKey }))) ?? []) {
      const lease = name.startsWith(LEASE_PREFIX) ? readHolder(description) : undefined;
      const at = Date.parse(lease?.until ?? '');
      if (lease === undefined) continue;
      if (at > Date.now()) holders.set(lease.holder.run, Date.parse(lease.since));
      else ended.push({ item: { kind: 'lease', what: `${projectIdOrKey}/${name}` }, run: lease.holder.run, at });
    }
  }
  return ended;
}
