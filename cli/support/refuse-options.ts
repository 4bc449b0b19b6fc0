import type { Option } from 'commander';
import { nearest } from '../../contracts/index.js';
import { nameOf, optionValues, unknownOptions } from '../../reports/selection/playwright-options.js';
import { UsageError } from './usage-error.js';

/** Refuses a value that its option does not take, before anything runs. @throws UsageError */
export function refuseBadValues(args: readonly string[]): void {
  for (const { option, value } of optionValues(args)) {
    const { names, takes } = option;
    if (takes === undefined || takes.has(value)) continue;
    throw new UsageError(`error: option '${names.at(-1) ?? ''}' argument '${value}' is invalid. ${takes.what}`);
  }
}

/**
 * Refuses an option that is not one of Playwright's, but looks like one of tracker-e2e, before anything runs.
 *
 * @param args a command line without this package's own options
 * @param own our own options
 * @throws UsageError for the first such option, with our options that may have been meant
 */
export function refuseMistypedOptions(args: readonly string[], own: readonly Option[]): void {
  const names = own.flatMap(({ long }) => long ?? []);
  for (const argument of unknownOptions(args)) {
    const near = argument.startsWith('--') ? nearest(nameOf(argument), names) : [];
    if (near.length === 0) continue;
    const lines = [
      `error: unknown option '${nameOf(argument)}'`,
      `(Did you mean ${near.join(' or ')}?)`,
      '(--help lists those of tracker-e2e, `npx playwright test --help` Playwright’s)',
    ];
    throw new UsageError(lines.join('\n'));
  }
}
