import { join } from 'node:path';
import { ForeignError, LeaseHeldError, messageToPrint } from '../../../client/errors.js';
import { credentialsOf } from '../../../client/credentials.js';
import { createSetupClient, setupEndpoints } from '../../../client/setup-client.js';
import { setupTransport } from '../../../client/tracker-transports.js';
import { newRunId } from '../../../client/settings/load-settings.js';
import { expectationsOf } from '../../../client/settings/settings.js';
import type { ExternalTracker, Settings } from '../../../client/settings/settings.js';
import type { Lease } from '../leases/component-lease.js';
import { takeSandbox } from '../leases/sandbox-lease.js';
import type { LedgerItem } from '../ledger/ledger-line.js';
import { Ledger, ledgerFolder } from '../ledger/ledger.js';
import type { Cleanup, Leftover } from '../undo/cleanup.js';
import { undo } from '../undo/undo.js';

export interface SweepScope extends Pick<Cleanup, 'setup' | 'sandbox' | 'settle' | 'transitionId'> {
  readonly tracker: string;
  readonly ledgers: string;
  /** How long ago a run has to have written its last line, in milliseconds. */
  readonly olderThan: number;
  /** Takes the sandbox for the sweep alone; undefined if a run has it. */
  readonly claim: () => Promise<Pick<Lease, 'release'> | undefined>;
}

export interface FoundItem extends Pick<Cleanup, 'run' | 'issuesOfOthers' | 'templates'>, Outcome {
  /** When it became pending, in milliseconds since 1970. */
  readonly at: number;
  readonly item: LedgerItem;
  /** The ledger that names it; left out if it was found by its mark. */
  readonly file?: string;
  /** The parts of it that are left; empty if nothing is left and the ledger does not say so yet. */
  readonly left: readonly Leftover[];
}

/** How a look at an item or its undoing ended; empty if it succeeded. */
interface Outcome {
  readonly problem?: string;
  /** Why the sweep must not change it, though a ledger names it. */
  readonly foreign?: string;
}

/** Long enough to take the lease of a process that is gone, on this machine and on the tracker, in milliseconds. */
const PATIENCE = 3_000;

export interface SweepNeed extends Pick<SweepScope, 'olderThan' | 'settle'> {
  /** The folder with the ledgers, or one ledger. Default: the folder of the settings */
  readonly ledgers?: string | undefined;
}

export function openSweep(
  settings: Settings,
  external: ExternalTracker,
  { ledgers, ...need }: SweepNeed,
  transport = setupTransport(settings, external.url),
): SweepScope {
  const { url: tracker, login, sandbox } = external;
  const { basePaths, outputDir } = settings;
  // Its leases do not belong to the run that TRACKER_RUN_ID may name.
  const run = newRunId();
  const caller = credentialsOf(login);
  const setup = createSetupClient(setupEndpoints, { baseUrl: tracker, basePaths, transport, caller });
  const { transitionId } = expectationsOf(settings).assumptions['DT-N10'];
  const own = ledgerFolder(outputDir);
  const claim = async () => {
    // Made with the first claim: a sweep that only looks writes nothing.
    const ledger = new Ledger(join(own, `${run}-sweep.jsonl`), { run, tracker });
    try {
      // It has left alone what runs with a living process may still change.
      return await takeSandbox({ outputDir, external, setup, ledger, longest: PATIENCE, workersEnd: 0 });
    } catch (error) {
      if (error instanceof LeaseHeldError) return undefined;
      throw error;
    }
  };
  return { setup, sandbox, tracker, ledgers: ledgers ?? own, ...need, transitionId, claim };
}

export async function endOf(act: () => Promise<void>): Promise<Outcome> {
  try {
    await act();
    return {};
  } catch (error) {
    return { [error instanceof ForeignError ? 'foreign' : 'problem']: messageToPrint(error) };
  }
}

/** Marks the deleted ones in their ledgers, and goes on if one fails. */
export async function undoLeftovers(items: readonly FoundItem[], scope: SweepScope): Promise<readonly FoundItem[]> {
  const ended: FoundItem[] = [];
  for (const { problem: _problem, foreign: _foreign, ...found } of items) {
    const outcome = await endOf(() => undoAlone(found, scope));
    // Everything of others' data that the run made is gone, so no later sweep has to look for it.
    const written = outcome.problem === undefined ? await endOf(() => writeGone(found, scope)) : {};
    ended.push({ ...found, ...outcome, ...written });
  }
  return ended;
}

async function undoAlone(found: FoundItem, scope: SweepScope): Promise<void> {
  const part = partOf(found.item, scope);
  const claim = part === undefined ? undefined : await scope.claim();
  if (part !== undefined && claim === undefined) {
    throw new Error(`a run has the sandbox now, and ${part} with it: sweep again when it has ended`);
  }
  try {
    await undo(found.item, { ...scope, ...found });
  } finally {
    await claim?.release();
  }
}

async function writeGone({ item, run, file }: FoundItem, { tracker }: SweepScope): Promise<void> {
  if (file !== undefined) new Ledger(file, { run, tracker }).deleted(item);
  return Promise.resolve();
}

/** The part of the sandbox that undoing an item changes: a run may be using it. */
function partOf(item: LedgerItem, { sandbox }: SweepScope): string | undefined {
  if (item.kind === 'entries') return `template ${item.what}`;
  if (item.kind === 'connection') return `connection ${item.what}`;
  // A run changes a project outside the sandbox only on a disposable tracker.
  const changed = item.kind === 'issues' ? item.projects : item.kind === 'project entries' ? [item.what] : [];
  const project = sandbox.projects.find(({ key }) => changed.includes(key));
  return project && `project ${project.key}`;
}

const UNITS: Readonly<Record<string, number>> = { d: 86_400_000, h: 3_600_000, m: 60_000, s: 1_000 };

/** Reads a time such as `90s`, `30m`, `1h` or `2d`. @returns milliseconds; undefined if it is no such text */
export function readAge(text: string): number | undefined {
  const [, amount, unit = ''] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  return amount === undefined ? undefined : Number(amount) * (UNITS[unit] ?? 0);
}

export function writeAge(milliseconds: number): string {
  return inUnit(milliseconds, (size) => milliseconds > 0 && milliseconds % size === 0).join('');
}

export function formatAge(milliseconds: number): string {
  return inUnit(milliseconds, (size) => milliseconds >= size)
    .join(' ')
    .replace('m', 'min');
}

function inUnit(milliseconds: number, fits: (size: number) => boolean): [number, string] {
  const [unit, size] = Object.entries(UNITS).find(([, candidate]) => fits(candidate)) ?? ['s', 1_000];
  return [Math.floor(milliseconds / size), unit];
}
