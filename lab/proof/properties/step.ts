import * as fc from 'fast-check';
import { endpoints } from '../../../contracts/index.js';
import type { EndpointName } from '../../../contracts/index.js';
import { controlCallNames } from './control-calls.js';
import { fault, jql } from './inputs.js';
import { harderMutation, mutation } from './mutation.js';
import type { Mutation } from './mutation.js';
import { callers } from './request.js';
import type { CallerName } from './request.js';

/** One request of a scenario, before the tracker it is sent to is known. */
export type Step = typeof inputStep extends fc.Arbitrary<infer One> ? One : never;

/** The kind of the scenarios of an exploration. */
export type ScenarioKind = 'requests' | 'inputs';

const names = Object.keys(endpoints) as EndpointName[];
const others = (Object.keys(callers) as CallerName[]).filter((name) => name !== 'admin');

/** How many requests a scenario can have. */
const LONGEST = 50;

const choices = fc.noBias(fc.array(fc.nat({ max: 9_999 }), { maxLength: 30, size: 'max' }));
const mutations = severalOf(mutation);
const harderMutations = severalOf(harderMutation);

function severalOf(one: fc.Arbitrary<Mutation>): fc.Arbitrary<readonly Mutation[]> {
  return fc.oneof(
    { arbitrary: fc.constant([]), weight: 2 },
    { arbitrary: fc.array(one, { minLength: 1, maxLength: 1 }), weight: 2 },
    { arbitrary: fc.array(one, { minLength: 2, maxLength: 4 }), weight: 1 },
  );
}

/** A request to an endpoint of the table, about rows of the tracker that `choices` choose. */
const endpointStep = fc.record({
  kind: fc.constant('endpoint' as const),
  endpoint: fc.constantFrom(...names),
  caller: fc.oneof(
    { arbitrary: fc.constant<CallerName>('admin'), weight: 4 },
    { arbitrary: fc.constantFrom(...others), weight: 1 },
  ),
  choices,
  mutations,
});

/** A search by a query, a call to the control API that adds a fault, any other call to it, or a request as above. */
const inputStep = fc.oneof(
  { arbitrary: fc.record({ kind: fc.constant('search' as const), jql, isPost: fc.boolean() }), weight: 4 },
  { arbitrary: fc.record({ kind: fc.constant('fault' as const), fault, mutations: harderMutations }), weight: 2 },
  {
    arbitrary: fc.record({
      kind: fc.constant('control' as const),
      call: fc.constantFrom(...controlCallNames),
      choices,
      mutations: harderMutations,
    }),
    weight: 8,
  },
  // The endpoints have to cope with the added data and the changed settings too.
  { arbitrary: endpointStep, weight: 3 },
);

/** Requests in a row to one tracker. */
export const scenarios: Readonly<Record<ScenarioKind, fc.Arbitrary<readonly Step[]>>> = {
  requests: scenarioOf(endpointStep),
  inputs: scenarioOf(inputStep),
};

function scenarioOf(step: fc.Arbitrary<Step>): fc.Arbitrary<readonly Step[]> {
  return fc.noBias(fc.array(step, { minLength: 1, maxLength: LONGEST, size: 'max' }));
}

/** A number of scenarios that hold more requests than this with any seed. Their average is {@link LONGEST} / 2. */
export function scenariosFor(requests: number): number {
  return Math.ceil((requests / LONGEST) * 2.2);
}
