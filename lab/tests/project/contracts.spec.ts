import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { Validator } from '@seriousme/openapi-schema-validator';
import { fetch } from 'undici';
import { clauseDocuments } from '../../../contracts/clauses/clause-documents.js';
import { documentFiles, knownClauses } from '../../../contracts/clauses/clause.js';
import {
  assumed,
  assumedRuleIds,
  assumptionTable,
  catalogueVersion,
  apis,
  documented,
  documentedRuleIds,
  endpoints,
  findRule,
  ruleIds,
  rules,
  defaultAssumptions,
  defaultBasePaths,
  openApiDocument,
  pathsOf,
  withAssumptions,
} from '../../../contracts/index.js';
import type { CatalogueEndpoint, Change, Endpoint, OpenApiOptions, Rule, RuleId } from '../../../contracts/index.js';
import { sentences } from '../../../fake/defects/defect.js';
import { defects, startFake } from '../../../fake/index.js';
import { controlOpenApi } from '../../../fake/control/control-openapi.js';
import type { ControlDocument } from '../../../fake/control/control-openapi.js';
import { listTests } from '../../proof/defects/cells.js';
import { differs, readRevisions, renderRevisions, renderRows } from '../../proof/documents/compare-documents.js';

const tableRows = Object.values<CatalogueEndpoint>(endpoints);

/** Rules on authentication hold for every call of their API, so no endpoint of its own names them. */
const rulesOfEveryCall = ['DT-41', 'TM-16', 'TM-36'];

test('each API has as many rules and open questions as rules.md lists, each one sentence with its section', () => {
  const sizes = apis.map((api) =>
    [documented, assumed].map((of) => Object.values<Rule>(of).filter((rule) => rule.api === api).length),
  );
  const wanting = Object.entries(rules).filter(
    ([, { section, text }]) => section === '' || !/^[^\s].*[^.]\.$/.test(text),
  );

  expect(sizes).toStrictEqual([
    [41, 22],
    [27, 19],
    [36, 29],
  ]);
  expect(wanting).toStrictEqual([]);
});

test('the default of every open question is a value that its setting can take', () => {
  for (const id of assumedRuleIds) {
    const { schema, default: value } = assumptionTable[id];
    expect.soft(schema.safeParse(value), id).toStrictEqual({ success: true, data: value });
  }
});

test('the place of a value in an answer is the same for other data', () => {
  const placeUnder = (property: string) => pathsOf({ [property]: ['TQA-1'] }, ['TQA-1']);

  for (const data of ['TQA-500', 'plan_TQA-500', 'run-41:tqa-500', 'Plan of the spring', 'TQA', '12'])
    expect.soft(placeUnder(data), data).toBe('*[]');
  expect(placeUnder('testCases')).toBe('testCases[]');
});

test('an endpoint of an API names rules of that API only, and every documented rule is named by one', () => {
  const rows = tableRows.filter(({ family }) => apis.some((api) => api === family));
  const strange = rows.flatMap(({ family, rules: ids }) => ids.filter((id) => rules[id].api !== family));
  const named = new Set<string>([...tableRows.flatMap((row) => row.rules), ...rulesOfEveryCall]);
  const unnamed = documentedRuleIds.filter((id) => !named.has(id));

  expect(strange).toStrictEqual([]);
  expect(unnamed, 'Add each to the rules of the endpoint whose tests can cover it.').toStrictEqual([]);
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

  expect(allClauses.filter(({ outcome }) => outcome.length === 0).map(({ place }) => place)).toStrictEqual([]);
  expect(mentions.filter(({ text }) => text.trim() === '')).toStrictEqual([]);
  expect(ids.filter(({ text }) => findRule(text) === undefined)).toStrictEqual([]);
  expect(lists).toStrictEqual(lists.map(({ place, outcome }) => ({ place, outcome: [...new Set(outcome)].sort() })));
});

test('every rule and every open question has a sentence in the document of its API', () => {
  const withSentence = new Set(ids.map(({ place, text }) => `${place.split(',')[0] ?? ''} ${text}`));
  const fileOf = (id: RuleId) => documentFiles[apis.indexOf(rules[id].api)];

  expect(ruleIds.filter((id) => !withSentence.has(`${fileOf(id)} ${id}`))).toStrictEqual([]);
});

test('every rule has a test, and every test of the three APIs a rule or an open question', () => {
  // Lists the tests in a process of its own.
  test.slow();
  const tests = listTests();
  const tested = new Set(tests.flatMap((one) => one.rules));
  const withoutRule = tests.filter((one) => !one.rules.some((id) => findRule(id) !== undefined));

  expect(ruleIds.filter((id) => !tested.has(id))).toStrictEqual([]);
  expect(withoutRule.map(({ place }) => place)).toStrictEqual([]);
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
  expect(documentedRuleIds.filter((rule) => !broken.has(rule))).toStrictEqual([]);
  const names = defects.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(defects.filter(({ name, rule }) => !new RegExp(`^${rule}-[a-z0-9]+(-[a-z0-9]+)*$`).test(name))).toStrictEqual(
    [],
  );
  expect(defects.filter(({ breaks }) => !/^\p{L}.+\.$/u.test(breaks))).toStrictEqual([]);
  expect(Object.keys(sentences).filter((name) => !names.includes(name))).toStrictEqual([]);
});

/** The folder with the three API documents, which are not part of this repository. */
const folder = process.env['TRACKER_DOCUMENTS'] ?? join(import.meta.dirname, '../../../../shared/spec');

test('the documents say what the catalogue says, and have a row for each sentence', () => {
  test.skip(!existsSync(folder), `There is no folder ${folder}: TRACKER_DOCUMENTS names it.`);

  const revisions = readRevisions(folder);

  expect(revisions.some(differs), renderRevisions(folder, revisions)).toBe(false);
  for (const one of revisions) expect(JSON.parse(renderRows(one))).toStrictEqual(clauseDocuments[one.document]);
});

const control = controlOpenApi('http://127.0.0.1:8099/control');

const options: OpenApiOptions = {
  version: '1.2.3',
  serverUrl: 'http://127.0.0.1:8099',
  basePaths: defaultBasePaths,
  assumptions: defaultAssumptions,
};

const moved: OpenApiOptions = {
  ...options,
  basePaths: { ...defaultBasePaths, 'directory-sync': '/rest/other/ad' },
  assumptions: withAssumptions({ 'DT-N11': { method: 'POST', path: '/template/{templateId}/remove' } }),
};

test('a validator of OpenAPI 3.1 accepts the documents of the API, also of other paths and answers, and of the control API', async () => {
  for (const given of [openApiDocument(options), openApiDocument(moved), control]) {
    const validator = new Validator();

    expect(await validator.validate({ ...given })).toStrictEqual({ valid: true });
    expect(validator.version).toBe('3.1');
  }
});

test('every documented row of the three tables is an operation, with its rules', () => {
  const rows = Object.entries<CatalogueEndpoint>(endpoints).filter(
    ([, { family, rules }]) => apis.some((api) => api === family) && rules.length > 0,
  );
  const { paths } = openApiDocument(options);
  const operations = Object.values(paths).flatMap((path) => Object.values(path));

  expect(operations.flatMap(({ operationId }) => operationId.split('Or')).sort()).toStrictEqual(
    rows.map(([name]) => name).sort(),
  );
  for (const [name, { family, path, method, rules }] of rows) {
    const operation = paths[`${defaultBasePaths[family]}${path}`]?.[method.toLowerCase()];
    expect(operation?.operationId.split('Or'), name).toContain(name);
    expect(operation?.['x-rules'], name).toStrictEqual(expect.arrayContaining([...rules]));
    expect(operation?.summary, name).not.toBe('');
  }
});

test('paths follow the settings, and a removal with a body the open question that says where it is sent', () => {
  const { paths } = openApiDocument(moved);

  expect(paths['/rest/other/ad/connection']?.['get']?.operationId).toBe('listConnections');
  const home = defaultBasePaths['default-templates'];
  expect(paths[`${home}/template/{templateId}/remove`]?.['post']?.requestBody).toMatchObject({ required: true });
  expect(paths[`${home}/template/{templateId}`]?.['delete']).toMatchObject({ operationId: 'deleteByTemplate' });
});

test('the fake serves the document, with its own address', async () => {
  const fake = await startFake();

  const served = (await (await fetch(`${fake.url}/control/openapi.json`)).json()) as ControlDocument;
  await fake.close();

  expect(served).toStrictEqual({ ...control, servers: [{ url: `${fake.url}/control` }] });
});

const inIssue = [
  'issue fields.parent, issue update.parent.set',
  'issue update.issuelinks.add.inwardIssue, issue update.issuelinks.add.outwardIssue',
  'new issue fields.project, new issue update.project.set',
].join(', ');

/** What calls change beside the thing that their path names. Without one of these a call could reach data of others. */
const changedBesidePath: Readonly<Record<string, string>> = {
  create: 'project defaults.projectKey, project defaults.projectId',
  setTransitions: 'project includeProjectKeys, everything',
  clearTransitions: 'project includeProjectKeys, everything',
  updateUsers: 'connection connectionId',
  setStepStatus: 'issue issueId',
  setStepStatuses: 'issue issueId',
  addStepComment: 'issue issueId',
  setStepCell: 'issue issueId',
  addStepAttachments: 'issue ?issueId',
  copyPlan: 'new issue projects, new issue beside testPlanKey',
  addTestCaseTemplates: 'issue testPlanKeys',
  moveToNextIteration: 'issue ?testPlanIdOrKey',
  createProject: 'whole project key',
  createVersion: 'whole project project, whole project projectId',
  deleteVersion: 'version ?moveFixIssuesTo',
  createComponent: 'whole project project, whole project projectId',
  deleteComponent: 'component ?moveIssuesTo',
  createIssue: inIssue,
  bulkCreateIssues: inIssue.replaceAll('issue ', 'issue issueUpdates.'),
  editIssue: inIssue,
  transitionIssue: inIssue,
  linkIssues: 'issue inwardIssue, issue outwardIssue',
  createServiceRequest: 'service desk serviceDeskId',
};

function placeOf(change: Change): string {
  if ('query' in change) return `${change.kind} ?${change.query}`;
  return 'property' in change ? `${change.kind} ${change.property}` : change.kind;
}

test('calls that change something name it in their paths and in these places', () => {
  const found = Object.entries<Endpoint>(endpoints).flatMap(([name, { changes = [] }]) => {
    const all = changes.flatMap((change) => ('otherwise' in change ? [change, change.otherwise] : [change]));
    const places = all.filter((change) => !('parameter' in change)).map(placeOf);
    return places.length === 0 ? [] : [[name, places.join(', ')] as const];
  });
  expect(Object.fromEntries(found)).toStrictEqual(changedBesidePath);
});
