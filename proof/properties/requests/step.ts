import * as fc from 'fast-check';
import { endpoints } from '../../../contracts/index.js';
import type { EndpointName } from '../../../contracts/index.js';
import { callers } from './callers.js';
import type { CallerName } from './callers.js';
import { mutation } from './mutation.js';
import type { Mutation } from './mutation.js';

/** One request of a story, before the tracker it is sent to is known. */
export interface Step {
  readonly endpoint: EndpointName;
  readonly caller: CallerName;
  /** What chooses among the things the tracker holds. */
  readonly choices: readonly number[];
  readonly mutations: readonly Mutation[];
}

const names = Object.keys(endpoints) as EndpointName[];
const others = (Object.keys(callers) as CallerName[]).filter((name) => name !== 'admin');

/** How many requests a story can have. */
const LONGEST = 50;

const step: fc.Arbitrary<Step> = fc.record({
  endpoint: fc.constantFrom(...names),
  caller: fc.oneof(
    { arbitrary: fc.constant<CallerName>('admin'), weight: 4 },
    { arbitrary: fc.constantFrom(...others), weight: 1 },
  ),
  choices: fc.noBias(fc.array(fc.nat({ max: 9_999 }), { maxLength: 30, size: 'max' })),
  mutations: fc.oneof(
    { arbitrary: fc.constant([]), weight: 2 },
    { arbitrary: fc.array(mutation, { minLength: 1, maxLength: 1 }), weight: 2 },
    { arbitrary: fc.array(mutation, { minLength: 2, maxLength: 4 }), weight: 1 },
  ),
});

/** Requests in a row to one tracker. */
export const steps: fc.Arbitrary<readonly Step[]> = fc.noBias(
  fc.array(step, { minLength: 1, maxLength: LONGEST, size: 'max' }),
);

/** How many stories hold more than this many requests, whatever the seed: they have {@link LONGEST} / 2 on average. */
export function storiesFor(requests: number): number {
  return Math.ceil((requests / LONGEST) * 2.2);
}
