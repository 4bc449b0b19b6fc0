import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FullConfig } from '@playwright/test';
import { counted } from '../../contracts/counted.js';
import { runNotesFolder, STOP_NOW, WORKER_STATUS } from '../../contracts/index.js';
import { messageOf } from '../../contracts/thrown.js';
import type { Lease } from './leases/component-lease.js';
import { leaseNote, writeLeaseNote, takeSandbox } from './leases/sandbox-lease.js';
import { HAS_SANDBOX, sandboxName, shareCount } from './leases/share.js';
import { nameOfItem } from './ledger/ledger-line.js';
import { Ledger, ledgerFolder } from './ledger/ledger.js';
import { findMarkedBy } from './sweep/find-leftovers.js';
import { openSweep, undoLeftovers } from './sweep/sweep.js';
import type { SweepScope } from './sweep/sweep.js';
import {
  CleanupError,
  HarnessError,
  LeaseRefusedError,
  messageToPrint,
  SettingsError,
  SetupError,
  TrackerOutageError,
} from '../../client/errors.js';
import { credentialsOf } from '../../client/credentials.js';
import { createSetupClient, setupEndpoints } from '../../client/setup-client.js';
import { setupTransport } from '../../client/tracker-transports.js';
import { UnreachableError } from '../../client/wire-errors.js';
import { hasOwnReporter } from '../run-target.js';
import { writeStatus } from '../worker-status.js';
import { print, printError } from '../../client/print.js';
import { asPublic, keepSecrets } from '../../client/secrets.js';
import { loadSettings, secretsOf, withTrackerSettings } from '../../client/settings/load-settings.js';
import type { ExternalTracker, Settings, SettingsOption } from '../../client/settings/settings.js';
import { openBreaker } from './outage/breaker.js';

/**
 * Playwright's global set-up for a run on trackers that others use: takes the sandbox of each for the run.
 *
 * @returns the tear-down, which gives them back
 * @throws LeaseHeldError; SettingsError if a sandbox is not enough for the workers
 */
export default async function beginExternalRun(config: FullConfig): Promise<() => Promise<void>> {
  const leased = new Map<string, () => Promise<void>>();
  const giveBack = async () => {
    const ended = await Promise.allSettled([...leased.values()].map((end) => end()));
    const [first, ...more] = ended.filter((end) => end.status === 'rejected');
    for (const { reason } of more) printError(messageToPrint(reason));
    if (first !== undefined) throw toPrint(first.reason);
  };
  try {
    for (const { use } of config.projects) {
      const { trackerSettings = {} } = use as { readonly trackerSettings?: SettingsOption };
      const settings = withTrackerSettings(loadSettings(), trackerSettings);
      keepSecrets(secretsOf(settings));
      const { external } = settings;
      if (external === undefined) continue;
      const sandbox = sandboxName(external);
      if (leased.has(sandbox)) continue;
      leased.set(sandbox, await leaseSandbox(settings, external, config));
    }
  } catch (error) {
    await giveBack();
    throw toPrint(error);
  }
  return giveBack;
}

/** Playwright prints the stack of an error of a global set-up, and ends with 1. The reader has to do what its message says. */
function toPrint(error: unknown): unknown {
  if (error instanceof HarnessError) error.stack = String(error);
  if (error instanceof SettingsError) {
    process.once('exit', (code) => {
      if (code === 1) process.exitCode = 2;
    });
  }
  return error;
}

/** Takes the sandbox on one tracker for a run. @returns a function that gives it back @throws as the set-up does */
export async function leaseSandbox(
  settings: Settings,
  external: ExternalTracker,
  config: Pick<FullConfig, 'workers' | 'projects' | 'reporter'>,
): Promise<() => Promise<void>> {
  refuseTooManyWorkers(settings, external, config);
  const { basePaths, outputDir, runId, leaseWait: longest } = settings;
  const { url, login } = external;
  const notes = runNotesFolder(outputDir, process.pid);
  clearAbandonedNotes(dirname(notes));
  const breaker = openBreaker(settings, external, process.pid, { waits: ignore, outage: ignore });
  await breaker.begin();
  const transport = breaker.through(setupTransport(settings, url));
  const setup = createSetupClient(setupEndpoints, { baseUrl: url, basePaths, transport, caller: credentialsOf(login) });
  const ledger = new Ledger(join(ledgerFolder(outputDir), `${runId}-lease.jsonl`), { run: runId, tracker: url });
  const endStatus = writeStatus(join(notes, `lease${WORKER_STATUS}`), ignore);
  const interrupted = new AbortController();
  const interrupt = () => interrupted.abort();
  process.once('SIGINT', interrupt);
  const lease = await takeSandbox({
    outputDir,
    external,
    setup,
    ledger,
    longest,
    tell: print,
    signal: interrupted.signal,
  })
    .catch(withoutLease)
    .finally(() => process.off('SIGINT', interrupt));
  const note = leaseNote(outputDir, runId, external, process.pid);
  writeLeaseNote(note, lease);
  return async () => {
    const sweep = openSweep(settings, external, { olderThan: 0, settle: 0 }, transport);
    const end = async () => {
      try {
        if (breaker.reasons.length === 0) await deleteMarked(runId, sweep).catch(ignoreOutage);
      } finally {
        await lease.release().catch(ignoreOutage);
      }
    };
    try {
      await Promise.race([end(), untilStopped(notes)]);
    } finally {
      rmSync(note, { force: true });
      endStatus();
    }
    // Other reporters would show a run of skipped tests as passed.
    const reasons = hasOwnReporter(config) ? [] : breaker.reasons;
    if (reasons.length > 0) throw new TrackerOutageError(`Tests were not run. ${reasons.map(asPublic).join(' ')}`);
  };
}

/**
 * Deletes what carries the mark of the run and is still there: a tracker may have made more than it answered, or have
 * refused a call and done it all the same.
 *
 * @throws CleanupError if something stays
 */
async function deleteMarked(run: string, scope: SweepScope): Promise<void> {
  const { items, unseen } = await findMarkedBy(run, scope);
  const ended = await undoLeftovers(items, scope);
  const left = ended.flatMap(({ item, problem, foreign }) => {
    const why = problem ?? foreign;
    return why === undefined ? [] : `${nameOfItem(item)}: ${why}`;
  });
  if (left.length + unseen.length > 0) throw new CleanupError([...left, ...unseen], 'run');
  if (items.length > 0)
    print(`Deleted at the end, with the mark of this run: ${items.map(({ item }) => nameOfItem(item)).join(', ')}`);
}

/** A tracker that can't be used gives no lease. Its tests say why, and change nothing of the sandbox. */
function withoutLease(cause: unknown): Pick<Lease, 'refusal' | 'release'> {
  const isOut = [SetupError, UnreachableError, TrackerOutageError].some((kind) => cause instanceof kind);
  if (!isOut) throw cause;
  const refusal = new LeaseRefusedError(`No lease could be put on the sandbox: ${messageOf(cause)}`, { cause });
  return { refusal, release: () => Promise.resolve() };
}

/** How long the notes of a run are kept, in milliseconds: it may go on, on another machine. */
const KEPT = 86_400_000;

/** Removes the notes of runs that were killed, or that had no reporter to remove them. */
function clearAbandonedNotes(ofRuns: string): void {
  for (const name of existsSync(ofRuns) ? readdirSync(ofRuns) : []) {
    const notes = join(ofRuns, name);
    const { mtimeMs = Infinity } = statSync(notes, { throwIfNoEntry: false }) ?? {};
    if (Date.now() - mtimeMs > KEPT) rmSync(notes, { recursive: true, force: true });
  }
}

/** The time between two looks whether the user asks that nothing more is cleaned up, in milliseconds. */
const LOOK = 100;

/** Ends if the user asks for that: the lease then expires. */
async function untilStopped(notes: string): Promise<void> {
  while (!existsSync(join(notes, STOP_NOW))) await sleep(LOOK, undefined, { ref: false });
}

/** The run says the reason of an outage once, and the lease expires. */
function ignoreOutage(error: unknown): void {
  if (!(error instanceof TrackerOutageError)) throw error;
}

function ignore(): void {
  // A run has no test yet that could be told.
}

/** @throws SettingsError if the workers would have too few templates, or no worker the projects of the sandbox */
function refuseTooManyWorkers(
  settings: Settings,
  { sandbox }: ExternalTracker,
  { workers, projects }: Pick<FullConfig, 'workers' | 'projects'>,
): void {
  const shares = shareCount(sandbox);
  if (shares > 1 && workers > shares) throw new SettingsError([tooFew(shares, workers, settings)]);
  const isGiven = projects.some(({ metadata }) => (metadata as FullConfig['metadata'] | undefined)?.[HAS_SANDBOX]);
  if (workers > 1 && !isGiven) throw new SettingsError([NO_WORKER]);
}

const NO_WORKER =
  'No Playwright project of the configuration has the projects and connections of the sandbox, so the tests that need them ' +
  'could not run: take the projects of targetConfig(settings), or run with --workers=1.';

function tooFew(shares: number, workers: number, { sharedFake }: Settings): string {
  if (sharedFake)
    return `The bundled tracker that all tests share is enough for ${shares} workers: --workers=${shares}.`;
  return (
    `TRACKER_SANDBOX, templates: they are enough for ${counted(shares, 'worker')}, and the run has ${workers}. Run it ` +
    `with --workers=${shares}, or name ${2 * workers} templates with values for the same fields.`
  );
}
