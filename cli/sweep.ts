import { InvalidArgumentError, Option } from 'commander';
import type { SubCommand } from './support/sub-command.js';
import { readAge, writeAge } from '../fixtures/cleanup/sweep/sweep.js';
import { sweepDefaults } from './sweep/sweep-report.js';
import type { SweepOptions } from './sweep/sweep-leftovers.js';

export function addSweepCommand(command: SubCommand): void {
  command
    .description('list the data that killed runs left on the tracker, and with --yes clean it up')
    .option('--yes', 'clean up: delete created data, restore changed data, and read again to check')
    .addOption(
      new Option('--older-than <time>', 'only runs that last wrote to their ledger this long ago: 90s, 30m, 1h, 2d')
        .argParser(age)
        .default(sweepDefaults.olderThan, writeAge(sweepDefaults.olderThan)),
    )
    .option(
      '--ledger <path>',
      'a folder of ledgers, or one ledger, copied from another machine; by default the folder of TRACKER_OUTPUT',
    )
    .addOption(
      new Option('--settle <time>', 'how late an unanswered call can still have an effect, and a search find it')
        .argParser(age)
        .default(sweepDefaults.settle, writeAge(sweepDefaults.settle)),
    )
    .option('--json', 'as JSON, for machines')
    .notes([
      'It touches only data that a ledger names or that has the mark of a run. It does not touch a run with a living process on',
      'this machine, or a run that is more recent than --older-than, because that may still run on another machine. If all',
      'processes of such a run were here and have ended, it ends with 6.',
      'Exit codes: 0 nothing is left of runs that are over, 2 bad settings, 4 tracker unreachable, 6 something is left,',
      '130 ended by Ctrl+C, 143 ended by SIGTERM. The next sweep finds the data that is left.',
      'Examples:',
      '  tracker-e2e sweep                      lists the data that is left',
      '  tracker-e2e sweep --yes --older-than 30m',
      '  tracker-e2e sweep --yes --ledger ci-artifacts/ledger',
    ])
    .action(async (options: SweepOptions) => (await import('./sweep/sweep-leftovers.js')).sweepLeftovers(options));
}

function age(text: string): number {
  const milliseconds = readAge(text);
  if (milliseconds !== undefined) return milliseconds;
  throw new InvalidArgumentError('A time is a number with s, m, h or d, such as 90s, 30m, 1h or 2d.');
}
