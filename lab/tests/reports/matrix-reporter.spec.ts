import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test, expect } from '@playwright/test';
import { readAllureResults } from './read-run.js';
import { runProject } from './run-project.js';
import type { Project } from './run-project.js';
import { callsOfAll, demandedRules, isolatedFake, openQuestions, rowOf, sharedTracker } from './sample-run.js';

const tags = (ids: readonly string[]) => JSON.stringify(ids.map((id) => `@${id}`));
const verifiesAll = `test('verifies all', { tag: ${tags(demandedRules)} }, () => {});\n`;
const verifiesAllButLast = `test('verifies most', { tag: ${tags(demandedRules.slice(0, -1))} }, () => {});\n`;
const notAvailable = `test('needs more', { tag: '@DT-41' }, () => {
  test.info().annotations.push({ type: 'not available here', description: 'no second account' });
  test.skip(true, 'no second account');
});\n`;
const unreadable = verifiesAll.replace(
  '() => {}',
  `({}, { annotations }) => { annotations.push({ type: '_exchanges', description: '{}' }); }`,
);
const wrongTags = `test('wrong', { tag: '@DT-99', annotation: [
  { type: 'endpoint', description: 'GET /nowhere' }, { type: 'observed', description: '{}' } ] }, () => {});`;

const passed = '1 passed, 0 failed, 0 skipped';

let directory: string;
test.beforeEach(({}, testInfo) => {
  directory = testInfo.outputPath('project');
});

/** Runs a project with one spec. */
const runSpec = (source: string, project: Partial<Project> = {}) =>
  runProject(directory, { files: { 'a.spec.ts': source }, ...project });

test('a run that verifies every rule ends with 0 and its closing lines, and the next says what it has changed', async () => {
  const run = await runSpec(verifiesAll);
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
      passed,
    ].join('\n'),
  );
  expect(run.lastLine).toBe(passed);
  const reports = ['rules.html', 'rules.json', 'rules.txt'];
  const written = await readdir(join(directory, 'tracker-output'));
  expect(written).toEqual(['calls.json', 'durations.json', 'last-run.json', ...reports]);
  const matrix = run.matrix();
  const policy = { demands: 'reachable', differs: 'passes', flaky: 'passes' };
  expect(matrix.verdict).toEqual({ verdict: 'passed', reasons: [], ...policy });
  expect(matrix.target).toEqual(isolatedFake);
  expect(matrix.tests).toMatchObject([{ title: 'verifies all', file: 'a.spec.ts', line: 2, status: 'passed' }]);
  expect(matrix.trend).toMatchObject({ missing: expect.stringContaining('the first run') });

  const second = (await runSpec(verifiesAll.replace('() => {}', '() => { expect(1).toBe(2); }'))).matrix();
  expect(second.trend).toMatchObject({
    previous: { totals: { passed: 1, failed: 0 } },
    worse: demandedRules.map((rule) => ({ rule, from: 'verified', to: 'failing' })),
  });
});

const empty = '0 passed, 0 failed, 0 skipped';
const badGate = { gate: ['DT-99'] as unknown as ['DT-01'] };
const teardown = {
  files: { 'a.spec.ts': verifiesAll, 'teardown.ts': `export default () => { throw new Error('left an entry'); };` },
  config: { globalTeardown: './teardown.ts' },
};
const throwing = { files: { 'a.spec.ts': verifiesAll, 'b.spec.ts': `throw new Error('no such builder');` } };
const nothing = { files: {}, options: { gate: 'selected' }, args: ['--pass-with-no-tests'] } as const;
const wrong = [
  '- a.spec.ts:3: the tag @DT-99 names no rule of contracts/rules.',
  '- a.spec.ts:3: the annotation endpoint "GET /nowhere" names no endpoint of contracts/endpoints.',
  '- a.spec.ts:3: the annotation observed is not an observation as JSON: {}',
].join('\n           ');

for (const [what, code, says, source, project = {}, lastLine] of [
  [
    'what a tracker does not provide',
    0,
    '- DT-41 not available: no second account',
    verifiesAllButLast + notAvailable,
    { target: sharedTracker },
  ],
  ['a wrong option of the gate', 2, 'DT-99 is none (did you mean DT-09 or', verifiesAll, { options: badGate }],
  ['no target', 2, 'the configuration has no RunTarget as metadata.target', verifiesAll, { target: null }],
  [
    'exchanges that can not be read',
    1,
    '- a.spec.ts:2: the annotation _exchanges is no list of exchanges as JSON: {}',
    unreadable,
  ],
  ['tags and annotations that can not be read', 1, wrong, verifiesAll + wrongTags],
  ['a failing globalTeardown', 1, '- left an entry (teardown.ts:1)', '', teardown, passed],
  ['a spec that throws on load', 1, '- no such builder (b.spec.ts:2)', '', throwing, empty],
  ['a run without tests, also if Playwright would pass it,', 1, '- No test was executed, so', '', nothing, empty],
] as readonly (readonly [string, number, string, string, Partial<Project>?, string?])[]) {
  test(`${what} ends with ${code}`, async () => {
    const run = await runSpec(source, project);

    expect(run.exitCode, run.output).toBe(code);
    expect(run.output).toContain(says);
    expect(run.lastLine).toBe(lastLine ?? run.lastLine);
  });
}

test('a failed test ends with 1; its rule, or the one that it names as broken, fails with the error', async () => {
  const failing = `test.describe('GET /x', () => { test('breaks', { tag: '@DT-13' }, () => { expect(1, 'an entry').toBe(2); }); });\n`;
  const naming = (rule: string, expected: number) => `test('names ${rule}', { tag: ['@DT-01', '@DT-02'] }, () => {
    test.info().annotations.push({ type: 'broken rule', description: '${rule}' });
    const seen = { status: 1 };
    expect(seen.status).toBe(${expected});
  });`;
  const run = await runSpec(verifiesAll + failing + naming('DT-02', 2) + naming('DT-03', 2) + naming('DT-04', 1));
  expect(run.exitCode, run.output).toBe(1);
  expect(run.lastLine).toBe('2 passed, 3 failed, 0 skipped');
  const matrix = run.matrix();
  expect(matrix.verdict).toMatchObject({ verdict: 'tests failed', reasons: ['3 tests failed.'], demands: 'reachable' });
  const reasons = ['an entry (expected 2, received 1)'];
  expect(rowOf(matrix, 'DT-13')).toMatchObject({ state: 'failing', reasons });
  expect(rowOf(matrix, 'DT-02').reasons).toEqual(['seen.status: expected 2, received 1']);
  expect(matrix.tests.find(({ status }) => status === 'failed')).toMatchObject({
    title: 'GET /x › breaks',
    error: 'Error: an entry\n\nexpect(1).toBe(expected) // Object.is equality\n\nExpected: 2\nReceived: 1',
  });
  const named = matrix.tests.filter(({ title }) => title.startsWith('names'));
  expect(named.map(({ rules }) => rules)).toEqual([['DT-02'], ['DT-03'], ['DT-01', 'DT-02']]);
  expect(['DT-01', 'DT-02', 'DT-03'].map((id) => rowOf(matrix, id).state)).toEqual(['verified', 'failing', 'failing']);
});

test('of a test that passes on a retry it is told, with what its attempts met; Allure shows no words of ours', async () => {
  const told = (caller: string) => {
    const kept = [{ caller, method: 'GET', path: '/x', status: 200, durationMs: 1, startedAt: 1 }];
    return JSON.stringify(JSON.stringify({ ...callsOfAll, kept }));
  };
  const flaky = `test('verifies all', { tag: ${tags(demandedRules)} }, ({}, { retry, annotations }) => {
    const ask = (needs) => annotations.push({ type: '_needs', description: JSON.stringify(needs) });
    annotations.push({ type: '_exchanges', description: retry === 0 ? ${told('first')} : ${told('second')} });
    annotations.push({ type: 'set-up tried again', description: 'GET /x answered 503' });
    if (retry === 0) annotations.push({ type: 'rate limited', description: 'GET /y' });
    ask({ templates: [{}] });
    ask({ templates: [{}], ownTracker: true });
    expect(retry).toBe(1);
  });
  test('asks for nothing', () => {});`;
  const resultsDir = join(directory, 'allure-results');
  const reporters = [['allure-playwright', { resultsDir }]];
  const run = await runSpec(flaky, { config: { retries: 1 }, reporters });
  expect(run.exitCode, run.output).toBe(0);
  expect(run.lastLine).toBe('2 passed, 0 failed, 0 skipped');
  const matrix = run.matrix();
  expect(matrix.totals).toEqual({ passed: 1, failed: 0, flaky: 1, skipped: 0, notRun: 0 });
  const reasons = ['“verifies all” passed only on a retry'];
  expect(rowOf(matrix, 'DT-01')).toMatchObject({ state: 'verified', reasons });
  const [first, second] = matrix.tests;
  expect(first?.exchanges.kept).toMatchObject([{ caller: 'first' }]);
  expect(first?.notes).toEqual(['set-up tried again: GET /x answered 503', 'rate limited: GET /y']);
  expect(first?.needs).toEqual([{ templates: [{}] }, { templates: [{}], ownTracker: true }]);
  expect(second?.needs).toBeUndefined();
  const results = readAllureResults(resultsDir);
  expect(results.length).toBeGreaterThan(1);
  expect(JSON.stringify(results)).not.toMatch(/_exchanges|_needs/);
});

test('a run of which no test began leaves the matrix of an earlier one, and says so', async () => {
  const output = join(directory, 'tracker-output');
  const read = () => Promise.all(['rules.html', 'rules.json', 'rules.txt'].map((name) => readFile(join(output, name))));
  await runSpec(verifiesAll);
  const before = await read();

  const ran = [await runProject(directory, { files: {}, args: ['--grep', '@DT-99'] })];
  ran.push(await runProject(directory, throwing));

  const place = join('tracker-output', 'rules.html');
  for (const run of ran) {
    expect(run.exitCode, run.output).toBe(1);
    expect(run.output).toContain(`Matrix     ${place} is left as it was: no test of this run began`);
    expect(run.output).toContain('Verdict    no tests');
  }
  expect(await read()).toEqual(before);
});

test('a run that reaches maxFailures does not count what never started as verified', async () => {
  const stops = `test('stops', () => { expect(1).toBe(2); });\n` + verifiesAll;
  const run = await runSpec(stops, { args: ['--max-failures', '1'] });
  expect(run.exitCode, run.output).toBe(1);
  expect(run.lastLine).toBe('0 passed, 1 failed, 0 skipped, 1 not run');
  expect(rowOf(run.matrix(), 'DT-01')).toMatchObject({ state: 'unverified' });
});
