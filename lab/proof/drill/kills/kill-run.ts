import { setTimeout as sleep } from 'node:timers/promises';
import type { Running } from '../harness.js';

/** The duration of a run that is not killed, in milliseconds. */
export interface Pace {
  /** From its start to its first test. */
  readonly start: number;
  /** From there to its end, reports included. */
  readonly rest: number;
}

/** When a run was started and killed, in milliseconds since 1970. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** The part of the moments that lies before the first test: most of what can go wrong comes after it. */
const BEFORE_TESTS = 0.15;

/** Lets a run come to its end. @throws Error if it fails */
export async function measurePace(running: Running): Promise<Pace> {
  const from = performance.now();
  await Promise.race([running.testing, running.ended]);
  const begun = performance.now();
  const { code, output } = await running.ended;
  if (code !== 0) throw new Error(`A part of the suite failed before anything was killed:\n${output}`);
  return { start: begun - from, rest: performance.now() - begun };
}

/**
 * Kills a run at a moment. One that is over before is started again and killed earlier: parts of the suite differ in
 * length.
 *
 * @param at how far the run is to be, from 0 to 1
 */
export async function killRun(start: () => Running, at: number, pace: Pace): Promise<Span> {
  const from = Date.now();
  const running = start();
  const over = await Promise.race([running.ended.then(() => true), comes(running, at, pace)]);
  const to = Date.now();
  running.kill();
  await running.ended;
  return over ? killRun(start, at * 0.8, pace) : { from, to };
}

async function comes({ testing }: Running, at: number, { start, rest }: Pace): Promise<false> {
  if (at < BEFORE_TESTS) {
    await sleep((at / BEFORE_TESTS) * start);
    return false;
  }
  await testing;
  await sleep(((at - BEFORE_TESTS) / (1 - BEFORE_TESTS)) * rest);
  return false;
}
