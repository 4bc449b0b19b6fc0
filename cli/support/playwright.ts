import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { exitCodes } from '../../reports/exit-codes.js';
import { FAILED, isRun, JUDGED, unjudged } from '../../reports/run/expect-end.js';
import { onEndingSignal } from '../../reports/status/ending-signals.js';
import { packageFolder } from '../../client/package-folder.js';
import { UsageError } from './usage-error.js';
import type { Option } from 'commander';
import { didYouMean } from '../../contracts/index.js';
import { optionName, sortArguments } from '../../reports/playwright-options.js';
import { printError } from '../../client/print.js';

export function shippedConfig(): string {
  return import.meta.url.endsWith('.ts')
    ? join(packageFolder(), 'specs/playwright.config.ts')
    : join(packageFolder(), 'dist/specs/playwright.config.js');
}

export function configIn(folder: string): string | undefined {
  return readdirSync(folder).find((name) => /^playwright\.config\.[cm]?[jt]s$/.test(name));
}

/** Arguments of `playwright test` that run the suite of the working directory, or the shipped one if there is none. */
export function ofAnySuite(args: readonly string[]): readonly string[] {
  return configOf(args) === undefined && configIn(process.cwd()) === undefined
    ? ['--config', shippedConfig(), ...args]
    : args;
}

export function configOf(args: readonly string[]): string | undefined {
  for (const [index, argument] of args.entries()) {
    const [, value] = /^(?:--config=|-c=?)(.+)$/s.exec(argument) ?? [];
    if (value !== undefined) return value;
    if (argument === '--config' || argument === '-c') return args[index + 1];
  }
  return undefined;
}

/** The script behind `playwright`: the project's, or else ours, which the suite of this package always needs. */
export function playwrightCommand(config?: string): string {
  const places = config === shippedConfig() ? [] : [join(process.cwd(), 'package.json')];
  for (const from of [...places, import.meta.url]) {
    try {
      return join(dirname(createRequire(from).resolve('@playwright/test/package.json')), 'cli.js');
    } catch {
      // Not there.
    }
  }
  throw new UsageError('Playwright is not installed here: npm install --save-dev @playwright/test');
}

/** @returns the exit code, as a shell gives it, but never that of a run that passed if no reporter judged it so */
export function runPlaywright(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<{ readonly code: number; readonly isJudged: boolean }> {
  return new Promise((resolve, reject) => {
    const command = [playwrightCommand(configOf(args)), ...args];
    const child = spawn(process.execPath, command, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'], env });
    let [isJudged, hasFailed] = [!isRun(args), false];
    child.on('message', (message) => {
      isJudged ||= message === JUDGED || message === FAILED;
      hasFailed ||= message === FAILED;
    });
    // Playwright ends on Ctrl+C by itself, with its reports; this process only waits for it.
    process.on('SIGINT', () => undefined);
    onEndingSignal(() => child.kill('SIGINT'));
    child.once('error', reject);
    child.once('close', (status, signal) => {
      const code = status ?? (signal === null ? exitCodes.testsFailed : 128 + constants.signals[signal]);
      // Whoever ends it with 1 says why.
      if (!isJudged && code !== exitCodes.testsFailed) printError(unjudged(code));
      resolve({ code: isJudged && !hasFailed ? code : code || exitCodes.testsFailed, isJudged });
    });
  });
}

export function refuseMissingConfig(config: string | undefined): void {
  if (config === undefined || existsSync(config)) return;
  throw new UsageError(`--config ${config} is neither a configuration nor a folder of one.`);
}

/** A word that names a file with tests, and is hardly a regular expression. */
const FILE = /^([\w@/\\.-]+\.[cm]?[jt]sx?)(?::\d+){0,2}$/;

/** Of a word that names no file Playwright says nothing: it runs the tests of the others. @throws UsageError */
export function refuseMissingFiles(words: readonly string[], config: string | undefined): void {
  const missing = words.flatMap((word) => FILE.exec(word)?.[1] ?? []).filter((file) => !existsSync(file));
  if (missing.length === 0) return;
  const folder = config === undefined ? '.' : /\.[cm]?[jt]s$/.test(config) ? dirname(config) : config;
  const all = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => path.replaceAll('\\', '/'));
  for (const file of missing) {
    if (all.some((path) => path.toLowerCase().includes(file.toLowerCase().replace(/^\.\//, '')))) continue;
    const files = all.filter((path) => FILE.test(path) && !path.includes('node_modules/'));
    const hint = didYouMean(file, files);
    throw new UsageError(`There is no file ${file}${hint === '' ? '' : `. ${hint}`}`);
  }
}

/** The name of no file with tests: with it Playwright loads the configuration and nothing else. */
const NO_FILE = 'no-file-has-this-name';

/** @throws UsageError if Playwright refuses options, or can't load the configuration. That takes half a second. */
export function refuseUnusable(
  { config, unknown }: { readonly config: string | undefined; readonly unknown: readonly string[] },
  env: NodeJS.ProcessEnv,
): void {
  const named = config === undefined ? [] : ['--config', config];
  const words = ['test', '--list', '--pass-with-no-tests', '--reporter=null', ...named, NO_FILE, ...unknown];
  const { status, stderr } = spawnSync(process.execPath, [playwrightCommand(config), ...words], {
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
    env,
  });
  if (status === 0) return;
  const [reason = ''] = stderr.trimStart().split('\n');
  if (unknown.length > 0 && reason.startsWith('error: ')) {
    throw new UsageError(`Playwright refuses ${unknown.join(' ')}: \`npx playwright test --help\` lists its options.`);
  }
  throw new UsageError(
    `The configuration${config === undefined ? '' : ` ${config}`} can't be loaded: ${reason || 'it ends Playwright'}`,
  );
}

/** Refuses what is no number, and an option that Playwright has not, but looks like one of tracker-e2e. @throws UsageError */
export function refuseMistypedOptions(args: readonly string[], own: readonly Option[]): void {
  const names = own.flatMap(({ long }) => long ?? []);
  const { mistyped, unknown } = sortArguments(args);
  const [wrong] = mistyped;
  if (wrong !== undefined) {
    throw new UsageError(
      `error: option '${wrong.option}' argument '${wrong.value}' is invalid. A whole number is needed.`,
    );
  }
  for (const argument of unknown) {
    const meant = argument.startsWith('--') ? didYouMean(optionName(argument), names) : '';
    if (meant === '') continue;
    const lines = [
      `error: unknown option '${optionName(argument)}'`,
      `(${meant})`,
      '(--help lists those of tracker-e2e, `npx playwright test --help` Playwright’s)',
    ];
    throw new UsageError(lines.join('\n'));
  }
}
