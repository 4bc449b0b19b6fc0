import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** The pages a run of the suite left. */
export interface RunPages {
  readonly exitCode: number | null;
  readonly output: string;
  /** The folder with `rules.json`. */
  readonly directory: string;
  /** The page of the rule matrix. */
  readonly rules: string;
  readonly allure: string;
}

const root = join(import.meta.dirname, '../../..');
const playwright = join(dirname(createRequire(import.meta.url).resolve('@playwright/test/package.json')), 'cli.js');

/** A few rules: read only, with tests that fail on a defect, and one with tests that need a tracker of their own. */
const selection = String.raw`@(DT-01|DT-02|DT-13|DT-32|DT-N05)\b`;

/** Runs some tests of the real suite with its real configuration; the reports go below a folder. */
export async function runSuite(folder: string, env: Readonly<Record<string, string>> = {}): Promise<RunPages> {
  await mkdir(folder, { recursive: true });
  const { PATH, HOME, SystemRoot } = process.env;
  const args = [
    'test',
    '-c',
    join(root, 'playwright.config.ts'),
    '--output',
    join(folder, 'results'),
    '--grep',
    selection,
    // They cover many rules more.
    '--grep-invert',
    'calls in sequence',
  ];
  const settings = { TRACKER_OUTPUT: join(folder, 'reports'), TRACKER_SEED: '5', ...env };
  const defect = env['TRACKER_DEFECT'];
  const home = defect === undefined ? (env['TRACKER_MODE'] ?? 'isolated') : join('tried', defect);
  const directory = join(settings.TRACKER_OUTPUT, home);
  return await new Promise((resolve) => {
    const options = { cwd: folder, env: { PATH, HOME, SystemRoot, NO_COLOR: '1', ...settings } };
    const child = execFile(process.execPath, [playwright, ...args], options, (_error, stdout, stderr) => {
      resolve({
        exitCode: child.exitCode,
        output: stdout + stderr,
        directory,
        rules: join(directory, 'rules.html'),
        allure: join(directory, 'allure-report/index.html'),
      });
    });
  });
}
