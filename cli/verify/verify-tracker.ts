import type { Command } from 'commander';
import { runSuite } from '../run/run-suite.js';
import type { RunOptions } from '../run/run-suite.js';
import { configOf } from '../support/config-of.js';
import { shippedConfig } from '../support/suite.js';
import { UsageError } from '../support/usage-error.js';
import { bringAllure } from './bring-allure.js';

/**
 * Runs the suite of this package.
 *
 * @param selection arguments of `playwright test`
 * @throws UsageError
 */
export async function verify(selection: readonly string[], options: RunOptions, command: Command): Promise<void> {
  const config = configOf(selection);
  if (config !== undefined) {
    throw new UsageError(
      `verify runs the suite of the package by its own configuration: \`tracker-e2e run --config ${config}\` takes yours.`,
    );
  }
  if (options.changedSince !== undefined) {
    throw new UsageError(
      'The suite of the package is not in your repository, so a commit does not tell which of its tests to run: choose with --endpoints or --rules.',
    );
  }
  bringAllure();
  await runSuite(['--config', shippedConfig(), ...selection], options, command);
}
