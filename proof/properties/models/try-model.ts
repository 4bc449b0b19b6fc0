import * as fc from 'fast-check';
import { Agent } from 'undici';
import type { Override } from '../../../fake/index.js';
import { startOpenFake } from '../open-fake.js';
import type { Model, Operation } from './model.js';
import { ModelTracker } from './model-tracker.js';

/** How a model is tried. */
export interface Trial {
  /** How many scenarios run. */
  readonly runs: number;
  readonly seed: number;
  /** How the tracker is broken, to show that the model notices. */
  readonly override?: Override | undefined;
}

/**
 * Runs scenarios of random operations on trackers and on the model, and compares the two after each.
 *
 * @returns the shortest scenario found in which they disagree; undefined if they never do
 */
export async function tryModel<State extends object>(
  model: Model<State>,
  { runs, seed, override }: Trial,
): Promise<string | undefined> {
  const fake = await startOpenFake(model.world);
  const agent = new Agent({ connections: 1 });
  const property = fc.asyncProperty(
    fc.commands(model.operations.map(comparing(model)), { maxCommands: 20 }),
    async (scenario) => {
      const tenant = fake.open(override);
      const tracker = new ModelTracker(tenant, `${fake.url}${tenant.contextPath}`, agent);
      try {
        await fc.asyncModelRun(() => ({ model: model.start(), real: tracker }), scenario);
      } finally {
        fake.close(tenant);
      }
    },
  );
  try {
    const details = await fc.check(property, { seed, numRuns: runs });
    if (!details.failed) return undefined;
    const { errorInstance, numRuns, numShrinks } = details;
    const why = errorInstance instanceof Error ? errorInstance.message : String(errorInstance);
    return `${why}\n\nSeed ${seed}, scenario ${numRuns}, made shorter ${numShrinks} times.`;
  } finally {
    await agent.close();
    await fake.stop();
  }
}

/** An operation after which all is compared. */
function comparing<State extends object>({ compare }: Model<State>) {
  return (operations: fc.Arbitrary<Operation<State>>): fc.Arbitrary<Operation<State>> =>
    operations.map((operation) => ({
      check: (state) => operation.check(state),
      run: async (state, tracker) => {
        await operation.run(state, tracker);
        await compare(state, tracker);
      },
      toString: () => operation.toString(),
    }));
}
