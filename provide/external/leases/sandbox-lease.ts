import { createHash } from 'node:crypto';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { HarnessError, LeaseHeldError, LeaseRefusedError } from '../../../client/errors.js';
import type { ExternalTracker } from '../../../client/settings/settings.js';
import { ledgerFolder } from '../ledger/ledger.js';
import { readLedgers } from '../ledger/read-ledgers.js';
import { LEASE_TERM, takeComponent } from './component-lease.js';
import type { Lease, LeaseAccess } from './component-lease.js';
import { describeHolder, Presence } from './lease-holder.js';
import type { LeaseHolder } from './lease-holder.js';
import { leaseProjectOf, sandboxName } from './share.js';
import { machineId, processLives } from './this-machine.js';
import { existsSync, readFileSync } from 'node:fs';
import { parseJson, runNotesFolder } from '../../../contracts/index.js';
import { writeWhole } from '../../../client/settings/output-folder.js';

/** How long Playwright lets a worker go on whose process is gone, in milliseconds. */
const WORKERS_END = 30_000;

/** The time between two looks at a lease that others hold, in milliseconds. */
const LOOK = 1_000;

export interface SandboxWish extends LeaseAccess {
  readonly outputDir: string;
  readonly external: Pick<ExternalTracker, 'url' | 'sandbox'>;
  /** How long to wait at most, in milliseconds. */
  readonly longest: number;
  /** Tells for whom it waits, once for each of them. */
  readonly tell?: (text: string) => void;
  readonly signal?: AbortSignal;
  /** How long workers of a killed run are waited for, in milliseconds. Default: as long as Playwright lets them go on */
  readonly workersEnd?: number;
}

/** A run was ended while it waited for its sandbox. */
class InterruptedError extends HarnessError {
  override readonly name = 'InterruptedError';
}

/**
 * Takes the lease on a sandbox as soon as it is free: a component on the tracker, or a file of this machine if the
 * sandbox has no project.
 *
 * @throws LeaseHeldError if that takes too long; SetupError, UnreachableError
 */
export async function takeSandbox(wish: SandboxWish): Promise<Lease> {
  const { longest, tell } = wish;
  const end = Date.now() + longest;
  for (let told = ''; ;) {
    const taken = await take(wish);
    if (typeof taken !== 'string') return afterKilled(taken, wish);
    if (Date.now() >= end) throw new LeaseHeldError(taken, longest, LEASE_TERM);
    if (taken !== told) tell?.(`Waiting for the sandbox, ${longest / 1_000} s at most: it is held by ${taken}.`);
    told = taken;
    // At random moments, so that runs that wait do not ask together.
    await pause(Math.min(LOOK * (0.5 + Math.random()), end - Date.now()), wish);
  }
}

/** @returns the lease, or who has it */
async function take({ external: { url, sandbox }, ...access }: SandboxWish): Promise<Lease | string> {
  const projectKey = leaseProjectOf(sandbox);
  if (projectKey !== undefined) return takeComponent(projectKey, access);
  const { folder, name } = fileLeaseOn(url);
  const own = new Presence(folder, access.ledger.run, name);
  const other = own.other(name);
  const release = () => {
    own.leave();
    return Promise.resolve();
  };
  if (other === undefined) return { killed: own.killed, release };
  own.leave();
  return describeHolder(other);
}

/** The lease of a sandbox without a project: runs of one machine may have different output folders. */
export function fileLeaseOn(url: string): { readonly folder: string; readonly name: string } {
  const name = createHash('sha256').update(url).digest('hex').slice(0, 12);
  return { folder: join(tmpdir(), `tracker-e2e-leases-${userInfo().uid}`), name };
}

/** Ends early, with an error, if the run is interrupted. */
async function pause(milliseconds: number, { signal }: SandboxWish): Promise<void> {
  await sleep(milliseconds, undefined, { signal }).catch((cause: unknown) => {
    throw new InterruptedError('The run was interrupted before it had the sandbox.', { cause });
  });
}

/** The lease, once the workers of a killed run have ended, which may be cleaning up. */
async function afterKilled(lease: Lease, wish: SandboxWish): Promise<Lease> {
  const { workersEnd = WORKERS_END, tell } = wish;
  const { killed } = lease;
  const end = Date.now() + workersEnd;
  try {
    await pause(0, wish);
    if (killed === undefined || !mayGoOn(killed, wish)) return lease;
    tell?.(`Waiting for the workers of a run that was killed, ${workersEnd / 1_000} s at most.`);
    while (mayGoOn(killed, wish) && Date.now() < end) await pause(Math.min(LOOK, end - Date.now()), wish);
    return lease;
  } catch (error) {
    await lease.release();
    throw error;
  }
}

/** Whether a process lives that has written a ledger; unknown if the killed run has kept its ledgers in another folder. */
function mayGoOn({ holder }: LeaseHolder, { outputDir }: SandboxWish): boolean {
  const { runs } = readLedgers(ledgerFolder(outputDir));
  if (!runs.some(({ run }) => run === holder.run)) return true;
  const writers = runs.flatMap((run) => run.writers).filter(({ machine }) => machine === machineId);
  return writers.some(({ pid }) => pid !== process.pid && processLives(pid));
}

/** The file in which a run tells its workers of its lease on a sandbox. @param pid the process that starts them */
export function leaseNote(outputDir: string, runId: string, external: SandboxWish['external'], pid: number): string {
  return join(runNotesFolder(outputDir, pid), runId, `${encodeURIComponent(sandboxName(external))}.lease`);
}

export function writeLeaseNote(file: string, { refusal }: Pick<Lease, 'refusal'>): void {
  writeWhole(file, refusal?.message ?? '');
}

/** What a run tells its workers; undefined if it has no lease. */
export function readLeaseNote(file: string): Pick<Lease, 'refusal'> | undefined {
  if (!existsSync(file)) return undefined;
  const refusal = String(parseJson(readFileSync(file, 'utf8')));
  return { refusal: refusal === '' ? undefined : new LeaseRefusedError(refusal) };
}
