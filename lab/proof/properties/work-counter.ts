import { Session } from 'node:inspector/promises';

/** Counts the operations of a program in place of its time: the count is the same on every machine. */
export interface WorkCounter {
  /** How often the blocks of this project's code ran, and what native look-ups went through, since this was last asked. */
  readonly take: () => Promise<number>;
}

/** Counts nothing, at no cost: for what is sent only so that the next time counts. */
export const idleCounter: WorkCounter = { take: () => Promise.resolve(0) };

/** Native look-ups that go through a list without running any code of the project. */
const lookUps = ['includes', 'indexOf', 'lastIndexOf'] as const;

/**
 * Starts counting. Only code that is loaded from then on is counted block by block, so the fake has to be imported
 * afterwards, in a process of its own.
 */
export async function startCounting(): Promise<WorkCounter> {
  let elements = 0;
  for (const name of lookUps) {
    const lookUp = Reflect.get(Array.prototype, name) as (...wanted: unknown[]) => unknown;
    Object.defineProperty(Array.prototype, name, {
      configurable: true,
      writable: true,
      value(this: unknown[], ...wanted: unknown[]) {
        elements += this.length;
        return lookUp.apply(this, wanted);
      },
    });
  }
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  return {
    take: async () => {
      const { result } = await session.post('Profiler.takePreciseCoverage');
      const ours = result.filter(({ url }) => /\/(fake|contracts)\/[^?]*$/.test(url) && !url.includes('node_modules'));
      const ranges = ours.flatMap(({ functions }) => functions.flatMap((one) => one.ranges));
      const work = elements + ranges.reduce((sum, { count }) => sum + count, 0);
      elements = 0;
      return work;
    },
  };
}
