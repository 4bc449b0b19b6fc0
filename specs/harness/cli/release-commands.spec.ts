import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { annotationTypes } from '../../../contracts/index.js';
import type { FinishedTest, JudgedMatrix, KnownFailures } from '../../../contracts/index.js';
import { writeMatrix } from '../../../reports/matrix/write-matrix.js';
import { demandedRules, judgedMatrix, sampleAbout, sampleTest } from '../reports/sample-run.js';
import { run } from './command.js';
import { failingTest, verifiesAll, writeSmallSuite } from './small-suite.js';

// Processes start slowly on a machine that is busy.
test.describe.configure({ timeout: 120_000 });

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

test.beforeEach(async ({}, testInfo) => {
  cwd = testInfo.outputPath('cwd');
  await writeMatrix(runOf([all], '9.12.0'), join(cwd, 'runs/released'));
  await writeMatrix(runOf([broken], '9.13.0'), join(cwd, 'runs/candidate'));
});

const gate = ['gate', '--candidate', 'runs/candidate', '--baseline', 'runs/released/rules.json'];

test('gate says no, and yes once a known failure has its ticket and owner', async () => {
  const no = await run(cwd, gate);
  expect(no).toMatchObject({ code: 9, stderr: '' });
  expect(no.stdout).toContain(
    [
      'May this be released?  No',
      '- 1 test fails that is not known.',
      '    [default-templates] › specs/sample.spec.ts › all',
    ].join('\n'),
  );

  const written = await run(cwd, ['known', '--update', 'runs/candidate']);
  expect(written).toMatchObject({ code: 0, stderr: '' });
  expect(written.stdout).toContain('1 entries lack a ticket or an owner');
  const unowned = await run(cwd, ['known', '--check']);
  expect(unowned).toMatchObject({ code: 8 });
  expect(unowned.stdout).toContain('- Known failure DT-01: it has no ticket.');

  const file = join(cwd, 'known-failures.json');
  const known = JSON.parse(readFileSync(file, 'utf8')) as KnownFailures;
  const until = '2999-12-31';
  writeFileSync(
    file,
    JSON.stringify({
      ...known,
      failures: known.failures.map((one) => ({ ...one, ticket: 'QA-7', owner: 'qa', until })),
    }),
  );
  expect(await run(cwd, ['known', '--check', '--run', 'runs/candidate'])).toMatchObject({ code: 0 });
  const yes = await run(cwd, [...gate, '--known', 'known-failures.json', '--json']);
  expect(yes.code).toBe(0);
  expect(JSON.parse(yes.stdout)).toMatchObject({
    released: true,
    reasons: [],
    notes: ['1 test failed as known: QA-7.'],
  });
});

test('compare reads a folder of runs, and writes a page and badges', async () => {
  const { code, stdout } = await run(cwd, [
    ...['compare', '--history', 'runs', '--html', 'page.html'],
    ...['--badge', 'badge.svg', '--shields', 'badge.json'],
  ]);

  expect(code).toBe(0);
  expect(stdout).toContain('Tracker 9.13.0');
  expect(readFileSync(join(cwd, 'page.html'), 'utf8')).toContain('<title>2 runs compared</title>');
  expect(readFileSync(join(cwd, 'badge.svg'), 'utf8')).toContain('of 41 verified');
  expect(JSON.parse(readFileSync(join(cwd, 'badge.json'), 'utf8'))).toMatchObject({
    schemaVersion: 1,
    label: expect.any(String),
  });
});

test('a run that does not say which tracker it was is refused', async () => {
  const { about: _, ...old } = runOf([all], '9.12.0');
  const silent = runOf([all], '9.12.0');
  mkdirSync(join(cwd, 'old'));
  writeFileSync(join(cwd, 'old/rules.json'), JSON.stringify({ ...old, schemaVersion: 1 }));
  writeFileSync(
    join(cwd, 'silent.json'),
    JSON.stringify({ ...silent, about: { ...silent.about, tracker: { extensions: {} } } }),
  );
  const [older, unknown] = [await run(cwd, ['compare', 'old']), await run(cwd, ['known', '--update', 'silent.json'])];

  expect(older).toMatchObject({ code: 2, stdout: '' });
  expect(older.stderr).toContain('does not say what it was, as an older tracker-e2e wrote it: run the tests again');
  expect(unknown).toMatchObject({ code: 2, stdout: '' });
  expect(unknown.stderr).toContain('does not say its product, version, build, edition, so nobody knows');
});

test('a run with a known failure passes, shows its ticket everywhere, and fails once it is fixed', async () => {
  const identity = JSON.stringify({ product: 'Tracker', version: '9.12.0', build: '1', edition: 'Server' });
  const says = `test.beforeEach(({}, info) => { info.annotations.push({ type: '${annotationTypes.tracker}', description: ${JSON.stringify(identity)} }); });\n`;
  const suite = join(cwd, 'suite');
  writeSmallSuite(suite, {
    files: { 'a.spec.ts': says + verifiesAll + failingTest('breaks', ['DT-01']) },
    allure: true,
  });
  expect(await run(suite, ['run'])).toMatchObject({ code: 1 });
  const update = ['--update', 'reports/output/isolated', '--ticket', 'QA-7', '--owner', 'qa', '--until', '2999-12-31'];
  expect(await run(suite, ['known', ...update])).toMatchObject({ code: 0 });

  const known = await run(suite, ['run', '--known', 'known-failures.json', '--reports', 'junit']);
  expect(known).toMatchObject({ code: 0 });
  expect(known.stdout).toContain('Known      QA-7: 1 test fails as known (qa, until 2999-12-31)');
  expect(known.stdout).toContain('1 passed, 0 failed, 0 skipped, 1 failed as known');
  const output = join(suite, 'reports/output/isolated');
  expect(readFileSync(join(output, 'junit.xml'), 'utf8')).toContain('<property name="known failure" value="QA-7 (qa');
  const page = readFileSync(join(output, 'rules.html'), 'utf8');
  expect(page).toContain('QA-7');

  writeFileSync(
    join(suite, 'a.spec.ts'),
    readFileSync(join(suite, 'a.spec.ts'), 'utf8').replace(`expect(1, 'an entry').toBe(2)`, 'void 0'),
  );
  const fixed = await run(suite, ['run', '--known', 'known-failures.json']);
  expect(fixed).toMatchObject({ code: 8 });
  expect(fixed.stdout).toContain('Known failure DT-01, QA-7: it is fixed.');
});
