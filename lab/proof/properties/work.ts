/**
 * Sends inputs of two sizes to a fake whose work is counted, and requests to each endpoint of a fake with few and with many
 * rows of others. Writes what was counted as JSON.
 */
import { Session } from 'node:inspector/promises';
import { costlyInputs, heldBefore, rows } from './costly-inputs.js';
import type { CostlyInput } from './costly-inputs.js';

/** Native look-ups that go through a list without running any code of the project. */
const lookUps = ['includes', 'indexOf', 'lastIndexOf'] as const;

const takeWork = await startCounting();
// Imported now, so that each of its blocks is counted.
const { startFake } = await import('../../../fake/index.js');
const fake = await startFake();

async function send(method: string, path: string, body?: unknown): Promise<number> {
  const response = await fetch(`${fake.url}${path}`, {
    method,
    headers: {
      authorization: `Basic ${Buffer.from('admin:admin').toString('base64')}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  await response.arrayBuffer();
  return response.status;
}

/** Sends an input of a size to a new tracker. */
async function measure(input: CostlyInput, size: number, take = takeWork) {
  const tenant = fake.control.open({ name: 'work' });
  try {
    await send('POST', rows, heldBefore);
    if (input.before !== undefined) await send('POST', rows, input.before(size));
    const body = input.body(size);
    await take();
    const status = await send(input.method, `${input.isControl === true ? '' : tenant.contextPath}${input.path}`, body);
    // What was set is in force for requests: each is held against the faults, and shows the time.
    const path = `/rest/api/2/${'a/'.repeat(300)}`;
    const after = [await send('GET', `/work${path}`), await send('GET', '/work/rest/api/2/serverInfo')];
    const work = await take();
    const others = [await send('GET', '/control/tenants/work/state'), await send('GET', '/rest/api/2/myself')];
    return { work, statuses: [status, ...after, ...others] };
  } finally {
    tenant.close();
  }
}

for (const input of costlyInputs) {
  // Sent once before, so that the next time counts; counting itself takes long.
  await measure(input, input.size, () => Promise.resolve(0));
  const [small, large] = [await measure(input, input.size), await measure(input, 2 * input.size)];
  console.log(JSON.stringify({ name: input.name, small, large }));
}
await fake.close();
const { measureEndpoints } = await import('./measure-endpoints.js');
for await (const measured of measureEndpoints(takeWork)) console.log(JSON.stringify(measured));

/**
 * Starts counting. Only code that is loaded from then on is counted block by block, so the fake has to be imported
 * afterwards, in a process of its own. Operations are counted in place of time: their count is the same on every machine.
 *
 * @returns how often the blocks of this project's code ran, and what native look-ups went through, since this was last asked
 */
async function startCounting(): Promise<() => Promise<number>> {
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
  return async () => {
    const { result } = await session.post('Profiler.takePreciseCoverage');
    const ours = result.filter(({ url }) => /\/(fake|contracts)\/[^?]*$/.test(url) && !url.includes('node_modules'));
    const ranges = ours.flatMap(({ functions }) => functions.flatMap((one) => one.ranges));
    const work = elements + ranges.reduce((sum, { count }) => sum + count, 0);
    elements = 0;
    return work;
  };
}
