import * as fc from 'fast-check';
import { Agent } from 'undici';
import { counted } from '../../../contracts/counted.js';
import { startOpenFake } from './open-fake.js';
import type { OpenFake } from './open-fake.js';
import { populatedWorld } from './populated-world.js';
import { runScenario } from './run-scenario.js';
import type { Answering } from './run-scenario.js';
import { scenarios, scenariosFor } from './step.js';
import type { ScenarioKind, Step } from './step.js';

/** The settings of an exploration. */
export interface Exploration {
  /** The kind of the scenarios. Default: requests to the endpoints */
  readonly kind?: ScenarioKind | undefined;
  /** The least number of requests to send. */
  readonly requests: number;
  readonly seed: number;
  /** The path that fast-check printed for a scenario that failed: only that scenario runs, and is made shorter. */
  readonly path?: string | undefined;
}

/** The results. */
class Explored {
  /** How many requests were sent before anything was wrong. */
  requests = 0;
  /** How many of them succeeded, by the endpoint that answered or the call to the control API. */
  readonly succeeded = new Map<Answering, number>();
  /** How many answers had each status. */
  readonly statuses = new Map<number, number>();
  /** The shortest scenario found that breaks a property, and how to replay it; undefined if there is none. */
  failure: string | undefined;

  /** Counts an answer. */
  add(status: number, answering: Answering | undefined): void {
    this.requests += 1;
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
    if (answering === undefined || status >= 300) return;
    this.succeeded.set(answering, (this.succeeded.get(answering) ?? 0) + 1);
  }
}

/** Sends scenarios of random and mutated requests, each to a tracker of its own, and judges every answer. */
export async function explore(exploration: Exploration): Promise<Explored> {
  const fake = await startOpenFake(populatedWorld);
  const agent = new Agent({ connections: 4 });
  try {
    return await exploreOn(fake, agent, exploration);
  } finally {
    await agent.close();
    await fake.stop();
  }
}

async function exploreOn(
  fake: OpenFake,
  agent: Agent,
  { kind = 'requests', requests, seed, path }: Exploration,
): Promise<Explored> {
  const explored = new Explored();
  const property = fc.asyncProperty(scenarios[kind], (scenario) => runScenario(fake, agent, scenario, explored));
  const numRuns = scenariosFor(requests);
  const details = await fc.check(property, { seed, numRuns, ...(path !== undefined && { path }) });
  if (details.failed) explored.failure = describeFailure(kind, details);
  return explored;
}

function describeFailure(
  kind: ScenarioKind,
  { seed, counterexamplePath, errorInstance, numShrinks }: fc.RunDetails<[readonly Step[]]>,
): string {
  const why = errorInstance instanceof Error ? errorInstance.message : String(errorInstance);
  return `${why}\n\nMade shorter ${counted(numShrinks, 'time')}. Again: npm run properties -- --scenarios ${kind} --seed ${seed} --path ${counterexamplePath ?? ''}`;
}
