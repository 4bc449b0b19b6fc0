import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { endpoints, ruleIds, rules, sourceOfRule } from '../../contracts/index.js';
import { endpointTitle } from '../../contracts/endpoints/endpoint.js';
import type { Endpoint } from '../../contracts/endpoints/endpoint.js';

const RULE_IDS = /^export type RuleIds = \{[^}]*\};$/m;
const TABLE = /(?:^|[\\/])endpoints(?:[\\/]\w+)?\.d\.ts$/;
const ROW = /^ {4}readonly (\w+): /gm;

/**
 * Gives each rule id its text and source in the declarations of the package, and each endpoint its method, path and
 * summary, as editors show them. The compiler keeps no comments in types that it infers.
 */
export function documentDeclarations(dist: string): void {
  const contracts = join(dist, 'contracts');
  const ids = ruleIds.map(
    (id) => `  /** ${rules[id].text} (${sourceOfRule(rules[id])}) */\n  readonly '${id}': '${id}';\n`,
  );
  rewrite(join(contracts, 'rules/rules.d.ts'), RULE_IDS, () => `export interface RuleIds {\n${ids.join('')}}`);
  const rows = new Map(Object.entries<Endpoint>(endpoints));
  const files = readdirSync(contracts, { recursive: true, encoding: 'utf8' });
  for (const table of files.filter((name) => TABLE.test(name))) {
    rewrite(join(contracts, table), ROW, (line, name) => {
      const row = rows.get(name);
      return row === undefined ? line : `    /** ${sentenceOf(row)} */\n${line}`;
    });
  }
}

function sentenceOf(row: Endpoint): string {
  return `\`${endpointTitle(row)}\`${row.summary === undefined ? '' : `: ${row.summary}`}`;
}

function rewrite(file: string, pattern: RegExp, replacement: (found: string, group: string) => string): void {
  writeFileSync(file, readFileSync(file, 'utf8').replace(pattern, replacement));
}
