import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, openSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { builtCommand } from '../built-package.js';
import { writeMatrix } from '../../../reports/matrix/write-matrix.js';
import { judgedMatrix, sampleTest } from '../reports/sample-run.js';
import { run, runHere, runPlaywrightIn } from './command.js';
import { fillDisk, test } from './small-disk.js';
import { testOf, verifiesAll, writeSmallSuite } from './small-suite.js';

const external = { TRACKER_URL: 'http://127.0.0.1:1', TRACKER_USERNAME: 'qa', TRACKER_PASSWORD: 'not-the-point' };

for (const args of [['run'], ['observe'], ['merge', 'shards'], ['sweep', '--yes']]) {
  test(`${args.join(' ')} with a full disk for its reports ends with 2 at once`, async ({ disk }, testInfo) => {
    const folder = testInfo.outputPath('cwd');
    mkdirSync(join(folder, 'shards'), { recursive: true });
    disk.fill();

    const ending = await runHere(folder, args, { ...external, TRACKER_OUTPUT: disk.folder });

    expect(ending).toMatchObject({ code: 2, stdout: '' });
    expect(ending.stderr).toMatch(/^Nothing can be written to \S+ \(ENOSPC: [^\n]*\): [^\n]*\n$/);
    expect(ending.stderr).toContain('make room there, or name another folder with TRACKER_OUTPUT.');
  });
}

test('so does a run on a read-only disk, or below a link to nowhere', async ({ disk }, testInfo) => {
  const folder = testInfo.outputPath('cwd');
  disk.protect();
  writeSmallSuite(folder, { files: { 'a.spec.ts': verifiesAll } });
  symlinkSync('nowhere', join(folder, 'link'));

  const listed = await runPlaywrightIn(folder, ['--list'], { TRACKER_OUTPUT: disk.folder });
  const protectedDisk = await runHere(folder, ['run'], { TRACKER_OUTPUT: join(disk.folder, 'deep', 'down') });
  const link = await runHere(folder, ['run'], { TRACKER_OUTPUT: join('link', 'reports') });

  expect(listed).toMatchObject({ code: 0, stderr: '' });
  expect(protectedDisk).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('(EROFS: ') });
  expect(link).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('(link is no folder): ') });
});

test.describe('if no folder can be made and the system says that it is not there', () => {
  test.skip(!existsSync('/proc/self'), 'Only Linux has such a folder.');

  for (const args of [['run'], ['init', '/proc/nope', '--no-install']]) {
    test(`${args.join(' ')} comes to an end`, async ({}, testInfo) => {
      const ending = await runHere(testInfo.outputPath('cwd'), args, { TRACKER_OUTPUT: '/proc/nope/reports' });

      expect(ending).toMatchObject({ code: 2, stderr: expect.stringContaining('ENOENT: no such file or directory') });
    });
  }

  test('playwright test comes to an end, with its own folder there or ours', async ({}, testInfo) => {
    const folder = testInfo.outputPath('cwd');
    writeSmallSuite(folder, { files: { 'a.spec.ts': verifiesAll } });

    const ours = await runPlaywrightIn(folder, [], { TRACKER_OUTPUT: '/proc/nope' });
    const its = await runPlaywrightIn(folder, ['--output=/proc/nope']);

    expect([ours.code, its.code]).toEqual([2, 2]);
    expect(ours.stderr).toMatch(/^\[?Error: Nothing can be written to \S+ \(ENOENT: [^\n]*\): [^\n]*\n$/);
    expect(its.stderr).toMatch(/^Playwright can't write the files of tests to \/proc\/nope \(ENOENT: [^\n]*\n$/);
  });
});

test('a run during which the disk fills up says so, of its Allure results too, and leaves no half of a matrix', async ({
  disk,
}, testInfo) => {
  const folder = testInfo.outputPath('cwd');
  // The matrix of this run has no room in the place of the last one.
  writeMatrix(judgedMatrix([sampleTest({ rules: ['DT-01'] })]), join(disk.folder, 'isolated'));
  const fills = `test('fills the disk', { tag: '@DT-02' }, async () => { ${fillDisk(disk.folder)} });\n`;
  const more = `for (let n = 0; n < 98; n += 1) test('another ' + n, { tag: '@DT-01' }, () => {});\n`;
  writeSmallSuite(folder, { files: { 'a.spec.ts': fills + more }, allure: true });

  const { code, stdout } = await run(folder, ['run'], { TRACKER_OUTPUT: disk.folder });

  expect(stdout).toContain('Matrix     none, for the reason below\n');
  expect(stdout).toContain('Verdict    tests failed\n');
  expect(stdout).toContain('- A file of the run could not be written, so its reports may lack something (ENOSPC: ');
  expect(stdout).toMatch(/\n +- The rule matrix can't be written to \S+: ENOSPC: /);
  expect(stdout.trimEnd().split('\n').at(-1)).toBe('99 passed, 0 failed, 0 skipped');
  expect(code).toBe(1);
  expect(readdirSync(join(disk.folder, 'isolated')).filter((name) => name.startsWith('rules'))).toEqual([]);
});

test('a run whose numbers can not be added to the run totals does not pass', async ({}, testInfo) => {
  test.skip(!existsSync('/dev/full'), 'This system has no /dev/full.');
  const folder = testInfo.outputPath('cwd');
  writeSmallSuite(folder, { files: { 'a.spec.ts': testOf('passes', ['DT-01']) } });

  const { code, stdout, stderr } = await run(folder, ['run', '--grep', 'passes'], { TRACKER_RUN_TOTALS: '/dev/full' });

  expect(stdout).toContain('Verdict    passed\n');
  expect(stderr).toMatch(
    /^The run's numbers can't be added to \/dev\/full, as TRACKER_RUN_TOTALS asks: ENOSPC: [^\n]*\n$/,
  );
  expect(code).toBe(1);
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

test('a configuration that throws, an option that nobody knows, a spec that can not be loaded: what is wrong is said last', async ({}, testInfo) => {
  const folder = testInfo.outputPath('cwd');
  writeSmallSuite(folder, { files: { 'a.spec.ts': 'const = 1;' } });
  writeFileSync(join(folder, 'bad.config.ts'), "throw new Error('no sandbox today');");

  for (const [args, code, says] of [
    [
      ['--config', 'bad.config.ts'],
      2,
      /\nThe configuration bad\.config\.ts can't be loaded: Error: no sandbox today\n$/,
    ],
    [
      ['--retrys=2'],
      2,
      /error: unknown option '--retrys=2'[^]*\nPlaywright refuses --retrys=2: `npx playwright test --h/,
    ],
    [[], 1, /SyntaxError: \S*a\.spec\.ts: /],
  ] as const) {
    const ending = await run(folder, ['run', ...args]);
    expect(ending.stdout + ending.stderr).toMatch(says);
    expect(ending.code).toBe(code);
  }
});

test('playwright test with a wrong setting prints the sentence that the command prints, and no stack', async ({}, testInfo) => {
  const folder = testInfo.outputPath('cwd');
  writeSmallSuite(folder, { files: {} });

  const { code, stderr } = await runPlaywrightIn(folder, [], { TRACKER_MODE: 'alone' });

  expect(stderr).toMatch(/^\[?SettingsError: TRACKER_MODE has to be isolated or shared\.\]?\n$/);
  expect(code).toBe(1);
});
