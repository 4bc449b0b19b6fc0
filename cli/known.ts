import { InvalidArgumentError, Option } from 'commander';
import type { Command } from 'commander';
import type { KnownOptions } from './known/known-command.js';
import { KNOWN_FILE } from './known/known-file.js';

/** `tracker-e2e known`: the failures that are known, kept in a file. */
export function addKnownCommand(program: Command): void {
  program
    .command('known')
    .description(
      'list, check or update the known failures, which do not fail a run, each with its ticket, owner and end',
    )
    .summary('keep the list of known failures')
    .option('--file <file>', 'the file; the same as TRACKER_KNOWN', process.env['TRACKER_KNOWN'] ?? KNOWN_FILE)
    .addOption(
      new Option('--update <run>', 'write the failures of this run (its rules.json or folder)').conflicts('check'),
    )
    .option('--check', 'check the entries; needs no tracker')
    .option('--run <run>', 'with --check: also compare them with this run')
    .option('-c, --config <file>', 'with --check: the configuration of Playwright, or its folder', '.')
    .option('--ticket <ticket>', 'with --update: the ticket of new entries')
    .option('--owner <owner>', 'with --update: the owner of new entries')
    .option('--until <day>', 'with --update: the last day on which new entries count; by default in 90 days', day)
    .option('--json', 'as JSON, for machines')
    .addHelpText(
      'after',
      [
        '',
        '--update removes entries whose tests pass or, in a run of all tests, do not exist any more. A test that fails in another way',
        'gets a new entry without the old ticket: it may be another bug. Entries of other versions of the tracker stay.',
        '--check compares the entries with the rules and, if there is a configuration of Playwright, with the tests that it lists.',
        'Exit codes: 0 listed, written or correct; 8 --check found a wrong entry; 2 a file can’t be used.',
        'Examples:',
        '  tracker-e2e known --update reports/output/shared --ticket QA-7 --owner templates-team',
        '  tracker-e2e known --check',
        '  tracker-e2e run --known known-failures.json',
      ].join('\n'),
    )
    .action(async (options: KnownOptions) => {
      const { runKnown } = await import('./known/known-command.js');
      runKnown(options);
    });
}

function day(text: string): string {
  const parsed = new Date(`${text}T00:00:00Z`);
  if (Number.isNaN(parsed.getTime()) || !parsed.toISOString().startsWith(`${text}T`)) {
    throw new InvalidArgumentError('It has to be a day such as 2027-02-01.');
  }
  if (text < new Date().toISOString().slice(0, 10)) throw new InvalidArgumentError('That day is over.');
  return text;
}
