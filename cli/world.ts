import type { Command } from 'commander';
import { writeOrPrint } from './support/files.js';

/** `tracker-e2e world`: prints the fake's own world, to start one's own from. */
export function addWorldCommand(program: Command): void {
  program
    .command('world')
    .description('print the world the fake starts with, as JSON to change and give to `tracker-e2e fake --world`')
    .summary('print the world of the fake, to start from')
    .option('-o, --output <file>', 'write it to a file instead')
    .addHelpText(
      'after',
      [
        '',
        'docs/world.md explains its parts.',
        'Exit codes: 0 written, 2 the file can’t be written.',
        'Examples:',
        '  tracker-e2e world > my-world.json && tracker-e2e fake --world my-world.json',
        '  tracker-e2e world --output my-world.json',
      ].join('\n'),
    )
    .action(async ({ output }: { readonly output?: string }) => {
      const { documentsWorld } = await import('../fake/index.js');
      writeOrPrint(`${JSON.stringify(documentsWorld, null, 2)}\n`, output);
    });
}
