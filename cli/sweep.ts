import { InvalidArgumentError, Option } from 'commander';
import type { Command } from 'commander';
import { readAge, writeAge } from '../fixtures/sweep/age.js';
import { sweepDefaults } from './sweep/sweep-command.js';
import type { SweepOptions } from './sweep/sweep-leftovers.js';

/** `tracker-e2e sweep`: what earlier runs have left on a tracker that others use. */
export function addSweepCommand(program: Command): void {
  program
    .command('sweep')
    .description('list what killed runs have left on the tracker that TRACKER_URL names, and with --yes take it back')
    .summary('list and take back what killed runs left on a tracker')
    .option('--yes', 'take it back: remove what was made, put back what was changed, read again after each')
    .addOption(
      new Option('--older-than <time>', 'only of runs that wrote their last line this long ago: 90s, 30m, 1h, 2d')
        .argParser(age)
        .default(sweepDefaults.olderThan, writeAge(sweepDefaults.olderThan)),
    )
    .option('--ledger <path>', 'a folder of ledgers, or one, copied from another machine; else that of TRACKER_OUTPUT')
    .addOption(
      new Option('--settle <time>', 'how late an unanswered call may still have an effect, and be found')
        .argParser(age)
        .default(sweepDefaults.settle, writeAge(sweepDefaults.settle)),
    )
    .option('--json', 'as JSON, for machines')
    .addHelpText(
      'after',
      [
        '',
        'Ours is what a ledger names or what carries the mark of a run; nothing else is touched. A run whose process still',
        'lives on this machine is left alone, whatever its age. One that is younger than --older-than is left alone too, as it may',
        'go on elsewhere; where every process of it is known to be gone, something of it is left (6).',
        'Exit codes: 0 nothing is left of runs that are over, 2 bad settings, 4 tracker unreachable, 6 something is left.',
        'Examples:',
        '  tracker-e2e sweep                      see what is left',
        '  tracker-e2e sweep --yes --older-than 30m',
        '  tracker-e2e sweep --yes --ledger ci-artifacts/ledger',
      ].join('\n'),
    )
    .action(async (options: SweepOptions) => (await import('./sweep/sweep-leftovers.js')).sweepLeftovers(options));
}

function age(text: string): number {
  const milliseconds = readAge(text);
  if (milliseconds !== undefined) return milliseconds;
  throw new InvalidArgumentError('A time is a number with s, m, h or d, such as 90s, 30m, 1h or 2d.');
}
