import type { Command } from 'commander';
import type { DefectsOptions } from './defects/list-defects.js';

/** `tracker-e2e defects`: what the fake can get wrong on request. */
export function addDefectsCommand(program: Command): void {
  program
    .command('defects')
    .description('list the defects of the fake, each with the documented rule that it breaks')
    .summary('list the defects that the fake can be started with')
    .argument('[rules...]', 'ids of rules or APIs, such as DT-02 or AD; all if none is given')
    .option('--json', 'as JSON, for machines')
    .addHelpText(
      'after',
      [
        '',
        'Exit codes: 0 listed, 2 there is no such rule or API.',
        'Examples:',
        '  tracker-e2e defects DT-02',
        '  tracker-e2e fake --defect DT-02-key-answers-nothing     serves a tracker that has it',
        '  TRACKER_DEFECT=DT-02-key-answers-nothing tracker-e2e run --grep @DT-02     shows the tests that catch it',
      ].join('\n'),
    )
    .action(async (wanted: readonly string[], options: DefectsOptions) => {
      const { listDefects } = await import('./defects/list-defects.js');
      listDefects(wanted, options);
    });
}
