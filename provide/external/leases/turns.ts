import { setTimeout as sleep } from 'node:timers/promises';
import { Presence } from './lease-holder.js';

/** The time between two looks, in milliseconds. */
const LOOK = 50;

const [ALONE, TEST] = ['alone', 'test'];

/** A test that changes every project of a disposable tracker runs while no other test of the run does. */
export class Turns {
  readonly #folder: string;
  readonly #run: string;
  #own: Presence | undefined;

  /** @param folder of the run and the tracker alone: its files say which tests run */
  constructor(folder: string, run: string) {
    this.#folder = folder;
    this.#run = run;
  }

  /** @returns whether another test was alone meanwhile, which may have changed what this worker keeps */
  async begin(isAlone: boolean, waits: (milliseconds: number) => void): Promise<boolean> {
    let wasOtherAlone = false;
    for (;;) {
      this.#own ??= new Presence(this.#folder, this.#run, isAlone ? ALONE : TEST);
      const isOtherAlone = this.#own.other(ALONE) !== undefined;
      if (!isOtherAlone && !(isAlone && this.#own.other(TEST) !== undefined)) return wasOtherAlone;
      wasOtherAlone ||= isOtherAlone;
      // The test that is to be alone stays: no other begins, and it waits for those that have begun.
      if (isOtherAlone) this.end();
      const pause = Math.ceil(LOOK * (0.5 + Math.random()));
      waits(pause);
      await sleep(pause);
    }
  }

  end(): void {
    this.#own?.leave();
    this.#own = undefined;
  }
}
