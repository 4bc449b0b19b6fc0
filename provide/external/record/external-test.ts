import { counted } from '../../../contracts/counted.js';
import type { Assumptions, Endpoints, Entry, UserAttributes } from '../../../contracts/index.js';
import { messageOf } from '../../../contracts/thrown.js';
import type { Credentials } from '../../../client/credentials.js';
import { NotAvailableError } from '../../../client/errors.js';
import { eachOf } from '../../../client/setup-client.js';
import type { SetupClient } from '../../../client/setup-client.js';
import type { Sandbox } from '../../../client/settings/sandbox.js';
import type { OwnedItems } from '../guard/ownership.js';
import type { Share } from '../leases/share.js';
import { identityOf } from '../ledger/ledger-line.js';
import type { LedgerItem, LedgerItemOf } from '../ledger/ledger-line.js';
import type { Ledger } from '../ledger/ledger.js';
import type { Catalog } from '../provision/catalog.js';
import { CleanupProblems } from '../undo/cleanup.js';
import type { Cleanup } from '../undo/cleanup.js';
import { undoIssueGroup } from '../undo/undo-issues.js';
import { undo } from '../undo/undo.js';
import type { ProvidedIssue } from '../../provided.js';

/** A worker of a run on a tracker that others use, for all its tests. */
export interface ExternalWorker {
  readonly baseUrl: string;
  /** Its calls are neither guarded nor recorded: it is for reads, and for undoing. */
  readonly setup: SetupClient<Endpoints>;
  /** The same as another user of the run. */
  readonly setupAs: (caller: Credentials) => SetupClient<Endpoints>;
  readonly sandbox: Sandbox;
  readonly share: Share;
  readonly catalog: Catalog;
  /** What its tests have made and changed. */
  readonly ledger: Ledger;
  readonly assumptions: Assumptions;
  /** How long a call that was not answered may still take effect, in milliseconds. */
  readonly settle: number;
  /** A project key that no run has used. */
  readonly nextKey: () => string;
  /** The projects that it has made for its tests. It deletes them when it ends. */
  readonly made: { readonly id: number; readonly key: string; readonly isDesk: boolean }[];
  /** Why the tracker makes no project of a kind at all, by whether it is a service desk. */
  readonly refusals: Map<boolean, string>;
  /** The entries that templates and projects of the sandbox had before the tests of the worker. */
  readonly entriesBefore: Map<string, readonly Entry[]>;
  readonly connections: Map<string, GivenConnection>;
  /** What could not be undone, by identity: the next tests do not try it again. */
  readonly left: Set<string>;
  /** Problems with what is undone for several tests together. */
  readonly problems: CleanupProblems;
  /** Issues that tests have only read so far, by the name of what they are for. */
  readonly kept: Kept[];
}

/** Issues that a test made and that the next test can use, as no call has changed them. */
export interface Kept {
  readonly name: string;
  readonly made: unknown;
  readonly issues: readonly ProvidedIssue[];
  isInUse: boolean;
}

/** A connection that a test was given, as it was before. */
export interface GivenConnection {
  readonly id: string;
  readonly name: string;
  readonly userDn: string | undefined;
  readonly attributes: readonly string[];
  /** The values of its users, as far as they were read. */
  readonly values: Map<string, UserAttributes>;
}

/** A project that a test was given, with the entries that it had then. */
export interface GivenProject {
  readonly key: string;
  readonly id: string;
  readonly before: readonly Entry[];
}

/** One test on a tracker that others use. */
export interface ExternalTest {
  readonly worker: ExternalWorker;
  /** The client of its set-up, whose calls are guarded and recorded. */
  readonly recorded: SetupClient<Endpoints>;
  readonly owned: OwnedItems;
  /** Projects that it was given; on a disposable tracker also others whose entries its calls may change. */
  readonly projects: Map<string, GivenProject>;
  /** The keys of other projects that had no entries when they were read: only a creation changes anything there. */
  readonly empty: Set<string>;
  /** Ends when its calls so far have read the entries that they may change. */
  looking: Promise<void>;
}

/** How a worker undoes what its tests did. @param owned by the test that it was, if it was one */
export function cleanupBy(worker: ExternalWorker, owned?: OwnedItems): Cleanup {
  const { setup, sandbox, settle, ledger, assumptions } = worker;
  const { transitionId } = assumptions['DT-N10'];
  const templates = new Set(owned?.named('template'));
  const ownProjects = new Set(owned?.named('made project', 'leased project'));
  const issuesOfRun = () => ledger.keysOfRun('issue');
  return { setup, sandbox, settle, transitionId, templates, issuesOfRun, run: ledger.run, ownProjects };
}

/**
 * The entries of a template or a project of the sandbox, read once for all tests of a worker: they give it back as it was.
 * On a tracker that is declared disposable a test may have changed the screens of all entries.
 */
export async function readEntriesOnce(
  of: string,
  read: () => Promise<readonly Entry[]>,
  { entriesBefore, sandbox }: ExternalWorker,
): Promise<readonly Entry[]> {
  const known = entriesBefore.get(of);
  if (known !== undefined && (known.length === 0 || !sandbox.disposable)) return known;
  const entries = await read();
  entriesBefore.set(of, entries);
  return entries;
}

/** @throws NotAvailableError if another worker of the run has the projects and connections of the sandbox */
export function requireFull({ isFull }: Share): void {
  if (!isFull) throw new NotAvailableError(NOT_FULL);
}

const NOT_FULL =
  'One worker has the projects and connections of the sandbox, and this test runs in another one. Put usesSandbox() around ' +
  'its details; or say "createProjects": false in TRACKER_SANDBOX, if the tracker does not let the user create projects.';

/** So many issues of earlier tests are deleted together: it takes fewer calls. */
const MANY_ISSUES = 40;

/**
 * Undoes what a test made and changed, and reads it again. Its issues are deleted together with those of other tests, and
 * the projects of the worker when that ends.
 *
 * @param failed whether the test has failed: then nothing that it used is kept for the next test
 * @throws CleanupError, OutputError
 */
export async function undoTest(test: ExternalTest, failed: boolean): Promise<void> {
  const { worker, owned } = test;
  const { ledger, kept, left, made } = worker;
  kept.splice(0, kept.length, ...kept.filter(({ isInUse }) => !(failed && isInUse)));
  for (const one of kept) one.isInUse = false;
  const isOfWorker = ({ kind, what }: LedgerItem) =>
    kind === 'issue' || (kind === 'project' && made.some(({ key }) => key === what));
  const items = ledger.open.filter((item) => !isOfWorker(item) && !left.has(identityOf(item)));
  const problems = new CleanupProblems(ledger);
  await undoEach(items, cleanupBy(worker, owned), problems, left);
  if (waitingIssues(worker).length >= MANY_ISSUES) await undoIssues(worker);
  problems.throwIfAny('test');
}

/** Undoes everything that the tests of a worker have made and changed. @throws CleanupError, OutputError */
export async function undoWorker(worker: ExternalWorker): Promise<void> {
  const { ledger, problems, kept, made } = worker;
  kept.length = 0;
  made.length = 0;
  await undoIssues(worker);
  const others = ledger.open.filter(({ kind }) => kind !== 'issue');
  await undoEach(others, cleanupBy(worker), problems, new Set());
  problems.throwIfAny('run');
}

/**
 * The entries of projects come first: the entries of templates in projects of others would count as made by others.
 * Connections come one after the other, backwards: one may have the name that another is to get back.
 */
async function undoEach(items: readonly LedgerItem[], by: Cleanup, problems: CleanupProblems, left: Set<string>) {
  const undoItem = async (item: LedgerItem) => {
    if (!(await problems.undo(item, () => undo(item, by)))) left.add(identityOf(item));
  };
  const isOfProject = ({ kind }: LedgerItem) => kind === 'project entries';
  const isConnection = ({ kind }: LedgerItem) => kind === 'connection';
  await eachOf(items.filter(isOfProject), undoItem);
  await eachOf(
    items.filter((item) => !isOfProject(item) && !isConnection(item)),
    undoItem,
  );
  for (const item of items.filter(isConnection)) await undoItem(item);
}

async function undoIssues(worker: ExternalWorker): Promise<void> {
  const { ledger, left, problems } = worker;
  const issues = waitingIssues(worker);
  try {
    await undoIssueGroup(issues, cleanupBy(worker), problems);
  } catch (error) {
    problems.left(`${counted(issues.length, 'issue')} of tests: ${messageOf(error)}`);
  }
  for (const item of issues) if (ledger.find(item.kind, item.what) !== undefined) left.add(identityOf(item));
}

/** The issues that no test may use again. */
function waitingIssues({ ledger, kept, left }: ExternalWorker): LedgerItemOf<'issue'>[] {
  const keptKeys = new Set(kept.flatMap(({ issues }) => issues.map(({ key }) => key)));
  return ledger.open
    .filter((item) => item.kind === 'issue')
    .filter((item) => !keptKeys.has(item.what) && !left.has(identityOf(item)));
}
