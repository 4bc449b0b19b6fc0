import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import { RateLimiter } from '../../../fixtures/http/rate-limiter.js';
import { TestClock } from './test-clock.js';

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
  expect(seconds.map(inSecond)).toEqual([5, 5, 5, 5, 3]);
  expect(sent.slice(0, 6).map(({ at }) => at - 1_000_000)).toEqual([0, 200, 400, 600, 800, 1_000]);
});

test('processes take no slot twice', async ({}, testInfo) => {
  const folder = testInfo.outputPath('rateLimiter');
  const [root, tsx] = [join(import.meta.dirname, '../../..'), createRequire(import.meta.url).resolve('tsx')];
  const source = `
    import { RateLimiter } from ${JSON.stringify(pathToFileURL(join(root, 'fixtures/http/rate-limiter.ts')).href)};
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
  const args = ['--import', pathToFileURL(tsx).href, '--input-type=module', '--eval', source];
  const run = async () => (await promisify(execFile)(process.execPath, args)).stdout;

  const taken = (await Promise.all([run(), run()])).map((line) => JSON.parse(line) as number[]);

  expect(taken.map((own) => own.length)).toEqual([100, 100]);
  expect(new Set(taken.flat())).toHaveProperty('size', 200);
});
