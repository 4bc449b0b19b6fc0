import { Readable } from 'node:stream';
import { expect, test } from '@playwright/test';
import { Agent, request } from 'undici';
import type { Dispatcher } from 'undici';
import { startFake } from '../../../fake/index.js';
import type { FaultInput } from '../../../fake/index.js';
import { start } from '../cli/command.js';
import { basic } from './fake-test.js';

// Processes start slowly on a machine that is busy.
test.describe.configure({ timeout: 90_000 });

const CONNECTIONS = 60;

interface Asker {
  /** How often it was answered, whole. */
  answers: number;
}

/** Asks for a user again and again over one connection until it is refused. */
async function keepAsking(url: string, asker: Asker): Promise<string> {
  const connection = new Agent({ connections: 1, pipelining: 1 });
  for (;;) {
    let response: Dispatcher.ResponseData;
    try {
      response = await request(`${url}/rest/api/2/user?username=tess`, {
        headers: { authorization: basic('tess') },
        dispatcher: connection,
      });
    } catch (error) {
      await connection.close();
      return String((error as NodeJS.ErrnoException).code);
    }
    // Half an answer is an error of its own, which fails the test.
    expect(await response.body.json()).toMatchObject({ name: 'tess' });
    expect(response.statusCode).toBe(200);
    asker.answers += 1;
  }
}

interface Load {
  readonly title: string;
  readonly faults: readonly [FaultInput];
  /** How many answers each connection has had when the fake is told to end. One more answer is in progress then. */
  readonly answered: number;
}

const loads: readonly Load[] = [
  { title: 'that come at once', faults: [{ kind: 'latency', milliseconds: 0 }], answered: 1 },
  {
    title: 'that wait before the request is handled',
    faults: [{ kind: 'latency', milliseconds: 60_000 }],
    answered: 0,
  },
  {
    title: 'that wait after it was',
    faults: [{ kind: 'latency', milliseconds: 60_000, moment: 'after' }],
    answered: 0,
  },
  { title: 'of which a part was sent', faults: [{ kind: 'slow-body', pieces: 4, pause: 60_000 }], answered: 0 },
];

for (const { title, faults, answered } of loads) {
  test(`SIGTERM under load finishes answers ${title}, takes no more, and ends with 0`, async ({}, testInfo) => {
    const args = ['fake', '--port', '0', '--faults', JSON.stringify(faults)];
    const running = start(testInfo.outputPath('cwd'), args);
    const url = / is served at (\S+)\n/.exec(await running.until('Stop it with Ctrl+C.\n'))?.[1] ?? '';
    const askers = Array.from({ length: CONNECTIONS }, (): Asker => ({ answers: 0 }));
    const asking = askers.map((asker) => keepAsking(url, asker));
    await expect.poll(() => struck(url)).toBeGreaterThanOrEqual(CONNECTIONS);
    await expect.poll(() => Math.min(...askers.map(({ answers }) => answers))).toBeGreaterThanOrEqual(answered);

    running.kill('SIGTERM');
    const refusals = new Set(await Promise.all(asking));
    const ending = await running.ended;

    expect(ending).toMatchObject({ code: 0, stderr: '' });
    expect(ending.stdout).toMatch(/Stopped\.\n$/);
    expect(askers.filter(({ answers }) => answers === 0)).toEqual([]);
    expect(await keepAsking(url, { answers: 0 })).toBe('ECONNREFUSED');
    // A client that is stalled may send on a connection just when it is closed.
    for (const refusal of refusals) expect(['ECONNREFUSED', 'ECONNRESET', 'UND_ERR_SOCKET']).toContain(refusal);
  });
}

/** How many requests the first fault of the fake struck. */
async function struck(url: string): Promise<number> {
  const { body } = await request(`${url}/control/tenants/main/faults`);
  const [fault] = (await body.json()) as { struck: number }[];
  return fault?.struck ?? 0;
}

test('closing twice is closing once, and a request that never ends does not keep it open', async () => {
  const fake = await startFake();
  const never = request(`${fake.url}/rest/api/2/issue`, {
    method: 'POST',
    headers: { authorization: basic('tess'), 'content-length': '10', 'content-type': 'application/json' },
    body: new Readable({ read: () => undefined }),
  }).catch((error: unknown) => (error as NodeJS.ErrnoException).code);
  await expect.poll(async () => (await request(`${fake.url}/control/tenants`)).statusCode).toBe(200);

  await Promise.all([fake.close(), fake.close()]);

  expect(await never).toBe('UND_ERR_SOCKET');
});
