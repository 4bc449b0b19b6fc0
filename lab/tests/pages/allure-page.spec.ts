import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from '@playwright/test';
import { test } from './page-test.js';
import { runSuite } from './run-suite.js';
import type { RunPages } from './run-suite.js';

test.describe.configure({ mode: 'default' });

let run: RunPages;

test.beforeAll(async ({}, testInfo) => {
  test.setTimeout(600_000);
  run = await runSuite(testInfo.outputPath('run'), {
    TRACKER_DEFECT: 'DT-02-key-answers-nothing',
    TRACKER_REPORTS: 'junit,html',
  });
});

for (const [colorScheme, width] of [
  ['light', 1400],
  ['dark', 390],
] as const) {
  test(`the Allure report, ${colorScheme} and ${width} wide, groups tests by API, endpoint and rule`, async ({
    openPage,
  }) => {
    const page = await openPage(run.allure, { colorScheme, width });
    await expect(page.getByText('Default templates', { exact: true })).toBeVisible();
    await expect(page.getByText('GET /project/{projectIdOrKey}', { exact: true })).toBeVisible();
    const rule = 'DT-02 Listing a project by its key gives what listing it by its id gives.';
    await expect(page.getByText(rule)).toBeVisible();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
  });
}

test('a passed test shows its rule, set-up, calls and checks, and nothing that is meant for another report', async ({
  openPage,
}) => {
  const page = await openPage(run.allure);
  await page.getByText('DT-01 Listing a project by its id gives exactly the entries of that project.').click();
  await page.getByText('lists exactly the entries of the project').click();
  const rule = page.getByRole('link', { name: 'DT-01: default-template.md, Endpoints' });
  await expect(rule).toHaveAttribute('href', `${pathToFileURL(run.rules).href}#DT-01`);
  await expect(page.getByText('Set-up: template', { exact: true }).first()).toBeVisible();
  const call = /^Call: GET \/rest\/api\/it\/1\.0\/default-template\/project\/\d+ → 200$/;
  await expect(page.getByText(call).first()).toBeVisible();
  await expect(page.getByText('Check: toHoldEntries', { exact: true }).first()).toBeVisible();
  await expect(page.getByText('exchanges')).toHaveCount(0);
  await expect(page.getByText('"earlier"')).toHaveCount(0);
});

test('a failed test shows its message and its exchanges; the quality gate is the verdict of the run', async ({
  openPage,
}) => {
  const page = await openPage(run.allure);
  await page.getByText('lists by key what it lists by id').click();
  await expect(page.getByText('was to hold exactly 2 entries').first()).toBeVisible();
  await expect(page.getByText('exchanges', { exact: true }).first()).toBeVisible();
  await page.goto(pathToFileURL(run.allure).href);
  await page.getByText('Quality Gates').click();
  await expect(page.getByText('the gate (TRACKER_GATE=selected)')).toBeVisible();
  await expect(page.getByText('The verdict is: tests failed.')).toBeVisible();
});

test('JUnit has the rules of a test with text and source, and no words of Allure', () => {
  const junit = readFileSync(join(run.directory, 'junit.xml'), 'utf8');
  expect(junit).toContain('name="rule" value="DT-02 Listing a project by its key gives');
  expect(junit).toContain('(default-template.md, Path parameters)');
  expect(junit).not.toMatch(/allure\.|name="_/);
});

test('Playwright’s own page shows the rules of a test, and its set-up as steps', async ({ openPage }) => {
  const page = await openPage(join(run.directory, 'html/index.html'));
  await page.getByText('lists exactly the entries of the project').first().click();
  await expect(
    page.getByText(/DT-01 Listing a project by its id .+ \(default-template\.md, Endpoints\)/),
  ).toBeVisible();
  await expect(page.getByText('Set-up: template').first()).toBeVisible();
  await expect(page.getByText('allure.')).toHaveCount(0);
});
