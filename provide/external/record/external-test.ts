import type { Assumptions, Endpoints, Entry, UserAttributes } from '../../../contracts/index.js';
import type { Ledger } from '../ledger/ledger.js';
import type { Share } from '../leases/share.js';
import type { CleanupProblems, Cleanup } from '../undo/cleanup.js';
import { NotAvailableError } from '../../../client/errors.js';
import type { OwnedItems } from '../guard/ownership.js';
import type { Credentials } from '../../../client/credentials.js';
import type { SetupClient } from '../../../client/setup-client.js';
import type { Sandbox } from '../../../client/settings/sandbox.js';
import type { ProvidedIssue } from '../../provided.js';
import type { Catalog } from '../provision/catalog.js';

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
