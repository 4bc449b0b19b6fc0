import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { TestInfo } from '@playwright/test';
import { takeFileLease, newHolder } from '../../../fixtures/cleanup/leases/file-lease.js';
import { waitForSlots } from '../../../fixtures/cleanup/leases/waiting.js';
import { TestOverError } from '../../../fixtures/errors.js';
import { watchLeases } from '../../../fixtures/test/worker-fixtures.js';

const own = () => newHolder('abc12', 'a token', 0);

/** Takes a lease that may have just been given back. */
function take(folder: string, name: string) {
  return takeFileLease(folder, name, own()) ?? takeFileLease(folder, name, own());
}

test('a lease whose process is gone, or that was never finished, is taken over by one alone', ({}, testInfo) => {
  const { holder: process_, ...rest } = own();
  const { pid } = spawnSync(process.execPath, ['--version']);
  for (const [index, text] of [JSON.stringify({ holder: { ...process_, pid }, ...rest }), ''].entries()) {
    const folder = testInfo.outputPath(`leases-${index}`);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'a.lease'), text);

    expect(take(folder, 'a')).toHaveProperty('release');
    expect(take(folder, 'a')).not.toHaveProperty('release');
  }
});

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

test('a wait does not use up the time of the test, and a time without an end keeps none', () => {
  const [timed, endless] = [testWith(30_000), testWith(0)];

  timed.watch.begins(60_000);
  const meanwhile = timed.info.timeout;
  timed.watch.ends(60_000, 4_000);
  endless.watch.begins(60_000);
  endless.watch.ends(60_000, 4_000);

  expect([meanwhile, timed.info.timeout, endless.info.timeout]).toEqual([90_000, 34_000, 0]);
  expect(timed.info.annotations).toEqual([]);
});

test('a test that is interrupted or timed out waits no longer', async () => {
  for (const status of ['interrupted', 'timedOut']) {
    const { info, watch } = testWith(30_000);
    let tries = 0;
    const attempt = () => {
      tries += 1;
      info.status = status;
      return Promise.resolve(false);
    };

    const waiting = waitForSlots({ longest: 60_000, watch, attempt, held: () => 'it is held' });

    await expect(waiting).rejects.toThrow(TestOverError);
    expect(tries).toBe(1);
    expect(info.timeout).toBeLessThan(31_000);
  }
});
