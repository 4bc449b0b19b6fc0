import * as fc from 'fast-check';
import { Agent } from 'undici';
import { mutations } from './mutation.js';
import { startOpenFake } from '../open-fake.js';
import { rawMessage, sendRaw } from './raw.js';
import { callers } from './request.js';
import type { CallerName } from './request.js';
import { runScenario } from './scenario.js';
import type { Step } from './scenario.js';
import { calls } from './sensible-request.js';
import type { Call } from './sensible-request.js';
import { populatedWorld } from './world.js';

export const kinds = ['requests', 'raw'] as const;

export interface Exploration {
  /** Requests to the endpoints, or bytes that are hardly HTTP. */
  readonly kind: (typeof kinds)[number];
  /** The least number of requests to send. */
  readonly requests: number;
  readonly seed: number;
  /** The path that fast-check printed for a scenario that failed: only that scenario runs, and is made shorter. */
  readonly path?: string | undefined;
}

/** How many requests a scenario can have. */
const LONGEST = 50;

const step: fc.Arbitrary<Step> = fc.record({
  call: fc.constantFrom(...calls),
  caller: fc.oneof(
    { arbitrary: fc.constant<CallerName>('admin'), weight: 4 },
    { arbitrary: fc.constantFrom(...(Object.keys(callers) as CallerName[])), weight: 1 },
  ),
  choices: fc.noBias(fc.array(fc.nat({ max: 9_999 }), { maxLength: 30, size: 'max' })),
  mutations,
});

/** The results. */
class Explored {
  requests = 0;
  /** How many requests succeeded, by the name of the call. */
  readonly succeeded = new Map<string, number>();
  readonly statuses = new Map<number, number>();
  /** The shortest scenario found that breaks a property, and how to replay it; undefined if there is none. */
  failure: string | undefined;

  add(status: number, call?: Call): void {
    this.requests += 1;
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
    if (call !== undefined && status < 300) this.succeeded.set(call.name, (this.succeeded.get(call.name) ?? 0) + 1);
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
      : fc.asyncProperty(scenarioOf(step), (all) => runScenario(fake, agent, all, explored));
  // With any seed so many scenarios hold more requests than asked for: half of the longest is their average.
  const numRuns = Math.ceil((requests / LONGEST) * 2.2);
  try {
    const details = await fc.check(property, { seed, numRuns, ...(path !== undefined && { path }) });
    if (details.failed) {
      const { errorInstance: error, counterexamplePath } = details;
      const again = `npm run -w lab properties -- --scenarios ${kind} --seed ${seed} --path ${counterexamplePath}`;
      explored.failure = `${error instanceof Error ? error.message : String(error)}\n\nAgain: ${again}`;
    }
    return explored;
  } finally {
    await agent.close();
    await fake.stop();
  }
}
