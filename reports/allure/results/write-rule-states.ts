import { inline } from '../../ci/markdown.js';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { JudgedMatrix, RuleRow } from '../../../contracts/report/matrix.js';
import type { AllureResult } from './shape-steps.js';

const partial: readonly RuleRow['state'][] = ['verified in part', 'not available', 'unverified'];

/** Labels the results of tests with the states of rules that were not fully verified, known only at the end. */
export async function writeRuleStates(
  folders: readonly string[],
  { rules }: Pick<JudgedMatrix, 'rules'>,
): Promise<void> {
  const rows = new Map(rules.filter(({ state }) => partial.includes(state)).map((row) => [row.id, row]));
  if (rows.size === 0) return;
  for (const folder of folders) {
    const names = await readdir(folder).catch(() => []);
    await Promise.all(
      names.filter((name) => name.endsWith('-result.json')).map((name) => writeRuleState(join(folder, name), rows)),
    );
  }
}

async function writeRuleState(file: string, rows: ReadonlyMap<string, RuleRow>): Promise<void> {
  const result = JSON.parse(await readFile(file, 'utf8')) as AllureResult;
  const about = result.labels.flatMap(({ name, value }) => (name === 'tag' ? (rows.get(value) ?? []) : []));
  if (about.length === 0) return;
  result.labels.push(...[...new Set(about.map(({ state }) => state))].map((value) => ({ name: 'rule state', value })));
  result.description = [result.description, ...about.map(explain)].filter(Boolean).join('\n\n');
  await writeFile(file, JSON.stringify(result));
}

function explain({ id, state, reasons }: RuleRow): string {
  return [`**${id} is ${state}** in this run:`, '', ...reasons.map((reason) => `- ${inline(reason)}`)].join('\n');
}
