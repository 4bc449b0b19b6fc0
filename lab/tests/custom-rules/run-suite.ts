import { execFile } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { judgedMatrixSchema } from '../../../contracts/index.js';
import type { JudgedMatrix } from '../../../contracts/index.js';

/** The results of a run of the suite beside this file. */
export interface SuiteRun {
  readonly exitCode: number | null;
  readonly output: string;
  /** Reads a file of its reports. */
  readonly read: (name: string) => string;
  /** Reads `rules.json`. */
  readonly matrix: () => JudgedMatrix;
  /** Reads the results that Allure makes its report of. */
  readonly allureResults: () => readonly AllureResult[];
}

/** The parts of a result of Allure that the tests read. */
export interface AllureResult {
  readonly name: string;
  readonly labels: readonly { readonly name: string; readonly value: string }[];
  readonly steps: readonly { readonly name: string }[];
}

/** The folder of a suite with rules, endpoints and builders of its own. */
export const suite = join(import.meta.dirname, 'suite');
const playwright = join(dirname(createRequire(import.meta.url).resolve('@playwright/test/package.json')), 'cli.js');

/** Runs the suite with these arguments of `playwright test` and these settings and no other. */
export async function runSuite(
  output: string,
  args: readonly string[],
  settings: Readonly<Record<string, string>> = {},
): Promise<SuiteRun> {
  const { PATH, HOME, SystemRoot } = process.env;
  const env = { PATH, HOME, SystemRoot, NO_COLOR: '1', TRACKER_SEED: '3', TRACKER_OUTPUT: output, ...settings };
  const ending = await new Promise<Pick<SuiteRun, 'exitCode' | 'output'>>((resolve) => {
    const all = [playwright, 'test', '-c', suite, ...args];
    const child = execFile(process.execPath, all, { cwd: suite, env }, (_error, stdout, stderr) => {
      resolve({ exitCode: child.exitCode, output: stdout + stderr });
    });
  });
  const reports = join(output, 'isolated');
  const read = (name: string) => readFileSync(join(reports, name), 'utf8');
  return {
    ...ending,
    read,
    matrix: () => judgedMatrixSchema.parse(JSON.parse(read('rules.json'))),
    allureResults: () =>
      readdirSync(join(reports, 'allure-results'))
        .filter((name) => name.endsWith('-result.json'))
        .map((name) => JSON.parse(read(join('allure-results', name))) as AllureResult),
  };
}
