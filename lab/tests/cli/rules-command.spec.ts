import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { rules } from '../../../contracts/index.js';
import { judge } from '../../../reports/gate.js';
import { writeMatrix } from '../../../reports/matrix/write-matrix.js';
import { demandedRules, judgedMatrix, isolatedFake, sampleTest } from '../reports/sample-run.js';
import { runHere, start } from './command.js';

const all = Object.entries(rules).flatMap(([id, { api }]) => (api === 'default-templates' ? [id] : []));
const count = all.length;

const most = sampleTest({ rules: demandedRules.slice(0, -1) });
const green = judgedMatrix([sampleTest({ rules: demandedRules })]);
const lacking = judgedMatrix([most, sampleTest({ rules: ['DT-41'], status: 'skipped', reason: 'too slow' })], {
  target: { ...isolatedFake, mode: 'shared', name: 'fake (shared, seed 1)' },
});

let cwd: string;

test.beforeEach(({}, testInfo) => {
  cwd = testInfo.outputPath('cwd');
  const older = writeMatrix(green, join(cwd, 'tracker-output/isolated'));
  utimesSync(older.json, new Date(0), new Date(0));
  writeMatrix(lacking, join(cwd, 'tracker-output/shared'));
});

test('rules ends as ever if nobody reads its output to the end', async () => {
  const command = start(cwd, ['rules', '--json']);
  command.closeOutput();

  expect(await command.ended).toEqual({ code: 3, stdout: '', stderr: '' });
});

test('rules prints the last matrix with its verdict, and ends as that run did', async () => {
  const { code, stdout, stderr } = await runHere(['rules']);

  expect({ code, stderr }).toEqual({ code: 3, stderr: '' });
  const lines = stdout.split('\n');
  expect(lines.slice(0, 2)).toEqual([
    'default-templates, documented rules',
    '  ✓ DT-01   verified         Listing a project by its id gives exactly the entries of that project.',
  ]);
  const last = lines.findIndex((line) => line.startsWith('  ? DT-41   unverified       '));
  expect(lines[last + 1]).toBe(`${' '.repeat(29)}too slow`);
  expect(Math.max(...lines.slice(0, last + 2).map((line) => line.length))).toBeLessThanOrEqual(120);
  expect(stdout).toContain('of 41 documented\n           - DT-41 unverified: too slow\n');
  expect(stdout).toContain(
    `Matrix     ${join('tracker-output/shared/rules.json')}, of the run of 2026-11-21 14:30 UTC\n`,
  );
  expect(stdout).toContain('Verdict    rules unverified\n           - 1 documented rule is not verified: DT-41.\n\n');
});

test('rules takes another run by its file', async () => {
  const byFile = await runHere(['rules', '--file', 'tracker-output/isolated/rules.json']);

  expect(byFile).toMatchObject({ code: 0, stderr: '' });
  expect(byFile.stdout).toContain('Tracker    fake (isolated, seed 1)');
});

test('rules --json is the judged matrix and nothing else, judged by the settings in force', async () => {
  const settings = { TRACKER_GATE: 'DT-01', TRACKER_GATE_FLAKY: 'fails' };
  const [printed, judged] = [await runHere(['rules', '--json']), await runHere(['rules', '--json'], settings)];

  expect([printed.code, judged.code]).toEqual([3, 0]);
  expect(JSON.parse(printed.stdout)).toEqual(JSON.parse(JSON.stringify(lacking)));
  expect(JSON.parse(judged.stdout)).toMatchObject({
    verdict: { verdict: 'passed', reasons: [], demands: ['DT-01'], differs: 'passes', flaky: 'fails' },
  });
});

const shown = (stdout: string) => stdout.match(/(?<=^ {2}. )[A-Z]{2}-N?\d+/gm) ?? [];

for (const { args, ids } of [
  { args: ['--state', 'unverified', '--api', 'default-templates', '--rule', 'dt-41'], ids: ['DT-41'] },
  { args: ['--rule', 'DT-02', '--rule', 'DT-03'], ids: ['DT-02', 'DT-03'] },
  { args: ['--state', 'not-available'], ids: [] },
]) {
  test(`rules ${args.join(' ')} prints ${ids.join(' and ') || 'no rule'} and the verdict on all`, async () => {
    const { code, stdout } = await runHere(['rules', ...args]);

    expect(code).toBe(3);
    expect(shown(stdout)).toEqual(ids);
    expect(stdout.includes('No rule of the matrix is as asked for.')).toBe(ids.length === 0);
    expect(stdout).toContain('Verdict    rules unverified');
  });
}

for (const { args, gate, ids, others } of [
  { args: [], ids: ['DT-01', 'DT-07', 'DT-N05'], others: count - 3 },
  { args: [], gate: 'DT-01 DT-02', ids: ['DT-01', 'DT-02', 'DT-07', 'DT-N05'], others: count - 4 },
  { args: ['--all'], ids: all, others: 0 },
  { args: [], gate: 'reachable', ids: all, others: 0 },
]) {
  test(`of a run of selected tests rules ${args.join(' ')} with gate ${gate} leaves out ${others}`, async () => {
    const tests = [sampleTest({ rules: ['DT-01', 'DT-N05'] }), sampleTest({ rules: ['DT-07'], status: 'skipped' })];
    const matrix = judgedMatrix(tests);
    writeMatrix({ ...matrix, verdict: judge(matrix, { rules: 'selected' }) }, join(cwd, 'tracker-output/shared'));

    const { stdout } = await runHere(['rules', ...args], gate === undefined ? {} : { TRACKER_GATE: gate });

    expect(shown(stdout).sort()).toEqual(ids.toSorted());
    expect(Number(/(\d+) other rules have no test in this run, /.exec(stdout)?.[1] ?? 0)).toBe(others);
  });
}

test('rules --summary prints a page that names no host, person, project or test', async () => {
  const failure = { fingerprint: '000000000000', shows: '', cause: 'GET /rest/anna answered 404, and was to succeed' };
  const error = 'Error: GET https://tracker.example.com/rest/x/SECRET answered 404';
  const endpoints = ['GET /project/{projectIdOrKey}'];
  const broken = sampleTest({ rules: ['DT-01'], status: 'failed', title: 'of Anna', error, failure, endpoints });
  const target = { ...isolatedFake, mode: 'shared' as const, name: 'https://tracker.example.com/jira' };
  const { json } = writeMatrix(judgedMatrix([most, broken], { target }), join(cwd, 'other'));

  const { code, stdout } = await runHere(['rules', '--summary', '--file', json]);

  expect(code).toBe(1);
  expect(stdout).toMatch(/^# Tracker 9\.12\.0: tests failed\n\n2026-11-21, 1 passed, 1 failed/);
  expect(stdout).toContain('| Default templates | 39 verified, 1 failing, 1 unverified |');
  expect(stdout).toContain(`## DT-01 is broken: Listing a project by its id`);
  expect(stdout).toContain('GET /project/{projectIdOrKey} answered 404, and was to succeed (1 test)');
  expect(stdout).toContain('Not verified: DT-41');
  expect(stdout).not.toMatch(/example\.com|SECRET|Anna/i);
});
