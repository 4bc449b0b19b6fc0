/**
 * Sends inputs of two sizes to a fake whose work is counted, and requests to each endpoint of a fake with few and with many
 * rows of others. Writes what was counted as JSON.
 */
import { costlyInputs, heldBefore, rows } from './costly-inputs.js';
import type { CostlyInput } from './costly-inputs.js';
import { idleCounter, startCounting } from './work-counter.js';
import type { WorkCounter } from './work-counter.js';

const counter = await startCounting();
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
async function measure(input: CostlyInput, size: number, { take }: WorkCounter) {
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
  await measure(input, input.size, idleCounter);
  const [small, large] = [await measure(input, input.size, counter), await measure(input, 2 * input.size, counter)];
  console.log(JSON.stringify({ name: input.name, small, large }));
}
await fake.close();
const { measureEndpoints } = await import('./measure-endpoints.js');
for await (const measured of measureEndpoints(counter)) console.log(JSON.stringify(measured));
