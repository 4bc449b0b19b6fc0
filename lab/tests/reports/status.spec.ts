import { expect, test } from '@playwright/test';
import type { FullConfig, Suite, TestCase } from '@playwright/test/reporter';
import { annotationTypes } from '../../../contracts/report/annotations.js';
import type { WorkerStatus } from '../../../contracts/report/worker-status.js';
import { onEndingSignal } from '../../../reports/status/ending-signals.js';
import { Progress } from '../../../reports/status/progress.js';
import { Screen, interruptionLine, statusLine } from '../../../reports/status/status-line.js';
import { callsOfAll } from './sample-run.js';

const exchanges = { type: annotationTypes.exchanges, description: JSON.stringify(callsOfAll) };

/** A test as Playwright tells a reporter of it, that covers rules; with a duration, it has ended. */
function testOf(title: string, rules: readonly string[], duration?: number, status = 'passed'): TestCase {
  const result = { status, duration, errors: [], annotations: [exchanges], retry: 0 };
  return {
    id: title,
    title,
    tags: rules.map((rule) => `@${rule}`),
    annotations: [],
    location: { file: '/suite/a.spec.ts', line: 1, column: 1 },
    results: duration === undefined ? [] : [result],
    expectedStatus: 'passed',
    retries: 0,
    titlePath: () => ['', '', 'a.spec.ts', title],
    outcome: () => (status === 'passed' ? 'expected' : 'unexpected'),
    parent: { project: () => undefined },
  } as unknown as TestCase;
}

/** How far a run on two workers has come. */
function progressOf(tests: readonly TestCase[], earlier: Readonly<Record<string, number>> = {}): Progress {
  const config = { configFile: '/suite/playwright.config.ts', workers: 2 } as FullConfig;
  return new Progress(config, { allTests: () => tests } as unknown as Suite, earlier);
}

const idle: WorkerStatus = { requests: 100, pace: 200, left: [] };

test.describe('the progress of a run', () => {
  test('counts a rule as verified when all of its tests have ended', () => {
    const tests = [testOf('a', ['DT-01', 'DT-02'], 5), testOf('b', ['DT-02'], 5), testOf('c', ['DT-03'], 5, 'failed')];
    const [a, b, c] = tests as [TestCase, TestCase, TestCase];
    const progress = progressOf(tests);
    const seen = [progress.rules];

    progress.end(a);
    seen.push(progress.rules);
    progress.end(b);
    progress.end(c);
    seen.push(progress.rules);

    expect(seen).toEqual([0, 1, 2].map((verified) => ({ verified, total: 3 })));
    expect(progress).toMatchObject({ done: 3, total: 3, failed: 1 });
  });

  test('tells the time left from earlier runs, shared out to the workers', () => {
    const tests = ['a', 'b', 'c'].map((title) => testOf(title, []));

    expect(progressOf(tests, { 'a.spec.ts › a': 4_000, 'a.spec.ts › b': 6_000, 'a.spec.ts › c': 2_000 }).timeLeft).toBe(
      6_000,
    );
    // What no earlier run has told is taken to be as the others.
    expect(progressOf(tests, { 'a.spec.ts › a': 4_000, 'a.spec.ts › b': 6_000 }).timeLeft).toBe(7_500);
    expect(progressOf(tests).timeLeft).toBeUndefined();
  });

  test('tells it at the pace of this run when enough tests have ended', () => {
    const ended = ['a', 'b', 'c', 'd', 'e'].map((title) => testOf(title, [], 300));
    const left = ['f', 'g'].map((title) => testOf(title, []));
    const earlier = Object.fromEntries([...ended, ...left].map(({ title }) => [`a.spec.ts:${title}`, 100]));
    const progress = progressOf([...ended, ...left], earlier);
    const fresh = progressOf([...ended, ...left]);

    for (const one of [progress, fresh]) ended.forEach((test) => one.end(test));

    expect([progress.timeLeft, fresh.timeLeft]).toEqual([300, 300]);
  });
});

test.describe('the status line', () => {
  const progress = { done: 12, total: 362, failed: 1, rules: { verified: 3, total: 41 }, timeLeft: 251_000 };

  test('of a run on the fake tells of tests and rules', () => {
    expect(statusLine({ elapsed: 5_900, stillFor: 900, progress, workers: [], now: 0 })).toBe(
      '5 s: 12 of 362 tests, 3 of 41 rules verified, 1 failed, about 4 min 11 s left',
    );
  });

  test('tells no time left if no test has ended for longer than that', () => {
    const late = { ...progress, timeLeft: 3_000 };

    expect(statusLine({ elapsed: 95_000, stillFor: 61_000, progress: late, workers: [], now: 0 })).toBe(
      '1 min 35 s: 12 of 362 tests, 3 of 41 rules verified, 1 failed, no test ended for 1 min 01 s',
    );
  });

  test('of a run on a tracker tells of requests and of every wait, and no time left as long as one lasts', () => {
    const waits = (test: string, since: number) => ({ test, what: `${test} is held by run other`, since });
    const workers = [
      { ...idle, waits: waits('b', 9_000) },
      { ...idle, waits: waits('a', 2_000) },
    ];

    expect(statusLine({ elapsed: 65_000, stillFor: 0, progress, workers, now: 12_000 })).toBe(
      '1 min 05 s: 12 of 362 tests, 3 of 41 rules verified, 1 failed, 200 requests, ' +
        'waiting for 10 s: a is held by run other (a); for 3 s: b is held by run other (b)',
    );
  });

  test('of an interruption tells what is cleaned up, and how long that takes', () => {
    const left = ['DEMO-1', 'DEMO-2', 'DEMO-3'].map((what) => ({ kind: 'issue' as const, what }));
    const workers = [{ ...idle, left }, { ...idle, left: [{ kind: 'lease' as const, what: 'DEMO/x' }] }, idle];

    expect(interruptionLine(workers)).toBe(
      'Interrupted: cleaning up 3 issues, 1 lease, about 2 s; press Ctrl+C again to stop now.',
    );
    expect(interruptionLine([])).toBe('Interrupted: ending the tests that run; press Ctrl+C again to stop now.');
  });
});

test.describe('the screen', () => {
  const record = (rewrites: boolean) => {
    const written: string[] = [];
    return { written, screen: new Screen({ columns: 10, write: (text) => written.push(text) }, rewrites) };
  };

  test('rewrites one line, cut to its width, below what else is printed', () => {
    const { written, screen } = record(true);

    screen.show('one');
    screen.show('one');
    screen.show('two is too long');
    screen.write('a text\n');
    screen.show('three');
    screen.clear();

    const clear = '\r\u001B[2K';
    expect(written).toEqual(['one', `${clear}two is t…`, clear, 'a text\n', 'three', clear]);
  });

  test('does not write into a line that a test has begun', () => {
    const { written, screen } = record(true);

    screen.write('begun');
    screen.show('status');
    screen.write(' ended\n');
    screen.show('status');

    expect(written).toEqual(['begun', ' ended\n', 'status']);
  });

  test('writes lines in a log', () => {
    const { written, screen } = record(false);

    screen.show('one is as long as it is');
    screen.clear();

    expect(written).toEqual(['one is as long as it is\n']);
  });
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
