import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, openSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, mergeTests } from '@playwright/test';
import { startFake } from '../../../fake/index.js';
import { exitCodes } from '../../../reports/exit-codes.js';
import { writeMatrix } from '../../../reports/matrix/write-matrix.js';
import { builtCommand, builtModule } from '../built-package.js';
import { test as sharedTest } from '../fixtures/shared-tracker-test.js';
import type { SharedTracker } from '../fixtures/shared-tracker-test.js';
import { judgedMatrix, sampleTest } from '../reports/sample-run.js';
import { run, runHere, settingsFor, start } from './command.js';
import { fillDisk, test as diskTest } from './small-disk.js';
import { readMatrix, runPlaywright, verifiesAll, writeSmallSuite } from './small-suite.js';

const test = mergeTests(sharedTest, diskTest);

test('run on a tracker that is gone, lets nobody in or is elsewhere ends with 4 before any test', async () => {
  const [fake, gone] = [await startFake({ contextPath: '/jira' }), await startFake()];
  await gone.close();
  const jira = `${fake.url}/jira`;
  const login = { TRACKER_USERNAME: 'admin', TRACKER_PASSWORD: 'q-secret-q' };

  for (const [url, settings, says] of [
    [gone.url, login, /: nothing listens at \S+ \(ECONNREFUSED\)\. Check the port in TRACKER_URL and whether /],
    [jira, login, /: admin is refused \(401, AUTHENTICATED_FAILED\)\. Check TRACKER_USERNAME and TRACKER_P/],
    [jira, { TRACKER_TOKEN: 'q-secret-q' }, /: the bearer of a token is refused \(401\)\. Check TRACKER_TOK/],
    [
      `${fake.url}/confluence`,
      login,
      /myself answered 404: no tracker answers there\. Check TRACKER_URL: its scheme, /,
    ],
  ] as const) {
    const ending = await runHere(['run'], { TRACKER_URL: url, ...settings });
    const sentence = expect.stringMatching(new RegExp(`^At ${url}: [^\\n]+\\n$`)) as unknown;
    expect(ending).toStrictEqual({ code: exitCodes.trackerUnreachable, stdout: '', stderr: sentence });
    expect(ending.stderr).toMatch(says);
    expect(ending.stderr).not.toContain('q-secret-q');
  }
  await fake.close();
});

const holding = `import { test as tracked } from '${builtModule('fixtures/index.ts')}';
for (const title of ['holds', 'never starts']) {
  tracked(title, async ({ projects, templates, entries, build }) => {
    const project = await projects.provide({ templatePostFunction: 'keep' });
    await entries.assign(await templates.provide(), build.defaults.issueTypes(project, project.issueTypes).build());
    console.log('it has begun');
    await new Promise(() => undefined);
  });
}
`;

async function startHolding(shared: SharedTracker, folder: string) {
  writeSmallSuite(folder, { files: { 'a.spec.ts': holding } });
  const running = start(folder, ['run'], settingsFor(shared.external));
  await running.until('it has begun');
  return running;
}

const matrixIn = (folder: string) => readMatrix(join(folder, 'tracker-output/shared'));

test('SIGTERM says at once what is cleaned up, and cleans it up', async ({ shared }, testInfo) => {
  const folder = testInfo.outputPath('cwd');
  const before = shared.tenant.state();
  const running = await startHolding(shared, folder);
  // Workers tell four times a second what they have made.
  await new Promise((resolve) => setTimeout(resolve, 1_000));

  running.child.kill('SIGTERM');
  const { code, stdout } = await running.ended;

  expect(code).toBe(exitCodes.interrupted);
  expect(stdout).toMatch(
    /\nInterrupted: cleaning up 1 template with entries, 1 lease, about \d+ s; press Ctrl\+C again to stop now\.\n/,
  );
  expect(stdout).toMatch(
    /\nVerdict {4}interrupted\n {11}- The run was interrupted before its end: 2 tests were not run\./,
  );
  expect(stdout).toMatch(/\n0 passed, 0 failed, 0 skipped, 2 not run\n$/);
  expect(matrixIn(folder)).toMatchObject({ totals: { skipped: 0, notRun: 2 }, verdict: { verdict: 'interrupted' } });
  expect(matrixIn(folder).run.left).toBeUndefined();
  expect(shared.tenant.state()).toStrictEqual(before);
});

test('Ctrl+C pressed again stops now, and says what is left and how to clean it up', async ({ shared }, testInfo) => {
  const folder = testInfo.outputPath('cwd');
  const before = shared.tenant.state();
  const running = await startHolding(shared, folder);
  const slow = shared.tenant.addFault({ kind: 'latency', milliseconds: 60_000 });

  // To it and all that it has started, as a terminal does.
  const interrupt = () => process.kill(-(running.child.pid ?? 0), 'SIGINT');

  interrupt();
  await running.until('press Ctrl+C again to stop now.');
  await new Promise((resolve) => setTimeout(resolve, 700));
  interrupt();
  const { code, stdout } = await running.ended;

  expect(code).toBe(exitCodes.interrupted);
  expect(stdout).toContain('\nStopping now.\n');
  expect(stdout).toContain(
    'Left on the tracker: 1 template with entries, 1 lease. `tracker-e2e sweep --older-than 0s --yes` cleans up.',
  );
  const left = matrixIn(folder).run.left ?? [];
  expect(left.map(({ kind }) => kind).sort()).toStrictEqual(['entries', 'lease']);
  shared.tenant.removeFault(slow);
  const swept = await runHere(['sweep', '--older-than', '0s', '--yes'], settingsFor(shared.external));
  expect(swept.code).toBe(exitCodes.passed);
  expect(shared.tenant.state()).toStrictEqual(before);
});

test('Ctrl+C in the moment in which a worker starts ends the run too', async ({}, testInfo) => {
  const folder = testInfo.outputPath('cwd');
  const interrupts = `import fs from 'node:fs';
    export default () => {
      const { mkdir } = fs.promises;
      fs.promises.mkdir = async (path, ...more) => {
        if (String(path).includes('artifacts')) process.kill(process.pid, 'SIGINT');
        await new Promise((resolve) => setTimeout(resolve, 500));
        return mkdir(path, ...more);
      };
    };`;
  writeSmallSuite(folder, {
    files: { 'a.spec.ts': verifiesAll, 'interrupts.js': interrupts },
    config: `globalSetup: './interrupts.js'`,
  });
  const began = Date.now();

  const { code, stdout } = await start(folder, ['run'], { TRACKER_URL: '' }).ended;

  expect(code, stdout).toBe(exitCodes.interrupted);
  expect(stdout).toContain(': TRACKER_URL is set to nothing, so no tracker is tested\n');
  expect(stdout).toMatch(/Verdict {4}interrupted\n[^]* process did not exit within \d+ms after stop, force-killed it/);
  // Playwright alone takes five minutes.
  expect(Date.now() - began).toBeLessThan(200_000);
});

const nowhere = { TRACKER_URL: 'http://127.0.0.1:1', TRACKER_USERNAME: 'qa', TRACKER_PASSWORD: 'not-the-point' };

for (const args of [['run'], ['observe'], ['merge', 'shards'], ['sweep', '--yes']]) {
  test(`${args.join(' ')} with a full disk for its reports ends with 2 at once`, async ({ disk }, testInfo) => {
    const folder = testInfo.outputPath('cwd');
    mkdirSync(join(folder, 'shards'), { recursive: true });
    disk.fill();

    const ending = await runHere(args, { ...nowhere, TRACKER_OUTPUT: disk.folder });

    expect(ending).toMatchObject({ code: 2, stdout: '' });
    expect(ending.stderr).toMatch(/^Nothing can be written to \S+ \(ENOSPC: [^\n]*\): [^\n]*\n$/);
    expect(ending.stderr).toContain('make room there, or name another folder with TRACKER_OUTPUT.');
  });
}

test('so does a run on a read-only disk, or below a link to nowhere', async ({ disk }, testInfo) => {
  const folder = testInfo.outputPath('cwd');
  disk.protect();
  mkdirSync(folder, { recursive: true });
  symlinkSync('nowhere', join(folder, 'link'));

  const protectedDisk = await runHere(['run'], { TRACKER_OUTPUT: join(disk.folder, 'deep', 'down') });
  const link = await runHere(['run'], { TRACKER_OUTPUT: join('link', 'reports') });

  expect(protectedDisk).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('(EROFS: ') });
  expect(link).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('(link is no folder): ') });
});

test('a run during which the disk fills up says so, of its Allure results too, and leaves no half of a matrix @release', async ({
  disk,
}, testInfo) => {
  const folder = testInfo.outputPath('cwd');
  // The matrix of this run has no room in the place of the last one.
  writeMatrix(judgedMatrix([sampleTest({ rules: ['DT-01'] })]), join(disk.folder, 'isolated'));
  const fills = `test('fills the disk', { tag: '@DT-02' }, async () => { ${fillDisk(disk.folder)} });\n`;
  const more = `for (let n = 0; n < 3; n += 1) test('another ' + n, { tag: '@DT-01' }, () => {});\n`;
  writeSmallSuite(folder, { files: { 'a.spec.ts': fills + more }, allure: true });

  const { code, stdout } = await run(folder, ['run'], { TRACKER_OUTPUT: disk.folder });

  expect(stdout).toContain('Matrix     none, for the reason below\n');
  expect(stdout).toContain('Verdict    tests failed\n');
  expect(stdout).toContain('- A file of the run could not be written, so its reports may lack something (ENOSPC: ');
  expect(stdout).toMatch(/\n +- The rule matrix can't be written to \S+: ENOSPC: /);
  expect(stdout.trimEnd().split('\n').at(-1)).toBe('4 passed, 0 failed, 0 skipped');
  expect(code).toBe(1);
  expect(readdirSync(join(disk.folder, 'isolated')).filter((name) => name.startsWith('rules'))).toStrictEqual([
    'rules.json',
  ]);
  expect((await runHere(['rules'], { TRACKER_OUTPUT: disk.folder })).code).toBe(1);
});

test('output that can not be written ends a command with 2 and a sentence', () => {
  test.skip(!existsSync('/dev/full'), 'This system has no /dev/full.');
  const { status, stderr } = spawnSync(process.execPath, [builtCommand, 'openapi'], {
    encoding: 'utf8',
    stdio: ['ignore', openSync('/dev/full', 'w'), 'pipe'],
  });

  expect(stderr).toMatch(/^The output can't be used: ENOSPC: [^\n]*\.\n$/);
  expect(status).toBe(2);
});

test('a configuration that throws, or an option that nobody knows: what is wrong is said last', async ({}, testInfo) => {
  const folder = testInfo.outputPath('cwd');
  writeSmallSuite(folder, { files: { 'a.spec.ts': verifiesAll } });
  writeFileSync(join(folder, 'bad.config.ts'), "throw new Error('no sandbox today');");

  for (const [option, says] of [
    ['--config=bad.config.ts', /\nThe configuration bad\.config\.ts can't be loaded: Error: no sandbox today\n$/],
    ['--retrys=2', /error: unknown option '--retrys=2'[^]*\nPlaywright refuses --retrys=2: `npx playwright test --h/],
  ] as const) {
    const ending = await run(folder, ['run', option]);
    expect(ending.stdout + ending.stderr).toMatch(says);
    expect(ending.code).toBe(2);
  }
});

test('playwright test with a wrong setting prints the sentence that the command prints, and no stack', async ({}, testInfo) => {
  const folder = testInfo.outputPath('cwd');
  writeSmallSuite(folder, { files: {} });

  const { code, output } = await runPlaywright(folder, ['test'], { TRACKER_MODE: 'alone' });

  expect(output).toMatch(/^\[?SettingsError: TRACKER_MODE has to be isolated or shared\.\]?\n$/);
  expect(code).toBe(1);
});
