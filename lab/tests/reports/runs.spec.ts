import { mkdirSync, readFileSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from '@playwright/test';
import { resultsSchema } from '../../../reports/documents/results.js';
import type { TestResultRow } from '../../../reports/documents/results.js';
import { resultsOfMatrix } from '../../../reports/results/run-results.js';
import { writeMatrix } from '../../../reports/matrix/write-matrix.js';
import { builtModule } from '../built-package.js';
import { run, start } from '../cli/command.js';
import {
  failingTest,
  readAllureResults,
  readMatrix,
  runPlaywright,
  testOf,
  verifiesAll,
  verifiesAllButLast,
  writeSmallSuite,
} from '../cli/small-suite.js';
import { callsOfAll, demandedRules, eventSource, isolatedFake, judgedMatrix, rowOf, sampleTest } from './sample-run.js';

const reportFiles = ['rules.html', 'rules.json'];

const told = (caller: string, firstAnswer = 1) => {
  const kept = [{ caller, method: 'GET', path: '/x', status: 200, durationMs: 1 }];
  return eventSource({ exchanges: [{ ...callsOfAll, kept, firstAnswer }] });
};
const naming = (rule: string, expected: number) => `test('names ${rule}', { tag: ['@DT-01', '@DT-02'] }, () => {
  test.info().annotations.push(${eventSource({ broken: ['DT-01'] })}, ${eventSource({ broken: [rule] })});
  const seen = { status: 1 };
  expect(seen.status).toBe(${expected});
});\n`;

/** Tests that end in each way of which the reports tell something else, and two of which nothing can be read. */
const everything = `${verifiesAllButLast}
test.describe('GET /x', () => { ${failingTest('breaks', ['DT-13'])} });
${naming('DT-02', 2)}${naming('DT-03', 2)}${naming('DT-04', 1)}
test('needs more', { tag: '@DT-41' }, () => {
  test.info().annotations.push(${eventSource({ notAvailable: ['no second account'] })});
  test.skip(true, 'no second account');
});
test.describe(() => {
test.describe.configure({ retries: 1 });
test('stumbles', { tag: '@DT-05' }, ({}, { retry, annotations }) => {
  annotations.push(retry === 0 ? ${told('first')} : ${told('second')});
  annotations.push(${eventSource({ retried: ['GET /x answered 503'], needs: [{ templates: [{}] }] })});
  if (retry === 0) annotations.push(${eventSource({ rateLimited: ['GET /y'] })});
  annotations.push(${eventSource({ needs: [{ templates: [{}], ownTracker: true }] })});
  expect(retry).toBe(1);
});
});
test('wrong', { tag: '@DT-99', annotation: { type: 'endpoint', description: 'GET /nowhere' } }, () => {});
test('only calls', { tag: '@DT-06' }, () => {});
test('checks too early', { tag: '@DT-07' }, ({}, { annotations }) => {
  expect(1).toBe(1);
  annotations.push(${told('late', 9e15)});
});
test('has steps', { tag: '@DT-08', annotation: { type: 'test case', description: 'QA-12' } }, async () => {
  let tries = 0;
  await test.step.skip('is left out', async () => {});
  await test.step('is caught', () => expect(1).toBe(2)).catch(() => {});
  await expect(async () => {
    await test.step('is tried', () => expect(++tries).toBe(3));
  }).toPass();
});
test('fails twice', async () => {
  await test.step('looks', () => {
    expect.soft(1, 'one').toBe(2);
    expect.soft(1, 'two').toBe(2);
  });
});
test('waits', async () => {
  test.setTimeout(500);
  await test.step('never ends', () => new Promise(() => {}));
});
test('unreadable', ({}, { annotations }) => { annotations.push({ type: '_event', description: '[]' }); });
`;

test('a run tells what became of each rule and what it has changed against the last one in which a test began', async ({}, testInfo) => {
  const directory = testInfo.outputPath('project');
  const output = join(directory, 'tracker-output/isolated');
  const seed = { TRACKER_SEED: '1' };
  const resultsDir = join(directory, 'allure-results');
  writeMatrix(judgedMatrix([sampleTest({ rules: demandedRules })]), output);

  await test.step('tests end in every way', async () => {
    const reporters = [['allure-playwright', { resultsDir }], [builtModule('reports/results/index.ts')]];
    writeSmallSuite(directory, {
      files: { 'a.spec.ts': everything, 'teardown.ts': `export default () => { throw new Error('left an entry'); };` },
      config: `globalTeardown: './teardown.ts', reporter: [...${JSON.stringify(reporters)}, ...reporter]`,
    });
    const { code, stdout } = await run(directory, ['run'], seed);
    expect(code, stdout).toBe(1);
    expect(stdout).toMatch(/\n8 passed, 5 failed, 1 skipped\n$/);
    for (const says of [
      'Tracker    fake (isolated, seed 1)',
      `Matrix     ${join('tracker-output', 'isolated', 'rules.html')}`,
      '1 not verified here, of 41 documented (why: in the matrix)',
      '- left an entry (teardown.ts:1)',
      'the tag @DT-99 names no rule of the documents. Did you mean DT-09 or DT-19 or DT-29? Write covers(…) for a rule',
      'the annotation endpoint "GET /nowhere" names no endpoint of the documents: describeEndpoint(…)',
      "the annotation _event can't be read: []",
    ])
      expect(stdout).toContain(says);
    expect(readdirSync(output)).toStrictEqual(['last-run.json', 'previous.json', ...reportFiles]);
    const matrix = readMatrix(output);
    expect(matrix.target).toMatchObject(isolatedFake);
    expect(matrix.verdict).toMatchObject({ verdict: 'tests failed', demands: 'reachable' });
    const late = '1 test met an answer that no document describes, or none in time.';
    expect(matrix.verdict.reasons).toStrictEqual(expect.arrayContaining(['4 tests failed.', late]));
    expect(matrix.totals).toStrictEqual({ passed: 7, failed: 5, flaky: 1, skipped: 1, notRun: 0 });
    const worse = ['DT-02', 'DT-03', 'DT-13'].map((rule) => ({ rule, from: 'verified', to: 'failing' }));
    expect(matrix.trend).toMatchObject({ previous: { totals: { passed: 1, failed: 0 } } });
    expect(matrix.trend).toHaveProperty('worse', expect.arrayContaining(worse));
    for (const [id, row] of Object.entries({
      'DT-13': { state: 'failing', reasons: ['an entry (expected 2, received 1)'] },
      'DT-01': { state: 'verified' },
      'DT-02': { state: 'failing', reasons: ['seen.status: expected 2, received 1'] },
      'DT-03': { state: 'failing' },
      'DT-05': { state: 'verified', reasons: ['“stumbles” passed only on a retry'] },
      'DT-06': {
        state: 'verified in part',
        reasons: ['“only calls” passed without checking with expect what was answered'],
      },
      'DT-07': { state: 'verified in part', reasons: [expect.stringContaining('“checks too early” passed without')] },
      'DT-08': { state: 'verified in part', reasons: ['The step “is left out” was skipped.'] },
      'DT-41': { state: 'not available', reasons: ['no second account'] },
    }))
      expect.soft(rowOf(matrix, id), id).toMatchObject(row);
    const testNamed = (title: string) => matrix.tests.find((one) => one.title === title);
    expect(testNamed('GET /x › breaks')).toMatchObject({
      status: 'failed',
      error: 'Error: an entry\n\nexpect(1).toBe(expected) // Object.is equality\n\nExpected: 2\nReceived: 1',
    });
    const named = ['DT-02', 'DT-03', 'DT-04'].map((rule) => testNamed(`names ${rule}`)?.rules);
    expect(named).toStrictEqual([['DT-02'], ['DT-03'], ['DT-01', 'DT-02']]);
    expect(testNamed('stumbles')).toMatchObject({
      exchanges: { kept: [{ caller: 'first' }] },
      notes: ['set-up tried again: GET /x answered 503', 'rate limited: GET /y'],
      needs: [{ templates: [{}] }, { templates: [{}], ownTracker: true }],
    });
    expect(testNamed('wrong')?.needs).toBeUndefined();
    expect(testNamed('has steps')?.cases).toStrictEqual(['QA-12']);
    expect(testNamed('fails twice')).toMatchObject({ otherErrors: [expect.stringMatching(/^Error: two/)] });
    const published = resultsSchema.parse(JSON.parse(readFileSync(join(directory, 'results.json'), 'utf8')));
    const steps = published.tests.flatMap((one) => one.steps.map(({ title, status }) => `${title}: ${status}`));
    expect(steps).toStrictEqual([
      'is left out: skipped',
      'is caught: open',
      'is tried: passed',
      'looks: failed',
      'never ends: failed',
    ]);
    expect(published.tests.flatMap((one) => one.steps)).toContainEqual(
      expect.objectContaining({ title: 'looks', error: expect.stringMatching(/one[^]*two/) }),
    );
    expect(resultsOfMatrix(matrix).tests.map(caseAndSteps)).toStrictEqual(published.tests.map(caseAndSteps));
    const results = readAllureResults(resultsDir);
    expect(results.length).toBeGreaterThan(1);
    expect(JSON.stringify(results)).not.toMatch(/_event/);
  });

  await test.step('no test begins', async () => {
    const before = readMatrix(output);
    const sources = (broken: string) => ({ 'a.spec.ts': verifiesAll, 'b.spec.ts': broken });
    writeSmallSuite(directory, { files: sources(`throw new Error('no such builder');`) });
    const { code, stdout } = await run(directory, ['run'], seed);
    writeSmallSuite(directory, { files: sources('') });
    await run(directory, ['run'], seed);

    expect(code, stdout).toBe(1);
    expect(stdout).toContain('Verdict    no tests');
    expect(stdout).toMatch(/\n0 passed, 0 failed, 0 skipped\n$/);
    expect(stdout).toContain('- no such builder (b.spec.ts:2)');
    expect(readMatrix(output).trend).toMatchObject({ previous: { startedAt: before.startedAt } });
  });
});

test('two runs at once in one folder both pass, keep the files of their tests, and leave the last one’s results, a history of both and nothing of killed runs @release', async ({}, testInfo) => {
  const cwd = testInfo.outputPath('cwd');
  const writes = (then: string) => `return (async () => {
    const { writeFileSync, existsSync } = await import('node:fs');
    const { setTimeout } = await import('node:timers/promises');
    const file = info.outputPath('a-file');
    writeFileSync(file, '');
    ${then}
  })();`;
  const waits = `process.stdout.write('it waits');
    while (!existsSync('go')) await setTimeout(50);
    expect(existsSync(file)).toBe(true);`;
  const attached = testOf('attaches', ['DT-01'], `return info.attach('a text', { body: 'of the run' });`);
  writeSmallSuite(cwd, {
    allure: true,
    files: {
      'a.spec.ts': attached + testOf('waits', ['DT-01'], writes(waits)),
      'b.spec.ts': verifiesAll + testOf('writes', ['DT-01'], writes('')),
    },
    config: 'timeout: 600_000',
  });
  const output = join(cwd, 'tracker-output/isolated');
  // A killed run left the one, and a run on another machine may have the other.
  const [killed, fresh] = ['abc', 'def'].map((name) => join(output, `allure-results-of-0-${name}`)) as [string, string];
  for (const folder of [killed, fresh]) mkdirSync(folder, { recursive: true });
  utimesSync(killed, 0, 0);

  const first = start(cwd, ['run', 'a.spec.ts']);
  await first.until('it waits');
  const second = await run(cwd, ['run', 'b.spec.ts']);
  expect(second, second.stderr).toMatchObject({ code: 0 });
  expect(valuesIn(join(output, 'allure-results'))).toStrictEqual(['verifies all', 'writes']);
  writeFileSync(join(cwd, 'go'), '');
  const ended = await first.ended;

  expect(ended, ended.stderr).toMatchObject({ code: 0 });
  expect(ended.stdout + ended.stderr + second.stderr).not.toMatch(/ENOENT|ENOTEMPTY/);
  for (const { stdout } of [second, ended]) {
    expect(stdout).toContain(`Allure     ${join('tracker-output/isolated', 'allure-report/index.html')}`);
  }
  expect(valuesIn(join(output, 'allure-results'))).toStrictEqual(['attaches', 'waits']);
  const left = readdirSync(output).filter((name) => name.startsWith('allure'));
  expect(left).toStrictEqual(['allure-history.jsonl', 'allure-report', 'allure-results', basename(fresh)]);
  expect(readFileSync(join(output, 'allure-history.jsonl'), 'utf8').trim().split('\n')).toHaveLength(2);

  const told = 'Another run goes on in this folder, so files of tests go to ';
  expect([ended, second].map(({ stdout }) => stdout.includes(told))).toStrictEqual([false, true]);
  expect(second.stdout).toContain(told + join(cwd, 'tracker-output/test-results-of-'));
});

function caseAndSteps({ cases, steps }: TestResultRow) {
  return { cases, steps };
}

function valuesIn(folder: string): string[] {
  return readAllureResults(folder)
    .map(({ name }) => name)
    .sort();
}

test('a failure is printed once, if a reporter of Playwright prints it too', async ({}, testInfo) => {
  const cwd = testInfo.outputPath('project');
  writeSmallSuite(cwd, {
    files: { 'a.spec.ts': failingTest('breaks', ['DT-13']) },
    config: `reporter: [['list'], ...reporter]`,
  });

  const { output } = await runPlaywright(cwd, ['test'], { TRACKER_GATE: 'selected' });

  expect(output.match(/Error: an entry/g), output).toHaveLength(1);
  expect(output).toContain('DT-13 is broken: ');
});
