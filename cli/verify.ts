import { basename, dirname } from 'node:path';
import type { SubCommand } from './support/sub-command.js';
import { addRunOptions, runSuite } from './run.js';
import { configOf, shippedConfig } from './support/playwright.js';
import { UsageError } from './support/usage-error.js';
import { packageFolder } from '../client/package-folder.js';
import { isInstalled, runInstall } from './init/package-manager.js';
import { print } from '../client/print.js';

export function addVerifyCommand(command: SubCommand): void {
  command.description(
    'run the suite of this package from any folder, on the bundled fake or on the tracker that TRACKER_URL names',
  );
  addRunOptions(command)
    .notes([
      'Examples:',
      '  npx tracker-e2e verify                         all, each test on a fake of its own',
      '  npx tracker-e2e verify --grep "@DT-01|@DT-02"   only the tests of two rules',
      '  npx tracker-e2e verify directory-sync          only the specs of an API',
      '  npx tracker-e2e verify --shard=1/4             a quarter; `tracker-e2e merge` judges all four',
      '`tracker-e2e eject` copies a spec into a suite of yours; `tracker-e2e run` runs that suite.',
    ])
    .action(verify);
}

async function verify(
  selection: readonly string[],
  options: Parameters<typeof runSuite>[1],
  command: SubCommand,
): Promise<void> {
  const config = configOf(selection);
  if (config !== undefined) {
    throw new UsageError(
      `verify runs the suite of the package by its own configuration: \`tracker-e2e run --config ${config}\` takes yours.`,
    );
  }
  bringAllure();
  await runSuite(['--config', shippedConfig(), ...selection], options, command);
}

const ALLURE = ['allure', 'allure-playwright'];

/** Installs them into the folder of npx. In a user's project the user decides what is installed. */
const INSTALL = ['npm', 'install', '--prefix', '.', '--no-audit', '--no-fund', '--loglevel=error', '--prefer-offline'];

/** Installs optional Allure beside this package in the folder of npx, to which a user can't add it. */
function bringAllure(): void {
  const folder = npxFolder(packageFolder());
  if (folder === undefined || ALLURE.every((name) => isInstalled(folder, name))) return;
  print('Installs Allure for the report; once for this version.');
  const command = [...INSTALL, '--fetch-retries=0', ...ALLURE.map((name) => `${name}@3`)];
  if (!runInstall(folder, command)) print('Allure can’t be installed: this run makes no Allure report.');
}

function npxFolder(installed: string): string | undefined {
  const folder = dirname(dirname(installed));
  return basename(dirname(installed)) === 'node_modules' && basename(dirname(folder)) === '_npx' ? folder : undefined;
}
