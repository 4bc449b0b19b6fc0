import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import {
  assumed,
  assumedRuleIds,
  assumptionTable,
  coveredApis,
  documented,
  endpoints,
  rule,
  ruleIds,
  rules,
} from '../../../contracts/index.js';
import type { Api, CatalogueEndpoint, Rule } from '../../../contracts/index.js';
import { ruleIdsSource } from '../../proof/rule-ids.js';

const sizes: readonly { api: Api; prefix: string; documented: number; assumed: number }[] = [
  { api: 'default-templates', prefix: 'DT', documented: 41, assumed: 21 },
  { api: 'directory-sync', prefix: 'AD', documented: 27, assumed: 17 },
  { api: 'test-management', prefix: 'TM', documented: 36, assumed: 25 },
];

/** Rules on authentication hold for every call of their API, so no endpoint of its own names them. */
const rulesOfEveryCall = ['DT-41', 'TM-16', 'TM-36'];

/** `DT-01`, `DT-02` and so on. */
function sequence(prefix: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${prefix}${String(index + 1).padStart(2, '0')}`);
}

function idsOf(api: Api, catalogue: Readonly<Record<string, Rule>>): string[] {
  return Object.entries(catalogue)
    .filter(([, one]) => one.api === api)
    .map(([id]) => id);
}

test.describe('rule catalogue', () => {
  for (const { api, prefix, ...counts } of sizes) {
    test(`${api} has ${counts.documented} documented rules and ${counts.assumed} open questions without a gap`, () => {
      expect(idsOf(api, documented)).toEqual(sequence(`${prefix}-`, counts.documented));
      expect(idsOf(api, assumed)).toEqual(sequence(`${prefix}-N`, counts.assumed));
    });
  }

  test('every rule is one sentence with the section it comes from', () => {
    const wanting = Object.entries(rules).filter(
      ([, { section, text }]) => section === '' || !/^[^\s].*[^.]\.$/.test(text),
    );
    expect(wanting).toEqual([]);
  });

  test('every open question has an assumption, whose default is a value its setting can take', () => {
    expect(Object.keys(assumptionTable)).toEqual(Object.keys(assumed));
    for (const id of assumedRuleIds) {
      const { schema, default: value } = assumptionTable[id];
      expect.soft(schema.safeParse(value), id).toEqual({ success: true, data: value });
    }
  });

  test("an endpoint of a documented API names that API's rules only", () => {
    const rows = tableRows().filter(({ family }) => sizes.some(({ api }) => api === family));
    const strange = rows.flatMap(({ family, rules: ids }) => ids.filter((id) => rules[id].api !== family));
    expect(strange).toEqual([]);
  });

  test('every documented rule of a covered API is named by an endpoint', () => {
    const named = new Set<string>([...tableRows().flatMap((row) => row.rules), ...rulesOfEveryCall]);
    const unnamed = coveredApis.flatMap((api) => idsOf(api, documented)).filter((id) => !named.has(id));
    expect(unnamed, 'Add each to the rules of the endpoint whose tests can cover it.').toEqual([]);
  });
});

function tableRows(): readonly CatalogueEndpoint[] {
  return Object.values(endpoints);
}

const file = join(import.meta.dirname, '../../../contracts/rules/rule-ids.ts');

test('the ids for editors are those of the catalogue: else `npm run rule-ids` writes them again', () => {
  expect(readFileSync(file, 'utf8')).toBe(ruleIdsSource());
  expect(Object.values(rule)).toEqual(ruleIds);
});
