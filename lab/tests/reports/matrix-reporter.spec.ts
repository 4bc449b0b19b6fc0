import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test, expect } from '@playwright/test';
import { runProject } from './run-project.js';
import { callsOfAll, demandedRules, isolatedFake, openQuestions, rowOf, sharedTracker } from './sample-run.js';

const tags = (ids: readonly string[]) => JSON.stringify(ids.map((id) => `@${id}`));
const verifiesAll = `test('verifies all', { tag: ${tags(demandedRules)} }, () => {});\n`;
const verifiesAllButLast = `test('verifies most', { tag: ${tags(demandedRules.slice(0, -1))} }, () => {});\n`;
const notAvailable = `test('needs more', { tag: '@DT-41' }, () => {
  test.info().annotations.push({ type: 'not available here', description: 'no second account' });
  test.skip(true, 'no second account');
});\n`;

let directory: string;

test.beforeEach(({}, testInfo) => {
  directory = testInfo.outputPath('project');
});

test('a run that verifies every rule ends with 0 and its closing lines', async () => {
  const run = await runProject(directory, { files: { 'a.spec.ts': verifiesAll } });
  expect(run.exitCode, run.output).toBe(0);
  expect(run.output).toContain('[1/1] a.spec.ts');
  expect(run.output).toContain(
    [
      'Tracker    fake (isolated, seed 1)',
      'Rules      41 verified, 0 failing, 0 not verified here, of 41 documented',
      `Assumed    0 as assumed, 0 different, ${openQuestions} not found out, of ${openQuestions} open questions`,
      `Matrix     ${join('tracker-output', 'rules.html')}`,
      'Verdict    passed',
      '',
      '1 passed, 0 failed, 0 skipped',
    ].join('\n'),
  );
  expect(run.lastLine).toBe('1 passed, 0 failed, 0 skipped');
  expect(await readdir(join(directory, 'tracker-output'))).toEqual([
    'calls.json',
    'durations.json',
    'last-run.json',
    'rules.html',
    'rules.json',
    'rules.txt',
  ]);
  const { verdict, target, tests } = await run.matrix();
  expect(verdict).toEqual({
    verdict: 'passed',
    reasons: [],
    demands: 'reachable',
    differs: 'passes',
    flaky: 'passes',
  });
  expect(target).toEqual(isolatedFake);
  expect(tests).toMatchObject([{ title: 'verifies all', file: 'a.spec.ts', line: 2, status: 'passed' }]);
});

test('a failed test ends with 1 and its rule fails with the error', async () => {
  const failing = `test.describe('GET /x', () => { test('breaks', { tag: '@DT-13' }, () => { expect(1, 'an entry').toBe(2); }); });`;
  const run = await runProject(directory, { files: { 'a.spec.ts': verifiesAll + failing } });
  expect(run.exitCode, run.output).toBe(1);
  expect(run.lastLine).toBe('1 passed, 1 failed, 0 skipped');
  const matrix = await run.matrix();
  expect(matrix.verdict).toMatchObject({ verdict: 'tests failed', reasons: ['1 test failed.'], demands: 'reachable' });
  expect(rowOf(matrix, 'DT-13')).toMatchObject({
    state: 'failing',
    reasons: ['an entry (expected 2, received 1)'],
  });
  expect(matrix.tests.find(({ status }) => status === 'failed')).toMatchObject({
    title: 'GET /x › breaks',
    error: 'Error: an entry\n\nexpect(received).toBe(expected) // Object.is equality\n\nExpected: 2\nReceived: 1',
  });
});

test('a rule without a test ends with 3', async () => {
  const run = await runProject(directory, { files: { 'a.spec.ts': verifiesAllButLast } });
  expect(run.exitCode, run.output).toBe(3);
  expect(run.output).toContain('- DT-41 unverified: no test covers it');
  expect(run.output).toContain('Verdict    rules unverified');
  expect(run.lastLine).toBe('1 passed, 0 failed, 0 skipped');
});

test('a plain skip ends with 3', async () => {
  const skipped = `test.skip('one day', { tag: '@DT-41' }, () => {});`;
  const run = await runProject(directory, { files: { 'a.spec.ts': verifiesAllButLast + skipped } });
  expect(run.exitCode, run.output).toBe(3);
  expect(run.output).toContain('- DT-41 unverified: “one day” was skipped');
  expect(run.lastLine).toBe('1 passed, 0 failed, 1 skipped');
});

test('what a shared tracker does not provide is listed and passes', async () => {
  const run = await runProject(directory, {
    files: { 'a.spec.ts': verifiesAllButLast + notAvailable },
    target: sharedTracker,
  });
  expect(run.exitCode, run.output).toBe(0);
  expect(run.output).toContain('Rules      40 verified, 0 failing, 1 not verified here, of 41 documented');
  expect(run.output).toContain('- DT-41 not available: no second account');
});

test('what a fake of its own does not provide ends with 3', async () => {
  const run = await runProject(directory, { files: { 'a.spec.ts': verifiesAllButLast + notAvailable } });
  expect(run.exitCode, run.output).toBe(3);
  expect(run.output).toContain('- DT-41 not available: no second account');
});

test('a filtered run asks for the selected rules only, if the gate says so', async () => {
  const files = { 'a.spec.ts': `test('one', { tag: '@DT-01' }, () => {}); test('two', { tag: '@DT-02' }, () => {});` };
  const run = await runProject(directory, { files, options: { gate: 'selected' }, args: ['--grep', 'DT-01'] });
  expect(run.exitCode, run.output).toBe(0);
  expect(run.output).toContain('Rules      1 verified, 0 failing, 0 not verified here, of 1 selected');
  expect(run.lastLine).toBe('1 passed, 0 failed, 0 skipped');
});

test('an open question that is answered otherwise is listed and passes', async () => {
  const observed = JSON.stringify(JSON.stringify({ rule: 'DT-N05', expected: 409, observed: 200 }));
  const asks = `test('asks', { tag: '@DT-N05' }, () => {
    test.info().annotations.push({ type: 'observed', description: ${observed} });
  });`;
  const run = await runProject(directory, { files: { 'a.spec.ts': verifiesAll + asks }, target: sharedTracker });
  expect(run.exitCode, run.output).toBe(0);
  expect(run.output).toContain('- DT-N05 assumed 409, observed 200');
});

test('a failed test that names the broken rule counts for that rule alone, and one that passes for all its rules', async () => {
  const naming = (rule: string, expected: number) => `test('names ${rule}', { tag: ['@DT-01', '@DT-02'] }, () => {
    test.info().annotations.push({ type: 'broken rule', description: '${rule}' });
    expect(1).toBe(${expected});
  });`;
  const files = { 'a.spec.ts': verifiesAll + naming('DT-02', 2) + naming('DT-03', 2) + naming('DT-04', 1) };
  const matrix = await (await runProject(directory, { files })).matrix();
  const named = matrix.tests.filter(({ title }) => title.startsWith('names'));
  expect(named.map(({ rules }) => rules)).toEqual([['DT-02'], ['DT-03'], ['DT-01', 'DT-02']]);
  expect(['DT-01', 'DT-02', 'DT-03'].map((id) => rowOf(matrix, id).state)).toEqual(['verified', 'failing', 'failing']);
});

test('a test that passes on a retry verifies and is named flaky', async () => {
  const flaky = verifiesAll.replace('() => {}', `({}, { retry }) => { expect(retry).toBe(1); }`);
  const run = await runProject(directory, { files: { 'a.spec.ts': flaky }, config: { retries: 1 } });
  expect(run.exitCode, run.output).toBe(0);
  expect(run.lastLine).toBe('1 passed, 0 failed, 0 skipped');
  const matrix = await run.matrix();
  expect(matrix.totals).toEqual({ passed: 0, failed: 0, flaky: 1, skipped: 0, notRun: 0 });
  expect(rowOf(matrix, 'DT-01')).toMatchObject({
    state: 'verified',
    reasons: ['“verifies all” passed only on a retry'],
  });
});

const told = (caller: string) =>
  JSON.stringify(
    JSON.stringify({
      ...callsOfAll,
      kept: [{ caller, method: 'GET', path: '/x', status: 200, durationMs: 1, startedAt: 1 }],
    }),
  );

test('the exchanges of the attempt that failed are kept, and Allure shows neither them nor what it asked for', async () => {
  const flaky = `test('verifies all', { tag: ${tags(demandedRules)} }, ({}, { retry, annotations }) => {
    annotations.push({ type: '_exchanges', description: retry === 0 ? ${told('first')} : ${told('second')} });
    annotations.push({ type: '_needs', description: '{"templates":[{}]}' });
    expect(retry).toBe(1);
  });`;
  const resultsDir = join(directory, 'allure-results');
  const run = await runProject(directory, {
    files: { 'a.spec.ts': flaky },
    config: { retries: 1 },
    reporters: [['allure-playwright', { resultsDir }]],
  });
  expect(run.exitCode, run.output).toBe(0);
  expect((await run.matrix()).tests[0]?.exchanges.kept).toMatchObject([{ caller: 'first' }]);
  const files = (await readdir(resultsDir)).filter((name) => name.endsWith('-result.json'));
  const results = await Promise.all(files.map((name) => readFile(join(resultsDir, name), 'utf8')));
  expect(results.length).toBeGreaterThan(1);
  expect(results.filter((result) => /_exchanges|_needs/.test(result))).toEqual([]);
});

test('what the tracker made a test wait for is kept of all its attempts', async () => {
  const waiting = `test('waits', { tag: '@DT-13' }, ({}, { annotations, retry }) => {
    annotations.push({ type: 'set-up tried again', description: 'GET /x answered 503' });
    if (retry === 0) annotations.push({ type: 'rate limited', description: 'GET /y' });
    expect(retry).toBe(1);
  });\n`;
  const run = await runProject(directory, { files: { 'a.spec.ts': waiting }, config: { retries: 1 } });

  expect((await run.matrix()).tests[0]?.notes).toEqual([
    'set-up tried again: GET /x answered 503',
    'rate limited: GET /y',
  ]);
});

test('what the last attempt of a test asked for is kept, one thing after another', async () => {
  const asking = `test('asks', { tag: '@DT-13' }, ({}, { annotations, retry }) => {
    const ask = (needs) => annotations.push({ type: '_needs', description: JSON.stringify(needs) });
    ask({ templates: [{}] });
    ask({ templates: [{}], ownTracker: true });
    expect(retry).toBe(1);
  });
  test('asks for nothing', () => {});\n`;
  const run = await runProject(directory, { files: { 'a.spec.ts': asking }, config: { retries: 1 } });

  const { tests } = await run.matrix();
  const asked = [{ templates: [{}] }, { templates: [{}], ownTracker: true }];
  expect(tests.map(({ needs }) => needs)).toEqual([asked, undefined]);
});

test('exchanges that can not be read end with 1', async () => {
  const wrong = verifiesAll.replace(
    '() => {}',
    `({}, { annotations }) => {
    annotations.push({ type: '_exchanges', description: '{}' });
  }`,
  );
  const run = await runProject(directory, { files: { 'a.spec.ts': wrong } });
  expect(run.exitCode, run.output).toBe(1);
  expect((await run.matrix()).verdict.reasons).toEqual([
    'a.spec.ts:2: the annotation _exchanges is no list of exchanges as JSON: {}',
  ]);
});

test('a second run says what it has changed against the first', async () => {
  const first = await runProject(directory, { files: { 'a.spec.ts': verifiesAll } });
  expect((await first.matrix()).trend).toMatchObject({ missing: expect.stringContaining('the first run') });
  const failing = verifiesAll.replace('() => {}', '() => { expect(1).toBe(2); }');
  const second = await runProject(directory, { files: { 'a.spec.ts': failing } });
  expect((await second.matrix()).trend).toMatchObject({
    previous: { totals: { passed: 1, failed: 0 } },
    worse: demandedRules.map((rule) => ({ rule, from: 'verified', to: 'failing' })),
  });
});

test('an open question that is answered otherwise ends with 5 if the gate says so', async () => {
  const observed = JSON.stringify(JSON.stringify({ rule: 'DT-N05', expected: 409, observed: 200 }));
  const asks = `test('asks', { tag: '@DT-N05' }, () => {
    test.info().annotations.push({ type: 'observed', description: ${observed} });
  });`;
  const run = await runProject(directory, {
    files: { 'a.spec.ts': verifiesAll + asks },
    target: sharedTracker,
    options: { differs: 'fails' },
  });
  expect(run.exitCode, run.output).toBe(5);
  expect(run.output).toContain(
    'Verdict    assumptions differ\n           - 1 open question is answered otherwise than assumed: DT-N05.',
  );
});

test('a test that passes on a retry ends with 1 if the gate says so', async () => {
  const flaky = verifiesAll.replace('() => {}', `({}, { retry }) => { expect(retry).toBe(1); }`);
  const run = await runProject(directory, {
    files: { 'a.spec.ts': flaky },
    config: { retries: 1 },
    options: { flaky: 'fails' },
  });
  expect(run.exitCode, run.output).toBe(1);
  expect(run.output).toContain('- 1 test passed only on a retry, which the gate counts as failed.');
  expect(run.lastLine).toBe('1 passed, 0 failed, 0 skipped');
});

test('a list of rules asks for these, also on a tracker that does not provide what they need', async () => {
  const files = { 'a.spec.ts': `test('one', { tag: '@DT-01' }, () => {});\n${notAvailable}` };
  const options = { gate: ['DT-01', 'DT-41'] } as const;
  const run = await runProject(directory, { files, target: sharedTracker, options });
  expect(run.exitCode, run.output).toBe(3);
  expect(run.output).toContain('- 1 documented rule is not verified: DT-41.');
});

test('an option of the gate that is wrong ends with 2 before any test', async () => {
  const options = { gate: ['DT-99'] } as unknown as { gate: ['DT-01'] };
  const run = await runProject(directory, { files: { 'a.spec.ts': verifiesAll }, options });
  expect(run.exitCode, run.output).toBe(2);
  expect(run.output).toContain('DT-99 is none (did you mean DT-09 or DT-19 or DT-29?)');
  expect(run.output).not.toContain('passed');
});

test('a failing globalTeardown ends with 1', async () => {
  const run = await runProject(directory, {
    files: { 'a.spec.ts': verifiesAll, 'teardown.ts': `export default () => { throw new Error('left an entry'); };` },
    config: { globalTeardown: './teardown.ts' },
  });
  expect(run.exitCode, run.output).toBe(1);
  expect(run.lastLine).toBe('1 passed, 0 failed, 0 skipped');
  expect((await run.matrix()).verdict).toMatchObject({
    verdict: 'tests failed',
    reasons: ['left an entry (teardown.ts:1)'],
  });
});

test('a spec that throws on load ends with 1 and is named', async () => {
  const files = { 'a.spec.ts': verifiesAll, 'b.spec.ts': `throw new Error('no such builder');` };
  const run = await runProject(directory, { files });
  expect(run.exitCode, run.output).toBe(1);
  expect(run.output).toContain('- no such builder (b.spec.ts:2)');
  expect(run.lastLine).toBe('0 passed, 0 failed, 0 skipped');
  expect((await run.matrix()).verdict.verdict).toBe('no tests');
});

test('a run without tests ends with 1, also where Playwright would pass it', async () => {
  const run = await runProject(directory, { files: {}, options: { gate: 'selected' }, args: ['--pass-with-no-tests'] });
  expect(run.exitCode, run.output).toBe(1);
  expect(run.output).toContain('- No test was executed, so nothing is known about the tracker.');
  expect(run.lastLine).toBe('0 passed, 0 failed, 0 skipped');
});

test('a run of which no test began leaves the matrix of an earlier one, and says so', async () => {
  await runProject(directory, { files: { 'a.spec.ts': verifiesAll } });
  const output = join(directory, 'tracker-output');
  const before = await Promise.all(
    ['rules.html', 'rules.json', 'rules.txt'].map((name) => readFile(join(output, name))),
  );

  const nothing = await runProject(directory, { files: {}, args: ['--grep', '@DT-99'] });
  const broken = await runProject(directory, { files: { 'b.spec.ts': `throw new Error('no such builder');` } });

  for (const run of [nothing, broken]) {
    expect(run.exitCode, run.output).toBe(1);
    expect(run.output).toContain(
      `Matrix     ${join('tracker-output', 'rules.html')} is left as it was: no test of this run began`,
    );
    expect(run.output).toContain('Verdict    no tests');
    expect(run.lastLine).toBe('0 passed, 0 failed, 0 skipped');
  }
  const after = await Promise.all(
    ['rules.html', 'rules.json', 'rules.txt'].map((name) => readFile(join(output, name))),
  );
  expect(after).toEqual(before);
});

test('a tag that names no rule and an annotation that cannot be read end with 1', async () => {
  const wrong = `test('wrong', { tag: '@DT-99', annotation: [
    { type: 'endpoint', description: 'GET /nowhere' }, { type: 'observed', description: '{}' } ] }, () => {});`;
  const run = await runProject(directory, { files: { 'a.spec.ts': verifiesAll + wrong } });
  expect(run.exitCode, run.output).toBe(1);
  expect((await run.matrix()).verdict.reasons).toEqual([
    'a.spec.ts:3: the tag @DT-99 names no rule of contracts/rules.',
    'a.spec.ts:3: the annotation endpoint "GET /nowhere" names no endpoint of contracts/endpoints.',
    'a.spec.ts:3: the annotation observed is not an observation as JSON: {}',
  ]);
});

test('a configuration without a target ends with 2', async () => {
  const run = await runProject(directory, { files: { 'a.spec.ts': verifiesAll }, target: null });
  expect(run.exitCode, run.output).toBe(2);
  expect(run.output).toContain('the configuration has no RunTarget as metadata.target');
});

test('a run that reaches maxFailures does not count what never started as verified', async () => {
  const stops = `test('stops', () => { expect(1).toBe(2); });\n` + verifiesAll;
  const run = await runProject(directory, { files: { 'a.spec.ts': stops }, args: ['--max-failures', '1'] });
  expect(run.exitCode, run.output).toBe(1);
  expect(run.lastLine).toBe('0 passed, 1 failed, 0 skipped, 1 not run');
  expect(rowOf(await run.matrix(), 'DT-01')).toMatchObject({ state: 'unverified' });
});

test('listing the tests writes nothing and passes', async () => {
  const run = await runProject(directory, { files: { 'a.spec.ts': verifiesAll }, args: ['--list'] });
  expect(run.exitCode, run.output).toBe(0);
  expect(run.lastLine).toBe('Total: 1 test in 1 file');
  expect(await readdir(directory)).not.toContain('tracker-output');
});
