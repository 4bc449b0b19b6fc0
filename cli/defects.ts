import type { Command } from 'commander';
import { rules } from '../contracts/index.js';
import { defects } from '../fake/index.js';
import type { Defect } from '../fake/index.js';
import { UsageError } from './usage-error.js';

/** `tracker-e2e defects`: what the fake can get wrong on request. */
export function addDefectsCommand(program: Command): void {
  program
    .command('defects')
    .description('list the defects the fake can be started with, each with the documented rule it breaks')
    .argument('[rules...]', 'ids of rules or APIs, such as DT-02 or AD; all where none is given')
    .option('--json', 'as JSON, for machines')
    .addHelpText(
      'after',
      [
        '',
        'Examples:',
        '  tracker-e2e defects DT-02',
        '  tracker-e2e fake --defect DT-02-key-answers-nothing     serve a tracker that has it',
        '  TRACKER_DEFECT=DT-02-key-answers-nothing tracker-e2e run --grep @DT-02     see what catches it',
      ].join('\n'),
    )
    .action(list);
}

function list(wanted: readonly string[], { json }: { readonly json?: boolean }): void {
  const chosen = defects.filter(({ rule }) => wanted.length === 0 || wanted.some((one) => isOf(rule, one)));
  const missing = wanted.find((one) => !defects.some(({ rule }) => isOf(rule, one)));
  if (missing !== undefined) {
    throw new UsageError(
      `There is no defect of '${missing}'. Name documented rules such as DT-02, or APIs: DT, AD, TM.`,
    );
  }
  process.stdout.write(json === true ? `${asJson(chosen)}\n` : `${asText(chosen)}\n`);
}

function isOf(rule: string, wanted: string): boolean {
  return rule === wanted || rule.startsWith(`${wanted}-`);
}

function asJson(chosen: readonly Defect[]): string {
  return JSON.stringify(
    chosen.map(({ name, rule, breaks }) => ({ name, rule, breaks })),
    null,
    2,
  );
}

function asText(chosen: readonly Defect[]): string {
  const ids = [...new Set(chosen.map(({ rule }) => rule))];
  const blocks = ids.map((id) => {
    const own = chosen.filter(({ rule }) => rule === id);
    return [`${id}  ${rules[id].text}`, ...own.map(({ name, breaks }) => `    ${name}: ${breaks}`)].join('\n');
  });
  return [...blocks, '', `${chosen.length} defects of ${ids.length} rules`].join('\n');
}
