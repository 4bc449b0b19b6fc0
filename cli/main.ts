#!/usr/bin/env node
import { Command } from 'commander';
import { addDefectsCommand } from './defects.js';
import { addDoctorCommand } from './doctor.js';
import { addFakeCommand } from './fake.js';
import { addInitCommand } from './init.js';
import { addMergeCommand } from './merge.js';
import { addObserveCommand } from './observe.js';
import { addOpenApiCommand } from './openapi.js';
import { packageVersion } from './package-version.js';
import { addRulesCommand } from './rules.js';
import { addRunCommand } from './run.js';
import { addSweepCommand } from './sweep.js';
import { addWorldCommand } from './world.js';
import { UsageError } from './usage-error.js';
import { withoutSecrets } from '../fixtures/reporting/known-secrets.js';
import { exitCodes } from '../reports/exit-codes.js';

const version = packageVersion();
const program = new Command('tracker-e2e')
  .description(
    'Tests of the default-template, directory-sync and test-management APIs, against a tracker or against the bundled\n' +
      'fake, which it also serves.',
  )
  // The whole of each usage stands in the help of the command itself.
  .configureHelp({ subcommandTerm: (command) => command.name() })
  .addHelpText(
    'after',
    [
      '',
      'Settings such as TRACKER_URL come from the environment and from .env; docs/settings.md explains each.',
      'Start with:',
      '  tracker-e2e init              a suite in this folder',
      '  tracker-e2e fake              a tracker to try requests on',
      '  tracker-e2e <command> --help  what a command does, its options, its exit codes',
    ].join('\n'),
  )
  .version(version)
  .showSuggestionAfterError()
  .showHelpAfterError('(--help lists what there is)')
  .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : exitCodes.badSettings));

addInitCommand(program, version);
addRunCommand(program);
addDoctorCommand(program);
addMergeCommand(program);
addObserveCommand(program);
addRulesCommand(program);
addSweepCommand(program);
addFakeCommand(program);
addWorldCommand(program);
addDefectsCommand(program);
addOpenApiCommand(program, version);

try {
  await program.parseAsync();
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  process.stderr.write(`${withoutSecrets(error.message)}\n`);
  process.exitCode = error.exitCode;
}
