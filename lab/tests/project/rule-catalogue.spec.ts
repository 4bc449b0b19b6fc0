import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { clauseDocuments } from '../../../contracts/clauses/clause-documents.js';
import { documentFiles, knownClauses } from '../../../contracts/clauses/clause.js';
import {
  assumed,
  assumedRuleIds,
  assumptionTable,
  catalogueVersion,
  coveredApis,
  documented,
  documentedRuleIds,
  endpoints,
  findRule,
  ruleIds,
  rules,
} from '../../../contracts/index.js';
import type { CatalogueEndpoint, Rule } from '../../../contracts/index.js';
import { sentences } from '../../../fake/defects/defect.js';
import { defects } from '../../../fake/index.js';
import { listTests } from '../../proof/defects/cells.js';
import { differs, readRevisions, renderRevisions, renderRows } from '../../proof/documents/compare-documents.js';

const tableRows = Object.values<CatalogueEndpoint>(endpoints);

/** Rules on authentication hold for every call of their API, so no endpoint of its own names them. */
const rulesOfEveryCall = ['DT-41', 'TM-16', 'TM-36'];

test.describe('rule catalogue', () => {
  test('every rule is one sentence with the section it comes from', () => {
    const wanting = Object.entries(rules).filter(
      ([, { section, text }]) => section === '' || !/^[^\s].*[^.]\.$/.test(text),
    );
    expect(wanting).toEqual([]);
  });

  test('each API has as many documented rules and open questions as rules.md lists', () => {
    const sizes = coveredApis.map((api) =>
      [documented, assumed].map((of) => Object.values<Rule>(of).filter((rule) => rule.api === api).length),
    );
    expect(sizes).toEqual([
      [41, 22],
      [27, 19],
      [36, 29],
    ]);
  });

  test('every open question has an assumption, whose default is a value its setting can take', () => {
    expect(Object.keys(assumptionTable)).toEqual(Object.keys(assumed));
    for (const id of assumedRuleIds) {
      const { schema, default: value } = assumptionTable[id];
      expect.soft(schema.safeParse(value), id).toEqual({ success: true, data: value });
    }
  });

  test("an endpoint of a documented API names that API's rules only", () => {
    const rows = tableRows.filter(({ family }) => coveredApis.some((api) => api === family));
    const strange = rows.flatMap(({ family, rules: ids }) => ids.filter((id) => rules[id].api !== family));
    expect(strange).toEqual([]);
  });

  test('every documented rule of a covered API is named by an endpoint', () => {
    const named = new Set<string>([...tableRows.flatMap((row) => row.rules), ...rulesOfEveryCall]);
    const unnamed = documentedRuleIds.filter((id) => !named.has(id));
    expect(unnamed, 'Add each to the rules of the endpoint whose tests can cover it.').toEqual([]);
  });
});

const allClauses = documentFiles.flatMap((file) =>
  knownClauses(clauseDocuments[file]).map((clause) => ({
    ...clause,
    place: `${file}, ${clause.section}, ${clause.position}`,
  })),
);
const mentions = allClauses.flatMap(({ place, outcome }) => [outcome].flat().map((text) => ({ place, text })));
const ids = mentions.filter(({ text }) => !text.includes(' '));

test('every row has rules, open questions, or a reason, and names each id once in the order of the catalogue', () => {
  const lists = allClauses.flatMap(({ place, outcome }) => (typeof outcome === 'string' ? [] : [{ place, outcome }]));

  expect(allClauses.filter(({ outcome }) => outcome.length === 0).map(({ place }) => place)).toEqual([]);
  expect(mentions.filter(({ text }) => text.trim() === '')).toEqual([]);
  expect(ids.filter(({ text }) => findRule(text) === undefined)).toEqual([]);
  expect(lists).toEqual(lists.map(({ place, outcome }) => ({ place, outcome: [...new Set(outcome)].sort() })));
});

test('every rule and every open question has a sentence in the document of its API', () => {
  const files = {
    'default-templates': documentFiles[0],
    'directory-sync': documentFiles[1],
    'test-management': documentFiles[2],
  };
  const withSentence = new Set(ids.map(({ place, text }) => `${place.split(',')[0] ?? ''} ${text}`));

  expect(ruleIds.filter((id) => !withSentence.has(`${files[rules[id].api]} ${id}`))).toEqual([]);
});

test('every rule has a test, and every test of the three APIs a rule or an open question', () => {
  // Lists the tests in a process of its own.
  test.slow();
  const tests = listTests();
  const tested = new Set(tests.flatMap((one) => one.rules));
  const withoutRule = tests.filter((one) => !one.rules.some((id) => findRule(id) !== undefined));

  expect(ruleIds.filter((id) => !tested.has(id))).toEqual([]);
  expect([...new Set(withoutRule.map(({ file, line }) => `${file}:${line}`))]).toEqual([]);
});

test('the version of the catalogue is a date and the digest of its rules and rows', () => {
  const digest = createHash('sha256')
    .update(JSON.stringify([rules, clauseDocuments]))
    .digest('hex')
    .slice(0, 8);

  expect(catalogueVersion).toMatch(/^\d{4}-\d{2}-\d{2}\.[\da-f]{8}$/);
  expect(
    catalogueVersion,
    'The catalogue has changed: write today’s date and this digest into contracts/rules/rules.ts.',
  ).toContain(`.${digest}`);
});

test('every documented rule has a defect, each with a name that starts with the rule and a sentence', () => {
  const broken = new Set(defects.map(({ rule }) => rule));
  expect(documentedRuleIds.filter((rule) => !broken.has(rule))).toEqual([]);
  const names = defects.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(defects.filter(({ name, rule }) => !new RegExp(`^${rule}-[a-z0-9]+(-[a-z0-9]+)*$`).test(name))).toEqual([]);
  expect(defects.filter(({ breaks }) => !/^\p{L}.+\.$/u.test(breaks))).toEqual([]);
  expect(Object.keys(sentences).filter((name) => !names.includes(name))).toEqual([]);
});

/** The folder with the three API documents, which are not part of this repository. */
const folder = process.env['TRACKER_DOCUMENTS'] ?? join(import.meta.dirname, '../../../../shared/spec');

test('the documents say what the catalogue says, and have a row for each sentence', () => {
  test.skip(!existsSync(folder), `There is no folder ${folder}: TRACKER_DOCUMENTS names it.`);

  const revisions = readRevisions(folder);

  expect(revisions.some(differs), renderRevisions(folder, revisions)).toBe(false);
  for (const one of revisions) expect(JSON.parse(renderRows(one))).toEqual(clauseDocuments[one.document]);
});
