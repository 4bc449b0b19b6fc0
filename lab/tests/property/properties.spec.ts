import { spawn, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test as base } from '@playwright/test';
import fc from 'fast-check';
import { curlCommand } from '../../../contracts/curl-command.js';
import type { RepeatedRequest } from '../../../contracts/curl-command.js';
import { curl } from '../../../client/exchange.js';
import { explore } from '../../proof/properties/explore.js';
import { calls } from '../../proof/properties/sensible-request.js';
import { sampleExchange } from '../fixtures/sample-exchange.js';
import { serve } from '../wire/servers.js';

interface Arrived {
  readonly method: string;
  readonly path: string;
  readonly contentType: string | undefined;
  readonly body: string;
  readonly authorization: string | undefined;
}

interface CurlFixtures {
  readonly server: { readonly url: string; readonly arrived: Arrived[] };
  /** Runs commands in a shell, in a folder with a file `secret.txt`. */
  readonly run: (shell: string, commands: readonly string[]) => Promise<void>;
}

const test = base.extend<CurlFixtures>({
  server: async ({}, use) => {
    const arrived: Arrived[] = [];
    const server = await serve((request, response) => {
      const { method = '', url: path = '', headers } = request;
      const { 'content-type': contentType, authorization } = headers;
      void text(request).then((body) => {
        arrived.push({ method, path, contentType, body, authorization });
        // A HEAD that is sent like a GET would wait for these bytes.
        response.writeHead(200, { 'Content-Length': 2 }).end('ok');
      });
    });
    await use({ url: server.url, arrived });
    server.close();
  },
  run: async ({}, use, testInfo) => {
    // Commands are proved by running them; every machine that builds this project has curl.
    test.skip(spawnSync('curl', ['--version']).status !== 0, 'curl is not installed');
    writeFileSync(testInfo.outputPath('secret.txt'), 'a secret of the reader');
    await use(async (shell, commands) => {
      const script = testInfo.outputPath('commands.sh');
      writeFileSync(script, commands.join('\n'));
      const env = { PATH: process.env['PATH'], TRACKER_USERNAME: 'qa $x', TRACKER_PASSWORD: `it's "so"` };
      const child = spawn(shell, [script], { cwd: join(script, '..'), env, stdio: 'ignore', timeout: 60_000 });
      expect(await new Promise((resolve) => child.once('exit', resolve))).toBe(0);
    });
  },
});

/** Pieces that a shell, curl or a terminal reads more into. */
const signs = '@secret.txt \' " \\ $HOME `id` %s %b\\n \\0101 !! ; ä € 😀 * ~ && | < # -d'.split(' ');
const controls = ['\n', '\r\n', '\t', '\u001b[31m', '\0', '\u0007', '\u009b', '\u202e'];
const piece = fc.oneof(fc.constantFrom(...signs, ...controls), fc.string({ unit: 'grapheme', maxLength: 8 }));
const body = fc.oneof(
  fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join('')),
  fc.constantFrom('@secret.txt', '', '<secret.txt', '-', '\n', '\u0001\n'),
);
const parts = "a {b,c} [1-3] .. . it's %20 $HOME ?x=[a] &y={z} -X * ( ! %22".split(' ');
const path = fc.array(fc.constantFrom(...parts), { maxLength: 5 }).map((steps) => `/${steps.join('/')}`);
const request = fc.record({
  method: fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'),
  path,
  contentType: fc.option(fc.constantFrom('application/json', 'text/plain; charset="it\'s"', 'a/b'), { nil: undefined }),
  body: fc.option(body, { nil: undefined }),
});

for (const shell of ['sh', 'bash']) {
  test(`a printed command sends in ${shell} what was sent, byte for byte`, async ({ server, run }) => {
    const property = fc.asyncProperty(fc.array(request, { minLength: 20, maxLength: 20 }), async (requests) => {
      server.arrived.length = 0;
      await run(
        shell,
        requests.map((one) => curlCommand({ ...one, url: `${server.url}${one.path}` })),
      );
      expect(server.arrived).toStrictEqual(
        requests.map(({ body: sent = '', ...rest }) => ({ ...rest, body: sent, authorization: undefined })),
      );
    });
    await fc.assert(property, { numRuns: 2, endOnFailure: true });
  });
}

test('a body with an @ is sent as it stands, and the reader’s credentials are', async ({ server, run }) => {
  const exchange = sampleExchange({ method: 'POST', url: server.url, requestBody: '@secret.txt', caller: 'anonymous' });
  const head = curlCommand({ method: 'HEAD', url: `${server.url}/a` });

  await run('sh', [curl(exchange), head, curlCommand({ method: 'GET', url: server.url, login: 'basic' })]);

  expect(server.arrived).toMatchObject([
    { body: '@secret.txt', contentType: undefined },
    { method: 'HEAD', path: '/a' },
    { authorization: `Basic ${btoa(`qa $x:it's "so"`)}` },
  ]);
});

test('a file is uploaded under its name, whatever signs it has', async ({ server, run }, testInfo) => {
  const names = ['-', '-a.txt', 'a,b;type=x.txt', `it's "so".txt`, '@secret.txt', '<a>.txt'];
  for (const name of names) writeFileSync(testInfo.outputPath(name), `bytes of ${name}`);
  const request = (filename: string): RepeatedRequest => ({
    method: 'POST',
    url: server.url,
    body: { files: [{ part: 'file', filename, mimeType: 'text/plain' }] },
  });

  await run(
    'sh',
    names.map((name) => curlCommand(request(name))),
  );

  for (const [index, name] of names.entries()) {
    const sent = server.arrived[index]?.body ?? '';
    expect(sent).toContain(`bytes of ${name}`);
    expect(sent.replaceAll('%22', '"').replaceAll('\\"', '"')).toContain(`name="file"; filename="${name}"`);
    expect(sent).toContain('Content-Type: text/plain');
  }
});

/** How many requests of each kind the fake is sent; `npm run -w lab properties` sends more of both. */
const cases = [
  { kind: 'requests', requests: 2_500, seed: 2, wanted: calls },
  { kind: 'raw', requests: 600, seed: 3, wanted: [] },
] as const;

for (const { kind, requests, seed, wanted } of cases) {
  test(`random and mutated ${kind} fit the contract and change nothing when refused`, async () => {
    const explored = await explore({ kind, requests, seed });

    expect(explored.failure).toBeUndefined();
    expect(explored.requests).toBeGreaterThanOrEqual(requests);
    const blind = wanted.filter(({ name }) => !explored.succeeded.has(name)).map(({ name }) => name);
    expect(blind, 'calls of which none succeeded').toStrictEqual([]);
    expect(explored.statuses.get(400)).toBeGreaterThan(requests / 10);
  });
}
