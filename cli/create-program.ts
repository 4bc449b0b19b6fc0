import { Command } from 'commander';
import { addDefectsCommand } from './defects.js';
import { addDoctorCommand } from './doctor.js';
import { addEjectCommand } from './eject.js';
import { addDocumentsCommand } from './documents.js';
import { addCompareCommand } from './compare.js';
import { addGateCommand } from './gate.js';
import { addKnownCommand } from './known.js';
import { addFakeCommand } from './fake.js';
import { addInitCommand } from './init.js';
import { addMergeCommand } from './merge.js';
import { addObserveCommand } from './observe.js';
import { addOpenApiCommand } from './openapi.js';
import { packageVersion } from './support/package.js';
import { addPublishCommand } from './publish.js';
import { addRulesCommand } from './rules.js';
import { addRunCommand } from './run.js';
import { addSchemaCommand } from './schema.js';
import { addSweepCommand } from './sweep.js';
import { addVerifyCommand } from './verify.js';
import { addWorldCommand } from './world.js';
import { nearest } from '../contracts/nearest.js';
import { print, printError } from '../fixtures/reporting/print.js';

/** The command `tracker-e2e` with all its sub-commands. */
export function createProgram(): Command {
  const version = packageVersion();
  const program = new Command('tracker-e2e')
    .description(
      'Tests the default-template, directory-sync and test-management APIs of a tracker or of the bundled fake, and serves the fake.',
    )
    // The whole of each usage stands in the help of the command itself.
    .configureHelp({ subcommandTerm: (command) => command.name() })
    .addHelpText(
      'after',
      [
        '',
        'Settings such as TRACKER_URL come from the environment and from .env; docs/settings.md explains each.',
        'Start with:',
        '  tracker-e2e verify            the suite of this package, on the fake or on your tracker',
        '  tracker-e2e init              a suite in this folder',
        '  tracker-e2e fake              a tracker to try requests on',
        '  tracker-e2e <command> --help  what a command does, its options, its exit codes',
      ].join('\n'),
    )
    .configureOutput({ writeOut: (text) => print(text), writeErr: printError })
    .version(version)
    .showSuggestionAfterError()
    .showHelpAfterError('(--help lists the commands and options)')
    .exitOverride();

  addInitCommand(program, version);
  addEjectCommand(program);
  addVerifyCommand(program);
  addRunCommand(program);
  addDoctorCommand(program);
  addMergeCommand(program);
  addObserveCommand(program);
  addRulesCommand(program);
  addKnownCommand(program);
  addCompareCommand(program);
  addGateCommand(program);
  addPublishCommand(program);
  addSweepCommand(program);
  addFakeCommand(program);
  addWorldCommand(program);
  addDefectsCommand(program);
  addDocumentsCommand(program);
  addOpenApiCommand(program, version);
  addSchemaCommand(program);
  addHelpCommand(program);
  return program;
}

/** `tracker-e2e help`: the help of a command. Commander's own shows the general help for an unknown command. */
function addHelpCommand(program: Command): void {
  program
    .helpCommand(false)
    .command('help')
    .description('print what a command does, its options and its exit codes')
    .summary('print the help of a command')
    .argument('[command]', 'the command; all if none is named')
    .action((name?: string) => {
      const command = name === undefined ? program : program.commands.find((one) => one.name() === name);
      if (command !== undefined) command.help();
      const near = nearest(
        name ?? '',
        program.commands.map((one) => one.name()),
      );
      const suggestion = near.length === 0 ? '' : `\n(Did you mean ${near.join(' or ')}?)`;
      program.error(`error: unknown command '${name ?? ''}'${suggestion}`);
    });
}
