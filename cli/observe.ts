import type { Command } from 'commander';
import type { ObserveOptions } from './observe/observe-tracker.js';

/** `tracker-e2e observe`: how the tracker answers what the documents leave open, as a profile. */
export function addObserveCommand(program: Command): void {
  program
    .command('observe')
    .description('find out how the tracker answers what the documents leave open, and write it as a profile')
    .summary('write down how a tracker answers what the documents leave open')
    .argument('[playwright arguments...]', 'files to run the tests of, and any option of `playwright test`')
    .option('--output <file>', 'where the profile goes', 'profile.json')
    .option('--since <file>', 'an older profile: tells what has changed since')
    .option('--profile <file>', 'what to expect in the first pass; the same as TRACKER_PROFILE')
    .option('--shared', 'on the fake: one tracker for all tests, full of other people’s data, instead of one each')
    .allowUnknownOption()
    .addHelpText(
      'after',
      [
        '',
        'In a folder without a configuration of Playwright it runs the suite that this package brings.',
        'It runs the tests of the open questions, again with what the pass before saw until nothing new is seen. What',
        'could not be observed stands in the profile with the reason, and so does what tests saw differently.',
        '`tracker-e2e run --profile` then expects what was observed, and `tracker-e2e fake --profile` does it.',
        'Exit codes: 0 written; 1 written, but a test failed or saw something else than another, or not written because no',
        'test ran or the run broke off; 2 bad settings; 4 tracker unreachable; 5 it answers otherwise than the profile of',
        '--since says (only if TRACKER_GATE_DIFFERS=fails); 130 ended by Ctrl+C; 143 ended by SIGTERM.',
        'Examples:',
        '  tracker-e2e observe                                             of the tracker that .env names',
        '  tracker-e2e observe --output jira-10.json --since jira-9.json   and what has changed',
      ].join('\n'),
    )
    .action(async (selection: readonly string[], options: ObserveOptions, command: Command) => {
      const { observeTracker } = await import('./observe/observe-tracker.js');
      await observeTracker(selection, options, command);
    });
}
