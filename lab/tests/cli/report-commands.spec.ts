import { utimesSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { rules } from '../../../contracts/index.js';
import type { FinishedTest } from '../../../contracts/index.js';
import { judge } from '../../../reports/gate.js';
import { writeMatrix } from '../../../reports/matrix/write-matrix.js';
import { releaseVerdictSchema, runsComparedSchema } from '../../../reports/documents/runs-compared.js';
import type { JudgedMatrix } from '../../../reports/documents/matrix.js';
import type { KnownFailures } from '../../../reports/documents/known-failures.js';
import { demandedRules, judgedMatrix, isolatedFake, sampleTest, sampleAbout } from '../reports/sample-run.js';
import { runHere, start, writeFiles } from './command.js';
import { failingTest, writeSmallSuite } from './small-suite.js';

const all = Object.entries(rules).flatMap(([id, { api }]) => (api === 'default-templates' ? [id] : []));

const most = sampleTest({ rules: demandedRules.slice(0, -1) });
const everything = sampleTest({ title: 'all', rules: demandedRules });
const failure = { fingerprint: '0123456789ab', shows: 'an entry is missing' };
const lacking = judgedMatrix([most, sampleTest({ rules: ['DT-41'], status: 'skipped', reason: 'too slow' })], {
  target: { ...isolatedFake, mode: 'shared', name: 'fake (shared, seed 1)' },
});

function runOf(version: string, ...tests: readonly FinishedTest[]): JudgedMatrix {
  return judgedMatrix(tests, { about: sampleAbout({ version }) });
}

let cwd: string;

test.beforeEach(({}, testInfo) => {
  cwd = testInfo.outputPath('cwd');
  const older = writeMatrix(judgedMatrix([everything]), join(cwd, 'tracker-output/isolated'));
  utimesSync(older.json, new Date(0), new Date(0));
  writeMatrix(lacking, join(cwd, 'tracker-output/shared'));
  writeMatrix(runOf('9.12.0', everything), join(cwd, 'runs/released'));
  writeMatrix(runOf('9.13.0', { ...everything, status: 'failed', failure }), join(cwd, 'runs/candidate'));
});

test('rules ends as ever if nobody reads its output to the end', async () => {
  const command = start(cwd, ['rules', '--json']);
  command.child.stdout.destroy();

  expect(await command.ended).toMatchObject({ code: 3, stdout: '', stderr: '' });
});

test('rules prints the last matrix with its verdict, and ends as that run did', async () => {
  const { code, stdout, stderr } = await runHere(['rules']);

  expect({ code, stderr }).toStrictEqual({ code: 3, stderr: '' });
  const lines = stdout.split('\n');
  expect(lines.slice(0, 2)).toStrictEqual([
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

test('rules takes another run by its file, and --json is the judged matrix alone, by the settings in force', async () => {
  const byFile = await runHere(['rules', '--file', 'tracker-output/isolated/rules.json']);
  const settings = { TRACKER_GATE: 'DT-01', TRACKER_GATE_FLAKY: 'fails' };
  const [printed, judged] = [await runHere(['rules', '--json']), await runHere(['rules', '--json'], settings)];

  expect(byFile).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('fake (isolated, seed 1)') });
  expect([printed.code, judged.code]).toStrictEqual([3, 0]);
  expect(JSON.parse(printed.stdout)).toStrictEqual(JSON.parse(JSON.stringify(lacking)));
  expect(JSON.parse(judged.stdout)).toMatchObject({
    verdict: { verdict: 'passed', reasons: [], demands: ['DT-01'], differs: 'passes', flaky: 'fails' },
  });
});

const shown = (stdout: string) => stdout.match(/(?<=^ {2}. )[A-Z]{2}-N?\d+/gm) ?? [];

test('rules prints the rules that are asked for, and the verdict on all', async () => {
  for (const [asked, ...ids] of [
    ['--state unverified --api default-templates --rule dt-41', 'DT-41'],
    ['--rule DT-02 --rule DT-03', 'DT-02', 'DT-03'],
    ['--state not-available'],
  ] as const) {
    const { code, stdout } = await runHere(['rules', ...asked.split(' ')]);

    expect(code).toBe(3);
    expect(shown(stdout), asked).toStrictEqual(ids);
    expect(stdout.includes('No rule of the matrix is as asked for.')).toBe(ids.length === 0);
    expect(stdout).toContain('Verdict    rules unverified');
  }
});

test('of a run of selected tests rules leaves out those that have none, unless all or the gate asks for them', async () => {
  const tests = [sampleTest({ rules: ['DT-01', 'DT-N05'] }), sampleTest({ rules: ['DT-07'], status: 'skipped' })];
  const matrix = judgedMatrix(tests);
  writeMatrix({ ...matrix, verdict: judge(matrix, { rules: 'selected' }) }, join(cwd, 'tracker-output/shared'));

  for (const [ids, settings, ...args] of [
    [['DT-01', 'DT-07', 'DT-N05'], {}],
    [['DT-01', 'DT-02', 'DT-07', 'DT-N05'], { TRACKER_GATE: 'DT-01 DT-02' }],
    [all, {}, '--all'],
    [all, { TRACKER_GATE: 'reachable' }],
  ] as const) {
    const { stdout } = await runHere(['rules', ...args], settings);

    expect(shown(stdout).sort()).toStrictEqual([...ids].sort());
    const [, others = 0] = /(\d+) other rules have no test in this run, /.exec(stdout) ?? [];
    expect(Number(others)).toBe(all.length - ids.length);
  }
});

test('rules --summary prints a page that names no host, person, project or test', async () => {
  const cause = 'GET /rest/anna answered 404, and was to succeed';
  const error = 'Error: GET https://tracker.example.com/rest/x/SECRET answered 404';
  const endpoints = ['GET /project/{projectIdOrKey}'];
  const broken = sampleTest({
    rules: ['DT-01'],
    status: 'failed',
    title: 'of Anna',
    error,
    endpoints,
    failure: { ...failure, cause },
  });
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

const gate = ['gate', '--candidate', 'runs/candidate', '--baseline', 'runs/released/rules.json'];

test('gate says no, and yes once a known failure has its ticket and owner', async () => {
  const no = await runHere(gate);
  expect(no).toMatchObject({ code: 9, stderr: '' });
  expect(no.stdout).toContain(
    'May this be released?  No\n- 1 test fails that is not known.\n    [default-templates] › specs/sample.spec.ts › all\n',
  );

  const written = await runHere(['known', '--update', 'runs/candidate']);
  expect(written).toMatchObject({ code: 0, stderr: '' });
  expect(written.stdout).toContain('1 entry lacks a ticket or an owner');
  const unowned = await runHere(['known', '--check']);
  expect(unowned).toMatchObject({ code: 8 });
  expect(unowned.stdout).toContain('- known-failures.json:4: Known failure DT-01: it has no ticket.');

  const file = join(cwd, 'known-failures.json');
  const known = JSON.parse(readFileSync(file, 'utf8')) as KnownFailures;
  const until = '2999-12-31';
  const failures = known.failures.map((one) => ({ ...one, ticket: 'QA-7', owner: 'qa', until }));
  writeFileSync(file, JSON.stringify({ ...known, failures }));
  expect(await runHere(['known', '--check', '--run', 'runs/candidate'])).toMatchObject({ code: 0 });
  const yes = await runHere([...gate, '--known', 'known-failures.json', '--json']);
  expect(yes.code).toBe(0);
  expect(releaseVerdictSchema.parse(JSON.parse(yes.stdout))).toMatchObject({
    released: true,
    reasons: [],
    notes: ['1 test failed as known: QA-7.'],
  });
});

test('compare reads a folder of runs, save for those of an older version, and writes a page', async () => {
  writeFiles(cwd, { 'runs/older/rules.json': JSON.stringify({ schemaVersion: 1, rules: [] }) });

  const { code, stdout } = await runHere(['compare', '--history', 'runs', '--html', 'page.html']);

  expect(code).toBe(0);
  expect(stdout).toContain('Tracker 9.13.0');
  expect(stdout).toContain('left out: runs/older/rules.json, as it is no rule matrix of this version of tracker-e2e (');
  const json = await runHere(['compare', '--history', 'runs', '--json']);
  expect(runsComparedSchema.parse(JSON.parse(json.stdout))).toMatchObject({ runs: [{}, {}], skipped: [{}] });
  expect(readFileSync(join(cwd, 'page.html'), 'utf8')).toContain('<h1>2 runs compared</h1>');
});

test('GitHub marks each reason of the gate and of a check, beside JSON that stays JSON', async () => {
  const github = { GITHUB_ACTIONS: 'true', GITHUB_WORKSPACE: cwd };
  const no = await runHere([...gate, '--json'], github);
  await runHere(['known', '--update', 'runs/candidate']);
  const check = await runHere(['known', '--check'], github);

  const start = '::error file=runs/candidate/rules.json,line=1,title=May not be released%3A';
  expect(no.stderr.trim().split('\n')).toStrictEqual([
    expect.stringMatching(`^${start} new failures::1 test fails`),
    expect.stringMatching(`^${start} verification lost::41 documented rules .* DT-01 to DT-41\\.$`),
  ]);
  expect(releaseVerdictSchema.parse(JSON.parse(no.stdout)).reasons).toHaveLength(2);
  expect(check.stderr).toContain('::error file=known-failures.json,line=4,title=Known failure%3A no ticket::');
});

test('a check without a run compares entries with the tests that Playwright lists', async () => {
  const suite = join(cwd, 'suite');
  writeSmallSuite(suite, { files: { 'a.spec.ts': failingTest('breaks', ['DT-01']) } });
  const way = { fingerprint: '0123456789ab', shows: '' };
  const entry = { versions: ['*'], ticket: 'QA-7', owner: 'qa', since: '2026-01-01', until: '2999-12-31' };
  const failures = [
    { ...entry, rule: 'DT-01', failures: [{ ...way, test: 'a.spec.ts › breaks' }] },
    { ...entry, rule: 'DT-03', failures: [{ ...way, test: 'a.spec.ts › break' }] },
    { ...entry, rule: 'DT-02', failures: [{ ...way, test: 'a.spec.ts › breaks' }] },
  ];
  writeFileSync(join(suite, 'known-failures.json'), JSON.stringify({ schemaVersion: 1, failures }));

  const { code, stdout } = await runHere(['known', '--check'], {}, suite);

  expect(code).toBe(8);
  expect(stdout).toContain('there is no test a.spec.ts › break. Did you mean a.spec.ts › breaks?');
  expect(stdout).toContain('“a.spec.ts › breaks” covers DT-01, and not DT-02');
  expect(stdout).not.toContain('Known failure DT-01');
});

test('a run that does not say which tracker it was, or was on one with a planted defect, is refused, and written over none that is read', async () => {
  const read = 'runs/candidate/rules.json';
  const silent = runOf('9.12.0', everything);
  const { about: _, ...old } = silent;
  const unknown = { ...silent, about: { ...silent.about, tracker: { extensions: {} } } };
  const planted = { ...silent, about: sampleAbout({ defect: 'DT-01-last' }) };
  const files = {
    ...{ old: { ...old, schemaVersion: 1 }, silent: unknown, planted, any: runOf('9.*', everything) },
    'known-failures': { schemaVersion: 1, failures: [] },
  };
  const refusal = 'The run planted.json was on a fake with the planted defect DT-01-last: name a run without one.\n';
  for (const [name, matrix] of Object.entries(files)) writeFileSync(join(cwd, `${name}.json`), JSON.stringify(matrix));

  for (const [command, says] of [
    ['compare old.json', 'is no rule matrix of this version of tracker-e2e ('],
    ['gate --candidate old.json --baseline runs/released', "The candidate old.json can't be used: it is no rule"],
    ['gate --candidate runs/candidate --baseline silent.json', "The baseline silent.json can't be used: it does not s"],
    ['known --update silent.json', 'does not say its product, version, build, edition, so nobody knows'],
    ['known --update planted.json', refusal],
    ['known --update any.json', 'was on version 9.*: in a known failure that stands for others too.'],
    ['known --check --run planted.json', refusal],
    [`compare runs/candidate --html ${read}`, `${read} can't be written: it is one of the runs that are read`],
    [`known --update runs/candidate --file ${read}`, `${read} can't be written`],
  ] as const) {
    const ending = await runHere(command.split(' '));
    expect(ending).toStrictEqual({ code: 2, stdout: '', stderr: expect.stringContaining(says) });
  }
  expect(readFileSync(join(cwd, read), 'utf8')).toContain('"schemaVersion": 2');
});
