import * as fc from 'fast-check';
import { Agent } from 'undici';
import type { EndpointName } from '../../../contracts/index.js';
import type { Variant } from '../../../fake/index.js';
import { startOpenFake } from '../open-fake.js';
import type { OpenFake } from '../open-fake.js';
import { furnishedWorld } from './furnished-world.js';
import { playStory } from './play-story.js';
import { steps, storiesFor } from './step.js';
import type { Step } from './step.js';

/** What to explore. */
export interface Exploration {
  /** At least how many requests are sent. */
  readonly requests: number;
  readonly seed: number;
  /** Where fast-check told that a story failed: that one is played, and made shorter. */
  readonly path?: string | undefined;
  /** How the tracker is broken, to show that it is noticed. */
  readonly variant?: Variant | undefined;
}

/** What was found out. */
export interface Explored {
  /** How many requests were sent before anything was wrong. */
  readonly requests: number;
  /** How many of them succeeded, by the endpoint that answered. */
  readonly succeeded: ReadonlyMap<EndpointName, number>;
  /** How many answers had each status. */
  readonly statuses: ReadonlyMap<number, number>;
  /** The shortest story found that breaks a property, and how to play it again; undefined where none does. */
  readonly failure: string | undefined;
}

/** Counts what requests were answered with. */
class Tally {
  requests = 0;
  readonly succeeded = new Map<EndpointName, number>();
  readonly statuses = new Map<number, number>();

  /** Counts an answer. */
  add(status: number, endpoint: EndpointName | undefined): void {
    this.requests += 1;
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
    if (endpoint !== undefined && status < 300) this.succeeded.set(endpoint, (this.succeeded.get(endpoint) ?? 0) + 1);
  }
}

/** Sends stories of random and mutated requests, each to a tracker of its own, and judges every answer. */
export async function explore(exploration: Exploration): Promise<Explored> {
  const fake = await startOpenFake(furnishedWorld);
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
  { requests, seed, path, variant }: Exploration,
): Promise<Explored> {
  const tally = new Tally();
  const property = fc.asyncProperty(steps, (story) => playStory(fake, agent, story, tally, variant));
  const numRuns = storiesFor(requests);
  const details = await fc.check(property, { seed, numRuns, ...(path !== undefined && { path }) });
  const { succeeded, statuses } = tally;
  return { requests: tally.requests, succeeded, statuses, failure: details.failed ? tell(details) : undefined };
}

function tell({ seed, counterexamplePath, errorInstance, numShrinks }: fc.RunDetails<[readonly Step[]]>): string {
  const why = errorInstance instanceof Error ? errorInstance.message : String(errorInstance);
  return `${why}\n\nMade shorter ${numShrinks} times. Again: npm run properties -- --seed ${seed} --path ${counterexamplePath ?? ''}`;
}
