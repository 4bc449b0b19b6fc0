import * as fc from 'fast-check';
import { Agent } from 'undici';
import { counted } from '../../../contracts/counted.js';
import { controlCalls, endpointCalls } from './calls.js';
import type { Call } from './calls.js';
import { jql } from './jql.js';
import { mutations } from './mutation.js';
import { startOpenFake } from './open-fake.js';
import { rawMessage, sendRaw } from './raw.js';
import { callers, sendRequest } from './request.js';
import type { CallerName } from './request.js';
import { runScenario } from './run-scenario.js';
import type { Step } from './run-scenario.js';
import { populatedWorld } from './worlds.js';

/** The kind of the scenarios of an exploration: requests to the endpoints; JQL and calls to the control API too; raw HTTP. */
export type ScenarioKind = 'requests' | 'inputs' | 'raw';

/** The settings of an exploration. */
export interface Exploration {
  readonly kind: ScenarioKind;
  /** The least number of requests to send. */
  readonly requests: number;
  readonly seed: number;
  /** The path that fast-check printed for a scenario that failed: only that scenario runs, and is made shorter. */
  readonly path?: string | undefined;
}

/** How many requests a scenario can have. */
const LONGEST = 50;

const choices = fc.noBias(fc.array(fc.nat({ max: 9_999 }), { maxLength: 30, size: 'max' }));
const others = (Object.keys(callers) as CallerName[]).filter((name) => name !== 'admin');

function stepTo(calls: readonly Call[], caller: fc.Arbitrary<CallerName>, isHard: boolean): fc.Arbitrary<Step> {
  return fc.record({ call: fc.constantFrom(...calls), caller, choices, mutations: mutations(isHard) });
}

const anybody = fc.oneof(
  { arbitrary: fc.constant<CallerName>('admin'), weight: 4 },
  { arbitrary: fc.constantFrom(...others), weight: 1 },
);
const endpointStep = stepTo(endpointCalls, anybody, false);
// Faults have more kinds than anything else.
const faults = controlCalls.filter(({ name }) => name === 'addFault');
const controlStep = stepTo([...controlCalls, ...faults, ...faults, ...faults], fc.constant('nobody'), true);
const searchStep: fc.Arbitrary<Step> = fc.record({
  call: fc.constantFrom(...endpointCalls.filter(({ name }) => name.startsWith('searchIssues'))),
  caller: fc.constant<CallerName>('admin'),
  choices,
  mutations: fc.constant([]),
  jql,
});

const steps: Readonly<Record<Exclude<ScenarioKind, 'raw'>, fc.Arbitrary<Step>>> = {
  requests: endpointStep,
  inputs: fc.oneof(
    { arbitrary: searchStep, weight: 4 },
    { arbitrary: controlStep, weight: 10 },
    // The endpoints have to cope with the added data and the changed settings too.
    { arbitrary: endpointStep, weight: 3 },
  ),
};

/** The results. */
class Explored {
  /** How many requests were sent before anything was wrong. */
  requests = 0;
  /** How many of them succeeded, by the name of the call. */
  readonly succeeded = new Map<string, number>();
  /** How many answers had each status. */
  readonly statuses = new Map<number, number>();
  /** The shortest scenario found that breaks a property, and how to replay it; undefined if there is none. */
  failure: string | undefined;

  /** Counts an answer. */
  add(status: number, call: Call | undefined): void {
    this.requests += 1;
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
    if (call === undefined || status >= 300) return;
    this.succeeded.set(call.name, (this.succeeded.get(call.name) ?? 0) + 1);
  }
}

/** Sends scenarios of random and mutated requests, each to a tracker of its own, and judges every answer. */
export async function explore({ kind, requests, seed, path }: Exploration): Promise<Explored> {
  const explored = new Explored();
  const fake = await startOpenFake(populatedWorld);
  const agent = new Agent({ connections: 4 });
  const scenarioOf = <One>(one: fc.Arbitrary<One>) =>
    fc.noBias(fc.array(one, { minLength: 1, maxLength: LONGEST, size: 'max' }));
  const property: fc.IAsyncProperty<unknown> =
    kind === 'raw'
      ? fc.asyncProperty(scenarioOf(rawMessage), (all) => sendRaw(fake, all, explored))
      : fc.asyncProperty(scenarioOf(steps[kind]), (all) => runScenario(fake, agent, all, explored, kind === 'inputs'));
  // With any seed so many scenarios hold more requests than asked for: half of the longest is their average.
  const numRuns = Math.ceil((requests / LONGEST) * 2.2);
  try {
    // There is an unmatched request to read.
    await sendRequest(agent, fake.url, { method: 'GET', path: '/of-no-tracker', query: [], headers: {} });
    const details = await fc.check(property, { seed, numRuns, ...(path !== undefined && { path }) });
    if (details.failed) explored.failure = describeFailure(kind, details);
    return explored;
  } finally {
    await agent.close();
    await fake.stop();
  }
}

function describeFailure(
  kind: ScenarioKind,
  { seed, counterexamplePath, errorInstance, numShrinks }: fc.RunDetails<unknown>,
): string {
  const why = errorInstance instanceof Error ? errorInstance.message : String(errorInstance);
  return `${why}\n\nMade shorter ${counted(numShrinks, 'time')}. Again: npm run properties -- --scenarios ${kind} --seed ${seed} --path ${counterexamplePath ?? ''}`;
}
