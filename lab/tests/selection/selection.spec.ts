import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { TestCase } from '@playwright/test/reporter';
import { annotationTypes } from '../../../contracts/report/annotations.js';
import { nothingOwn } from '../../../reports/custom-definitions.js';
import { affectedByChanges } from '../../../reports/selection/changes.js';
import { findEndpoints, findRules, knownEndpoints } from '../../../reports/selection/find-by-name.js';
import { canAffect, knownTest, typedSelection } from '../../../reports/selection/select-tests.js';
import { writeFiles } from '../cli/command.js';

const title = 'POST /issue/{key}/watchers';
const custom = { api: 'watchers', title, section: '', rules: ['WA-01'], tests: new Set([]) };
const known = knownEndpoints({ ...nothingOwn, endpoints: [custom] });

/** A test with these rules, about this endpoint, that called these in an earlier run, and whether a change can affect it. */
const affected: readonly (readonly [
  affects: boolean,
  rules: readonly string[],
  about?: string | undefined,
  called?: readonly string[],
])[] = [
  [true, [], 'PUT /steps/cell'],
  [true, ['TM-06'], 'GET /issue'],
  [true, ['TM-26'], 'POST /testplan/copy', ['PUT /steps/cell']],
  [false, ['TM-26'], 'POST /testplan/copy', []],
  // A rule without an endpoint, of the API and of another.
  [true, ['TM-10'], 'POST /issue'],
  [false, ['DT-37'], 'POST /issue'],
  // A custom rule, and a test that says nothing of itself.
  [true, ['WA-01']],
  [false, ['WA-01'], 'GET /watchers'],
  [true, []],
  [false, [], undefined, ['GET /issue']],
];

/** Whether a change of the endpoint can affect such a test. */
function affects(name: string, [, rules, about, called]: (typeof affected)[number]): boolean[] {
  const annotations = [about].flatMap((description) =>
    description === undefined ? [] : [{ type: annotationTypes.endpoint, description }],
  );
  const one = knownTest({ tags: rules.map((id) => `@${id}`), annotations }, called);
  return findEndpoints([name], knownEndpoints(nothingOwn)).found.map((endpoint) => canAffect(endpoint, one));
}

test('a change of an endpoint can affect tests that are about it, cover a rule of it, or called it', () => {
  for (const row of affected) expect(affects('setStepCell', row), JSON.stringify(row)).toEqual([row[0]]);
  expect(affects('createIssue', [true, ['DT-37']])).toEqual([true]);
  expect(affects('createIssue', [false, ['DT-01'], 'GET /project/{projectIdOrKey}'])).toEqual([false]);
});

test('endpoints are found by name, title and path, and by their family', () => {
  for (const [text, means] of [
    ['setStepCell', ['setStepCell']],
    ['PUT /steps/cell', ['setStepCell']],
    ['GET /rest/tms/1.0/api/testplan/test-case-ids/QA-1', ['listTestCaseIds']],
    ['GET /template/{templateId}', ['listByTemplate', 'filterByTemplate']],
    ['GET /template/{templateId} with a body', ['filterByTemplate']],
    [title, ['watchIssue', undefined]],
  ] as const) {
    const { found, problems } = findEndpoints([text], known);
    expect([found.map(({ name }) => name), problems], text).toEqual([means, []]);
  }
  const { found } = findEndpoints(['watchers', 'directory-sync', 'updateUsers'], known);
  expect(found).toHaveLength(8);
  expect(new Set(found.map(({ family }) => family))).toEqual(new Set(['watchers', 'directory-sync']));
  expect(findEndpoints(['updateUsrs', 'PUT /steps', 'create'], known).problems).toEqual([
    'There is no endpoint updateUsrs. Did you mean updateUsers?',
    'There is no endpoint PUT /steps. docs/endpoints.md lists them.',
  ]);
});

test('rules are found by id, by a star and in small letters, custom ones too', () => {
  const rules = { 'WA-01': { kind: 'documented', api: 'watchers', scope: 'own', section: '', text: '' } } as const;

  const of20 = ['AD-20', 'AD-21', 'AD-22', 'AD-23', 'AD-24', 'AD-25', 'AD-26', 'AD-27'];
  expect([...findRules(['dt-01', 'WA-*', 'AD-2*'], { rules }).found]).toEqual(['DT-01', 'WA-01', ...of20]);
  expect(findRules(['DT-1', 'XX-*'], { rules }).problems).toEqual([
    'There is no rule DT-1. Did you mean DT-10 or DT-11 or DT-12?',
    'There is no rule XX-*. `tracker-e2e rules --all` lists them.',
  ]);
});

test('what is typed after `playwright` says whether a run is of selected tests', () => {
  for (const [words, typed] of [
    ['test -g lists|second', expect.stringMatching(/lists\|second$/)],
    ['test --config=e2e.config.ts list-users.spec.ts --workers 2', expect.stringMatching(/list-users\.spec\.ts$/)],
    ['test --last-failed --reporter line', expect.stringMatching(/--last-failed$/)],
    ['test --only-changed=HEAD', expect.stringMatching(/--only-changed=HEAD$/)],
    ['test -c e2e.config.ts --retries=2 -x --shard 1/2', undefined],
    ['merge-reports blobs', undefined],
  ] as const) {
    expect(typedSelection(['node', 'cli.js', ...words.split(' ')])?.typed, words).toEqual(typed);
  }
});

/** The tests that these changed files of a suite select. */
function askedBy(
  folder: string,
  changed: readonly string[],
  rows: Parameters<typeof affectedByChanges>[2]['rows'] = [],
) {
  writeFiles(folder, {
    'specs/a.spec.ts': `import { help } from './support/help.js';`,
    'specs/b.spec.ts': `export * from '../shared/base';\nimport { gone } from './support/gone.js';`,
    'specs/support/help.ts': `import base from "../../shared/base.js"; const lazy = () => import('./lazy.js');`,
    'specs/support/lazy.ts': '',
    'shared/base.ts': `import { testOf } from './index.js';`,
    'shared/other.ts': '',
  });
  const files = ['specs/a.spec.ts', 'specs/b.spec.ts'].map((name) => join(folder, name));
  const tests = files.map((file) => ({ location: { file, line: 1, column: 1 } }) as TestCase);
  const paths = changed.map((name) => join(folder, name));
  const { all, endpoints, rules, specs } = affectedByChanges(paths, tests, { rows, folder });
  return { all, endpoints, rules, specs: [...specs].map((file) => file.slice(folder.length + 1)) };
}

test('a changed file asks for the specs that import it, or for every test if none does', ({}, testInfo) => {
  const nothing = { all: false, endpoints: [], rules: [], specs: [] as string[] };
  const [a, b] = ['specs/a.spec.ts', 'specs/b.spec.ts'];
  const folder = testInfo.outputPath('suite');
  for (const [changed, asks] of [
    [[a], { specs: [a] }],
    [['specs/support/lazy.ts'], { specs: [a] }],
    [['shared/base.ts'], { specs: [a, b] }],
    // Removed files: one that a spec imports, and a spec.
    [['specs/support/gone.ts'], { specs: [b] }],
    [['specs/c.spec.ts'], {}],
    [['README.md', 'docs/picture.png'], {}],
    [['package.json'], { all: true }],
    [['README.md', 'shared/other.ts'], { all: true }],
  ] as const) {
    expect(askedBy(folder, changed), changed.join()).toEqual({ ...nothing, ...asks });
  }

  const rows = [
    { files: /^shared\/base/, endpoints: ['create'] },
    { files: /^shared\//, rules: ['DT-*'] },
    { files: /^tools\// },
  ];
  // The first row that names a file counts.
  const changed = ['shared/base.ts', 'shared/other.ts', 'tools/build.ts', b];
  expect(askedBy(folder, changed, rows)).toEqual({ all: false, endpoints: ['create'], rules: ['DT-*'], specs: [b] });
});
