import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { startFake } from '../../../fake/index.js';
import { exitCodeMeanings, exitCodes } from '../../../reports/exit-codes.js';
import { run, start } from './command.js';
import { differingTest, failingTest, testOf, verifiesAll, verifiesAllButLast, writeSmallSuite } from './small-suite.js';

// Processes start slowly on a machine that is busy.
test.describe.configure({ timeout: 90_000 });

interface Ended {
  readonly title: string;
  readonly spec: string;
  readonly settings?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
  readonly config?: string;
  readonly code: keyof typeof exitCodes;
  readonly says: string;
}

const flaky = testOf('needs a retry', ['DT-01'], 'expect(info.retry).toBe(1);');
const unverified = '- 1 documented rule is not verified: DT-41.';
const skipped = `test.skip('one day', { tag: '@DT-41' }, () => {});\n`;

const endings: readonly Ended[] = [
  { title: 'every rule verified', spec: verifiesAll, code: 'passed', says: 'Verdict    passed' },
  {
    title: 'a failed test',
    spec: verifiesAll + failingTest('breaks', ['DT-01']),
    code: 'testsFailed',
    says: '- 1 test failed.',
  },
  {
    title: 'no test at all',
    spec: skipped,
    code: 'testsFailed',
    says: '- No test was executed, so nothing is known about the tracker.',
  },
  {
    title: 'a rule without a test',
    spec: verifiesAllButLast,
    code: 'rulesUnverified',
    says: unverified,
  },
  {
    title: 'a rule without a test that is not asked for',
    spec: verifiesAllButLast,
    settings: { TRACKER_GATE: 'DT-01 DT-40' },
    code: 'passed',
    says: 'Verdict    passed',
  },
  {
    title: 'some tests only, of rules that are verified',
    spec: verifiesAllButLast + skipped,
    args: ['--grep', 'most'],
    code: 'passed',
    says: 'Verdict    passed',
  },
  {
    title: 'a different answer',
    spec: verifiesAll + differingTest,
    code: 'passed',
    says: '- DT-N05 assumed 409, observed 200',
  },
  {
    title: 'a different answer that the gate minds',
    spec: verifiesAll + differingTest,
    settings: { TRACKER_GATE_DIFFERS: 'fails' },
    code: 'assumptionsDiffer',
    says: '- 1 open question is answered otherwise than assumed: DT-N05.',
  },
  {
    title: 'a test that needed a retry',
    spec: verifiesAll + flaky,
    config: 'retries: 1',
    code: 'passed',
    says: 'Verdict    passed',
  },
  {
    title: 'a test that needed a retry, which the gate minds',
    spec: verifiesAll + flaky,
    config: 'retries: 1',
    settings: { TRACKER_GATE_FLAKY: 'fails' },
    code: 'testsFailed',
    says: '- 1 test passed only on a retry, which the gate counts as failed.',
  },
];

for (const { title, spec, settings, args = [], config = '', code, says } of endings) {
  test(`run with ${title} ends with ${exitCodes[code]}`, async ({}, testInfo) => {
    const folder = testInfo.outputPath('cwd');
    writeSmallSuite(folder, { files: { 'a.spec.ts': spec }, config });

    const ending = await run(folder, ['run', ...args], settings);

    expect(ending.stdout + ending.stderr).toContain(says);
    expect(ending.code).toBe(exitCodes[code]);
  });
}

test('run with a rule in the gate that does not exist ends with 2 and the one that is meant', async ({}, testInfo) => {
  const ending = await run(testInfo.outputPath('cwd'), ['run'], { TRACKER_GATE: 'DT-01,DT-1' });

  expect(ending).toEqual({
    code: exitCodes.badSettings,
    stdout: '',
    stderr:
      'TRACKER_GATE has to be all, reachable, selected or ids of documented rules: DT-1 is none (did you mean DT-10 or DT-11 or DT-12?).\n',
  });
});

test('run against a tracker that is gone ends with 4 before any test', async ({}, testInfo) => {
  const folder = testInfo.outputPath('cwd');
  writeSmallSuite(folder, { files: { 'a.spec.ts': verifiesAll } });
  const gone = await startFake();
  await gone.close();

  const settings = { TRACKER_URL: gone.url, TRACKER_USERNAME: 'admin', TRACKER_PASSWORD: 'admin' };
  const ending = await run(folder, ['run'], settings);

  expect(ending).toMatchObject({ code: exitCodes.trackerUnreachable, stdout: '' });
});

// A terminal sends Ctrl+C to all its processes; a job's runner ends the first.
for (const [signal, name, way] of [
  ['SIGINT', 'interrupted', 'killAll'],
  ['SIGTERM', 'interrupted', 'kill'],
  ['SIGTERM', 'interrupted', 'killAll'],
] as const) {
  test(`run that ${signal} ends (${way}), as one that Playwright runs itself, ends with ${exitCodes[name]}`, async ({}, testInfo) => {
    const folder = testInfo.outputPath('cwd');
    const hangs = testOf('hangs', ['DT-01'], 'console.log("it has begun"); return new Promise(() => undefined);');
    writeSmallSuite(folder, { files: { 'a.spec.ts': hangs } });
    const running = start(folder, ['run']);
    await running.until('it has begun');

    running[way](signal);

    expect((await running.ended).code).toBe(exitCodes[name]);
  });
}

test('README.md has every exit code, as the command says it', () => {
  const readme = readFileSync(join(import.meta.dirname, '../../../README.md'), 'utf8');
  const rows = [...readme.matchAll(/^\| (\d+) +\| (.*?) +\|$/gm)].map(([, code, meaning]) => [code, meaning]);

  expect(rows).toEqual(Object.entries(exitCodeMeanings));
  expect(Object.keys(exitCodeMeanings).map(Number)).toEqual(Object.values(exitCodes));
});
