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
  const result = { status, duration, errors: [], annotations: [exchanges], attachments: [], retry: 0 };
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

test('the time left is told from earlier runs, shared out to the workers, and later at the pace of this one', () => {
  const tests = ['a', 'b', 'c'].map((title) => testOf(title, []));
  const known = { 'a.spec.ts › a': 4_000, 'a.spec.ts › b': 6_000 };
  const ended = ['d', 'e', 'f', 'g', 'h'].map((title) => testOf(title, [], 300));
  const more = [...ended, ...['i', 'j'].map((title) => testOf(title, []))];
  const earlier = Object.fromEntries(more.map(({ title }) => [`a.spec.ts:${title}`, 100]));
  const running = [progressOf(more, earlier), progressOf(more)];
  for (const one of running) ended.forEach((test) => one.end(test));

  expect(progressOf(tests, { ...known, 'a.spec.ts › c': 2_000 }).timeLeft).toBe(6_000);
  // What no earlier run has told is taken to be as the others.
  expect(progressOf(tests, known).timeLeft).toBe(7_500);
  expect(progressOf(tests).timeLeft).toBeUndefined();
  expect(running.map(({ timeLeft }) => timeLeft)).toEqual([300, 300]);
});

test('the status line tells of tests and rules, of requests and every wait, and of what is cleaned up', () => {
  const progress = { done: 12, total: 362, failed: 1, rules: { verified: 3, total: 41 }, timeLeft: 251_000 };
  const waits = (test: string, since: number) => ({ test, what: `${test} is held by run other`, since });
  const workers = [
    { ...idle, waits: waits('b', 9_000) },
    { ...idle, waits: waits('a', 2_000) },
  ];
  const left = ['DEMO-1', 'DEMO-2', 'DEMO-3'].map((what) => ({ kind: 'issue' as const, what }));
  const cleaning = [{ ...idle, left }, { ...idle, left: [{ kind: 'lease' as const, what: 'DEMO/x' }] }, idle];
  const late = { ...progress, timeLeft: 3_000 };
  const counts = '12 of 362 tests, 3 of 41 rules verified, 1 failed';

  const none = { ...progress, done: 0, timeLeft: undefined };
  expect(statusLine({ elapsed: 900, stillFor: 900, progress: none, workers: [], now: 0 })).toContain(
    '0 of 362 tests, starting workers, ',
  );
  expect(statusLine({ elapsed: 5_900, stillFor: 900, progress, workers: [], now: 0 })).toBe(
    `5 s: ${counts}, about 4 min 11 s left`,
  );
  expect(statusLine({ elapsed: 95_000, stillFor: 61_000, progress: late, workers: [], now: 0 })).toBe(
    `1 min 35 s: ${counts}, no test ended for 1 min 01 s`,
  );
  expect(statusLine({ elapsed: 65_000, stillFor: 0, progress, workers, now: 12_000 })).toBe(
    `1 min 05 s: ${counts}, 200 requests, waiting for 10 s: a is held by run other (a); for 3 s: b is held by run other (b)`,
  );
  expect(interruptionLine(cleaning)).toBe(
    'Interrupted: cleaning up 3 issues, 1 lease, about 2 s; press Ctrl+C again to stop now.',
  );
  expect(interruptionLine([])).toBe('Interrupted: ending the tests that run; press Ctrl+C again to stop now.');
});

test('the screen rewrites one line, cut to its width, never one that a test has begun; in a log it writes lines', () => {
  const record = (rewrites: boolean, columns = 10) => {
    const written: string[] = [];
    return { written, screen: new Screen({ columns, write: (text) => written.push(text) }, rewrites) };
  };
  const [terminal, log] = [record(true), record(false)];

  const withoutColumns = record(true, 0);
  withoutColumns.screen.show('a line that is longer');
  expect(withoutColumns.written).toEqual(['a line that is longer']);
  terminal.screen.show('one');
  terminal.screen.show('one');
  terminal.screen.show('two is too long');
  terminal.screen.write('a text\n');
  terminal.screen.show('three');
  terminal.screen.clear();
  terminal.screen.write('begun');
  terminal.screen.show('status');
  terminal.screen.write(' ended\n');
  terminal.screen.show('status');
  log.screen.show('one is as long as it is');
  log.screen.clear();

  const clear = '\r\u001B[2K';
  const line = ['one', `${clear}two is t…`, clear, 'a text\n', 'three', clear];
  expect(terminal.written).toEqual([...line, 'begun', ' ended\n', 'status']);
  expect(log.written).toEqual(['one is as long as it is\n']);
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
