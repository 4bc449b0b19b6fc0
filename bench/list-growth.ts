import { Agent, request } from 'undici';
import { startFake } from '../fake/index.js';
import { formatCosts, interleave } from './interleave.js';
import { largeWorld, MEASURED_PROJECT } from './large-world.js';

const CALLS = 300;

/** `GET /project/{p}` with the same twenty entries in the answer, at 100 and at 100,000 stored entries. */
export async function listGrowth(): Promise<void> {
  const agent = new Agent({ connections: 1 });
  const few = await startFake({ world: largeWorld(6, 100) });
  const many = await startFake({ world: largeWorld(1_000, 100_000) });
  const authorization = `Basic ${Buffer.from('admin:admin').toString('base64')}`;
  const calls = (base: string) => async () => {
    const url = `${base}/rest/api/it/1.0/default-template/project/${MEASURED_PROJECT}`;
    const started = performance.now();
    for (let call = 0; call < CALLS; call += 1) {
      const { statusCode, body } = await request(url, { headers: { authorization }, dispatcher: agent });
      const entries = (await body.json()) as unknown[];
      if (statusCode !== 200 || entries.length !== 20)
        throw new Error(`${url} answered ${statusCode} with ${entries.length} entries`);
    }
    return (performance.now() - started) / CALLS;
  };
  const costs = await interleave({ few: calls(few.url), many: calls(many.url) }, 9);
  await Promise.all([agent.close(), few.close(), many.close()]);
  console.log('GET /project/{p}, the same 20 entries in the answer, per call');
  console.log(`  at     100 stored entries  ${formatCosts(costs.few)}`);
  console.log(`  at 100,000 stored entries  ${formatCosts(costs.many)}`);
  console.log(`  ratio ${(costs.many.median / costs.few.median).toFixed(2)}`);
}
