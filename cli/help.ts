import type { Command } from 'commander';
import { nearest } from '../contracts/rules/nearest.js';

/** `tracker-e2e help`: the help of a command; commander's own shows that of all if it does not know the command. */
export function addHelpCommand(program: Command): void {
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
