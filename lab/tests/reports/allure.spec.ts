import { existsSync } from 'node:fs';
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { test, expect } from '@playwright/test';
import { catalogueVersion } from '../../../contracts/index.js';
import type { AllureResult, AllureStep } from '../../../reports/allure/results/describe-result.js';
import { findAllure, generateAllureReport } from '../../../reports/allure/report/generate-allure-report.js';
import { builtModule } from '../built-package.js';
import { run } from '../cli/command.js';
import { readAllureResults, readMatrix, writeSmallSuite } from '../cli/small-suite.js';
import { rowOf } from './sample-run.js';

/** Tests that end in each way of which a report tells something else. */
const suite = `
test.use({ trackerSettings: { attach: 'all', seed: 1 } });

test.describe(...describeEndpoint('listByProject'), () => {
  test('passes', covers('DT-01', 'DT-N05'), async ({ defaultTemplates, projects, templates, entries, build }) => {
    const project = await projects.provide();
    const template = await templates.provide();
    const made = await entries.provide(template, build.defaults.issueTypes(project, project.issueTypes).build());
    const changes = await entries.changesBy(() => defaultTemplates.listByProject({ projectIdOrKey: project.key }));
    expect(changes.response).toHoldEntries(made);
    expect(changes, 'what a list changes').toHaveChangedNothing();
  });
  test('fails', covers('DT-02'), async ({ defaultTemplates }) => {
    expect(await defaultTemplates.listByProject({ projectIdOrKey: 'NONE' })).toHaveStatus(418);
  });
  test('is skipped', covers('DT-01'), async ({ projects }) => {
    await projects.provide();
    skipAsUnavailable(true, 'There is no service desk.');
  });
  test('does not see everything', covers('DT-03'), async ({ notSeen }) => {
    notSeen(true, 'Nobody knows the screens.');
  });
});
test('is about nothing', () => {});
test('breaks in set-up', covers('DT-04'), async ({ tracker, entries }) => {
  await tracker.setup.listByTemplate({ templateId: -1 });
});
`;

test('a run writes what readers want to know of each test, also of one that never ran, and its report has the gate', async ({}, testInfo) => {
  test.setTimeout(900_000);
  const directory = testInfo.outputPath('project');
  const output = join(directory, 'tracker-output/isolated');
  const resultsDir = join(output, 'allure-results');
  await mkdir(resultsDir, { recursive: true });
  await writeFile(join(resultsDir, 'of-an-earlier-run-result.json'), '{}');
  const settings = { TRACKER_SEED: '1', TRACKER_GATE: 'DT-01' };
  writeSmallSuite(directory, {
    files: { 'a.spec.ts': suite },
    start: `import { covers, describeEndpoint, expect, skipAsUnavailable, test } from '${builtModule('fixtures/index.ts')}';\n`,
    allure: true,
    config: 'fullyParallel: false',
  });
  await test.step('a run that is broken off', async () => {
    const broken = await run(directory, ['run', '--max-failures', '1'], settings);

    expect(broken.code, broken.stdout).toBe(1);
    expect(broken.stdout).toMatch(/\n1 passed, 1 failed, 0 skipped, 4 not run\n$/);
    expect(rowOf(readMatrix(output), 'DT-03')).toMatchObject({ state: 'unverified' });
    const left = readResults(resultsDir)['does not see everything'];
    expect(left).toMatchObject({ status: 'skipped', links: [{ url: '../rules.html#DT-03' }] });
    expect(labelsOf(left, 'epic')).toStrictEqual(['Default templates']);
  });
  const { code, stdout } = await run(directory, ['run'], settings);

  expect(code, stdout).toBe(1);
  expect(stdout).toContain(`Allure     ${join('tracker-output/isolated/allure-report', 'index.html')}`);
  expect(stdout).toMatch(/\n2 passed, 3 failed, 1 skipped\n$/);
  const names = await readdir(resultsDir);
  expect(names).not.toContain('of-an-earlier-run-result.json');

  const results = readResults(resultsDir);
  const all = Object.values(results);
  expect(all).toHaveLength(6);
  for (const name of ['epic', 'feature', 'severity'])
    expect(all.map((one) => labelsOf(one, name).length)).toStrictEqual(all.map(() => 1));
  expect(
    all.filter(({ parameters }) => parameters.map(({ name }) => name).join() !== 'Seed,Target,Mode'),
  ).toStrictEqual([]);
  expect(all.filter(({ name, links }) => links.length === 0 && name !== 'is about nothing')).toStrictEqual([]);

  const passed = results['passes'];
  expect(passed?.description).toContain('**DT-01** Listing a project by its id gives exactly the entries');
  expect(passed?.description).toContain('*default-template.md, Endpoints (documented)*');
  expect(passed?.links[0]).toMatchObject({
    name: expect.stringMatching(/^DT-01 Listing a project/),
    url: '../rules.html#DT-01',
  });
  expect(labelsOf(passed, 'epic')).toStrictEqual(['Default templates']);
  expect(labelsOf(passed, 'feature')).toStrictEqual(['GET /project/{projectIdOrKey}']);
  expect(labelsOf(passed, 'severity')).toStrictEqual(['critical']);
  const path = '/rest/api/it/1.0/default-template';
  expect(outlineOf(passed?.steps ?? [])).toStrictEqual([
    'Set-up: project',
    'Set-up: template',
    'Set-up: default template entries',
    `GET ${path}/project/KEY`,
    'Check: expect(changes.response).toHoldEntries(made)',
    'Check: what a list changes',
    'exchanges',
  ]);
  const failed = results['fails'];
  expect(failed).toMatchObject({ status: 'failed', statusDetails: { message: expect.stringContaining('not 418') } });
  const call418 = "expect(await defaultTemplates.listByProject({ projectIdOrKey: 'NONE' })).toHaveStatus(418)";
  expect(outlineOf(failed?.steps ?? [])).toContainEqual(`Check: ${call418} (failed)`);
  expect(outlineOf(results['breaks in set-up']?.steps ?? [])).toStrictEqual(
    expect.arrayContaining(['exchanges', 'run it again']),
  );
  expect(results['is skipped']).toMatchObject({
    status: 'skipped',
    steps: [{ name: 'Set-up: project' }, { name: 'exchanges' }],
  });
  expect(results['does not see everything']?.statusDetails?.message).toContain(
    'On a tracker of its own a test sees everything, and here it does not: Nobody knows the screens.',
  );
  expect(labelsOf(results['is about nothing'], 'epic')).toStrictEqual(['Other tests']);

  const page = await readFile(join(output, 'allure-report/index.html'), 'utf8');
  const files = filesIn(page);
  expect(page).not.toMatch(/googletagmanager|gtag\(/);
  expect(files['widgets/categories.json']).toContain('"Refused set-up"');
  const gates = Object.values(JSON.parse(files['widgets/quality-gate.json'] ?? '{}') as object).flat();
  const failures = [expect.any(String), expect.any(String), expect.any(String)];
  expect(gates).toMatchObject([{ success: false, testResults: failures }]);
  for (const named of ['fake (isolated, seed 1)', 'tracker-e2e', process.version, catalogueVersion])
    expect(files['widgets/allure_environment.json']).toContain(named);
  expect((await readFile(join(output, 'allure-history.jsonl'), 'utf8')).trim().split('\n')).toHaveLength(2);
  expect(existsSync(join(output, 'allure-report/quality-gate.json'))).toBe(true);
});

test('without results, or without allure, there is one clear sentence', async ({}, testInfo) => {
  const none = testInfo.outputPath('none');

  const nothing = generateAllureReport({ resultsDir: none, reportDir: testInfo.outputPath('report') });
  await expect(nothing).rejects.toThrow(`There is no Allure report, as there are no results in ${none}.`);
  const find = () => findAllure(() => createRequire(import.meta.url).resolve('a-package-nobody-has'));
  expect(find).toThrow('The package allure is not installed: npm install --save-dev allure@3');
});

function readResults(folder: string): Record<string, AllureResult> {
  return Object.fromEntries(readAllureResults(folder).map((result) => [result.name, result]));
}

function labelsOf(result: AllureResult | undefined, wanted: string): string[] {
  return (result?.labels ?? []).filter(({ name }) => name === wanted).map(({ value }) => value);
}

/** The names of steps below one another, without ids and keys that differ from run to run. */
function outlineOf(steps: readonly AllureStep[], indent = ''): string[] {
  return steps.flatMap(({ name, status, steps: inner }) => [
    `${indent}${name.replace(/project\/[A-Z]\w+/, 'project/KEY')}${status === 'failed' ? ' (failed)' : ''}`,
    ...outlineOf(inner, `${indent}  `),
  ]);
}

function filesIn(page: string): Record<string, string> {
  const calls = [...page.matchAll(/\bd\("([^"]+)",\s*"([^"]*)"/g)];
  return Object.fromEntries(
    calls.map(([, name = '', text = '']) => [name, Buffer.from(text, 'base64').toString('utf8')]),
  );
}
