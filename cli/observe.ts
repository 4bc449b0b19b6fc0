import type { Command } from 'commander';
import type { ObserveOptions } from './observe/observe-tracker.js';

/** `tracker-e2e observe`: how the tracker answers what the documents leave open, as a profile. */
export function addObserveCommand(program: Command): void {
  program
    .command('observe')
    .description('observe how the tracker answers the open questions of the documents, and write a profile')
    .summary('observe how a tracker answers the open questions of the documents')
    .argument('[playwright arguments...]', 'files to run, and any option of `playwright test`')
    .option('--output <file>', 'the file for the profile', 'profile.json')
    .option('--since <file>', 'an older profile: prints the changes since then')
    .option('--profile <file>', 'the answers to expect in the first pass; the same as TRACKER_PROFILE')
    .option('--shared', 'on the fake: one tracker for all tests, with other people’s data, instead of one each')
    .allowUnknownOption()
    .addHelpText(
      'after',
      [
        '',
        'It runs the tests of the open questions, and repeats them with the observed answers until it sees no new ones. The',
        'profile also lists the answers that were not observed, with the reason, and those that differ between tests.',
        '`tracker-e2e run --profile` then expects these answers, and `tracker-e2e fake --profile` gives them.',
        'In a folder without a configuration of Playwright it runs the suite of this package.',
        'Exit codes: 0 written; 1 written, but a test failed or tests saw different answers, or not written because no test ran',
        'or the run broke off; 2 bad settings; 4 tracker unreachable; 5 the answers differ from the profile of --since (only if',
        'TRACKER_GATE_DIFFERS=fails); 130 ended by Ctrl+C; 143 ended by SIGTERM.',
        'Examples:',
        '  tracker-e2e observe                                             the tracker that .env names',
        '  tracker-e2e observe --output jira-10.json --since jira-9.json   and the changes',
      ].join('\n'),
    )
    .action(async (selection: readonly string[], options: ObserveOptions, command: Command) => {
      const { observeTracker } = await import('./observe/observe-tracker.js');
      await observeTracker(selection, options, command);
    });
}
