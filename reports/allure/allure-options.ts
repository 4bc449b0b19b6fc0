import { createRequire } from 'node:module';
import { catalogueVersion } from '../../contracts/rules/rules.js';
import type { RunTarget } from '../../contracts/report/run.js';
import { categories } from './categories.js';
import type { Category } from './categories.js';

/** The options of `allure-reporter.ts`: the options of `allure-playwright`, and the tracker. */
export interface AllureOptions {
  /** Where the results go. */
  readonly resultsDir: string;
  /** `false`: only the steps of the harness and of the tests, without Playwright's own. */
  readonly detail: boolean;
  readonly environmentInfo: Record<string, string>;
  readonly categories: Category[];
  /** The tracker of the run; each result names it. */
  readonly target: RunTarget;
}

/**
 * The options for `allure-playwright`: what the report says of the tracker and the versions, and how it groups failures.
 *
 * @example
 * reporter: [['allure-playwright', allureOptions({ resultsDir: 'tracker-output/allure-results', target })]]
 */
export function allureOptions({ resultsDir, target }: { resultsDir: string; target: RunTarget }): AllureOptions {
  return {
    resultsDir,
    detail: false,
    environmentInfo: {
      Tracker: target.name,
      Mode: target.mode,
      Seed: String(target.seed),
      'Disposable tracker': target.disposable ? 'yes' : 'no',
      Node: process.version,
      '@playwright/test': versionOf('@playwright/test'),
      'tracker-e2e': versionOf('tracker-e2e'),
      'Rule catalogue': catalogueVersion,
    },
    categories: [...categories],
    target,
  };
}

function versionOf(packageName: string): string {
  const manifest = createRequire(import.meta.url)(`${packageName}/package.json`) as { version: string };
  return manifest.version;
}
