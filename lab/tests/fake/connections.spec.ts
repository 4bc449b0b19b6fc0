import { expect } from '@playwright/test';
import { Agent, Client, request } from 'undici';
import type { Dispatcher } from 'undici';
import type { Fake } from '../../../fake/index.js';
import { start } from '../cli/command.js';
import { basic, sender, startTest, TEMPLATES, exchange, requestText } from './fake-test.js';

const MYSELF = '/rest/api/2/myself';
const close = 'Connection: close';

const test = startTest.extend<{ own: Fake }>({
  own: async ({ start }, use) => use((await start()).fake),
});

const get = (url: string, path = MYSELF, ...headers: readonly string[]) => requestText(url, `GET ${path}`, headers);
const post = (url: string, headers: readonly string[], body = '') =>
  requestText(url, `POST ${MYSELF}`, [close, ...headers], body);

const rude: Readonly<Record<string, (url: string) => readonly [text: string, answer: RegExp]>> = {
  'a URL in place of a path': (url) => [
    get(url, MYSELF, close).replace(MYSELF, `http://proxied.example${MYSELF}`),
    / 200 .*"admin"/s,
  ],
  'headers of 20 KB': (url) => [get(url, MYSELF, close, `X: ${'x'.repeat(20_000)}`), / 431 /],
  'a length and chunks': (url) => [post(url, ['Content-Length: 2', 'Transfer-Encoding: chunked'], '{}'), / 400 /],
  'no HTTP at all': () => ['hello\r\n\r\n', / 400 /],
};

test('rude requests are answered, and the next client is answered too', async ({ own }) => {
  for (const [what, rudely] of Object.entries(rude)) {
    const [sent, answer] = rudely(own.url);

    const { text } = await exchange(own.url, sent);

    expect.soft(text.match(/HTTP\/1\.1 /g), what).toHaveLength(1);
    expect.soft(text, what).toMatch(answer);
    expect((await sender(own.url)('GET', MYSELF)).status).toBe(200);
  }
});

test('a refusal leaves the connection to the next call of the client', async ({ own }) => {
  const client = new Client(own.url);
  const headers = { authorization: basic('admin'), 'content-type': 'application/json' };
  for (const { path, body, status } of [
    { path: `${TEMPLATES}/template/7`, body: '{"defaults": 1}', status: 400 },
    { path: '/rest/api/2/nothing', body: '{"defaults": []}', status: 404 },
    { path: '/rest/api/2/nothing', body: 'x'.repeat(300_000), status: 404 },
  ]) {
    const refusal = await client.request({ method: 'POST', headers, path, body });
    await refusal.body.text();
    const next = await client.request({ method: 'GET', headers, path: MYSELF });

    expect([refusal.statusCode, next.statusCode]).toStrictEqual([status, 200]);
    expect(await next.body.json()).toMatchObject({ name: 'admin' });
  }
  await client.close();
});

test.describe('SIGTERM under load', () => {
  const CONNECTIONS = 60;

  /** Asks for a user again and again over one connection until it is refused. @returns how often it was answered */
  async function keepAsking(url: string, answered: { count: number }): Promise<string> {
    const dispatcher = new Agent({ connections: 1, pipelining: 1 });
    const headers = { authorization: basic('tess') };
    for (;;) {
      let response: Dispatcher.ResponseData;
      try {
        response = await request(`${url}/rest/api/2/user?username=tess`, { headers, dispatcher });
      } catch (error) {
        await dispatcher.close();
        return String((error as NodeJS.ErrnoException).code);
      }
      // Half an answer is an error of its own, which fails the test.
      expect([response.statusCode, await response.body.json()]).toMatchObject([200, { name: 'tess' }]);
      answered.count += 1;
    }
  }

  async function struck(url: string): Promise<number> {
    const { body } = await request(`${url}/control/tenants/main/faults`);
    const [fault] = (await body.json()) as { struck: number }[];
    return fault?.struck ?? 0;
  }

  test('finishes answers of which a part was sent, takes no more, and ends with 0', async ({}, testInfo) => {
    const args = ['fake', '--port', '0', '--faults', JSON.stringify([{ kind: 'slow-body', pieces: 4, pause: 60_000 }])];
    const running = start(testInfo.outputPath('cwd'), args);
    const url = / is served at (\S+)\n/.exec(await running.until('Stop it with Ctrl+C.\n'))?.[1] ?? '';
    const counts = Array.from({ length: CONNECTIONS }, () => ({ count: 0 }));
    const asking = counts.map((answered) => keepAsking(url, answered));
    await expect.poll(() => struck(url)).toBeGreaterThanOrEqual(CONNECTIONS);

    running.child.kill('SIGTERM');
    const refusals = new Set(await Promise.all(asking));
    const ending = await running.ended;

    expect(ending).toMatchObject({ code: 0, stderr: '', stdout: expect.stringMatching(/Stopped\.\n$/) });
    expect(counts.filter(({ count }) => count === 0)).toStrictEqual([]);
    expect(await keepAsking(url, { count: 0 })).toBe('ECONNREFUSED');
    // A client that is stalled may send on a connection just when it is closed.
    for (const refusal of refusals) expect(['ECONNREFUSED', 'ECONNRESET', 'UND_ERR_SOCKET']).toContain(refusal);
  });
});
