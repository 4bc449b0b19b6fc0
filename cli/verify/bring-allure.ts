import { basename, dirname } from 'node:path';
import { packageFolder } from '../../fixtures/package-folder.js';
import { isInstalled, runInstall } from '../init/install-packages.js';

const ALLURE = ['allure', 'allure-playwright'];

/** What installs them where npx put this package; only for a project of somebody's do they have a say in what is there. */
const INSTALL = ['npm', 'install', '--prefix', '.', '--no-audit', '--no-fund', '--loglevel=error', '--prefer-offline'];

/**
 * Installs Allure beside this package if npx brought the package: Allure is optional, and in the folder of npx nobody can
 * ask for it. Without a registry the run goes on without an Allure report.
 */
export function bringAllure(): void {
  const folder = npxFolder(packageFolder());
  if (folder === undefined || ALLURE.every((name) => isInstalled(folder, name))) return;
  process.stdout.write('Installs Allure for the report; once for this version.\n');
  const command = [...INSTALL, '--fetch-retries=0', ...ALLURE.map((name) => `${name}@3`)];
  if (!runInstall(folder, command))
    process.stdout.write('Allure can’t be installed: this run makes no Allure report.\n');
}

/** The folder that npx has installed a package in; undefined if somebody else has. */
export function npxFolder(installed: string): string | undefined {
  const folder = dirname(dirname(installed));
  return basename(dirname(installed)) === 'node_modules' && basename(dirname(folder)) === '_npx' ? folder : undefined;
}
