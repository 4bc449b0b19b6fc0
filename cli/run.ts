import type { Command } from 'commander';
import { addRunOptions } from './run/run-options.js';
import type { RunOptions } from './run/run-suite.js';

/** `tracker-e2e run`: the suite of the folder, with the reports and the gate. */
export function addRunCommand(program: Command): void {
  const command = program
    .command('run')
    .description('run the suite against the bundled fake, or against the tracker that TRACKER_URL names')
    .summary('run the suite, on the fake or on a tracker');
  addRunOptions(command)
    .option('--changed-since <commit>', 'only tests that the changes since this commit can affect')
    .addHelpText(
      'after',
      [
        'A test runs if one of --endpoints, --rules and --changed-since selects it; files and --grep choose among these tests.',
        'Examples:',
        '  tracker-e2e run                              all, each test on a fake of its own',
        '  tracker-e2e run --grep @DT-13                only the tests of a rule',
        '  tracker-e2e run --endpoints setStepCell,updateUsers    the tests that a change of two endpoints can affect',
        '  tracker-e2e run --changed-since origin/main            the tests that this branch can affect',
        '  tracker-e2e run specs/directory-sync --retries=1   a folder, with options of Playwright',
        '  tracker-e2e run --shared --reports junit,html',
        '`tracker-e2e verify` runs the suite of this package.',
      ].join('\n'),
    )
    .action(async (selection: readonly string[], options: RunOptions, command: Command) => {
      const { runSuite } = await import('./run/run-suite.js');
      await runSuite(selection, options, command);
    });
}
