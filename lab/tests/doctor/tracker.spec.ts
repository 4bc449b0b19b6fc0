import { expect } from '@playwright/test';
import { answer, isFor, serverInfo, test } from './doctor-test.js';

const HOUR = 3_600_000;

for (const [what, shift, words] of [
  ['ahead', HOUR, 'ahead of'],
  ['behind', -HOUR, 'behind'],
] as const) {
  test(`a clock that is ${what} is told`, async ({ subject }) => {
    const url = await subject.serve((request, response) => {
      const Date = new globalThis.Date(globalThis.Date.now() + shift).toUTCString();
      answer(response, isFor(request, '/serverInfo') ? 200 : 401, serverInfo, { Date });
    });

    const { of } = await subject.runChecks({ url });

    expect(of('clock')).toEqual([
      expect.stringMatching(`^warning: the tracker’s is 3(599|600|601) s ${words} this machine’s → `),
    ]);
  });
}

test('the time in the answer counts if there is no Date header', async ({ subject }) => {
  const url = await subject.serve((request, response) => {
    response.sendDate = false;
    const serverTime = '2020-01-01T00:00:00.000+0000';
    answer(response, isFor(request, '/serverInfo') ? 200 : 401, { ...serverInfo, serverTime });
  });

  const { of } = await subject.runChecks({ url });

  expect(of('clock')).toEqual([expect.stringMatching(/^warning: the tracker’s is \d{9,} s behind this machine’s/)]);
});

test('a tracker that does not tell its time has no clock to compare', async ({ subject }) => {
  const url = await subject.serve((request, response) => {
    response.sendDate = false;
    answer(response, isFor(request, '/serverInfo') ? 200 : 401, serverInfo);
  });

  const { of } = await subject.runChecks({ url });

  expect(of('clock')).toEqual(['not checked: the tracker did not tell its time']);
});

test('another edition is not what the documents are about', async ({ subject }) => {
  const url = await subject.serve((_request, response) =>
    answer(response, 200, { ...serverInfo, deploymentType: 'Cloud' }),
  );

  const { of } = await subject.runChecks({ url });

  expect(of('edition')).toEqual([
    expect.stringMatching(/^missing: Cloud: .* → name a tracker of the Data Center edition/),
  ]);
});

test('an old version is told', async ({ subject }) => {
  const url = await subject.serve((_request, response) =>
    answer(response, 200, { ...serverInfo, version: '7.13.1', versionNumbers: [7, 13, 1] }),
  );

  const { of } = await subject.runChecks({ url });

  expect(of('version')).toEqual([expect.stringMatching(/^warning: 7\.13\.1 is older than 8\.4/)]);
});

test('a token is of no use before 8.14', async ({ subject }) => {
  const url = await subject.serve((_request, response) =>
    answer(response, 200, { ...serverInfo, version: '8.13.0', versionNumbers: [8, 13, 0] }),
  );

  const bearer = await subject.runChecks({ url, login: { token: 'q-token-q' } });
  const byPassword = await subject.runChecks({ url });

  expect(bearer.of('version')).toEqual([expect.stringMatching(/^warning: 8\.13\.0 has no personal access tokens/)]);
  expect(byPassword.of('version')).toEqual(['ok: 8.13.0, build 912000']);
});

test('limits on the rate of requests are told, and how often they were met', async ({ subject }) => {
  const limited = {
    'X-RateLimit-Limit': '50',
    'X-RateLimit-Remaining': '0',
    'X-RateLimit-FillRate': '10',
    'X-RateLimit-Interval-Seconds': '60',
  };
  const url = await subject.serve((request, response) =>
    answer(response, isFor(request, '/serverInfo') ? 200 : 429, serverInfo, limited),
  );

  const { of } = await subject.runChecks({ url });

  expect(of('rate limits')).toEqual([
    'warning: 50 requests, 0 left, 10 more every 60 s; 429 was answered 5 times → set TRACKER_RATE to fewer ' +
      'requests per second, or have the user exempted from the limit.',
  ]);
});
