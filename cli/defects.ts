import { counted } from '../contracts/counted.js';
import type { SubCommand } from './support/sub-command.js';
import { rules } from '../contracts/index.js';
import type { Defect } from '../fake/index.js';
import { orUsageError } from './support/usage-error.js';
import { print } from '../client/print.js';

export function addDefectsCommand(command: SubCommand): void {
  command
    .description('list the defects of the fake, each with the documented rule that it breaks')
    .argument('[rules...]', 'ids of rules or APIs, such as DT-02 or AD; all if none is given')
    .notes([
      'Exit codes: 0 listed, 2 there is no such rule or API.',
      'Examples:',
      '  tracker-e2e defects DT-02',
      '  tracker-e2e fake --defect DT-02-key-answers-nothing     serves a tracker that has it',
      '  TRACKER_DEFECT=DT-02-key-answers-nothing tracker-e2e run --grep @DT-02     shows the tests that catch it',
    ])
    .action(listDefects);
}

async function listDefects(wanted: readonly string[]): Promise<void> {
  const { selectDefects } = await import('../fake/index.js');
  const chosen = orUsageError(() => selectDefects(wanted));
  print(linesOf(chosen).join('\n'));
}

function linesOf(chosen: readonly Defect[]): string[] {
  const ids = [...new Set(chosen.map(({ rule }) => rule))];
  const blocks = ids.map((id) => {
    const own = chosen.filter(({ rule }) => rule === id);
    return [`${id}  ${rules[id].text}`, ...own.map(({ name, breaks }) => `    ${name}: ${breaks}`)].join('\n');
  });
  return [...blocks, '', `${counted(chosen.length, 'defect')} of ${counted(ids.length, 'rule')}`];
}
