import { readFileSync } from 'node:fs';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { ruleIds } from '../../../contracts/index.js';
import type { DefectMatrix, DefectRow } from '../../../contracts/report/defect-matrix.js';
import { defects } from '../../../fake/index.js';
import { test } from './page-test.js';
import { runSuite } from './run-suite.js';
import type { RunPages } from './run-suite.js';

// The runs are made once, by the worker that has the first test, and processes start slowly on a machine that is busy.
test.describe.configure({ mode: 'default' });

const defect = 'DT-02-key-answers-nothing';
let green: RunPages;
let failing: RunPages;
let shared: RunPages;

test.beforeAll(async ({}, testInfo) => {
  test.setTimeout(600_000);
  const folder = testInfo.outputPath('runs');
  [green, shared] = await Promise.all([
    runSuite(join(folder, 'green')),
    runSuite(join(folder, 'shared'), { TRACKER_MODE: 'shared' }),
  ]);
  const reports = join(folder, 'failing/reports');
  await mkdir(join(reports, 'tried', defect), { recursive: true });
  await cp(join(green.directory, 'rules.json'), join(reports, 'tried', defect, 'rules.json'));
  const defectRun = join(reports, 'defects/isolated/defects.json');
  await mkdir(dirname(defectRun), { recursive: true });
  await writeFile(defectRun, JSON.stringify(defectMatrix()));
  failing = await runSuite(join(folder, 'failing'), { TRACKER_DEFECT: defect, TRACKER_REPORTS: 'junit,html' });
});

/** What a run against the defects might say: the first of DT-02 is caught, every other one survived. */
function defectMatrix(): DefectMatrix {
  const caughtBy = { title: 'a list › lists by key', file: 'specs/list.spec.ts', line: 7, rules: ['DT-02'] };
  const rows = defects.map(({ name, rule, breaks }): DefectRow => {
    const caught = name === defect;
    return {
      ...{ name, rule, breaks, state: caught ? 'caught' : 'survived', ran: 1, brokeIn: [], unrelated: [] },
      caughtBy: caught ? [{ ...caughtBy, message: 'Error: 2 entries are missing\nExpected: 2' }] : [],
    };
  });
  const startedAt = '2026-11-20T10:00:00.000Z';
  return { schemaVersion: 1, mode: 'isolated', wide: false, seed: 1, startedAt, durationMs: 1, defects: rows };
}

/** A card of the page's head as a person reads it. */
async function card(page: Page, label: string): Promise<string> {
  const text = await page.locator('.card', { has: page.getByText(label, { exact: true }) }).innerText();
  return text.replaceAll(/\s+/g, ' ');
}

test('a green run says so, in the numbers too, and how to get what it has nothing of yet', async ({ openPage }) => {
  expect(green.exitCode, green.output).toBe(0);
  const page = await openPage(green.rules);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('passed');
  await expect(page.getByText('Rule matrix of fake (isolated, seed 5)')).toBeVisible();
  expect(await card(page, 'Tests')).toMatch(/^Tests \d+ passed$/);
  expect(await card(page, 'Documented rules')).toMatch(/^Documented rules 6 verified$/);
  await expect(page.locator('.rule[data-state=failing]')).toHaveCount(0);
  await expect(page.locator('.card', { hasText: 'Defects' })).toHaveCount(0);
  await page.locator('.about summary').click();
  await expect(page.getByText('This is the first run whose report lies here')).toBeVisible();
  const none = 'No run against the defects has been made here: npm run -w lab defects makes one.';
  await expect(page.getByText(none)).toBeVisible();
});

test('a rule opens to its text, its tests, what these sent and were answered, and its defects', async ({
  openPage,
}) => {
  const page = await openPage(green.rules);
  const rule = page.locator('#DT-02');
  await expect(rule.getByText('Path parameters', { exact: true })).toBeHidden();
  await rule.getByText('Listing a project by its key gives what listing it by its id gives.').click();
  await expect(rule.getByText('Path parameters', { exact: true })).toBeVisible();
  await expect(rule.getByText('GET /project/{projectIdOrKey} › lists by key what it lists by id')).toBeVisible();
  await rule.getByText('defects of the fake, not tried in this run').click();
  await expect(rule.getByText('A project named by its key is answered with an empty list.')).toBeVisible();
  await expect(rule.locator('.defects .badge').first()).toHaveText('not run');

  const exchange = rule.getByText(/^GET \/rest\/api\/it\/1\.0\/default-template\/project\/\d+$/);
  await expect(exchange).toBeHidden();
  await rule.getByText('2 exchanges').click();
  await expect(exchange).toBeVisible();
  await expect(rule.locator('.exchanges li').first()).toHaveText(/→\s*200\s*as admin, [\d.]+ ms$/);
  await expect(rule.getByText('To repeat it')).toHaveCount(0);
});

test('a failing rule is open, with its message and bodies, and no command for a fake that is gone', async ({
  openPage,
}) => {
  expect(failing.exitCode, failing.output).toBe(1);
  const page = await openPage(failing.rules);
  await expect(page.locator('.verdict')).toContainText('tests failed');
  const rule = page.locator('#DT-02');
  await expect(rule.locator('summary .badge')).toHaveText(['worse', 'failing']);
  await expect(rule.locator('.tests > li > pre')).toContainText('was to hold exactly 2 entries');

  const last = rule.locator('.exchanges li').last();
  await expect(last.locator('pre')).toBeHidden();
  await last.locator('summary').click();
  await expect(last.locator('pre')).toHaveText('[]');
  await expect(rule.getByText('curl')).toHaveCount(0);
  const again = /^TRACKER_DEFECT=DT-02-key-answers-nothing .*TRACKER_SEED=5 .*npx playwright test .+:\d+$/;
  await expect(rule.locator('.copied pre').first()).toHaveText(again);
});

test('an endpoint says which calls of all tests were answered how', async ({ openPage }) => {
  const page = await openPage(green.rules);
  const endpoint = page.locator('.endpoint', { has: page.getByText('GET /project/{projectIdOrKey}', { exact: true }) });
  await endpoint.locator('summary').first().click();
  await expect(endpoint.getByRole('row').nth(1)).toHaveText(/Status\s+200 in \d+ calls\s+.*/);
  await expect(endpoint.getByRole('row').nth(2)).toContainText('issueTypeId');
});

test('each defect shows what became of it, and which test caught it with which message', async ({ openPage }) => {
  const page = await openPage(failing.rules);
  expect(await card(page, 'Defects the tests have to catch')).toMatch(
    /1 caught \d+ survived .* on 2026-11-20 10:00 UTC/,
  );
  const caught = page.locator('#DT-02 .defects li', { hasText: defect });
  await expect(caught).toContainText('Caught by “a list › lists by key” specs/list.spec.ts:7');
  await expect(caught).toContainText('Error: 2 entries are missing');
  await expect(caught).not.toContainText('Expected: 2');
  await expect(page.locator('#DT-02 .defects .badge')).toContainText(['caught', 'survived']);
});

test('what has changed since the previous run is at the top and leads to its rule', async ({ openPage }) => {
  const page = await openPage(failing.rules);
  const trend = page.locator('.trend');
  await expect(trend).toContainText(/passed, 0 failed, 0 skipped\s*→\s*now:\s*\d+ passed, 1 failed/);
  await expect(trend.getByRole('listitem')).toHaveText(['worse DT-02 was verified, is failing']);
  await trend.getByRole('link', { name: 'DT-02' }).click();
  await expect(page.locator('#DT-02 summary').first()).toBeInViewport();
  await expect(page).toHaveURL(/#DT-02$/);
});

test('a rule that a shared tracker does not allow to test says why', async ({ openPage }) => {
  expect(shared.exitCode, shared.output).toBe(0);
  const page = await openPage(shared.rules);
  await expect(page.getByText('Rule matrix of fake (shared, seed 5)')).toBeVisible();
  await page.getByLabel('Result').selectOption('not available (3)');
  await expect(page.getByRole('status')).toHaveText(`3 of ${ruleIds.length} rules`);
  await page.locator('#DT-32 summary').first().click();
  const why = 'It changes every project of the tracker, which is not declared disposable.';
  await expect(page.locator('#DT-32 .facts').getByText(why)).toBeVisible();
});

for (const [colorScheme, width] of [
  ['light', 1400],
  ['dark', 390],
] as const) {
  test(`the Allure report, ${colorScheme} and ${width} wide, has each test once, by API and endpoint`, async ({
    openPage,
  }) => {
    const page = await openPage(failing.allure, { colorScheme, width });
    await expect(page.getByText('Default templates', { exact: true })).toBeVisible();
    await expect(page.getByText('GET /project/{projectIdOrKey}', { exact: true })).toBeVisible();
    await expect(page.getByText('lists by key what it lists by id', { exact: true })).toHaveCount(1);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
  });
}

test('a passed test shows its rule, set-up, calls and checks, and nothing that is meant for another report', async ({
  openPage,
}) => {
  const page = await openPage(failing.allure);
  await page.getByText('lists exactly the entries of the project').click();
  const rule = page.getByRole('link', { name: /^DT-01 Listing a project by its id/ });
  await expect(rule).toHaveAttribute('href', `${pathToFileURL(failing.rules).href}#DT-01`);
  await expect(page.getByText('Set-up: template', { exact: true }).first()).toBeVisible();
  const call = /^Call: GET \/rest\/api\/it\/1\.0\/default-template\/project\/\d+ → 200$/;
  await expect(page.getByText(call).first()).toBeVisible();
  await expect(page.getByText(/^Check: expect\(.+\)\.toHoldEntries\(.+\)$/).first()).toBeVisible();
  await expect(page.getByText('exchanges')).toHaveCount(0);
  await expect(page.getByText('"earlier"')).toHaveCount(0);
});

test('a failed test shows its message and its exchanges; the quality gate is the verdict of the run', async ({
  openPage,
}) => {
  const page = await openPage(failing.allure);
  await page.getByText('lists by key what it lists by id').click();
  await expect(page.getByText('was to hold exactly 2 entries').first()).toBeVisible();
  await page.getByText('exchanges', { exact: true }).first().click();
  await expect(page.locator('pre').first()).toHaveCSS('overflow-wrap', 'anywhere');
  await page.goto(pathToFileURL(failing.allure).href);
  await page.getByText('Quality Gates').click();
  await expect(page.getByText('the gate (TRACKER_GATE=selected)')).toBeVisible();
  await expect(page.getByText('The verdict is: tests failed.')).toBeVisible();
});

test('JUnit has the rules of a test with text and source, and no words of Allure', () => {
  const junit = readFileSync(join(failing.directory, 'junit.xml'), 'utf8');
  expect(junit).toContain('name="rule" value="DT-02 Listing a project by its key gives');
  expect(junit).toContain('(default-template.md, Path parameters)');
  expect(junit).not.toMatch(/allure\.|name="_/);
});

test('Playwright’s own page shows the rules of a test, and its set-up as steps', async ({ openPage }) => {
  const page = await openPage(join(failing.directory, 'html/index.html'));
  await page.getByText('lists exactly the entries of the project').first().click();
  await expect(
    page.getByText(/DT-01 Listing a project by its id .+ \(default-template\.md, Endpoints\)/),
  ).toBeVisible();
  await expect(page.getByText('Set-up: template').first()).toBeVisible();
  await expect(page.getByText('allure.')).toHaveCount(0);
});
