import type { SubCommand } from './support/sub-command.js';
import { print } from '../client/print.js';

export function addWorldCommand(command: SubCommand): void {
  command
    .description('print the initial data of the fake as JSON')
    .notes([
      'docs/fake.md explains a world.',
      'Exit code: 0.',
      'Example:',
      '  tracker-e2e world > my-world.json && tracker-e2e fake --world my-world.json',
    ])
    .action(async () => {
      const { documentsWorld } = await import('../fake/worlds/documents.js');
      print(JSON.stringify(documentsWorld, null, 2));
    });
}
