import { writeFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { messageOf } from '../../../contracts/thrown.js';
import type { IncomingAnswer, OutgoingRequest } from '../../../client/transport.js';
import { loginsOf } from '../../../client/credentials.js';
import { Breaker } from '../../../provide/external/outage/breaker.js';
import { TestClock } from '../wire/test-clock.js';

const url = 'https://tracker.example.com/jira';
const logins = loginsOf({
  login: { username: 'qa', password: 'q' },
  sandbox: { plainUser: { username: 'pat', password: 'p' } } as Parameters<typeof loginsOf>[0]['sandbox'],
});
const [qa, pat] = logins.map(({ caller }) => caller.authorization ?? '');
const stranger = 'Basic b3RoZXI6cGFzcw==';

type Reply = Partial<Omit<IncomingAnswer, 'body'>> & { readonly body?: string };

const cutOff = new Error('socket hang up\n  and a log of the call');
const json = { 'content-type': 'application/json' };
const refused: Reply = { status: 401, headers: json };
const fine: Reply = { status: 200, headers: json, body: '{}' };

/** A tracker that answers as it is told, and a run on it; each call is of another worker. */
function runOn(reply: (request: OutgoingRequest, count: number) => Reply | Error, folder = 'notes') {
  const clock = new TestClock(Date.UTC(2026, 10, 22, 9, 30, 5));
  const [said, sent]: [string[], string[]] = [[], []];
  const transport = async (request: OutgoingRequest): Promise<IncomingAnswer> => {
    sent.push(request.url.replace(url, ''));
    const answer = reply(request, sent.length);
    await clock.sleep(10);
    if (answer instanceof Error) throw answer;
    return { status: 200, headers: {}, ...answer, body: Buffer.from(answer.body ?? '') };
  };
  const worker = () =>
    new Breaker({
      url,
      checkUrl: `${url}/myself`,
      logins,
      file: test.info().outputPath(folder, 'state'),
      ask: transport,
      waits: () => undefined,
      outage: () => undefined,
      write: (text) => said.push(text),
      clock,
    });
  const call = (path: string, Authorization = qa ?? '', by = worker()): Promise<number | string> =>
    by
      .through(transport)({ method: 'GET', url: `${url}${path}`, headers: { Authorization }, body: undefined })
      .then(({ status }) => status)
      .catch((error: unknown) => messageOf(error));
  return { worker, call, said, sent, clock };
}

function upTo(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}

test('a call without an answer says nothing of a tracker that answers a plain one, if only the last of four', async () => {
  const answering = runOn(({ url: asked }) => (asked.endsWith('/x') ? cutOff : fine));
  const stumbling = runOn((_, count) => (count === 5 ? fine : cutOff), 'other');

  for (const { worker, call, said } of [answering, stumbling]) {
    expect([await call('/x'), worker().reasonFor(), said]).toStrictEqual([cutOff.message, undefined, []]);
  }

  expect(answering.sent).toStrictEqual(['/x', 'https://tracker.example.com/']);
  expect(stumbling.clock.slept.filter((pause) => pause !== 10)).toStrictEqual([0, 500, 1_500, 3_000]);
});

test('a worker that can write no file stops calls to a tracker that gives no answer', async () => {
  const { worker, call, sent, said } = runOn(() => cutOff);
  writeFileSync(test.info().outputPath('notes'), 'no folder');
  const one = worker();

  const found = await Promise.all([call('/a', qa, one), call('/b', stranger, one)]);

  const reason = `The tracker at ${url} has not answered since 09:30:05 UTC (GET ${url}/a got no answer: socket hang up).`;
  expect([...found, await call('/c', qa, one)]).toStrictEqual([reason, reason, reason]);
  expect([sent.length, said.length]).toStrictEqual([6, 1]);
});

test('each login is tried once before the tests, and one that is refused is sent no more', async () => {
  let accepted = [qa];
  const { worker, call, said, sent } = runOn(({ headers }) =>
    accepted.includes(headers['Authorization']) ? fine : refused,
  );
  await worker().begin();

  const reason = `The tracker at ${url} has been unusable for pat since 09:30:05 UTC: pat is refused (401). Check username and password of plainUser in TRACKER_SANDBOX; if a single sign-on stands before the tracker, set TRACKER_TOKEN.`;
  expect(await Promise.all([call('/a', pat), call('/b', pat), call('/c')])).toStrictEqual([reason, reason, 200]);
  expect(sent).toStrictEqual(['/myself', '/myself', '/c']);
  expect(said).toStrictEqual([expect.stringContaining('so the tests that need this user are not run')]);

  // In UI mode the same process may run its tests again.
  accepted = [pat];
  await worker().begin();
  expect([await call('/a', stranger), sent.length]).toStrictEqual([expect.stringContaining('qa is refused (401)'), 4]);
  accepted = [qa, pat];
  await worker().begin();
  expect(await Promise.all([call('/a'), call('/b', pat)])).toStrictEqual([200, 200]);
});

test('a login that an API refuses though it is good is checked once a minute for calls of a kind', async () => {
  const { worker, call, sent, said, clock } = runOn(({ url: asked }) => (asked.includes('/denied') ? refused : fine));
  const one = worker();
  const checksAfter = async (path: string, as = qa) => {
    expect(await call(path, as, one)).toBe(401);
    return sent.filter((one) => one === '/myself').length;
  };

  for (const index of upTo(20)) expect(await checksAfter(`/denied/${index}`)).toBe(1);
  expect(await checksAfter('/denied/x/y')).toBe(2);
  await clock.sleep(60_001);
  expect(await checksAfter('/denied/21')).toBe(3);
  expect(await checksAfter('/denied/by/a/test', stranger)).toBe(3);
  expect(said).toStrictEqual([]);
});

test('a rate limit is no outage before the tests, nor for a call under test', async () => {
  const { worker, call, sent } = runOn(() => ({ status: 429 }));
  await worker().begin();
  expect([await call('/a'), sent]).toStrictEqual([429, ['/myself', '/myself', '/a']]);
});

const page = {
  headers: { 'content-type': 'text/html' },
  body: '<html><head><title>\n Back soon</title></head></html>',
};
const failed = (reason: string) => ({ ...json, 'x-seraph-loginreason': reason });
const outages: Readonly<Record<string, readonly [reply: Reply, checks: number, says: string]>> = {
  'a CAPTCHA': [
    { status: 403, headers: failed('AUTHENTICATION_DENIED') },
    1,
    `/login.jsp in a browser and solve it, or`,
  ],
  'a failed login with an answer': [{ ...fine, headers: failed('AUTHENTICATED_FAILED') }, 1, ': qa is refused (200, A'],
  'a web page': [{ ...fine, ...page }, 1, '/myself answered 200, with the web page “Back soon”, no REST API. Check'],
  'a single sign-on': [
    { status: 302, headers: { location: 'https://sso.test/in?x' } },
    1,
    'If sso.test asks for a login',
  ],
  maintenance: [{ status: 503, ...page }, 4, '/myself answered 503 with the page “Back soon”: the tracker, or a proxy'],
  'a rate limit of set-up': [
    { status: 429, tried: 'Tried 5 times' },
    4,
    '/myself answered 429 (Tried 5 times). Wait until',
  ],
};

for (const [what, [reply, checks, says]] of Object.entries(outages)) {
  test(`${what} is asked about once by a worker and ends the run of all, unless it was meant for one call`, async () => {
    const all = runOn(() => reply);
    const one = runOn((_, count) => (count === 1 ? reply : fine), 'one');
    const paths = upTo(4).map((index) => `/${index}`);

    const first = all.worker();
    const found = await Promise.all(paths.map((path) => all.call(path, qa, first)));
    expect([...found, await all.call('/5')]).toStrictEqual(upTo(5).map(() => expect.stringContaining(says)));
    expect(all.sent).toStrictEqual([...paths, ...upTo(checks).map(() => '/myself')]);
    expect(all.said).toHaveLength(1);

    expect([await one.call('/1'), await one.call('/2')]).toStrictEqual([reply.status, 200]);
    expect([one.sent, one.said]).toStrictEqual([['/1', '/myself', '/2'], []]);
  });
}
