import { shellWord } from '../contracts/curl-command.js';

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
  ...list(
    '--fail-on-flaky-tests --forbid-only --fully-parallel --headed --ignore-snapshots --list --no-deps --pass-with-no-tests',
  ),
  ...list('--quiet --ui -h,--help -x'),
  ...list('--last-failed', { selects: true }),
  ...list('--debug --shuffle -u,--update-snapshots', { value: 'optional' }),
  ...list('--only-changed', { value: 'optional', selects: true }),
  ...list('--project --test-list --test-list-invert -G,--grep-invert -g,--grep', { value: 'required', selects: true }),
  ...list('--global-timeout --max-failures --repeat-each --retries --timeout', { value: 'required', isNumber: true }),
  ...list('--add-reporter --browser --last-failed-file --output --reporter --run-agents --shard', {
    value: 'required',
  }),
  ...list('--trace --tsconfig --ui-host --ui-port --update-source-method -c,--config -j,--workers', {
    value: 'required',
  }),
];

function list(all: string, more: Omit<PlaywrightOption, 'names'> = {}): PlaywrightOption[] {
  return all.split(' ').map((names) => ({ names: names.split(','), ...more }));
}

/**
 * Sorts arguments of `playwright test`. `selecting` may leave tests out: options that choose tests, with their values, and
 * the `words` that name files; `unknown` are options that are not in the list above; `mistyped` are values that are no number.
 */
export function sortArguments(args: readonly string[]) {
  const sorted = {
    options: [] as PlaywrightOption[],
    unknown: [] as string[],
    mistyped: [] as { readonly option: string; readonly value: string }[],
    selecting: [] as string[],
    words: [] as string[],
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
    if (!isOption && !isValue) sorted.words.push(argument);
    // `-gv` was the short name of --grep-invert.
    before = option !== undefined && (option.names.includes(argument) || argument === '-gv') ? option : undefined;
  }
  return sorted;
}

function optionOf(argument: string): PlaywrightOption | undefined {
  // `-j4` is -j with its value.
  const name = argument.startsWith('--') ? optionName(argument) : argument.slice(0, 2);
  return playwrightOptions.find(({ names }) => names.includes(name));
}

export function optionName(argument: string): string {
  return argument.split('=', 1)[0] ?? argument;
}

/** The words after `playwright test` that leave tests out, as they were typed; undefined if none does. */
export function typedSelection(argv: readonly string[]): string | undefined {
  const [command, ...args] = argv.slice(2);
  const selecting = command === 'test' ? sortArguments(args).selecting : [];
  return selecting.length === 0 ? undefined : selecting.map(shellWord).join(' ');
}

/** Whether `playwright test` was asked for the whole suite. An editor and UI mode choose tests while they run. */
export function isWholeSuite(argv: readonly string[]): boolean {
  return argv[2] === 'test' && !argv.includes('--ui') && typedSelection(argv) === undefined;
}
