import { expect, test } from '@playwright/test';
import type { IncomingAnswer, OutgoingRequest } from '../../../fixtures/http/transport.js';
import { OutageDetector } from '../../../fixtures/outage/outage-detector.js';
import { loginsOf } from '../../../fixtures/http/credentials.js';
import { RunNotes } from '../../../fixtures/outage/run-notes.js';
import { TestClock } from '../wire/test-clock.js';

const url = 'https://tracker.example.com/jira';
const logins = loginsOf({
  login: { username: 'qa', password: 'q' },
  sandbox: { plainUser: { username: 'pat', password: 'p' } } as Parameters<typeof loginsOf>[0]['sandbox'],
});
const [administrator, second] = logins;
const authorizations = {
  qa: administrator.caller.authorization,
  pat: second?.caller.authorization,
  other: 'Basic b3RoZXI6cGFzcw==',
};

type Reply = Partial<Omit<IncomingAnswer, 'body'>> & { readonly body?: string };

const cutOff = new Error('socket hang up\n  and a log of the call');
const json = { 'content-type': 'application/json' };
const refused: Reply = { status: 401, headers: json };
const fine: Reply = { status: 200, headers: json, body: '{}' };

/** A tracker that answers as it is told, and the detectors of several workers of one run. */
function runOn(reply: (request: OutgoingRequest, count: number) => Reply | Error, folder = 'notes') {
  const clock = new TestClock(Date.UTC(2026, 10, 22, 9, 30, 5));
  const [said, sent]: [string[], string[]] = [[], []];
  const transport = async (request: OutgoingRequest): Promise<IncomingAnswer> => {
    sent.push(`${request.method} ${request.url.slice(url.length)}`);
    const answer = reply(request, sent.length);
    await clock.sleep(10);
    if (answer instanceof Error) throw answer;
    return { status: 200, headers: {}, ...answer, body: Buffer.from(answer.body ?? '') };
  };
  const worker = () =>
    new OutageDetector({
      url,
      logins,
      notes: new RunNotes(test.info().outputPath(folder), 'abcde'),
      ask: () => transport({ method: 'GET', url: `${url}/`, headers: {}, body: undefined }),
      checkUrl: `${url}/myself`,
      send: transport,
      waits: () => undefined,
      write: (text) => said.push(text),
      clock,
    });
  const call = async (detector: OutageDetector, path: string, as: keyof typeof authorizations = 'qa') => {
    const { [as]: authorization = '' } = authorizations;
    const request = { method: 'GET', url: `${url}${path}`, headers: { Authorization: authorization }, body: undefined };
    return (await detector.send(request, transport)).status;
  };
  return { worker, call, said, sent, clock };
}

async function ends(calls: readonly Promise<number>[]): Promise<(number | string)[]> {
  const settled = await Promise.allSettled(calls);
  return settled.map((one) => (one.status === 'fulfilled' ? one.value : (one.reason as Error).message));
}

function upTo(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}

test.describe('a call without an answer', () => {
  test('says nothing of a tracker that answers a plain one, or recovers between two plain calls', async () => {
    const answering = runOn(({ url: asked }) => (asked.endsWith('/x') ? cutOff : fine));
    const stumbling = runOn((_, count) => (count === 5 ? fine : cutOff), 'other');

    for (const { worker, call, said } of [answering, stumbling]) {
      const detector = worker();
      await expect(call(detector, '/x')).rejects.toBe(cutOff);
      expect([detector.reason, said]).toEqual([undefined, []]);
    }

    expect(answering.sent).toEqual(['GET /x', 'GET /']);
    expect(stumbling.clock.slept.filter((pause) => pause !== 10)).toEqual([0, 500, 1_500, 3_000]);
  });
});

test.describe('credentials of the run', () => {
  test('that an API refuses though they are good are checked once for calls of a kind', async () => {
    const { worker, call, sent, said, clock } = runOn(({ url: asked }) => (asked.includes('/denied') ? refused : fine));
    const detector = worker();
    await call(detector, '/a');

    for (const index of upTo(20)) expect(await call(worker(), `/denied/${index}`)).toBe(401);
    expect(sent.filter((one) => one === 'GET /myself')).toHaveLength(1);

    expect(await call(detector, '/denied/x/y')).toBe(401);
    expect(sent.filter((one) => one === 'GET /myself')).toHaveLength(2);

    await clock.sleep(60_001);
    expect(await call(detector, '/denied/21')).toBe(401);
    expect(sent.filter((one) => one === 'GET /myself')).toHaveLength(3);
    expect(said).toEqual([]);
  });

  test('of the second user end the tests that need him, and no others', async () => {
    const { worker, call, said, sent } = runOn(({ headers }) =>
      headers['Authorization'] === authorizations.pat ? refused : fine,
    );
    const [first, other] = [worker(), worker()];

    const found = await ends([call(first, '/a', 'pat'), call(other, '/b', 'pat')]);

    const reason = `The tracker at ${url} has been unusable for pat since 09:30:05 UTC: pat is refused (401). Check username and password of plainUser in TRACKER_SANDBOX; if a single sign-on stands before the tracker, set TRACKER_TOKEN.`;
    expect(found).toEqual([reason, reason]);
    expect(sent).toEqual(['GET /a', 'GET /myself']);
    expect(said[0]).toContain('so the tests that need this user are not run');
    expect(first.reason).toBeUndefined();
    expect(first.reasonFor(authorizations.pat)).toBe(reason);
    expect(await call(other, '/c')).toBe(200);
  });

  test('are not those of a test that expects a refusal, or one for the rate', async () => {
    const others = runOn(() => refused);
    const limited = runOn(() => ({ status: 429 }), 'limited');

    expect(await ends(upTo(3).map(() => others.call(others.worker(), '/a', 'other')))).toEqual([401, 401, 401]);
    expect(await limited.call(limited.worker(), '/a')).toBe(429);

    expect([others.sent.length, limited.sent.length]).toEqual([3, 1]);
  });
});

const page = (title: string) => ({
  headers: { 'content-type': 'text/html' },
  body: `<html><head><title>\n ${title}</title></head></html>`,
});
const captcha = {
  'x-seraph-loginreason': 'AUTHENTICATION_DENIED',
  'x-authentication-denied-reason': `CAPTCHA_CHALLENGE; login-url=${url}/login.jsp`,
};

const outages: Readonly<Record<string, readonly [reply: Reply, calls: number, says: string]>> = {
  'a CAPTCHA': [
    { status: 403, headers: captcha },
    2,
    `qa is refused (403, AUTHENTICATION_DENIED): after too many wrong passwords the tracker asks for a CAPTCHA. Log in once at ${url}/login.jsp in a browser and solve it, or have an administrator reset the failed logins.`,
  ],
  'a failed login that is answered all the same': [
    { ...fine, headers: { ...json, 'x-seraph-loginreason': 'AUTHENTICATED_FAILED' } },
    2,
    'qa is refused (200, AUTHENTICATED_FAILED). Check TRACKER_USERNAME and TRACKER_PASSWORD;',
  ],
  'a login page': [
    { status: 200, ...page('Log in - House tracker') },
    2,
    `GET ${url}/myself answered 200, with the web page “Log in - House tracker”, no REST API. Check TRACKER_URL, its context path included, and whether a login page or a maintenance page stands before the tracker.`,
  ],
  'a single sign-on': [
    { status: 302, headers: { location: 'https://sso.example.com/login?SAMLRequest=x' } },
    2,
    `GET ${url}/myself answered 302, a redirect to https://sso.example.com/login. If sso.example.com asks for a login (single sign-on), set TRACKER_TOKEN; else name in TRACKER_URL where the tracker is.`,
  ],
  maintenance: [
    { status: 503, ...page('Back soon') },
    5,
    `GET ${url}/myself answered 503 with the page “Back soon”: the tracker, or a proxy before it, is not well. Wait until it is up.`,
  ],
  'too many requests, which set-up gave up on': [
    { status: 429, headers: json, tried: 'Tried 5 times' },
    5,
    `GET ${url}/myself answered 429. Wait until the tracker takes requests again, and set TRACKER_RATE.`,
  ],
};

for (const [what, [reply, calls, says]] of Object.entries(outages)) {
  test(`${what} ends the run with one message, and is asked no more, unless it was meant for one call`, async () => {
    const all = runOn(() => reply);
    const one = runOn((_, count) => (count === 1 ? reply : fine), 'one');

    const found = await ends(upTo(4).map((index) => all.call(all.worker(), `/${index}`)));
    expect(all.sent).toEqual(['GET /1', ...upTo(calls - 1).map(() => 'GET /myself')]);
    expect(found).toEqual(upTo(4).map(() => expect.stringContaining(says)));
    expect(all.said).toHaveLength(1);

    expect(await ends(upTo(3).map((index) => one.call(one.worker(), `/${index}`)))).toEqual([reply.status, 200, 200]);
    expect(one.sent).toHaveLength(4);
    expect(one.said).toEqual([]);
  });
}
