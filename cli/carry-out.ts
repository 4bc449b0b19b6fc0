import { inspect } from 'node:util';
import { CommanderError, Command } from 'commander';
import { printError, print } from '../client/print.js';
import { exitCodes } from '../reports/exit-codes.js';
import { asUsageError } from './support/usage-error.js';
import { packageVersion } from '../reports/own-file.js';
import { SubCommand } from './support/sub-command.js';

/** Carries out a command line, without the name of the program; `process.exitCode` says how it ended. */
export async function carryOut(words: readonly string[]): Promise<void> {
  try {
    const program = await createProgram(words);
    await program.parseAsync(words, { from: 'user' });
  } catch (error) {
    refuse(error);
  }
}

/** Prints what the user can do about an error, or the stack of a fault of this program, which ends then. */
export function refuse(error: unknown): void {
  // Commander has printed its errors, and throws one after help too.
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode === 0 ? exitCodes.passed : exitCodes.badSettings;
    return;
  }
  const told = asUsageError(error);
  printError(told?.message ?? inspect(error));
  if (told === undefined) process.exit(exitCodes.testsFailed);
  process.exitCode = told.exitCode;
}

/** The sub-commands, in the order of the help. Each is loaded when it is needed, because most load much. */
const commands: Readonly<Record<string, () => Promise<(command: SubCommand, version: string) => void>>> = {
  init: async () => (await import('./init.js')).addInitCommand,
  eject: async () => (await import('./eject.js')).addEjectCommand,
  verify: async () => (await import('./verify.js')).addVerifyCommand,
  run: async () => (await import('./run.js')).addRunCommand,
  doctor: async () => (await import('./doctor.js')).addDoctorCommand,
  merge: async () => (await import('./merge.js')).addMergeCommand,
  observe: async () => (await import('./observe.js')).addObserveCommand,
  rules: async () => (await import('./rules.js')).addRulesCommand,
  known: async () => (await import('./known.js')).addKnownCommand,
  compare: async () => (await import('./compare.js')).addCompareCommand,
  gate: async () => (await import('./gate.js')).addGateCommand,
  publish: async () => (await import('./publish.js')).addPublishCommand,
  sweep: async () => (await import('./sweep.js')).addSweepCommand,
  fake: async () => (await import('./fake.js')).addFakeCommand,
  world: async () => (await import('./world.js')).addWorldCommand,
  defects: async () => (await import('./defects.js')).addDefectsCommand,
  openapi: async () => (await import('./openapi.js')).addOpenApiCommand,
};

/** The command `tracker-e2e` with all sub-commands, or with the one that a command line needs: most load much. */
export async function createProgram(words: readonly string[] = []): Promise<Command> {
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

  const [first = ''] = words;
  if (first === '--version') return program;
  const chosen = Object.entries(commands).filter(([name]) => name === first);
  const loaded = (chosen.length > 0 ? chosen : Object.entries(commands)).map(async ([name, load]) => ({
    add: await load(),
    command: new SubCommand(name),
  }));
  for (const { add, command } of await Promise.all(loaded)) {
    program.addCommand(command.copyInheritedSettings(program));
    add(command, version);
  }
  return program;
}
