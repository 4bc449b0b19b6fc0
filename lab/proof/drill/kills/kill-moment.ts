import { randomOf } from '../../random.js';

/** When a run of a part of the suite is killed. */
export interface KillMoment {
  /** Which part of the suite runs, from 1: all of them together are the suite. */
  readonly slice: number;
  /** How far the run is then, from 0 at its start to 1 at its end. */
  readonly at: number;
}

/** Spreads moments evenly over a run and, by chance, over the parts of the suite. */
export function killMoments(count: number, seed: number): KillMoment[] {
  const random = randomOf(seed);
  const slices = Array.from({ length: count }, (_, index) => index + 1);
  return Array.from({ length: count }, (_, index) => {
    const [slice] = slices.splice(random.int(0, slices.length - 1), 1);
    // One moment in each stretch, anywhere in it.
    return { slice: slice as number, at: (index + random.int(0, 999) / 1_000) / count };
  });
}
