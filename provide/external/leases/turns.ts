import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { writeWhole } from '../../../client/settings/output-folder.js';
import { Presence } from './lease-holder.js';

/** The time between two looks, in milliseconds. */
const LOOK = 50;

const [ALONE, TEST, LAST] = ['alone', 'test', 'last-alone.json'];

interface TurnEvents {
  readonly waits: (milliseconds: number) => void;
  /** Called if a test of another worker was alone since this worker's last test. */
  readonly otherWasAlone: () => void;
}

/** A test that changes every project of a disposable tracker runs while no other test of the run does. */
export class Turns {
  readonly #folder: string;
  readonly #run: string;
  #own: Presence | undefined;
  #isAlone = false;
  #last: string;

  /** @param folder of the run and the tracker alone: its files say which tests run */
  constructor(folder: string, run: string) {
    this.#folder = folder;
    this.#run = run;
    this.#last = this.#readLast();
  }

  async begin(isAlone: boolean, { waits, otherWasAlone }: TurnEvents): Promise<void> {
    this.#isAlone = isAlone;
    for (;;) {
      this.#own ??= new Presence(this.#folder, this.#run, isAlone ? ALONE : TEST);
      const isOtherAlone = this.#own.other(ALONE) !== undefined;
      if (!isOtherAlone && !(isAlone && this.#own.other(TEST) !== undefined)) break;
      // The test that is to be alone stays: no other begins, and it waits for those that have begun.
      if (isOtherAlone) this.#leave();
      const pause = Math.ceil(LOOK * (0.5 + Math.random()));
      waits(pause);
      await sleep(pause);
    }
    const before = this.#last;
    this.#last = this.#readLast();
    if (before !== this.#last) otherWasAlone();
  }

  end(): void {
    if (this.#own !== undefined && this.#isAlone) {
      writeWhole(join(this.#folder, LAST), randomUUID());
      this.#last = this.#readLast();
    }
    this.#leave();
  }

  #leave(): void {
    this.#own?.leave();
    this.#own = undefined;
  }

  #readLast(): string {
    const file = join(this.#folder, LAST);
    return existsSync(file) ? readFileSync(file, 'utf8') : '';
  }
}
