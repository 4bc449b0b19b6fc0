import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from '@playwright/test';
import { readEvent } from '../../../contracts/index.js';
import { HAS_SANDBOX } from '../../../provide/external/leases/share.js';
import { builtModule, builtSuite } from '../built-package.js';
import { settingsFor } from '../cli/command.js';
import { execute, outcomesOf, playwright, root } from '../fixtures/run-specs.js';
import type { JsonSuite } from '../fixtures/run-specs.js';
import { test } from '../fixtures/shared-tracker-test.js';
import { same } from '../../../specs/support/sequences/sequence-model.js';

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
  { api: 'test-management', defect: 'TM-22-async-ignores-ids', part: 'adds to plans .* part 4', call: 'copyPlan' },
];

/** Runs the tests of some projects, each of which may have a defect of the fake. */
async function runProjects(
  folder: string,
  projects: readonly object[],
  more: readonly string[] = [],
  settings: Readonly<Record<string, string>> = {},
) {
  mkdirSync(folder, { recursive: true });
  const config = join(folder, 'playwright.config.ts');
  const setup = 'TRACKER_URL' in settings && { globalSetup: builtModule('provide/external/begin-external-run.ts') };
  writeFileSync(config, `export default ${JSON.stringify({ workers: 1, projects, ...setup })};\n`);
  const args = [playwright, 'test', '-c', config, '--reporter=json', `--output=${join(folder, 'results')}`, ...more];
  const { stdout } = await execute(args, root, {
    TRACKER_SEED: '1',
    TRACKER_OUTPUT: join(folder, 'out'),
    ...settings,
  });
  return outcomesOf(JSON.parse(stdout.slice(stdout.indexOf('{'))) as JsonSuite);
}

const sequencesOf = (api: string) => ({
  name: api,
  testDir: join(dirname(builtSuite), api),
  testMatch: 'sequences.spec.js',
  metadata: { [HAS_SANDBOX]: true },
});

test('a sequence begins again if one of its calls is refused because there were too many', async ({
  shared,
}, testInfo) => {
  const limit = { kind: 'error-response', status: 429, count: 1 } as const;
  for (const endpoint of ['updateUsers', 'listUsers', 'filterByTemplate'])
    shared.tenant.addFault({ ...limit, endpoint });

  const outcomes = await runProjects(
    testInfo.outputPath('limited'),
    ['default-templates', 'directory-sync'].map(sequencesOf),
    ['--grep', '(gives screens|reads users) as .* part 1', '--workers=2'],
    settingsFor(shared.external),
  );

  const limited = outcomes.map(({ annotations }) => readEvent(annotations).rateLimited.length);
  const passed = { status: 'passed', errors: [] };
  expect(outcomes).toMatchObject([passed, passed]);
  expect(limited).toEqual([1, 2]);
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
  const suite = cases.map(({ api, defect }) => ({ ...sequencesOf(api), use: { defect } }));

  const found = await runProjects(test.info().outputPath('found'), suite, [
    '--grep',
    cases.map(({ part }) => part).join('|'),
  ]);

  expect(found).toHaveLength(cases.length);
  for (const [index, { defect, call }] of cases.entries()) {
    const message = found[index]?.errors[0]?.message ?? '';
    expect(message).toContain(`${/^\w+-\d+/.exec(defect)?.[0]} does not hold after `);
    expect(message).toMatch(new RegExp(`\\(TRACKER_SEED=1\\):\n\n[^]*^${call}\\(\\{ .* \\}\\)$`, 'm'));
  }
});
