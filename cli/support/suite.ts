import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { packageFolder } from '../../fixtures/package-folder.js';

/** The configuration of the suite that this package brings: its source in a checkout, else what is built of it. */
export function shippedConfig(): string {
  return import.meta.url.endsWith('.ts')
    ? join(packageFolder(), 'specs/playwright.config.ts')
    : join(packageFolder(), 'dist/specs/playwright.config.js');
}

/** The folder with the sources of that suite. */
export function shippedSpecs(): string {
  return join(packageFolder(), 'specs');
}

/** Whether Playwright finds a configuration in the working directory. */
export function hasOwnConfig(): boolean {
  return readdirSync(process.cwd()).some((name) => /^playwright\.config\.[cm]?[jt]s$/.test(name));
}

/** Arguments of `playwright test` that run the suite of the working directory, or the shipped one if there is none. */
export function ofAnySuite(args: readonly string[]): readonly string[] {
  return configOf(args) === undefined && !hasOwnConfig() ? ['--config', shippedConfig(), ...args] : args;
}

/** The configuration that arguments of Playwright name; undefined if they name none. */
export function configOf(args: readonly string[]): string | undefined {
  for (const [index, argument] of args.entries()) {
    const [, value] = /^(?:--config=|-c=?)(.+)$/s.exec(argument) ?? [];
    if (value !== undefined) return value;
    if (argument === '--config' || argument === '-c') return args[index + 1];
  }
  return undefined;
}
