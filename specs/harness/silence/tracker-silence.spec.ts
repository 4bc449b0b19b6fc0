import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { TestInfo } from '@playwright/test';
import { TrackerSilence } from '../../../fixtures/silence/tracker-silence.js';
import { TestClock } from '../wire/test-clock.js';

const url = 'https://tracker.example.com/jira';
const call = { method: 'POST', url: `${url}/rest/api/2/issue` };
const cutOff = new Error('socket hang up\n  and a log of the call');

/** What one worker knows of a tracker that answers the plain calls of these numbers. */
function worker(testInfo: TestInfo, answered: (ask: number) => boolean) {
  const clock = new TestClock(Date.UTC(2026, 10, 22, 9, 30, 5));
  const said: string[] = [];
  let asked = 0;
  const silence = new TrackerSilence({
    url,
    file: testInfo.outputPath(join('silent', 'abcde.txt')),
    ask: () => (answered((asked += 1)) ? Promise.resolve() : Promise.reject(new Error('connect ECONNREFUSED'))),
    waits: () => undefined,
    write: (text) => said.push(text),
    clock,
  });
  return { silence, said, clock, asked: () => asked };
}

test('a call whose connection was dropped says nothing of a tracker that answers a plain one', async ({}, testInfo) => {
  const { silence, said, asked } = worker(testInfo, () => true);

  expect(await silence.suspect(call, cutOff)).toBe(false);

  expect(silence.reason).toBeUndefined();
  expect(said).toEqual([]);
  expect(asked()).toBe(1);
});

test('nor does a stumble, from which it recovers between two plain calls', async ({}, testInfo) => {
  const { silence, said, clock } = worker(testInfo, (ask) => ask === 4);

  expect(await silence.suspect(call, cutOff)).toBe(false);

  expect(silence.reason).toBeUndefined();
  expect(said).toEqual([]);
  expect(clock.slept).toEqual([0, 500, 1_500, 3_000]);
});

test('a tracker that answers no plain call either has stopped answering, which is said once', async ({}, testInfo) => {
  const first = worker(testInfo, () => false);
  const second = worker(testInfo, () => false);

  const found = await Promise.all([first, first, second].map(({ silence }) => silence.suspect(call, cutOff)));

  expect(found).toEqual([true, true, true]);
  const reason = `The tracker at ${url} has not answered since 09:30:05 UTC (POST ${url}/rest/api/2/issue got no answer: socket hang up).`;
  expect(first.silence.reason).toBe(reason);
  expect(second.silence.reason).toBe(reason);
  const said = [...first.said, ...second.said];
  expect(said).toHaveLength(1);
  expect(said[0]).toContain(
    `\n${reason}\nIt gave 4 plain calls no answer either, so the tests that are left are not run.\n`,
  );
  expect(first.asked()).toBe(4);
});

test('once that is known, no worker asks again, save where it starts', async ({}, testInfo) => {
  const first = worker(testInfo, () => false);
  await first.silence.suspect(call, cutOff);
  const second = worker(testInfo, () => true);

  expect(await second.silence.suspect(call, cutOff)).toBe(true);
  expect(second.asked()).toBe(0);

  await second.silence.lookAgain();
  expect(second.silence.reason).toBeUndefined();
  expect(first.silence.reason).toBeUndefined();
});
