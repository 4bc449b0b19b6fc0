import type { Command } from 'commander';
import { documentsWorld } from '../fake/index.js';

/** `tracker-e2e world`: prints the fake's own world, to start one's own from. */
export function addWorldCommand(program: Command): void {
  program
    .command('world')
    .description('print the world the fake starts with, as JSON to change and give to `tracker-e2e fake --world`')
    .summary('print the world of the fake, to start from')
    .addHelpText(
      'after',
      '\ndocs/world.md explains its parts.\nExample:\n  tracker-e2e world > my-world.json && tracker-e2e fake --world my-world.json',
    )
    .action(() => {
      process.stdout.write(`${JSON.stringify(documentsWorld, null, 2)}\n`);
    });
}
