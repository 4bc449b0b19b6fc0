import { spawnSync } from 'node:child_process';
import { playwrightCommand } from './playwright-command.js';

/** An option of a command, as `--help` has it. */
export interface KnownOption {
  /** Its short and long names, dashes included. */
  readonly names: readonly string[];
  /** Whether a value has to follow. */
  readonly takesValue: boolean;
}

/** The options of `playwright test`, asked of the Playwright that is installed. */
export function playwrightOptions(): readonly KnownOption[] {
  const { stdout } = spawnSync(process.execPath, [playwrightCommand(), 'test', '--help'], { encoding: 'utf8' });
  return readOptions(stdout);
}

/** Reads the options out of the text that commander prints for `--help`. */
function readOptions(help: string): readonly KnownOption[] {
  return [...help.matchAll(/^ {2}(-[\w-]+(?:, --[\w-]+)?)(?: (<[^>]+>|\[[^\]]+\]))?/gm)].map(
    ([, names = '', value = '']) => ({ names: names.split(', '), takesValue: value.startsWith('<') }),
  );
}
