/** An option of `playwright test`. */
export interface PlaywrightOption {
  /** Its short and long names, dashes included. */
  readonly names: readonly string[];
  /** Whether a value follows it; `optional` if it may. */
  readonly value?: 'required' | 'optional';
  /** Whether it may leave tests out. */
  readonly selects?: true;
  /** The values that it takes. Playwright itself refuses others with a stack, or runs without saying so. */
  readonly takes?: Values;
}

interface Values {
  readonly what: string;
  readonly has: (value: string) => boolean;
}

const wholeNumber: Values = { what: 'A whole number is needed.', has: (value) => /^\d+$/.test(value) };

const milliseconds: Values = { ...wholeNumber, what: 'A number of milliseconds is needed.' };

const workers: Values = {
  what: 'A whole number from 1 or a percentage is needed.',
  has: (value) => /^0*[1-9]\d*%?$/.test(value),
};

const shard: Values = {
  what: 'A shard is its number and how many there are, such as 2/4.',
  has: (value) => {
    const [, current = 0, total = 0] = (/^(\d+)\/(\d+)$/.exec(value) ?? []).map(Number);
    return current >= 1 && current <= total;
  },
};

const expression: Values = {
  what: 'A regular expression is needed; write \\ before a character that is meant as it is.',
  has: (value) => {
    const [, pattern = value, flags = ''] = /^\/(.*)\/([a-z]*)$/s.exec(value) ?? [];
    try {
      return new RegExp(pattern, flags).flags === flags;
    } catch {
      return false;
    }
  },
};

/**
 * The options of `playwright test`. Other options go to Playwright too, because a newer version may have them. A test
 * compares the list with the installed Playwright.
 */
export const playwrightOptions: readonly PlaywrightOption[] = [
  { names: ['--add-reporter'], value: 'required' },
  { names: ['--browser'], value: 'required' },
  { names: ['-c', '--config'], value: 'required' },
  { names: ['--debug'], value: 'optional' },
  { names: ['--fail-on-flaky-tests'] },
  { names: ['--forbid-only'] },
  { names: ['--fully-parallel'] },
  { names: ['-g', '--grep'], value: 'required', selects: true, takes: expression },
  { names: ['-G', '--grep-invert'], value: 'required', selects: true, takes: expression },
  { names: ['--global-timeout'], value: 'required', takes: milliseconds },
  { names: ['--headed'] },
  { names: ['--ignore-snapshots'] },
  { names: ['-j', '--workers'], value: 'required', takes: workers },
  { names: ['--last-failed'], selects: true },
  { names: ['--last-failed-file'], value: 'required' },
  { names: ['--list'] },
  { names: ['--max-failures'], value: 'required', takes: wholeNumber },
  { names: ['--no-deps'] },
  { names: ['--only-changed'], value: 'optional', selects: true },
  { names: ['--output'], value: 'required' },
  { names: ['--pass-with-no-tests'] },
  { names: ['--project'], value: 'required', selects: true },
  { names: ['--quiet'] },
  { names: ['--repeat-each'], value: 'required', takes: wholeNumber },
  { names: ['--reporter'], value: 'required' },
  { names: ['--retries'], value: 'required', takes: wholeNumber },
  { names: ['--run-agents'], value: 'required' },
  { names: ['--shard'], value: 'required', takes: shard },
  { names: ['--shuffle'], value: 'optional' },
  { names: ['--test-list'], value: 'required', selects: true },
  { names: ['--test-list-invert'], value: 'required', selects: true },
  { names: ['--timeout'], value: 'required', takes: milliseconds },
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

/** Arguments of `playwright test`, sorted by kind. */
interface SortedArguments {
  readonly options: readonly PlaywrightOption[];
  /** Options that are not in the list above. */
  readonly unknown: readonly string[];
  /**
   * The arguments that may leave tests out: words that name files or titles, and options with values that choose tests.
   */
  readonly selecting: readonly string[];
  /** The values of options. */
  readonly values: readonly { readonly option: PlaywrightOption; readonly value: string }[];
}

function sortArguments(args: readonly string[]): SortedArguments {
  const values: { option: PlaywrightOption; value: string }[] = [];
  const sorted = { options: [] as PlaywrightOption[], unknown: [] as string[], selecting: [] as string[], values };
  let before: PlaywrightOption | undefined;
  for (const argument of args) {
    if (before?.value === 'required' || (before?.value === 'optional' && !isOption(argument))) {
      values.push({ option: before, value: argument });
      if (before.selects === true) sorted.selecting.push(argument);
      before = undefined;
      continue;
    }
    const option = isOption(argument) ? optionOf(argument) : undefined;
    if (option !== undefined) sorted.options.push(option);
    else if (isOption(argument)) sorted.unknown.push(argument);
    if (option?.selects === true || !isOption(argument)) sorted.selecting.push(argument);
    before = option !== undefined && standsAlone(argument, option) ? option : undefined;
    if (option !== undefined && before === undefined) values.push({ option, value: valueIn(argument) });
  }
  return sorted;
}

function isOption(argument: string): boolean {
  return /^--?[a-z]/i.test(argument);
}

function optionOf(argument: string): PlaywrightOption | undefined {
  // `-j4` is -j with its value; `-gv` was the short name of --grep-invert.
  const name = argument.startsWith('--') ? nameOf(argument) : argument.slice(0, 2);
  return playwrightOptions.find(({ names }) => names.includes(name));
}

/** Whether an argument is an option whose value is the next argument. */
function standsAlone(argument: string, { names }: PlaywrightOption): boolean {
  return names.includes(argument) || argument === '-gv';
}

/** The value in an argument such as `--workers=4` or `-j4`. */
function valueIn(argument: string): string {
  return argument.startsWith('--') ? argument.slice(argument.indexOf('=') + 1) : argument.slice(2).replace(/^=/, '');
}

/** The values of options among arguments of `playwright test`. */
export function optionValues(args: readonly string[]): SortedArguments['values'] {
  return sortArguments(args).values;
}

/** The arguments of `playwright test` that may leave tests out: options that choose tests, and words that name them. */
export function selectingArguments(args: readonly string[]): readonly string[] {
  return sortArguments(args).selecting;
}

/** The name of an option as it was typed, without a value behind `=`. */
export function nameOf(argument: string): string {
  return argument.split('=', 1)[0] ?? argument;
}

/** Whether arguments of `playwright test` have an option, by one of its names. */
export function hasOption(args: readonly string[], name: string): boolean {
  return sortArguments(args).options.some(({ names }) => names.includes(name));
}

/** The options among the arguments that `playwright test` is not known to have. */
export function unknownOptions(args: readonly string[]): readonly string[] {
  return sortArguments(args).unknown;
}
