import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from '../contracts/thrown.js';
import { OutputError } from './errors.js';
import { makeFolder } from './settings/output-folder.js';
import { systemClock } from './transport.js';
import type { Clock } from './transport.js';

/** How long the file of a slot is kept after it has passed, in milliseconds. */
const GRACE = 1_000;
/** How long the file of a killed process is kept, in milliseconds. */
const FORGOTTEN = 60_000;

/**
 * Limits the requests a second of all processes that share a folder. Time is cut into slots of one request; a process
 * takes a slot by creating the file of its number. A process takes one slot at a time, so processes with many requests
 * get their turn as often as those with few. The slots of a killed process simply pass.
 */
export class RateLimiter {
  readonly #folder: string;
  readonly #slotLength: number;
  readonly #clock: Clock;
  #taken: number[] = [];
  #last: Promise<unknown> = Promise.resolve();

  /** @param rate requests a second */
  constructor(folder: string, rate: number, clock: Clock = systemClock) {
    this.#folder = folder;
    this.#slotLength = 1_000 / rate;
    this.#clock = clock;
    try {
      makeFolder(folder);
      this.#removeForgotten();
    } catch (cause) {
      throw unwritten(folder, cause);
    }
  }

  /** @param onWait gets the milliseconds before they pass. @returns how long it took, in milliseconds */
  async next(onWait: (milliseconds: number) => void): Promise<number> {
    const asked = this.#clock.now();
    const turn = this.#last.then(() => this.#waitForSlot(onWait));
    this.#last = turn.catch(() => undefined);
    await turn;
    return this.#clock.now() - asked;
  }

  async #waitForSlot(onWait: (milliseconds: number) => void): Promise<void> {
    const delay = this.#take() - this.#clock.now();
    if (delay <= 0) return;
    onWait(delay);
    await this.#clock.sleep(delay);
  }

  #take(): number {
    const current = this.#currentSlot();
    // No process takes a slot that has passed, except one that read the clock just before.
    const passed = current - Math.ceil(GRACE / this.#slotLength);
    for (const slot of this.#taken.filter((one) => one < passed)) rmSync(this.#fileOf(slot), { force: true });
    this.#taken = this.#taken.filter((slot) => slot >= passed);
    let slot = current;
    while (!this.#claim(slot)) slot += 1;
    this.#taken.push(slot);
    return slot * this.#slotLength;
  }

  #claim(slot: number): boolean {
    try {
      writeFileSync(this.#fileOf(slot), '', { flag: 'wx' });
      return true;
    } catch (error) {
      if (codeOf(error) === 'EEXIST') return false;
      throw unwritten(this.#folder, error);
    }
  }

  #removeForgotten(): void {
    const longAgo = this.#currentSlot() - Math.ceil(FORGOTTEN / this.#slotLength);
    for (const name of readdirSync(this.#folder)) {
      if (Number(name) < longAgo) rmSync(join(this.#folder, name), { force: true });
    }
  }

  #currentSlot(): number {
    return Math.floor(this.#clock.now() / this.#slotLength);
  }

  #fileOf(slot: number): string {
    return join(this.#folder, String(slot));
  }
}

function unwritten(folder: string, cause: unknown): OutputError {
  return new OutputError(`What limits the rate, in ${folder},`, 'no request is sent before its turn is known', cause);
}

export function rateHint(status: number): string | undefined {
  if (status !== 429) return undefined;
  return (
    'The tracker limits how many requests it takes, and did not act on this one: that says nothing of a rule. ' +
    'Set TRACKER_RATE to fewer requests a second, or have Playwright retry such a test (its option retries).'
  );
}
