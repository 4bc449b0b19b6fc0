import { quote } from '../contracts/curl-command.js';

export interface PlaywrightOption {
  readonly names: readonly string[];
  /** Whether a value follows it; `optional` if it may. */
  readonly value?: 'required' | 'optional';
  /** Whether the value is a whole number; Playwright runs with any other value too, and does not say so. */
  readonly isNumber?: true;
  /** Whether it may leave tests out. */
  readonly selects?: true;
}

/** The options of `playwright test`, as a test compares. Others go to Playwright too: it may be newer. */
export const playwrightOptions: readonly PlaywrightOption[] = [
  { names: ['--add-reporter'], value: 'required' },
  { names: ['--browser'], value: 'required' },
  { names: ['-c', '--config'], value: 'required' },
  { names: ['--debug'], value: 'optional' },
  { names: ['--fail-on-flaky-tests'] },
  { names: ['--forbid-only'] },
  { names: ['--fully-parallel'] },
  { names: ['-g', '--grep'], value: 'required', selects: true },
  { names: ['-G', '--grep-invert'], value: 'required', selects: true },
  { names: ['--global-timeout'], value: 'required', isNumber: true },
  { names: ['--headed'] },
  { names: ['--ignore-snapshots'] },
  { names: ['-j', '--workers'], value: 'required' },
  { names: ['--last-failed'], selects: true },
  { names: ['--last-failed-file'], value: 'required' },
  { names: ['--list'] },
  { names: ['--max-failures'], value: 'required', isNumber: true },
  { names: ['--no-deps'] },
  { names: ['--only-changed'], value: 'optional', selects: true },
  { names: ['--output'], value: 'required' },
  { names: ['--pass-with-no-tests'] },
  { names: ['--project'], value: 'required', selects: true },
  { names: ['--quiet'] },
  { names: ['--repeat-each'], value: 'required', isNumber: true },
  { names: ['--reporter'], value: 'required' },
  { names: ['--retries'], value: 'required', isNumber: true },
  { names: ['--run-agents'], value: 'required' },
  { names: ['--shard'], value: 'required' },
  { names: ['--shuffle'], value: 'optional' },
  { names: ['--test-list'], value: 'required', selects: true },
  { names: ['--test-list-invert'], value: 'required', selects: true },
  { names: ['--timeout'], value: 'required', isNumber: true },
  { names: ['--trace'], value: 'required' },
  { names: ['--tsconfig'], value: 'required' },
  { names: ['-u', '--update-snapshots'], value: 'optional' },
  { names: ['--ui'] },
  { names: ['--ui-host'], value: 'required' },
  { names: ['--ui-port'], value: 'required' },
  { names: ['--update-source-method'], value: 'required' },
  { names: ['-x'] },
  { names: ['-h', '--help'] },
];

/**
 * Sorts arguments of `playwright test`. `selecting` may leave tests out: options that choose tests, with their values, and
 * words that name them; `unknown` are options that are not in the list above; `mistyped` are values that are no number.
 */
export function sortArguments(args: readonly string[]) {
  const sorted = {
    options: [] as PlaywrightOption[],
    unknown: [] as string[],
    mistyped: [] as { readonly option: string; readonly value: string }[],
    selecting: [] as string[],
  };
  let before: PlaywrightOption | undefined;
  for (const argument of args) {
    const isOption = /^--?[a-z]/i.test(argument);
    const isValue = before?.value === 'required' || (before?.value === 'optional' && !isOption);
    const option = isOption && !isValue ? optionOf(argument) : undefined;
    const number = isValue ? before : option;
    const value = isValue ? argument : argument.split('=')[1];
    if (number?.isNumber === true && value !== undefined && !/^\d+$/.test(value)) {
      sorted.mistyped.push({ option: number.names.at(-1) ?? '', value });
    }
    if (option !== undefined) sorted.options.push(option);
    else if (isOption && !isValue) sorted.unknown.push(argument);
    if (isValue ? before?.selects === true : option?.selects === true || !isOption) sorted.selecting.push(argument);
    // `-gv` was the short name of --grep-invert.
    before = option !== undefined && (option.names.includes(argument) || argument === '-gv') ? option : undefined;
  }
  return sorted;
}

function optionOf(argument: string): PlaywrightOption | undefined {
  // `-j4` is -j with its value.
  const name = argument.startsWith('--') ? nameOf(argument) : argument.slice(0, 2);
  return playwrightOptions.find(({ names }) => names.includes(name));
}

/** The name of an option as it was typed, without a value behind `=`. */
export function nameOf(argument: string): string {
  return argument.split('=', 1)[0] ?? argument;
}

/** The words after `playwright test` that leave tests out, as they were typed; undefined if none does. */
export function typedSelection(argv: readonly string[]): string | undefined {
  const [command, ...args] = argv.slice(2);
  const selecting = command === 'test' ? sortArguments(args).selecting : [];
  const words = selecting.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : quote(word)));
  return words.length === 0 ? undefined : words.join(' ');
}

/** Whether `playwright test` was asked for the whole suite. An editor and UI mode choose tests while they run. */
export function isWholeSuite(argv: readonly string[]): boolean {
  return argv[2] === 'test' && !argv.includes('--ui') && typedSelection(argv) === undefined;
}
