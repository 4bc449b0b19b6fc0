import { expect, test } from '@playwright/test';
import type { TestInfo } from '@playwright/test';
import { waitFor } from '../../../fixtures/cleanup/leases/waiting.js';
import { TestOverError } from '../../../fixtures/errors.js';
import { watchLeases } from '../../../fixtures/test/test-watch.js';

/** The parts of a test that a wait needs. */
function testWith(timeout: number, note?: Parameters<typeof watchLeases>[1]) {
  const info = {
    timeout,
    status: 'passed',
    annotations: [] as { type: string; description: string }[],
    titlePath: ['a.spec.ts', 'waits'],
    setTimeout: (milliseconds: number) => {
      info.timeout = milliseconds;
    },
  };
  return { info, watch: watchLeases(info as unknown as TestInfo, note) };
}

test('a wait does not use up the time of the test', () => {
  const { info, watch } = testWith(30_000);

  watch.begins(60_000);
  const meanwhile = info.timeout;
  watch.ends(60_000, 4_000);

  expect(meanwhile).toBe(90_000);
  expect(info.timeout).toBe(34_000);
  expect(info.annotations).toEqual([]);
});

test('a test whose time has no end keeps it so', () => {
  const { info, watch } = testWith(0);

  watch.begins(60_000);
  watch.ends(60_000, 4_000);

  expect(info.timeout).toBe(0);
});

test('a wait stands in the status line as long as it lasts, and then in the report', () => {
  const noted: unknown[] = [];
  const { info, watch } = testWith(30_000, (wait) => noted.push(wait));

  watch.begins(60_000);
  watch.goesOn('slot 1 of 1 is held by run other');
  watch.ends(60_000, 4_200);

  const what = 'slot 1 of 1 is held by run other';
  expect(noted).toEqual([{ test: 'a.spec.ts › waits', what, since: expect.any(Number) }, undefined]);
  expect(info.annotations).toEqual([{ type: 'waited', description: '4.2 s: slot 1 of 1 is held by run other' }]);
});

for (const status of ['interrupted', 'timedOut']) {
  test(`a test that is ${status} waits no longer`, async () => {
    const { info, watch } = testWith(30_000);
    let tries = 0;
    const attempt = () => {
      tries += 1;
      info.status = status;
      return Promise.resolve(undefined);
    };

    const waiting = waitFor({ longest: 60_000, watch }, { attempt, held: () => 'it is held', remedy: 'Wait' });

    await expect(waiting).rejects.toThrow(TestOverError);
    expect(tries).toBe(1);
    expect(info.timeout).toBeLessThan(31_000);
  });
}

test('a wait for something else is told again', async () => {
  const texts = ['slot 1', 'slot 2'];
  const told: string[] = [];
  const watch = { begins: () => undefined, goesOn: (what: string) => void told.push(what), ends: () => undefined };
  // The first second is not told.
  const attempt = () => Promise.resolve(told.length === 2 ? true : undefined);

  await waitFor({ longest: 60_000, watch }, { attempt, held: () => texts[told.length] ?? 'slot 2', remedy: '' });

  expect(told).toEqual(['slot 1', 'slot 2']);
});
