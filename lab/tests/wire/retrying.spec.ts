import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import { endpoints } from '../../../contracts/index.js';
import type { Issue } from '../../../contracts/index.js';
import { defaultBasePaths } from '../../../contracts/endpoints/endpoint.js';
import { anonymous } from '../../../client/credentials.js';
import { RateLimiter } from '../../../client/rate-limiter.js';
import { retrying } from '../../../client/retrying.js';
import { createSetupClient } from '../../../client/setup-client.js';
import type { Transport, Retry } from '../../../client/transport.js';
import { undiciTransport } from '../../../client/undici-transport.js';
import { IssueSearch } from '../../../fixtures/issue-search.js';
import type { Tracker } from '../../../fixtures/index.js';
import { failureOf } from '../fixtures/sample-exchange.js';
import { serve, requestTo } from './servers.js';
import { TestClock } from './test-clock.js';

const url = 'http://tracker.test/jira';

type Step = number | { readonly status: number; readonly headers: Record<string, string> } | { readonly code: string };

/** A set-up transport to a tracker that answers in turn as told, and then with 200. */
function retryingThrough(...steps: readonly Step[]) {
  const [sent, retries, waits, clock]: [string[], Retry[], number[], TestClock] = [[], [], [], new TestClock()];
  const tracker: Transport = ({ method }) => {
    const step = steps[sent.push(method) - 1] ?? 200;
    if (typeof step === 'object' && 'code' in step) {
      return Promise.reject(Object.assign(new Error(`read ${step.code}`), { code: step.code }));
    }
    const { status, headers } = typeof step === 'number' ? { status: step, headers: {} } : step;
    return Promise.resolve({ status, headers, body: Buffer.from('{}') });
  };
  const watch = {
    waits: (milliseconds: number) => void waits.push(milliseconds),
    retries: (retry: Retry) => void retries.push(retry),
  };
  return { send: retrying(tracker, watch, clock), sent, retries, waits, clock };
}

const busy = (after: string, headers = {}) => ({ status: 429, headers: { 'retry-after': after, ...headers } });

const errors = ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET', 'ECONNREFUSED', 'ETIMEDOUT'].map((code) => ({ code }));
const resets = errors.slice(0, 3);

const calls = [
  { what: 'a GET', parts: {}, again: [429, 503, ...resets] },
  { what: 'a POST that only reads', parts: { method: 'POST', reads: true }, again: [429, 503, ...resets] },
  { what: 'a POST', parts: { method: 'POST' }, again: [429] },
  { what: 'a PUT', parts: { method: 'PUT' }, again: [429] },
  { what: 'a DELETE', parts: { method: 'DELETE' }, again: [429] },
];

test('a set-up call is sent again after some answers and errors, by its method, and after nothing else', async () => {
  for (const { what, parts, again } of calls) {
    const repeated: Step[] = [];
    for (const step of [429, 503, 400, 404, 500, 502, 504, ...errors] as Step[]) {
      const { send, sent } = retryingThrough(step);
      await send({ ...requestTo(url), ...parts }).catch(() => undefined);
      repeated.push(...(sent.length === 2 ? [step] : []));
    }

    expect.soft(repeated, what).toStrictEqual(again);
  }
});

test('a set-up call waits as long as Retry-After says, and as without one if that is no time to come', async () => {
  const at = (seconds: number) => new Date(Date.UTC(2026, 10, 21, 12, 0, seconds)).toUTCString();

  for (const [title, steps, slept] of [
    ['the seconds that Retry-After names', [busy('7')], [7_000]],
    ['until the date that Retry-After names, by the clock of the tracker', [busy(at(9), { date: at(4) })], [5_000]],
    [
      'until that date by its own clock if the tracker tells no time',
      [busy(new Date(1_003_000).toUTCString())],
      [3_000],
    ],
    ['longer each time if it names none', [busy('0'), busy('-5'), busy('0.0')], [500, 1_000, 2_000]],
    [
      'longer each time if it says nothing that can be read',
      [busy('soon'), busy('7 minutes'), busy('')],
      [500, 1_000, 2_000],
    ],
    ['longer each time if the date has passed', [busy(at(4), { date: at(9) }), busy('-1')], [500, 1_000]],
    ['not at all if it names more than a minute', [busy('9'.repeat(400))], []],
  ] as const) {
    const { send, clock } = retryingThrough(...steps);

    await send(requestTo(url));

    expect.soft(clock.slept, title).toStrictEqual(slept);
  }
});

test.describe('a set-up call gives up', () => {
  test('after five tries', async () => {
    const { send, sent } = retryingThrough(503, 503, 503, 503, 429);

    const answer = await send(requestTo(url));

    expect([answer.status, sent.length]).toStrictEqual([429, 5]);
    expect(answer.tried).toBe(
      'Tried 5 times: answered 503, answered 503, answered 503, answered 503, answered 429; it is tried 5 times at most',
    );
  });

  test('with a SetupError that says how often it was tried, and what to set', async () => {
    const { send } = retryingThrough(busy('1'), busy('90'));
    const setup = { baseUrl: url, basePaths: defaultBasePaths, transport: send, caller: anonymous };

    expect((await failureOf(() => createSetupClient(endpoints, setup).getMyself())).slice(0, 4)).toStrictEqual([
      `Set-up failed: GET ${url}/rest/api/2/myself as anonymous answered 429:`,
      '  - the call was refused with 429',
      'Tried 2 times: answered 429, answered 429; the next try would be after 90.0 s, and it waits 60.0 s in all at most',
      expect.stringMatching(/^The tracker limits how many requests it takes, .* Set TRACKER_RATE /),
    ]);
  });
});

test('a connection that a server resets, one that it closes and one that breaks off in a body are resets', async () => {
  let requests = 0;
  const server = await serve(({ socket }, answer) => {
    requests += 1;
    if (requests === 1) return void socket.resetAndDestroy();
    if (requests === 2) return void socket.end();
    if (requests === 3) {
      answer.writeHead(200, { 'content-length': 100 }).write('half');
      return void setImmediate(() => socket.resetAndDestroy());
    }
    answer.end('whole');
  });
  const watch = { waits: () => undefined, retries: () => undefined };
  const send = retrying(undiciTransport(10_000), watch, new TestClock());

  expect((await send(requestTo(`http://127.0.0.1:${server.port}/`))).body.toString()).toBe('whole');
  expect(requests).toBe(4);
  server.close();
});

/** Has each of some processes send so many requests at once. @returns who sent at what time, in order */
async function sendAll(folder: string, rate: number, clock: TestClock, counts: Readonly<Record<string, number>>) {
  const sent: { readonly who: string; readonly at: number }[] = [];
  const all = Object.entries(counts).flatMap(([who, count]) => {
    const rateLimiter = new RateLimiter(folder, rate, clock);
    return Array.from({ length: count }, async () => {
      await rateLimiter.next(() => undefined);
      sent.push({ who, at: clock.now() });
    });
  });
  await Promise.all(all);
  return sent;
}

test('no more requests are sent in a second than the rate says', async ({}, testInfo) => {
  const sent = await sendAll(testInfo.outputPath('rateLimiter'), 5, new TestClock(1_000_000), { a: 23 });

  const seconds = [1_000, 1_001, 1_002, 1_003, 1_004];
  const inSecond = (second: number) => sent.filter(({ at }) => Math.floor(at / 1_000) === second).length;
  expect(seconds.map(inSecond)).toStrictEqual([5, 5, 5, 5, 3]);
  expect(sent.slice(0, 6).map(({ at }) => at - 1_000_000)).toStrictEqual([0, 200, 400, 600, 800, 1_000]);
});

test('processes take no slot twice', async ({}, testInfo) => {
  const folder = testInfo.outputPath('rateLimiter');
  const source = `
    import { RateLimiter } from ${JSON.stringify(import.meta.resolve('../../../client/rate-limiter.ts'))};
    const clock = { now: () => 1_000_000, sleep: async () => {} };
    const rateLimiter = new RateLimiter(${JSON.stringify(folder)}, 1, clock);
    const own = [];
    for (let sent = 0; sent < 100; sent += 1) {
      let wait = 0;
      await rateLimiter.next((milliseconds) => { wait = milliseconds; });
      own.push(wait);
    }
    console.log(JSON.stringify(own));
  `;
  const args = ['--import', import.meta.resolve('tsx'), '--input-type=module', '--eval', source];
  const run = async () => (await promisify(execFile)(process.execPath, args)).stdout;

  const taken = (await Promise.all([run(), run()])).map((line) => JSON.parse(line) as number[]);

  expect(taken.map((own) => own.length)).toStrictEqual([100, 100]);
  expect(new Set(taken.flat())).toHaveProperty('size', 200);
});

interface Query {
  readonly jql: string;
  readonly startAt: number;
  readonly maxResults: number;
}

const issue = (key: string) => ({ key }) as Issue;

/** A search on a tracker that indexes each of these keys after so many milliseconds. */
function searchWith(indexedAfter: Readonly<Record<string, number>>, known: readonly Issue[] = []) {
  const clock = new TestClock();
  const [begun, queries]: [number, Query[]] = [clock.now(), []];
  const searchIssues = ({ query }: { query: Query }) => {
    queries.push(query);
    const indexed = Object.keys(indexedAfter).filter((key) => begun + (indexedAfter[key] ?? 0) <= clock.now());
    const all = [...known, ...indexed.map(issue)];
    const issues = all.slice(query.startAt, query.startAt + query.maxResults);
    return Promise.resolve({ issues, total: all.length });
  };
  const tracker = { setup: { searchIssues } } as unknown as Tracker;
  return { search: new IssueSearch(tracker, clock), clock, queries };
}

test('issues that are indexed late are searched for until all are found, in the order of the search', async () => {
  const { search, clock } = searchWith({ 'QA-1': 0, 'QA-2': 650, 'QA-3': 250 });

  const found = await search.untilFound('project = QA', [{ key: 'QA-3' }, { key: 'QA-2' }]);

  expect(found.map(({ key }) => key)).toStrictEqual(['QA-2', 'QA-3']);
  expect(clock.slept).toStrictEqual([100, 200, 400]);
});

test('what is not found in time is named, beside what is', async () => {
  const { search, clock } = searchWith({ 'QA-1': 0, 'QA-2': 30_000 });
  const begun = clock.now();

  const message = await search
    .untilFound('project = QA', [{ key: 'QA-1' }, { key: 'QA-2' }, { key: 'QA-3' }])
    .then(() => 'found', String);

  expect(message.split('\n').slice(0, 3)).toStrictEqual([
    'NotFoundYetError: After 20 s a search still does not find QA-2, QA-3.',
    'JQL: project = QA',
    'It finds QA-1.',
  ]);
  expect(message).toContain('A tracker indexes new issues late: give it longer with `timeout`');
  expect(clock.now() - begun).toBeGreaterThan(18_000);
  expect(clock.now() - begun).toBeLessThanOrEqual(20_000);
});
