import type { Option } from 'commander';
import { nearest } from '../contracts/index.js';
import type { KnownOption } from './playwright-options.js';
import { UsageError } from './usage-error.js';

/**
 * Refuses arguments for Playwright that it would refuse, before anything runs.
 *
 * @param args what is left of a command line when our own options are taken out of it
 * @param own our own options, to suggest them
 * @param theirs Playwright's; asked for only where an argument is an option at all
 * @throws UsageError for the first option that neither knows, with those that may have been meant
 */
export function refuseUnknownOptions(
  args: readonly string[],
  own: readonly Option[],
  theirs: () => readonly KnownOption[],
): void {
  if (!args.some(isOption)) return;
  const known = theirs();
  // A Playwright whose help reads otherwise is left to refuse for itself.
  if (known.length === 0) return;
  const unknown = args.find((argument, index) => {
    const before = args[index - 1];
    const isValue = before !== undefined && known.some(({ names, takesValue }) => takesValue && names.includes(before));
    return isOption(argument) && !isValue && !isKnown(argument, known);
  });
  if (unknown === undefined) return;
  const near = nearest(nameOf(unknown), namesOf(own, known));
  const suggestion = near.length === 0 ? [] : [`(Did you mean ${near.join(' or ')}?)`];
  const lines = [
    `error: unknown option '${nameOf(unknown)}'`,
    ...suggestion,
    '(--help lists ours, `npx playwright test --help` Playwright’s)',
  ];
  throw new UsageError(lines.join('\n'));
}

/** All long names there are; short ones are no use as suggestions. */
function namesOf(own: readonly Option[], known: readonly KnownOption[]): readonly string[] {
  return [...new Set([...own.flatMap(({ long }) => long ?? []), ...known.flatMap(({ names }) => names)])].filter(
    isLong,
  );
}

function isKnown(argument: string, known: readonly KnownOption[]): boolean {
  // `-j4` is -j with its value; `-gv` was the short name of --grep-invert.
  const name = isLong(argument) ? nameOf(argument) : argument.slice(0, 2);
  return known.some(({ names }) => names.includes(name));
}

function isOption(argument: string): boolean {
  return /^--?[a-z]/i.test(argument);
}

function isLong(argument: string): boolean {
  return argument.startsWith('--');
}

function nameOf(argument: string): string {
  return argument.split('=', 1)[0] ?? argument;
}
