import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import * as z from 'zod';
import { parseJson } from '../../../contracts/index.js';
import { machineId, processLives } from './this-machine.js';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from '../../../contracts/thrown.js';
import { writeWhole } from '../../../client/settings/output-folder.js';

/** Who holds a lease and until when, as the description of its component says. */
const leaseHolderSchema = z.object({
  holder: z.object({
    run: z.string(),
    host: z.string(),
    /** Distinguishes machines of the same name. */
    machine: z.string(),
    pid: z.int(),
    /** Distinguishes processes of the same number: a container may give them out again when it restarts. */
    token: z.string(),
  }),
  since: z.iso.datetime(),
  until: z.iso.datetime(),
});

export type LeaseHolder = z.infer<typeof leaseHolderSchema>;

const token = randomUUID();

/** The data of a lease that this process takes now, for this many milliseconds. */
export function newHolder(run: string, term: number): LeaseHolder {
  const holder = { run, host: hostname(), machine: machineId, pid: process.pid, token };
  const now = Date.now();
  return { holder, since: new Date(now).toISOString(), until: new Date(now + term).toISOString() };
}

export function readHolder(text: string | undefined): LeaseHolder | undefined {
  return leaseHolderSchema.safeParse(parseJson(text ?? '')).data;
}

export function describeHolder({ holder, since }: LeaseHolder): string {
  return `run ${holder.run} (process ${holder.pid} on ${holder.host}) since ${since}`;
}

/** Whether it was a process of this machine that has ended. */
export function hasEnded({ holder }: LeaseHolder): boolean {
  if (holder.machine !== machineId) return false;
  return holder.pid === process.pid ? holder.token !== token : !processLives(holder.pid);
}

const EXTENSION = '.lease';

/**
 * A file that says for what a process is in a folder. A process that finds itself alone after it has entered has the
 * folder; else it leaves and tries again. Two that enter at once may both leave, but never both stay.
 */
export class Presence {
  readonly #folder: string;
  readonly #file: string;
  /** The last process that was there and has ended without leaving, as far as that was looked for. */
  killed: LeaseHolder | undefined;

  /** Enters the folder, which is made. */
  constructor(folder: string, run: string, name: string) {
    this.#folder = folder;
    this.#file = join(folder, `${name} ${randomUUID()}${EXTENSION}`);
    writeWhole(this.#file, newHolder(run, 0));
  }

  /** Another living process that is there for the same. */
  other(name: string): LeaseHolder | undefined {
    const names = readdirSync(this.#folder).filter((one) => one.startsWith(`${name} `) && one.endsWith(EXTENSION));
    for (const file of names.map((one) => join(this.#folder, one))) {
      if (file === this.#file) continue;
      const holder = readHolder(readIfThere(file));
      if (holder !== undefined && !hasEnded(holder)) return holder;
      this.killed = holder ?? this.killed;
      rmSync(file, { force: true });
    }
    return undefined;
  }

  leave(): void {
    rmSync(this.#file, { force: true });
  }
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
    return undefined;
  }
}
