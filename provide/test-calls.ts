import { setTimeout as sleep } from 'node:timers/promises';
import { EndedTestError } from '../client/errors.js';
import type { ClientSetup } from '../client/api-client.js';
import type { Provisioner } from './provisioner.js';

/**
 * The calls of one test. A test that is interrupted, or whose time is up, goes on in the background while it is cleaned
 * up: data that it makes then would be left, and an error would stand in its report beside the time-out. So it stops at
 * its next call, which never ends.
 */
export class TestCalls {
  readonly #underWay = new Set<Promise<unknown>>();
  #over = false;
  #goesOn = true;

  /** Runs a call of the test. Never ends if the test is over before and may go on in the background. */
  async run<Result>(act: () => Promise<Result>): Promise<Result> {
    if (this.#isOver()) {
      if (this.#goesOn) return never();
      throw new EndedTestError();
    }
    const acting = act();
    this.#underWay.add(acting);
    await Promise.allSettled([acting]);
    this.#underWay.delete(acting);
    return this.#isOver() ? never() : acting;
  }

  /** The same as a step of a call. */
  readonly step: ClientSetup['around'] = (_call, send) => this.run(send);

  #isOver(): boolean {
    return this.#over;
  }

  through(provisioner: Provisioner): Provisioner {
    return calledThrough(provisioner, (_name, call) => this.run(call as () => Promise<unknown>));
  }

  /**
   * Lets no further call through, and waits for those under way, because only their answers tell what they did.
   *
   * @param longest for how long at most, in milliseconds
   * @param failed whether the test may go on in the background, as one whose time was up
   */
  async end(longest: number, failed: boolean): Promise<void> {
    this.#over = true;
    this.#goesOn = failed;
    await within(longest, Promise.allSettled(this.#underWay));
  }
}

export function calledThrough<Called extends object>(
  called: Called,
  around: (name: string, call: () => unknown) => unknown,
): Called {
  return new Proxy(called, {
    get: (target, property) => {
      const value: unknown = Reflect.get(target, property, target);
      if (typeof value !== 'function') return value;
      return (...args: readonly unknown[]) => around(String(property), () => Reflect.apply(value, target, args));
    },
  });
}

function never(): Promise<never> {
  return new Promise(() => undefined);
}

/** Waits for something, but not longer than so many milliseconds. */
async function within(longest: number, awaited: Promise<unknown>): Promise<void> {
  const enough = new AbortController();
  const over = awaited.finally(() => enough.abort());
  await Promise.race([over, sleep(longest, undefined, { signal: enough.signal }).catch(() => undefined)]);
}

/** If a run is interrupted, Playwright no longer waits for the fixture that cleans up a test, and ends the worker. */
export class Releases {
  readonly #open = new Set<(failed?: boolean) => Promise<void>>();

  /** Adds the clean-up of a test. @returns the same function, which runs only once however often it is called */
  add(release: (failed: boolean) => Promise<void>): (failed?: boolean) => Promise<void> {
    let releasing: Promise<void> | undefined;
    const once = (failed = false) =>
      (releasing ??= release(failed).finally(() => {
        this.#open.delete(once);
      }));
    this.#open.add(once);
    return once;
  }

  /** Runs the clean-ups that are still open. The ledger names the data of those that fail. */
  async finish(): Promise<void> {
    await Promise.allSettled([...this.#open].map((release) => release(true)));
  }
}
