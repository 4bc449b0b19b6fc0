import { expect, test } from '@playwright/test';
import type { WorkerStatus } from '../../../contracts/report/worker-status.js';
import { onEndingSignal } from '../../../reports/status/ending-signals.js';
import { interruptionLine, statusLine } from '../../../reports/status/status-line.js';

const idle: WorkerStatus = { requests: 100, pace: 200, left: [] };

test('the status line tells of tests and rules, of requests, and of what is cleaned up', () => {
  const progress = { done: 12, total: 362, failed: 1, rules: { verified: 3, total: 41 } };
  const left = ['DEMO-1', 'DEMO-2', 'DEMO-3'].map((what) => ({ kind: 'issue' as const, what }));
  // The second worker has changed what the first one left.
  const cleaning = [{ ...idle, left }, { ...idle, left: [{ kind: 'lease' as const, what: 'DEMO/x' }, ...left] }, idle];
  const counts = '12 of 362 tests, 3 of 41 rules verified, 1 failed';

  const none = { ...progress, done: 0 };
  expect(statusLine({ elapsed: 900, stillFor: 900, progress: none, workers: [] })).toContain(
    '0 of 362 tests, starting workers, ',
  );
  expect(statusLine({ elapsed: 5_900, stillFor: 900, progress, workers: [] })).toBe(
    `5 s: ${counts}, about 2 min 53 s left`,
  );
  expect(statusLine({ elapsed: 95_000, stillFor: 61_000, progress, workers: [] })).toBe(
    `1 min 35 s: ${counts}, no test ended for 1 min 01 s`,
  );
  expect(statusLine({ elapsed: 65_000, stillFor: 0, progress, workers: [idle, idle] })).toBe(
    `1 min 05 s: ${counts}, 200 requests, about 31 min 36 s left`,
  );
  expect(interruptionLine(cleaning)).toBe(
    'Interrupted: cleaning up 3 issues, 1 lease, about 3 s; press Ctrl+C again to stop now.',
  );
  expect(interruptionLine([])).toBe('Interrupted: ending the tests that run; press Ctrl+C again to stop now.');
});

test.describe('a signal that ends a run', () => {
  const listening = (longest: number, terminal = true) => {
    const interruptions: string[] = [];
    const stop = onEndingSignal(
      () => interruptions.push('interrupt'),
      longest,
      () => terminal,
    );
    return { interruptions, stop };
  };

  test('does what Ctrl+C does, and what a second one does when cleaning up takes too long', async () => {
    for (const signal of ['SIGTERM', 'SIGHUP'] as const) {
      const { interruptions, stop } = listening(50);

      process.emit(signal);
      const atOnce = interruptions.length;
      await expect.poll(() => interruptions.length).toBe(2);
      stop();

      expect(atOnce).toBe(1);
    }
  });

  test('is nothing more when the run has ended, nor SIGHUP without a terminal', () => {
    const ended = listening(0);
    ended.stop();
    const detached = listening(0, false);

    process.emit('SIGHUP');
    detached.stop();
    process.emit('SIGTERM');

    expect([...ended.interruptions, ...detached.interruptions]).toEqual([]);
  });
});
