import type { FullConfig } from '@playwright/test';

/** Whether the reporter of this package judges the run, and says in its closing lines which tests were not run. */
export function hasOwnReporter({ reporter }: Pick<FullConfig, 'reporter'>): boolean {
  return reporter.some(([name]) => /\bmatrix-reporter\.[jt]s$/.test(name));
}
