import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { createProgram } from '../../../cli/carry-out.js';
import { playwrightCommand } from '../../../cli/support/playwright.js';
import { playwrightOptions } from '../../../reports/selection/playwright-options.js';
import { exitCodeMeanings, exitCodes } from '../../../reports/exit-codes.js';
import { runHere } from './command.js';

const commands = (await createProgram()).commands.map((command) => command.name()).filter((name) => name !== 'help');

test('the help names every command, each help has an example and exit codes, and --version is that of the package', async ({}, testInfo) => {
  const cwd = testInfo.outputPath('cwd');
  const { code, stdout, stderr } = await runHere(cwd, ['--help']);

  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(commands.length).toBeGreaterThan(12);
  expect(commands.filter((name) => !stdout.includes(`  ${name} `))).toEqual([]);
  expect(await runHere(cwd, ['--version'])).toEqual({ code: 0, stdout: '0.1.0\n', stderr: '' });
  for (const name of commands) {
    const help = await runHere(cwd, ['help', name]);
    expect.soft(help).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('-h, --help') });
    expect.soft(help.stdout).toMatch(new RegExp(`^Examples?:\\n  .*tracker-e2e ${name}\\b`, 'm'));
    expect.soft(help.stdout).toMatch(/^Exit codes?:?\s.*\d|exit codes? (is|are) /im);
  }
});

test('README.md has every exit code, as the command says it', async ({}, testInfo) => {
  const readme = readFileSync(join(import.meta.dirname, '../../../README.md'), 'utf8');
  const rows = [...readme.matchAll(/^\| (\d+) +\| (.*?) +\|$/gm)].map(([, code, meaning]) => [code, meaning]);
  const { stdout } = await runHere(testInfo.outputPath('cwd'), ['run', '--help']);

  expect(rows).toEqual(Object.entries(exitCodeMeanings));
  expect(Object.keys(exitCodeMeanings).map(Number)).toEqual(Object.values(exitCodes));
  expect(Object.values(exitCodes).filter((code) => !stdout.includes(`${code} `))).toEqual([]);
});

test('the options of Playwright that run and observe know are those of the Playwright that is installed', () => {
  const { stdout } = spawnSync(process.execPath, [playwrightCommand(), 'test', '--help'], { encoding: 'utf8' });
  const kinds: Readonly<Record<string, string>> = { '<': 'required', '[': 'optional' };
  const installed = [...stdout.matchAll(/^ {2}(-[\w-]+(?:, --[\w-]+)?)(?: ([<[]))?/gm)];

  expect(playwrightOptions.map(({ names, value }) => ({ names, value }))).toEqual(
    installed.map(([, names = '', value = '']) => ({ names: names.split(', '), value: kinds[value] })),
  );
});
