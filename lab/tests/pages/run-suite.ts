import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { runPlaywright } from '../reports/run-project.js';
import type { Ended } from '../reports/run-project.js';

/** The pages a run of the suite left. */
export interface RunPages extends Ended {
  /** The folder with `rules.json`. */
  readonly directory: string;
  /** The page of the rule matrix. */
  readonly rules: string;
  readonly allure: string;
}

const config = join(import.meta.dirname, '../../../playwright.config.ts');

/** A few rules: read only, with tests that fail on a defect, and one with tests that need a tracker of their own. */
const selection = String.raw`@(DT-01|DT-02|DT-13|DT-32|DT-N05)\b`;

/** Runs some tests of the real suite with its real configuration; the reports go below a folder. */
export async function runSuite(folder: string, env: Readonly<Record<string, string>> = {}): Promise<RunPages> {
  await mkdir(folder, { recursive: true });
  // Sequences cover many rules more.
  const selected = ['--grep', selection, '--grep-invert', 'calls in sequence'];
  const args = ['test', '-c', config, '--output', join(folder, 'results'), ...selected];
  const reports = join(folder, 'reports');
  const defect = env['TRACKER_DEFECT'];
  const home = defect === undefined ? (env['TRACKER_MODE'] ?? 'isolated') : join('tried', defect);
  const directory = join(reports, home);
  const ended = await runPlaywright(folder, args, { TRACKER_OUTPUT: reports, TRACKER_SEED: '5', ...env });
  return {
    ...{ ...ended, directory },
    rules: join(directory, 'rules.html'),
    allure: join(directory, 'allure-report/index.html'),
  };
}
