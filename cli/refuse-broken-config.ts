import { spawnSync } from 'node:child_process';
import { playwrightCommand } from './playwright-command.js';
import { UsageError } from './usage-error.js';

/** The name of no file with tests: with it Playwright loads the configuration and nothing else. */
const NO_FILE = 'no-file-has-this-name';

/**
 * Looks whether Playwright can load a configuration, which takes it half a second: to be called when a run broke off.
 *
 * @param config the one that is named; undefined for that of the folder
 * @throws UsageError with the reason where it can't
 */
export function refuseBrokenConfig(config: string | undefined): void {
  const named = config === undefined ? [] : ['--config', config];
  const words = ['test', '--list', '--pass-with-no-tests', '--reporter=null', ...named, NO_FILE];
  const { status, stderr } = spawnSync(process.execPath, [playwrightCommand(), ...words], {
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [reason = ''] = stderr.trimStart().split('\n');
  if (status === 0 || reason === '') return;
  throw new UsageError(`The configuration${config === undefined ? '' : ` ${config}`} can't be loaded: ${reason}`);
}
