import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, openSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { builtCommand } from '../built-package.js';
import { writeMatrix } from '../../../reports/matrix/write-matrix.js';
import { judgedMatrix, sampleTest } from '../reports/sample-run.js';
import { run, runHere } from './command.js';
import { fillDisk, test } from './small-disk.js';
import { runPlaywright, verifiesAll, writeSmallSuite } from './small-suite.js';

const external = { TRACKER_URL: 'http://127.0.0.1:1', TRACKER_USERNAME: 'qa', TRACKER_PASSWORD: 'not-the-point' };

for (const args of [['run'], ['observe'], ['merge', 'shards'], ['sweep', '--yes']]) {
  test(`${args.join(' ')} with a full disk for its reports ends with 2 at once`, async ({ disk }, testInfo) => {
    const folder = testInfo.outputPath('cwd');
    mkdirSync(join(folder, 'shards'), { recursive: true });
    disk.fill();

    const ending = await runHere(args, { ...external, TRACKER_OUTPUT: disk.folder });

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
