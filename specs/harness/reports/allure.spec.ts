import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { test, expect } from '@playwright/test';
import { catalogueVersion } from '../../../contracts/index.js';
import { ContractError, SetupError, UnreachableError, CleanupError } from '../../../fixtures/errors.js';
import { categories } from '../../../reports/allure/categories.js';
import { allureOptions } from '../../../reports/allure/allure-options.js';
import { findAllureCli } from '../../../reports/allure/find-allure-cli.js';
import { generateAllureReport } from '../../../reports/allure/generate-allure-report.js';
import { hasAnalytics, removeAnalytics } from '../../../reports/allure/remove-analytics.js';
import { runProject } from './run-project.js';
import { demandedRules, isolatedFake } from './sample-run.js';

const resultsDir = 'reports/output/allure-results';
const reportDir = 'reports/output/allure-report';

test('a run generates the Allure report after the results are written', async ({}, testInfo) => {
  const directory = testInfo.outputPath('project');
  const stale = join(directory, resultsDir);
  await mkdir(stale, { recursive: true });
  await writeFile(join(stale, 'of-an-earlier-run-result.json'), '{}');

  const run = await runProject(directory, {
    files: {
      'a.spec.ts': `test('breaks', { tag: ${JSON.stringify(demandedRules.map((id) => `@${id}`))}, annotation: [
        { type: 'allure.label.epic', description: 'Default templates' } ] }, () => { throw Object.assign(new Error('refused'), { name: 'SetupError' }); });`,
    },
    reporters: [['allure-playwright', allureOptions({ resultsDir, target: isolatedFake })]],
    options: { allure: { resultsDir, reportDir } },
  });

  expect(run.exitCode, run.output).toBe(1);
  expect(run.output).toContain(`Allure     ${join(reportDir, 'index.html')}`);
  expect(run.lastLine).toBe('0 passed, 1 failed, 0 skipped');
  const results = await readdir(stale);
  expect(results).not.toContain('of-an-earlier-run-result.json');
  expect(results.filter((name) => name.endsWith('-result.json'))).toHaveLength(1);
  const page = await readFile(join(directory, reportDir, 'index.html'), 'utf8');
  expect(scripts(page).filter((script) => /google|gtag|analytics|src="(?!data:)/.test(script))).toEqual([]);
  expect(embedded(page, 'widgets/categories.json')).toContain('"Refused set-up"');
  expect(embedded(page, 'widgets/tree.json')).toContain('Default templates');
  expect(embedded(page, 'widgets/allure_environment.json')).toContain('fake (isolated, seed 1)');
});

test('an empty folder of results is one clear sentence', async ({}, testInfo) => {
  const report = generateAllureReport({
    resultsDir: testInfo.outputPath('none'),
    reportDir: testInfo.outputPath('report'),
  });
  await expect(report).rejects.toThrow(/^allure could not make its report: No test results directories found/);
});

test('if allure is not installed the error says how to get it', async () => {
  const cli = findAllureCli(() => createRequire(import.meta.url).resolve('a-package-nobody-has'));
  await expect(cli).rejects.toThrow('The package allure is not installed: npm install --save-dev allure@3');
});

test('every group of failures is about an error that the harness throws', () => {
  const patterns = categories.flatMap(({ matchedStatuses, messageRegex }) =>
    matchedStatuses.includes('failed') && messageRegex !== undefined ? [new RegExp(messageRegex)] : [],
  );
  const errors = [SetupError, ContractError, UnreachableError, CleanupError].map(({ name }) => `${name}: no`);
  expect(patterns.map((pattern) => errors.filter((error) => pattern.test(error)))).toEqual(
    errors.map((error) => [error]),
  );
});

test('only the scripts of Google Analytics are taken out', () => {
  const kept = '<script>app()</script><p>gtag</p>';
  const page = `${kept}<script async src="https://www.googletagmanager.com/gtag/js?id=G"></script>\n<script>\ngtag('js')\n</script>`;
  expect(hasAnalytics(page)).toBe(true);
  expect(removeAnalytics(page).trim()).toBe(kept);
});

test('the environment names the tracker and the versions', () => {
  expect(allureOptions({ resultsDir, target: isolatedFake })).toMatchObject({
    resultsDir,
    detail: false,
    environmentInfo: {
      Tracker: 'fake (isolated, seed 1)',
      Seed: '1',
      Node: process.version,
      '@playwright/test': expect.stringMatching(/^1\.\d+/),
      'tracker-e2e': expect.stringMatching(/^\d+\.\d+/),
      'Rule catalogue': catalogueVersion,
    },
  });
});

/** The scripts of a page with their attributes, those it holds in base64 decoded. */
function scripts(page: string): string[] {
  const sources = page.match(/<script[\s\S]*?<\/script>/g) ?? [];
  return sources.map((source) =>
    source.replaceAll(/[\w+/=]{200,}/g, (data) => Buffer.from(data, 'base64').toString('utf8')),
  );
}

/** The text of one of the data files that a single-file report holds in base64. */
function embedded(page: string, name: string): string {
  const [, data = ''] = new RegExp(`"${name}"\\s*,\\s*"([^"]+)"`).exec(page) ?? [];
  return Buffer.from(data, 'base64').toString('utf8');
}
