import { expect } from '@playwright/test';
import { Agent, Client, request as send } from 'undici';
import type { Dispatcher } from 'undici';
import { Journal } from '../../../fake/tenants/journal.js';
import { start as startCommand } from '../cli/command.js';
import { basic, exchange, requestText, TEMPLATES, test } from './fake-test.js';
import type { Sent } from './fake-test.js';

const MYSELF = '/rest/api/2/myself';

interface Request {
  readonly sent?: Sent;
  readonly status?: number;
  readonly told?: RegExp | object;
}

const ofRequestType = { json: { defaults: [{ projectId: 11100, requestTypeIds: [39] }] } };
const both = [{ id: 130 }, { id: 131 }];
const forbidden = /^The body is no JSON: Object contains forbidden prototype property$/;
const nothing = { defaults: [] };
const large = `"${'x'.repeat(17 * 1024 * 1024)}"`;
const gzip = { text: '{}', headers: { 'content-encoding': 'gzip' } };
const demo = { defaults: [{ projectKey: 'DEMO', issueTypeIds: [10001] }] };
const charset = { json: demo, contentType: 'Application/JSON; charset="utf-8"' };
const removed = { removed: 1, defaults: [{ id: 131 }] };
const served = /^PUT is not served at .*\/template\/7; GET, HEAD, POST, DELETE are\.$/;

const refused = (what: string, sent: Sent, status: number, told: RegExp | object) =>
  [what, 'POST /template/7', { sent, status, told }] as const;

const noObject = {
  errorMessages: ["The body can't be used."],
  errors: { 'defaults.0.projectId': 'Invalid input: expected number, received string' },
};

const requests: readonly (readonly [what: string, call: string, request: Request])[] = [
  refused('broken JSON', { text: '{"defaults": [' }, 400, /^The body is no JSON: /),
  ...[
    '{"defaults": [{"__proto__": {"projectId": 11101}}]}',
    '{"constructor": {"prototype": {"x": 1}}, "defaults": []}',
    '{"defaults": [{"__pr\\u006fto__": {"projectId": 11101}}]}',
  ].map((text) => refused(`a prototype in ${text}`, { text }, 400, forbidden)),
  refused('no body', { contentType: 'application/json' }, 400, /^The call needs a body, and none was sent\.$/),
  refused('no content type', { json: nothing, contentType: null }, 415, /application\/json; none was sent\.$/),
  refused('JSON as text', { json: nothing, contentType: 'text/plain' }, 415, /; text\/plain was sent\.$/),
  refused('a compressed body', gzip, 415, /the content encoding gzip/),
  refused('a field that does not fit', { json: { defaults: [{ projectId: 'x' }] } }, 400, noObject),
  refused('a body over 16 MB', { text: large }, 413, /larger than 16777216 bytes\.$/),
  ['a content type with a charset', 'POST /template/7', { sent: charset }],
  ['a GET with a body', 'GET /template/1472', { sent: ofRequestType, told: [{ id: 131 }] }],
  ['a DELETE with a body', 'DELETE /template/1472', { sent: ofRequestType, told: removed }],
  ...['{}', ''].map((text) => {
    const sent = { text, contentType: 'application/json' };
    return [`a GET with '${text}' that says it is JSON`, 'GET /project/HELP', { sent, told: both }] as const;
  }),
  ['an unknown path', 'GET /nothing?x=1', { status: 404, told: /^Nothing is served at .*\/nothing\.$/ }],
  ['a method the path does not have', 'PUT /template/7', { status: 405, told: served }],
  ...['/template/%E0%A4%A', '/project/%zz'].map(
    (path) => [`broken percent-encoding in ${path}`, `GET ${path}`, { status: 400, told: { errors: {} } }] as const,
  ),
  ['percent-encoding', 'GET /project/%48ELP', { told: both }],
  ['percent-encoding, which is decoded once', 'GET /project/%2548ELP', { status: 404, told: /id or key '%48ELP'\.$/ }],
];

test('a request is answered, or refused with the reason', async ({ open }) => {
  for (const [what, call, { sent, status = 200, told = {} }] of requests) {
    const [method = '', path = ''] = call.split(' ');

    const reply = await open().templates(method, path, sent);

    expect.soft(reply, what).toMatchObject({
      status,
      body: bodyOf(told),
      headers: { 'content-type': 'application/json;charset=UTF-8' },
    });
  }
});

function bodyOf(told: RegExp | object): object {
  return told instanceof RegExp ? { errorMessages: [expect.stringMatching(told)] } : told;
}

const browser = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' };
const elsewhere = { origin: 'https://elsewhere.example.com' };
const noCheck = { 'x-atlassian-token': 'no-check' };

const edits = [
  ['of another origin', { ...browser, ...elsewhere }, 403],
  ['of another origin with no-check', { ...browser, ...elsewhere, ...noCheck }, 403],
  ['from a link elsewhere', { ...browser, referer: 'https://elsewhere.example.com/page' }, 403],
  ['of no origin, such as a file', { ...browser, origin: 'null' }, 403],
  ['that says nothing of its origin', browser, 403],
  ['that says nothing of its origin with no-check', { ...browser, ...noCheck }, 403],
  ['of a page of the tracker', { ...browser, origin: '{origin}' }, 204],
  ['from a link of the tracker', { ...browser, referer: '{origin}/browse/DEMO-1' }, 204],
  ['of a program, whatever its origin', elsewhere, 204],
] as const;

test('a browser changes nothing by a request of another origin', async ({ open }) => {
  const json = { fields: { summary: 'Forged' } };
  for (const [title, sent, status] of edits) {
    const { call, url } = open();
    const headers = Object.entries(sent).map(
      ([name, value]) => [name, value.replace('{origin}', new URL(url).origin)] as const,
    );
    const reply = await call('PUT', '/rest/api/2/issue/DEMO-1', { json, headers: Object.fromEntries(headers) });

    expect
      .soft([reply.status, reply.body], title)
      .toStrictEqual([status, status === 204 ? undefined : 'XSRF check failed']);
  }
});

test('an override that throws is answered with 500, whatever it throws, and the fake serves on', async ({ start }) => {
  for (const thrown of [new Error('rows are missing'), 'rows are missing', undefined]) {
    const getServerInfo = () => {
      // oxlint-disable-next-line typescript/only-throw-error -- what is no error is thrown on purpose
      throw thrown;
    };
    const { call } = await start({
      override: (implementation) => ({ ...implementation, handlers: { ...implementation.handlers, getServerInfo } }),
    });
    const body = { errorMessages: [expect.stringMatching(/^The fake failed: ./)], errors: {} };
    for (const path of ['/rest/api/2/serverInfo', '/rest/api/2/serverInfo?again']) {
      expect(await call('GET', path)).toMatchObject({ status: 500, body });
    }
  }
});

const many = (count: number, text: (index: number) => string) =>
  Array.from({ length: count }, (_, at) => text(at)).join();
const conditions = many(51, () => 'key = DEMO-1').replaceAll(',', ' OR ');
const searchFor = (jql: string) => JSON.stringify({ jql });

/** Requests with more than a limit, each with what the refusal says. */
const beyond: readonly (readonly [told: string, call: string, text?: string])[] = [
  ...['POST /rest/api/2/issue', 'POST /control/tenants'].flatMap((call) =>
    (
      [
        ['at most 100 lists and objects in each other', '['.repeat(8_000_000)],
        ['at most 20000 keys and items', `{${many(500_000, (index) => `"${index}":1`)}}`],
        ['A name in the body has at most 255 characters', `{"${'x'.repeat(256)}"  \n : 1}`],
        [
          'A text in the body has at most 1000000 characters',
          `{"kind": "malformed", "x": "${'x'.repeat(15_000_000)}"}`,
        ],
      ] as const
    ).map(([told, text]) => [told, call, text] as const),
  ),
  [
    'at most 255 characters',
    'POST /control/tenants/main/faults',
    `{"kind":"malformed","endpoint":"${'x'.repeat(900_000)}"}`,
  ],
  ['at most 5 wildcards', 'POST /control/tenants/main/faults', `{"kind":"malformed","path":"/${'**a'.repeat(6)}"}`],
  ['at most 255 characters', 'POST /control/tenants', `{"name":"${'x'.repeat(900_000)}"}`],
  ['A step of the path has at most 2500', `GET /rest/api/2/issue/${'x'.repeat(2_501)}`],
  ['The path has at most 5000', `GET ${'/x'.repeat(2_501)}`],
  ['at most 20000 characters', 'POST /rest/api/2/search', searchFor('x'.repeat(20_001))],
  ['at most 50 conditions', 'POST /rest/api/2/search', searchFor(conditions)],
  ['at most 100 conditions in each other', 'POST /rest/api/2/search', searchFor(`${'('.repeat(10_000)}key = DEMO-1`)],
  ['at most 1000 values', 'POST /rest/api/2/search', searchFor(`key in (${many(1_001, (index) => `A-${index}`)})`)],
];

test('a request with more than a limit is refused with the limit, and at once', async ({ start }) => {
  const { call: send } = await start();
  for (const [told, call, text = ''] of beyond) {
    const [method = '', path = ''] = call.split(' ');
    const started = performance.now();
    const reply = await send(method, path, { text });

    expect.soft(reply, `${call}: ${told}`).toMatchObject({
      status: 400,
      body: { errorMessages: [expect.stringContaining(told)] },
    });
    expect.soft(performance.now() - started, `${call}: ${told}`).toBeLessThan(5_000);
  }
});

test('the journal keeps the last thousand requests as they were written, and counts on after it is cleared', () => {
  const journal = new Journal();
  const entry = { at: 0, method: 'GET', endpoint: null, refused: null, caller: null, contentType: null, status: 200 };
  const made = Array.from({ length: 3_000 }, (_, index) => ({
    ...{ ...entry, url: `/${index}`, duration: index, faults: [] },
    ...{ requestBody: '☃'.repeat(index), responseBody: `{"a":${index}}` },
  }));

  for (const each of made.slice(0, 700)) journal.record(each);
  journal.clear();
  for (const each of made.slice(700)) journal.record(each);

  const kept = made.slice(-1_000).map((each, index) => ({ id: 2_001 + index, ...each }));
  expect(journal.entries()).toStrictEqual(kept);
  expect(journal.entries(2_998)).toStrictEqual(kept.slice(-2));
  expect([2_000, 2_001, 3_000, 3_001, 2_500.5].map((id) => journal.find(id)?.id)).toStrictEqual([
    ...[undefined, 2_001, 3_000, undefined, undefined],
  ]);
});

test('rude requests are answered, and the next client is answered too', async ({ start }) => {
  const { fake, call } = await start();
  const ask = (method: string, ...headers: readonly string[]) =>
    requestText(fake.url, `${method} ${MYSELF}`, ['Connection: close', ...headers]);

  for (const [what, sent, answer] of [
    ['a URL in place of a path', ask('GET').replace(MYSELF, `http://proxied.example${MYSELF}`), / 200 .*"admin"/s],
    ['headers of 20 KB', ask('GET', `X: ${'x'.repeat(20_000)}`), / 431 /],
    ['a length and chunks', `${ask('POST', 'Content-Length: 2', 'Transfer-Encoding: chunked')}{}`, / 400 /],
    ['no HTTP at all', 'hello\r\n\r\n', / 400 /],
  ] as const) {
    const { text } = await exchange(fake.url, sent);

    expect.soft(text.match(/HTTP\/1\.1 /g), what).toHaveLength(1);
    expect.soft(text, what).toMatch(answer);
    expect((await call('GET', MYSELF)).status).toBe(200);
  }
});

test('a refusal leaves the connection to the next call of the client', async ({ start }) => {
  const client = new Client((await start()).fake.url);
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

const CONNECTIONS = 60;

/** Asks for a user again and again over one connection until it is refused. @returns how often it was answered */
async function keepAsking(url: string, answered: { count: number }): Promise<string> {
  const dispatcher = new Agent({ connections: 1, pipelining: 1 });
  const headers = { authorization: basic('tess') };
  for (;;) {
    let response: Dispatcher.ResponseData;
    try {
      response = await send(`${url}/rest/api/2/user?username=tess`, { headers, dispatcher });
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
  const { body } = await send(`${url}/control/tenants/main/faults`);
  const [fault] = (await body.json()) as { struck: number }[];
  return fault?.struck ?? 0;
}

test('SIGTERM under load: the fake finishes answers of which a part was sent, takes no more, and ends with 0', async ({}, testInfo) => {
  const args = ['fake', '--port', '0', '--faults', JSON.stringify([{ kind: 'slow-body', pieces: 4, pause: 60_000 }])];
  const running = startCommand(testInfo.outputPath('cwd'), args);
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
