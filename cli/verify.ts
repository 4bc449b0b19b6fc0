import { Option } from 'commander';
import type { Command } from 'commander';
import { addRunOptions } from './run/run-options.js';
import type { RunOptions } from './run/run-suite.js';

/** `tracker-e2e verify`: the suite that this package brings, from any folder. */
export function addVerifyCommand(program: Command): void {
  const command = program
    .command('verify')
    .description(
      'run the suite of this package from any folder, against the bundled fake or against the tracker that TRACKER_URL names; ' +
        'reports go to this folder',
    )
    .summary('run the suite of this package, from any folder');
  addRunOptions(command)
    .addOption(new Option('--changed-since <commit>').hideHelp())
    .addHelpText(
      'after',
      [
        'A test runs if --endpoints or --rules selects it; files and --grep choose among these tests.',
        'Examples:',
        '  npx tracker-e2e verify                         all, each test on a fake of its own',
        '  npx tracker-e2e verify --rules DT-01,DT-02     only the tests of two rules',
        '  npx tracker-e2e verify directory-sync          only the specs of an API',
        '  npx tracker-e2e verify --shard=1/4             a quarter; `tracker-e2e merge` judges all four',
        '`tracker-e2e eject` copies a spec into a suite of yours; `tracker-e2e run` runs that suite.',
      ].join('\n'),
    )
    .action(async (selection: readonly string[], options: RunOptions, command: Command) => {
      const { verify } = await import('./verify/verify-tracker.js');
      await verify(selection, options, command);
    });
}
