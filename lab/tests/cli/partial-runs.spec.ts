import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { JudgedMatrix } from '../../../reports/documents/matrix.js';
import { exitCodes } from '../../../reports/exit-codes.js';
import { demandedRules, eventSource, specStart } from '../reports/sample-run.js';
import { run, runHere } from './command.js';
import {
  failingTest,
  readAllureResults,
  readMatrix,
  runPlaywright,
  testOf,
  verifiesAll,
  writeSmallSuite,
} from './small-suite.js';

const named = (title: string) => `test(\n  '${title}',\n  { tag: '@DT-01' },\n  () => expect(1).toBe(1),\n);\n`;
const described = (title: string, ...tests: readonly string[]) =>
  `test.describe('${title}', () => {\n${tests.map(named).join('\n')}});\n`;
const sources = {
  'a.spec.ts': `\n${described('one', 'first', 'second')}${described('both', 'third', 'fourth')}${named('fifth')}`,
  'b.spec.ts': testOf('removes', ['DT-22']) + testOf('stores', ['DT-31']),
  'c.spec.ts': testOf('copies', ['TM-17']),
  'd.spec.ts': `test.describe('prepared', () => {
    test.describe.configure({ mode: 'default' });
    test.beforeAll(() => { if (process.env.BROKEN) throw new Error('broken'); });
    ${testOf('begins', ['DT-05'])} ${testOf('goes on', ['DT-06'])}
  });`,
};

const told = (stdout: string) =>
  stdout.split('\n').filter((line) => /^(Selected|Verdict|Rules) |^\d+ passed/.test(line));

const passedOf = (selected: string, rules: number, tests: number) => [
  `Selected   ${selected}`,
  `Rules      ${rules} verified, 0 failing, 0 not verified here, of ${rules} selected`,
  'Verdict    passed',
  `${tests} passed, 0 failed, 0 skipped`,
];

test('the tests that failed or did not run, of lines, and of changed files are selected, and the gate asks for their rules', async ({}, testInfo) => {
  const cwd = testInfo.outputPath('cwd');
  writeSmallSuite(cwd, { files: sources });
  writeFileSync(join(cwd, '.gitignore'), 'node_modules\ntracker-output\ntest-results\n');
  for (const args of ['init --quiet', 'add .', '-c user.name=a -c user.email=a@example.com commit --quiet -m all']) {
    execFileSync('git', args.split(' '), { cwd, stdio: 'ignore' });
  }
  const lines = readFileSync(join(cwd, 'a.spec.ts'), 'utf8').split('\n');
  /** The place of the line below the first one of a test, which Playwright knows only by that. */
  const at = (text: string, further = 0) => `a.spec.ts:${lines.findIndex((line) => line.includes(text)) + 1 + further}`;

  const broken = await run(cwd, ['run'], { BROKEN: '1' });
  const lastFailed = await run(cwd, ['run', '--last-failed']);
  const unchanged = await run(cwd, ['run', '--only-changed=HEAD']);
  writeFileSync(join(cwd, 'c.spec.ts'), specStart + testOf('copies again', ['TM-17']));
  const changed = await run(cwd, ['run', '--only-changed=HEAD']);
  const files = [at('second', 2), `${at('both')}:3`, 'b.spec.ts'];
  const words = '[a-z]d|fourth|removes';
  const together = await run(cwd, ['run', ...files, '--grep', words, '--reports', 'junit']);

  expect(told(broken.stdout).at(-1)).toBe('8 passed, 1 failed, 0 skipped, 1 not run');
  expect(told(lastFailed.stdout).at(-1)).toBe('2 passed, 0 failed, 0 skipped');
  expect(lastFailed.stdout).toContain('Selected   2 tests, by --last-failed');
  expect(told(unchanged.stdout)).toStrictEqual(passedOf('0 tests, by --only-changed=HEAD', 0, 0));
  expect(unchanged.code).toBe(exitCodes.passed);
  expect(told(changed.stdout)).toStrictEqual(passedOf('1 test, by --only-changed=HEAD', 0, 1));
  expect(told(together.stdout)).toStrictEqual(
    passedOf(`4 tests, by ${at('second', -1)} ${at('both')} b.spec.ts --grep '${words}'`, 2, 4),
  );
  expect(together.code).toBe(exitCodes.passed);
  const junit = readFileSync(join(cwd, 'tracker-output/isolated/junit.xml'), 'utf8');
  const titles = junit.match(/(?<=<testcase name="(.* › )?)[\w ]+(?=")/g);
  expect(titles).toStrictEqual(['second', 'third', 'fourth', 'removes']);
});

const half = (part: number) => demandedRules.filter((_, index) => index % 2 === part);

const lastLine = (stdout: string) => stdout.trimEnd().split('\n').at(-1);

function whatCounts({ verdict, target, totals, rules, tests }: JudgedMatrix) {
  const titles = new Map(tests.map(({ id, title, file, line, status }) => [id, { title, file, line, status }]));
  const ofRule = (ids: readonly string[]) => ids.map((id) => titles.get(id)?.title).sort();
  return {
    verdict,
    target,
    totals,
    rules: rules.map((row) => ({ ...row, tests: ofRule(row.tests) })),
    tests: [...titles.values()].sort((a, b) => (a.title < b.title ? -1 : 1)),
  };
}

const identity = { product: 'Tracker', version: '9.12.0', build: '1', edition: 'Server' };
const says = `test.beforeEach(({}, info) => { info.annotations.push(${eventSource({ tracker: [identity] })}); });\n`;
const files = {
  'a.spec.ts': says + testOf('one', half(0)),
  'b.spec.ts': says + testOf('two', half(1)) + failingTest('breaks', ['DT-01']),
  'c.spec.ts': `test.describe.serial('in order', () => { ${testOf('begins', [])} ${testOf('ends', [])} });`,
};

test('a run fails, passes once its failure is known, and comes to the same in two shards', async ({}, testInfo) => {
  const cwd = testInfo.outputPath('cwd');
  const [isolated, mergedOutput] = [join(cwd, 'tracker-output/isolated'), join(cwd, 'tracker-output/merged')];
  const read = (folder: string, file: string) => readFileSync(join(folder, file), 'utf8');
  const seed = { TRACKER_SEED: '7' };
  const known = { ...seed, TRACKER_KNOWN: 'known-failures.json' };
  const shard = (current: number, settings: Readonly<Record<string, string>>) => {
    return run(cwd, ['run', '--shard', `${current}/2`], { TRACKER_OUTPUT: `shards/${current}`, ...settings });
  };
  writeSmallSuite(cwd, { files });

  await test.step('it writes the reports that are asked for, and says what failed where CI systems show it', async () => {
    const summary = join(cwd, 'summary.md');
    const settings = { ...seed, GITHUB_WORKSPACE: cwd, GITHUB_STEP_SUMMARY: summary };
    const { code, stdout, stderr } = await run(cwd, ['run', '--reports', 'junit,html,github,ctrf'], settings);

    expect(code, stdout + stderr).toBe(exitCodes.testsFailed);
    expect(stdout).toContain('- 1 test failed.');
    expect(lastLine(stdout)).toBe('4 passed, 1 failed, 0 skipped');
    expect(stdout).toMatch(/^::error file=b\.spec\.ts,line=4,title=breaks::[^\n]*an entry/m);
    const junit = read(isolated, 'junit.xml');
    expect(junit).toMatch(/^(<\?xml[^\n]*\n)?<testsuites [^>]*tests="5" failures="1"/);
    expect(junit.match(/<failure /g)).toHaveLength(1);
    expect(junit).not.toContain('<property name="_');
    expect(read(cwd, 'summary.md')).toContain('## ❌ Rule matrix: tests failed');
    expect(read(isolated, 'ctrf.json')).toContain('"breaks"');
    expect(read(isolated, 'html/index.html')).toContain('<html');
  });

  const update = ['--update', 'tracker-output/isolated', '--ticket', 'QA-7', '--owner', 'qa', '--until', '2999-12-31'];
  expect(await runHere(['known', ...update])).toMatchObject({ code: exitCodes.passed });

  await test.step('a known failure passes, and its ticket is shown everywhere', async () => {
    const { code, stdout } = await run(cwd, ['run'], { ...known, TRACKER_REPORTS: 'junit', ALLURE: 'yes' });

    expect(code, stdout).toBe(exitCodes.passed);
    expect(stdout).toContain('Known      QA-7: 1 test fails as known (qa, until 2999-12-31)');
    expect(lastLine(stdout)).toBe('4 passed, 0 failed, 0 skipped, 1 failed as known');
    for (const [file, says] of [
      ['junit.xml', '<property name="known failure" value="QA-7 (qa'],
      ['junit.xml', '<skipped message="known failure: QA-7 (qa'],
      ['rules.html', 'QA-7'],
    ] as const) {
      expect(read(isolated, file)).toContain(says);
    }
    const results = readAllureResults(join(isolated, 'allure-results'));
    expect(results.find(({ name }) => name === 'breaks')).toMatchObject({
      status: 'failed',
      statusDetails: {
        known: true,
        muted: true,
        message: expect.stringMatching(/^Known failure, QA-7 \(qa, until 2999-12-31\)\n.*an entry/s),
      },
      labels: expect.arrayContaining([{ name: 'tag', value: 'known failure' }]),
      description: expect.stringContaining('- known failure: ` QA-7 (qa, until 2999-12-31) `'),
    });
    expect(results.filter(({ statusDetails }) => statusDetails?.known === true)).toHaveLength(1);
  });

  await test.step('shards are not judged, and merged they say what the whole run says', async () => {
    const first = await shard(1, known);
    const lacking = await run(cwd, ['merge', 'shards']);
    const shards = [first, await shard(2, known)];
    const merged = await run(cwd, ['merge', 'shards'], { TRACKER_REPORTS: 'html,junit' });

    expect(lacking.code, lacking.stdout).toBe(exitCodes.testsFailed);
    expect(lacking.stdout).toContain('- Shard 2 of 2 is missing: it left no blob report');

    for (const [index, { code, stdout }] of shards.entries()) {
      expect(code, stdout).toBe(exitCodes.passed);
      expect(stdout).toContain(`Shard      ${index + 1} of 2, which is not judged`);
      expect(stdout).not.toMatch(/Verdict|Rules/);
      const judged = await runHere(['rules'], { TRACKER_OUTPUT: `shards/${index + 1}` });
      expect(judged.stderr).toMatch(/rules\.json: the run that began at \S+ has left no rule matrix: /);
    }
    expect(shards.map(({ stdout }) => lastLine(stdout))).toStrictEqual([
      '2 passed, 0 failed, 0 skipped, 1 failed as known',
      '2 passed, 0 failed, 0 skipped',
    ]);
    expect(merged.code, merged.stdout).toBe(exitCodes.passed);
    expect(lastLine(merged.stdout)).toBe('4 passed, 0 failed, 0 skipped, 1 failed as known');
    expect(whatCounts(readMatrix(mergedOutput))).toStrictEqual(whatCounts(readMatrix(isolated)));
    expect(read(mergedOutput, 'html/index.html')).toContain('<html');
    expect(read(mergedOutput, 'junit.xml')).toMatch(/tests="5"[^]*known failure: QA-7/);
  });

  await test.step('a part of the suite tells a known failure whose test is gone from one that did not run', async () => {
    writeFileSync(join(cwd, 'gone.json'), read(cwd, 'known-failures.json').replace('› breaks', '› broke'));
    const part = ['run', '--grep', 'one', '--known'];
    const [gone, left] = [await run(cwd, [...part, 'gone.json']), await run(cwd, [...part, 'known-failures.json'])];

    expect(gone.code, gone.stdout).toBe(exitCodes.knownOutdated);
    expect(gone.stdout).toContain('there is no test b.spec.ts › broke.');
    expect(left.code, left.stdout).toBe(exitCodes.passed);
  });

  await test.step('merged with known failures that are out of date, or that are not those of all shards, they fail', async () => {
    writeFileSync(join(cwd, 'expired.json'), read(cwd, 'known-failures.json').replace('2999-12-31', '2020-12-31'));
    const expired = await run(cwd, ['merge', 'shards'], { TRACKER_KNOWN: 'expired.json' });
    const unaware = await shard(2, seed);
    const mixed = await run(cwd, ['merge', 'shards']);

    expect(expired.code, expired.stdout).toBe(exitCodes.knownOutdated);
    expect(unaware.code, unaware.stdout).toBe(exitCodes.passed);
    expect(mixed.code).toBe(exitCodes.testsFailed);
    expect(mixed.stdout).toContain('- The shards had different known failures');
    const { failedTests } = JSON.parse(read(mergedOutput, 'last-run.json')) as { readonly failedTests: string[] };
    expect(failedTests).toHaveLength(1);
  });
});

test('a run that ends early fails and says why, however it ends, and leaves no result of an earlier run', async ({}, testInfo) => {
  const cwd = testInfo.outputPath('cwd');
  const early = (place: string) => `if (process.env.EARLY === '${place}') `;
  const focused = `test.only('is alone', () => {});`;
  const exits = `\n${early('exit')} { process.on('exit', () => process.exit(0)); test('fails', () => expect(1).toBe(2)); }`;
  writeSmallSuite(cwd, {
    files: {
      'a.spec.ts': `${early('spec')} process.exit(0);\n${early('await')} await new Promise(() => {});\n${verifiesAll}${early('only')} ${focused}${exits}`,
      'setup.js': `export default () => { ${early('kill')} process.kill(process.pid, 'SIGKILL'); }`,
      'reporter.js': `export default class { onTestEnd() { ${early('reporter')} process.exit(0); } }`,
      'bare.config.ts': "export default { reporter: 'line' };",
    },
    config: `globalSetup: process.env.EARLY === 'config' ? process.exit(3) : process.env.EARLY === 'interrupt' ? process.exit(130) : './setup.js', forbidOnly: !!process.env.FORBIDS`,
  });
  const before = 'The run has failed: it ended with';
  const only = /The only at a\.spec\.ts:\d+ leaves out 1 of 2 tests, so nothing is known of them: take it away\.\n/;
  const first = await run(cwd, ['run']);

  for (const [place, args, code, says] of [
    ['spec', [], 1, `${before} 0 before`],
    ['await', [], 1, `${before} 0 before`],
    ['config', [], 3, `${before} 3 before`],
    ['interrupt', [], 130, 'Interrupted before the first test began.'],
    ['reporter', ['--add-reporter=./reporter.js'], 1, `${before} 0 before`],
    ['kill', [], 137, `${before} 137 before`],
    ['nowhere', ['--config=bare.config.ts'], 1, `${before} 0 before`],
  ] as const) {
    const ending = await run(cwd, ['run', ...args], { EARLY: place });
    const told = await runHere(['rules']);
    expect.soft(ending, place).toMatchObject({ code, stderr: expect.stringContaining(says) });
    expect.soft(told, place).toMatchObject({ code: exitCodes.testsFailed, stdout: '' });
  }
  const refused = [{ TRACKER_MODE: 'none' }, { TRACKER_URL: 'no URL' }, { TRACKER_GATE_FLAKY: 'sometimes' }, {}];
  for (const [index, env] of refused.entries()) {
    const passed = await run(cwd, ['run']);
    const { code } = await run(cwd, ['run', ...(index === 3 ? ['missing.spec.ts'] : [])], env);
    const { code: told } = await runHere(['rules']);
    expect
      .soft([passed.code, code, told], JSON.stringify(env))
      .toStrictEqual([0, exitCodes.badSettings, exitCodes.testsFailed]);
  }
  const unfinished = join(cwd, 'tracker-output/isolated/rules.html.0b4c7a52-6a45-4f0c-8f0e-5a1c2f1d7e3b');
  writeFileSync(unfinished, '');
  const hidden = await run(cwd, ['run'], { EARLY: 'exit' });
  const focus = await run(cwd, ['run'], { EARLY: 'only' });
  const forbidden = await run(cwd, ['run'], { EARLY: 'only', FORBIDS: 'yes' });
  const shard = await run(cwd, ['run', '--shard=1/2'], { EARLY: 'only' });
  const replaced = await runPlaywright(cwd, ['test', '--reporter=line']);
  const listed = await runPlaywright(cwd, ['test', '--list'], { EARLY: 'spec' });
  const gate = await runHere([
    'gate',
    '--candidate',
    'tracker-output/isolated',
    '--baseline',
    'tracker-output/isolated',
  ]);
  const last = await run(cwd, ['run']);

  expect([first.code, last.code], last.stdout).toStrictEqual([0, 0]);
  expect(existsSync(unfinished)).toBe(false);
  expect(hidden.code, hidden.stdout).toBe(exitCodes.testsFailed);
  expect(forbidden).toMatchObject({
    code: exitCodes.testsFailed,
    stdout: expect.stringContaining('leaves out the other tests, so'),
  });
  expect(focus).toMatchObject({ code: exitCodes.testsFailed, stdout: expect.stringMatching(only) });
  expect(shard).toMatchObject({ code: exitCodes.badSettings, stderr: expect.stringMatching(only) });
  expect(replaced).toMatchObject({ code: 1, output: expect.stringContaining('1 passed') });
  expect(replaced.output).toContain('--reporter replaces the reporters of the configuration, and with them');
  expect(listed).toMatchObject({ code: 1, output: expect.stringContaining(before) });
  expect(gate).toMatchObject({
    code: exitCodes.badSettings,
    stderr: expect.stringContaining('has left no rule matrix'),
  });
  expect(readMatrix(join(cwd, 'tracker-output/isolated')).trend).toHaveProperty('previous');
});
