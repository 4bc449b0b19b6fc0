import { dirname, join } from 'node:path';
import { expect } from '@playwright/test';
import { defaultBasePaths, readEvent } from '../../../contracts/index.js';
import type { AssumptionOverrides } from '../../../contracts/index.js';
import { findDefect, mergeOverrides, startFake } from '../../../fake/index.js';
import type { Override } from '../../../fake/index.js';
import { HAS_SANDBOX } from '../../../provide/external/leases/share.js';
import { sharedWorld } from '../../../provide/shared/shared-world.js';
import { same } from '../../../specs/support/sequences/sequence-model.js';
import { builtModule, builtSuite } from '../built-package.js';
import { settingsFor, writeFiles } from '../cli/command.js';
import { runPlaywright } from '../cli/small-suite.js';
import { outcomesOf, root } from '../fixtures/run-specs.js';
import type { JsonSuite } from '../fixtures/run-specs.js';
import { test } from '../fixtures/shared-tracker-test.js';

const cases = [
  {
    api: 'default-templates',
    defect: 'DT-20-echo-of-last-item-of-project',
    part: 'gives screens .* part 3',
    call: 'create',
  },
  {
    api: 'directory-sync',
    defect: 'AD-21-values-beside-new-name-lost',
    part: 'two connections .* part 1',
    call: 'updateUsers',
  },
  { api: 'test-management', defect: 'TM-22-async-ignores-ids', part: 'adds to plans .* part 1', call: 'copyPlan' },
];

/** A project of the suite with these of its files, on a tracker that `use` names. */
const projectOf = (name: string, files: readonly string[], use: object = {}) => ({
  name,
  testDir: dirname(builtSuite),
  testMatch: files.map((file) => `**/${file}.spec.js`),
  metadata: { [HAS_SANDBOX]: true },
  use,
});

const sequencesOf = (api: string, use?: object) => projectOf(api, [`${api}/sequences`], use);

/** Runs the tests of some projects whose titles fit. */
async function runProjects(
  projects: readonly object[],
  titles: string,
  settings: Readonly<Record<string, string>> = {},
  ...more: readonly string[]
) {
  const folder = test.info().outputPath('run');
  const globalSetup = builtModule('provide/external/begin-external-run.ts');
  const config = `export default ${JSON.stringify({ workers: 1, timeout: 120_000, globalSetup, projects })};\n`;
  writeFiles(folder, { 'playwright.config.mjs': config });
  const args = ['test', '-c', folder, '--reporter=json', `--output=${join(folder, 'results')}`, '--grep', titles];
  const { stdout } = await runPlaywright(root, [...args, ...more], {
    TRACKER_SEED: '1',
    TRACKER_OUTPUT: join(folder, 'out'),
    ...settings,
  });
  return outcomesOf(JSON.parse(stdout.slice(stdout.indexOf('{'))) as JsonSuite);
}

test('a sequence begins again if one of its calls is refused because there were too many', async ({ shared }) => {
  const limit = { kind: 'error-response', status: 429, count: 1 } as const;
  for (const endpoint of ['updateUsers', 'listUsers', 'filterByTemplate'])
    shared.tenant.addFault({ ...limit, endpoint });

  const outcomes = await runProjects(
    ['default-templates', 'directory-sync'].map((api) => sequencesOf(api)),
    '(gives screens|reads users) as .* part 1',
    settingsFor(shared.external),
    '--workers=2',
  );

  const limited = outcomes.map(({ annotations }) => readEvent(annotations).rateLimited.length);
  const passed = { status: 'passed', errors: [] };
  expect(outcomes).toMatchObject([passed, passed]);
  expect(limited).toStrictEqual([1, 2]);
});

test('two lists differ by what is missing, what is too many, and the one value in which two elements differ', async () => {
  const [kept, changed] = [
    { id: 1, screen: true },
    { id: 2, screen: true },
  ];
  const seen = [kept, { id: 2, screen: false }, { id: 7, screen: true, of: 'others' }];

  await expect(same('DT-17', () => seen, [{ id: 5 }, kept, changed]).holds()).rejects.toThrow(
    'missing: {"id":5}; screen: expected true, received false, of {"id":2}; too many: {"id":7,"screen":true,"of":"others"}',
  );
  await same('DT-17', () => [kept], [kept]).holds();
});

test('a sequence that catches a defect tells the rule, the seed and the calls of the shortest one @release', async () => {
  const suite = cases.map(({ api, defect }) => sequencesOf(api, { defect }));

  const found = await runProjects(suite, cases.map(({ part }) => part).join('|'));

  expect(found).toHaveLength(cases.length);
  for (const [index, { defect, call }] of cases.entries()) {
    const message = found[index]?.errors[0]?.message ?? '';
    expect(message).toContain(`${/^\w+-\d+/.exec(defect)?.[0]} does not hold after `);
    expect(message).toMatch(new RegExp(`\\(TRACKER_SEED=1\\):\n\n[^]*^${call}\\(\\{ .* \\}\\)$`, 'm'));
  }
});

const hidesWhatStepsHave: Override = (implementation) => ({
  ...implementation,
  rewriteAnswer: (before, call) => {
    const { json, ...answer } = implementation.rewriteAnswer(before, call);
    return json === undefined ? answer : { ...answer, json: JSON.parse(JSON.stringify(json, shown)) as unknown };

    function shown(this: object, name: string, value: unknown) {
      return 'cells' in this && /^(comments|attachments)$/.test(name) ? undefined : value;
    }
  },
});

/** Rules whose breaks look like a call that is served at another place. */
const defects = [
  ...['DT-30-body-ignored', 'DT-33-ignored-keys-not-ignored', 'AD-23-unchecked-list-of-connections'],
  ...['TM-34-lists-not-served', 'TM-34-copy-not-served'],
];

test('on a tracker that breaks a rule as if a call were served at another place, or serves it at one that no test tries, the rule is not taken for verified', async () => {
  const { world, login, sandbox } = sharedWorld(1);
  const breaking = mergeOverrides(...defects.map((defect) => findDefect(defect).override));
  const places: AssumptionOverrides = {
    'TM-N01': '/rest/odd/7',
    'DT-N11': { method: 'POST', path: '/template/{templateId}/odd' },
  };
  const fakes = [
    await startFake({ world, contextPath: '/x', override: breaking }),
    await startFake({ world, contextPath: '/x', override: hidesWhatStepsHave, assumptions: places }),
  ];
  const [breaks, elsewhere] = fakes.map(({ url }) => ({
    trackerSettings: { timeout: 60_000, external: { url: `${url}/x`, login, sandbox } },
  }));
  const twice = ['delete-selected', 'previous-url-pattern'];

  const tests = await runProjects(
    [
      projectOf('breaks rules', [...twice, 'set-transitions', 'directory-sync/permissions'], breaks),
      projectOf('serves elsewhere', [...twice, 'stories'], elsewhere),
    ],
    'what either list of an item names|leaves as it was one that is named|(answers|copies) under the previous|' +
      'GET .connection .*refuses somebody without|adds it to two plans',
    { TRACKER_BASE_PATHS: JSON.stringify(defaultBasePaths) },
  );
  for (const fake of fakes) await fake.close();

  const outcomes: Record<string, string[]> = {};
  for (const { title, status, annotations } of tests) {
    const isAvailable = readEvent(annotations).notAvailable.length === 0;
    (outcomes[title] ??= []).push(isAvailable ? String(status) : 'not available');
  }
  const answered = ['failed', 'skipped'];
  expect(outcomes).toStrictEqual({
    // A removal that ignores its body is at the assumed place of the second tracker, as far as anybody can tell.
    'removes what either list of an item names': ['failed', 'failed'],
    'excludes no project by an empty ignoreProjectKeys, and leaves as it was one that is named there': [
      'not available',
    ],
    'copies under the previous URL pattern as it does under the new one': answered,
    'answers under the previous URL pattern what it answers under the new one': answered,
    'refuses somebody without the permission what the administrator may do, and changes nothing': ['failed'],
    // The second tracker does not show comments and attachments.
    'a tester writes a template, adds it to two plans, runs a case of one, and the other stays untouched': ['skipped'],
  });
});
