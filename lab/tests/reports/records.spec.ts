import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { TestCase } from '@playwright/test/reporter';
import type { TestStatus } from '../../../contracts/report/finished-test.js';
import { addRecords, readRecords, recordsOf, testKey, writeLastRun } from '../../../reports/records.js';
import { sampleTest } from './sample-run.js';

const calls = { earlier: 0, kept: [], endpoints: ['PUT /steps/cell'] };

/** A test of a title that took 12 ms, as Playwright and the reports know it after a run. */
function reading(title: string, status: TestStatus, results: readonly string[] = [status]) {
  const testCase = {
    titlePath: () => ['', '', 'a.spec.ts', 'block', title],
    results: results.map((one) => ({ status: one })),
  } as unknown as TestCase;
  return { testCase, test: sampleTest({ title, status, exchanges: calls }) };
}

test('the key of a test has its file and titles, and its project if that has a name', () => {
  const key = (project: string) => testKey({ titlePath: () => ['', project, 'dt/a.spec.ts', 'GET /a', 'lists'] });

  expect([key(''), key('qa')]).toEqual(['dt/a.spec.ts › GET /a › lists', '[qa] › dt/a.spec.ts › GET /a › lists']);
});

test('a run records how long tests took that ended, and what those called that passed', () => {
  const records = recordsOf([
    reading('passes', 'passed'),
    reading('fails', 'failed'),
    reading('passes later', 'flaky', ['failed', 'passed']),
    reading('is skipped', 'skipped'),
    reading('never began', 'skipped', []),
    reading('is broken off', 'skipped', ['interrupted']),
  ]);

  const of = (...titles: readonly string[]) => titles.map((title) => `a.spec.ts › block › ${title}`);
  expect(records.durations).toEqual(
    Object.fromEntries(of('passes', 'fails', 'passes later', 'is skipped').map((key) => [key, 12])),
  );
  expect(records.calls).toEqual({ 'a.spec.ts › block › passes': ['PUT /steps/cell'] });
});

test('records of tests that a run left out stay, and no unfinished file does', ({}, testInfo) => {
  const folder = testInfo.outputPath('records');

  addRecords(folder, { durations: { one: 1, two: 2 }, calls: { one: ['GET /a'] } });
  addRecords(folder, { durations: { two: 3 }, calls: { two: [] } });

  expect(readRecords(folder)).toEqual({ durations: { one: 1, two: 3 }, calls: { one: ['GET /a'], two: [] } });
  expect(readdirSync(folder).sort()).toEqual(['calls.json', 'durations.json']);
});

test('tests that failed or have no result are those that --last-failed runs', ({}, testInfo) => {
  const of = (id: string, statuses: readonly string[], expectedStatus = 'passed') => {
    const last = statuses.at(-1) ?? 'skipped';
    const ok = () => last === expectedStatus || last === 'skipped' || last === 'interrupted';
    return { id, expectedStatus, results: statuses.map((status) => ({ status })), ok } as unknown as TestCase;
  };
  const tests = [
    of('passes', ['passed']),
    of('passes later', ['failed', 'passed']),
    of('fails', ['failed']),
    of('is skipped', ['skipped'], 'skipped'),
    of('never began', []),
    of('was not started as one before it failed', ['skipped']),
    of('was interrupted', ['interrupted']),
  ];

  writeLastRun(testInfo.outputPath(), { status: 'failed' }, tests);

  expect(JSON.parse(readFileSync(testInfo.outputPath('last-run.json'), 'utf8'))).toEqual({
    status: 'failed',
    failedTests: ['fails', 'never began', 'was not started as one before it failed', 'was interrupted'],
  });
});

for (const text of ['', '{"one": "long"}', '[1', 'null']) {
  test(`a file with ${JSON.stringify(text)} counts as none`, ({}, testInfo) => {
    const folder = testInfo.outputPath('records');
    addRecords(folder, { durations: {}, calls: { one: ['GET /a'] } });
    writeFileSync(join(folder, 'durations.json'), text);

    expect(readRecords(folder)).toEqual({ durations: {}, calls: { one: ['GET /a'] } });
  });
}
