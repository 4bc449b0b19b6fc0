import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Agent, request } from 'undici';
import { startFake } from '../../fake/index.js';
import { directoryWorld, MEASURED_CONNECTION, usernameAt } from './directory-sync-world.js';
import type { MemoryShares } from './directory-sync-memory.js';
import { formatCosts, interleave } from './interleave.js';

const CALLS = 200;
const FEW = 1_000;
const MANY = 1_000_000;

/** The lists whose growth is measured, by what stands before their query. */
const lists = { 'GET /user': '/user', 'GET /connection/{c}/user': `/connection/${MEASURED_CONNECTION}/user` } as const;

/** The lists of synchronized users at 1,000 and at 1,000,000 of them, and the memory of one. */
export async function directorySync(): Promise<void> {
  await pageGrowth();
  await memory();
}

async function pageGrowth(): Promise<void> {
  const agent = new Agent({ connections: 1 });
  const few = await startFake({ world: directoryWorld(FEW) });
  const many = await startFake({ world: directoryWorld(MANY) });
  const measure = (base: string, path: string, query: string, elements: number) => async () => {
    const url = `${base}/rest/ext/ad/1.0/public${path}?${query}`;
    const started = performance.now();
    for (let call = 0; call < CALLS; call += 1) await expectElements(url, elements, agent);
    return (performance.now() - started) / CALLS;
  };
  console.log(`Pages of 25 and 20 chosen users, per call, at ${FEW} and at ${MANY} synchronized users`);
  for (const [title, path] of Object.entries(lists)) {
    for (const [name, queryAt] of Object.entries(queries)) {
      const measures = {
        few: measure(few.url, path, queryAt(FEW), name === 'filtered' ? 20 : 25),
        many: measure(many.url, path, queryAt(MANY), name === 'filtered' ? 20 : 25),
      };
      const costs = await interleave(measures, 9);
      const ratio = (costs.many.median / costs.few.median).toFixed(2);
      console.log(`  ${title}, ${name}`);
      console.log(`    ${formatCosts(costs.few)} and ${formatCosts(costs.many)}, ratio ${ratio}`);
    }
  }
  await Promise.all([agent.close(), few.close(), many.close()]);
}

/** The queries that are measured, by how many users there are. */
const queries: Readonly<Record<string, (count: number) => string>> = {
  'first page': () => 'page=1',
  'middle page': (count) => `page=${Math.floor(count / 50)}`,
  'last page': (count) => `page=${count / 25}`,
  filtered: (count) => {
    const chosen = Array.from({ length: 20 }, (_, index) => usernameAt(Math.floor((count / 20) * index)));
    return `usernames=${chosen.join(',')}`;
  },
};

async function expectElements(url: string, count: number, dispatcher: Agent): Promise<void> {
  const authorization = `Basic ${Buffer.from('admin:admin').toString('base64')}`;
  const { statusCode, body } = await request(url, { headers: { authorization }, dispatcher });
  const { elements } = (await body.json()) as { elements: unknown[] };
  if (statusCode !== 200 || elements.length !== count) {
    throw new Error(`${url} answered ${statusCode} with ${elements.length} elements`);
  }
}

/** Measured in a process of its own, whose heap holds nothing else. */
async function memory(): Promise<void> {
  const script = fileURLToPath(new URL('directory-sync-memory.ts', import.meta.url));
  const flags = ['--expose-gc', '--max-old-space-size=8192', '--import', 'tsx'];
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, script]);
  const { count, account, synchronized, directory } = JSON.parse(stdout) as MemoryShares;
  console.log(`Memory of a synchronized user with 10 attributes, at ${count} of them`);
  console.log(`  what the tracker has over the connection  ${synchronized} bytes`);
  console.log(`  what the directory behind it holds        ${directory} bytes`);
  console.log(`  the tracker's own user                    ${account} bytes`);
}
