import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { releaseVerdictSchema, runsComparedSchema } from '../../../reports/documents/runs-compared.js';
import type { FinishedTest } from '../../../contracts/index.js';
import type { JudgedMatrix } from '../../../reports/documents/matrix.js';
import type { KnownFailures } from '../../../reports/documents/known-failures.js';
import { writeMatrix } from '../../../reports/matrix/write-matrix.js';
import { demandedRules, judgedMatrix, sampleAbout, sampleTest } from '../reports/sample-run.js';
import { runHere, writeFiles } from './command.js';
import { failingTest, writeSmallSuite } from './small-suite.js';

const all = sampleTest({ title: 'all', rules: demandedRules });
const broken: FinishedTest = {
  ...all,
  status: 'failed',
  failure: { fingerprint: '0123456789ab', shows: 'an entry is missing' },
};

function runOf(tests: readonly FinishedTest[], version: string): JudgedMatrix {
  return judgedMatrix(tests, { about: { ...sampleAbout, tracker: { ...sampleAbout.tracker, version } } });
}

let cwd: string;

test.beforeEach(({}, testInfo) => {
  cwd = testInfo.outputPath('cwd');
  writeMatrix(runOf([all], '9.12.0'), join(cwd, 'runs/released'));
  writeMatrix(runOf([broken], '9.13.0'), join(cwd, 'runs/candidate'));
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

  const start = '::error file=e2e/specs/sample.spec.ts,line=3,title=May not be released%3A';
  expect(no.stderr.trim().split('\n')).toEqual([
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

test('a file that is to be written may not be one that is read', async () => {
  const matrix = 'runs/candidate/rules.json';
  for (const [args, says] of [
    [
      ['compare', 'runs/candidate', '--html', matrix],
      `${matrix} can't be written: it is one of the runs that are read`,
    ],
    [['known', '--update', 'runs/candidate', '--file', matrix], `${matrix} can't be written`],
  ] as const) {
    expect(await runHere(args)).toMatchObject({ code: 2, stderr: expect.stringContaining(says) });
  }
  expect(readFileSync(join(cwd, matrix), 'utf8')).toContain('"schemaVersion": 2');
});

test('a run that does not say which tracker it was, or was on one with a planted defect, is refused', async () => {
  const silent = runOf([all], '9.12.0');
  const { about: _, ...old } = silent;
  const unknown = { ...silent, about: { ...silent.about, tracker: { extensions: {} } } };
  const star = { ...silent, about: { ...silent.about, tracker: { ...silent.about.tracker, version: '9.*' } } };
  const planted = { ...silent, about: { ...silent.about, tracker: { ...silent.about.tracker, defect: 'DT-01-last' } } };
  const files = {
    ...{ old: { ...old, schemaVersion: 1 }, silent: unknown, star, planted },
    'known-failures': { schemaVersion: 1, failures: [] },
  };
  const refusal = 'The run planted.json was on a fake with the planted defect DT-01-last: name a run without one.\n';
  for (const [name, matrix] of Object.entries(files)) writeFileSync(join(cwd, `${name}.json`), JSON.stringify(matrix));

  for (const [command, says] of [
    ['compare old.json', 'is no rule matrix of this version of tracker-e2e ('],
    ['gate --candidate old.json --baseline runs/released', "The candidate old.json can't be used: it is no rule"],
    ['gate --candidate runs/candidate --baseline silent.json', "The baseline silent.json can't be used: it does not s"],
    ['known --update silent.json', 'does not say its product, version, build, edition, so nobody knows'],
    ['known --update star.json', 'a tracker of version 9.*'],
    ['known --update planted.json', refusal],
    ['known --check --run planted.json', refusal],
  ] as const) {
    const ending = await runHere(command.split(' '));
    expect(ending).toEqual({ code: 2, stdout: '', stderr: expect.stringContaining(says) });
  }
});
