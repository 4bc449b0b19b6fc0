import { writeFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { Page, TestInfo } from '@playwright/test';
import { rules } from '../../../contracts/index.js';
import type { JudgedMatrix } from '../../../reports/documents/matrix.js';
import { comparisonPage } from '../../../reports/compare/comparison-page.js';
import { compareMatrices } from '../../../reports/compare/compare-matrices.js';
import { judge } from '../../../reports/gate.js';
import { renderHtml } from '../../../reports/matrix/write-matrix.js';
import { judgedMatrix, sampleAbout, sampleTest } from '../reports/sample-run.js';
import { builtSuite } from '../built-package.js';
import { writeFiles } from '../cli/command.js';
import { runPlaywright } from '../cli/small-suite.js';
import { contrastsOfText, test } from './page-test.js';
import type { OpenPage } from './page-test.js';

function samplePage(testInfo: TestInfo, matrix: JudgedMatrix): string {
  const file = testInfo.outputPath('rules.html');
  writeFileSync(file, renderHtml(matrix));
  return file;
}

/** The rules on the page: all of one API, and the one rule of each other API that has a test. */
const ofOneApi = Object.values(rules).filter(({ api }) => api === 'default-templates');
const count = ofOneApi.length + 2;
const questions = ofOneApi.filter(({ kind }) => kind === 'assumed').length;

const failed = {
  status: 'failed',
  error: 'Error: one too many\n\n- Expected  - 1\n+ Received  + 1\n\n- "wanted"\n+ "received"',
  rerun: 'TRACKER_SEED=1 npx playwright test specs/sample.spec.ts:3',
} as const;

async function openSample(openPage: OpenPage, testInfo: TestInfo, hash: string): Promise<Page> {
  const matrix = judgedMatrix([
    sampleTest({ rules: ['DT-13'], title: 'filters by request type' }),
    sampleTest({ ...failed, rules: ['DT-14'], title: 'filters by issue type' }),
    sampleTest({ rules: ['DT-14'], title: 'filters by nothing' }),
    sampleTest({ rules: ['AD-01'] }),
    sampleTest({ rules: ['TM-01'] }),
  ]);
  return await openPage(samplePage(testInfo, matrix), { hash });
}

async function shownRules(page: Page): Promise<string[]> {
  return await page.locator('.rule:visible .id').allTextContents();
}

test('an address opens a rule, a failing one comes first, filters leave what fits all of them, and the keyboard is enough', async ({
  openPage,
}, testInfo) => {
  const page = await openSample(openPage, testInfo, 'DT-41');

  await test.step('an address that names a rule opens it, and shows it if a filter hides it', async () => {
    await expect(page.locator('#DT-41').getByText('no test covers it')).toBeInViewport();
    await expect(page.locator('#DT-41 summary')).toBeFocused();
    await page.getByLabel('Result').selectOption('verified (3)');
    await expect(page.locator('#DT-41')).toBeHidden();
    await page.evaluate('location.hash = "#DT-40"');
    await expect(page.locator('#DT-40').getByText('no test covers it')).toBeInViewport();
    await expect(page.getByRole('status')).toHaveText(`${count} of ${count} rules`);
  });

  await test.step('a failing rule comes first, with why, the difference, and the command that runs its test again', async () => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('tests failed');
    const rule = page.locator('.rule').first();
    await expect(rule.locator('.id')).toHaveText('DT-14');
    await expect(rule.locator('.inside > *').nth(0)).toHaveText(/^\s*Why\s*one too many/);
    await expect(rule.locator('.inside > *').nth(1)).toContainText('specs/sample.spec.ts:3');
    await expect(rule.locator('.inside > *').nth(2)).toContainText('Document');
    await expect(rule.locator('del, ins')).toHaveText(['- "wanted"', '+ "received"']);
    await expect(rule.getByText('filters by nothing')).toBeHidden();

    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await rule.getByRole('button', { name: 'Copy' }).click();
    await expect(rule.getByRole('button', { name: 'Copied' })).toBeVisible();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(failed.rerun);
  });

  await test.step('filters leave the rules, headings and endpoints that fit all of them', async () => {
    await page.getByLabel('API').selectOption('Directory sync (1)');
    expect(await shownRules(page)).toStrictEqual(['AD-01']);
    await expect(page.getByRole('status')).toHaveText(`1 of ${count} rules`);
    await expect(page.getByRole('heading', { name: 'Directory sync' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Default templates' })).toBeHidden();
    await expect(page.getByRole('heading', { name: 'Open questions of the documents' })).toBeHidden();
    await expect(page.locator('.endpoint').first()).toBeHidden();
    await page.getByRole('button', { name: 'Reset filters' }).click();

    await page.getByLabel('Result').selectOption('failing (1)');
    expect(await shownRules(page)).toStrictEqual(['DT-14']);
    await page.getByLabel('Kind').selectOption(`Open questions of the documents (${questions})`);
    expect(await shownRules(page)).toStrictEqual([]);
    await expect(page.getByText('No rule fits these filters.')).toBeVisible();
    await page.getByRole('button', { name: 'Reset filters' }).click();
    await expect(page.getByRole('status')).toHaveText(`${count} of ${count} rules`);

    // Words are looked for in rules, and in the titles and errors of their tests.
    await page.getByLabel('Search rules, tests and endpoints').fill('REQUESTTYPEIDS  filters');
    expect(await shownRules(page)).toStrictEqual(['DT-13']);
    await page.getByLabel('Search rules, tests and endpoints').fill('too many');
    expect(await shownRules(page)).toStrictEqual(['DT-14']);
    await page.getByRole('button', { name: 'Reset filters' }).click();
  });

  await test.step('the keyboard is enough', async () => {
    await page.getByLabel('Search rules, tests and endpoints').focus();
    await page.keyboard.type('DT-13');
    expect(await shownRules(page)).toStrictEqual(['DT-13']);
    for (const control of ['Reset filters', 'DT-13']) {
      await page.keyboard.press('Tab');
      await expect(page.locator(':focus')).toContainText(control);
    }
    await expect(page.getByText('filters by request type').first()).toBeHidden();
    await page.keyboard.press('Enter');
    await expect(page.getByText('filters by request type').first()).toBeVisible();
  });
});

function smallRun(): JudgedMatrix {
  const matrix = judgedMatrix([
    sampleTest({ rules: ['DT-13'], title: 'filters by request type' }),
    sampleTest({ rules: ['DT-14'], endpoints: ['GET /template/{templateId}'], title: 'finds a heron' }),
  ]);
  return { ...matrix, verdict: judge(matrix, { rules: 'selected' }) };
}

test('a small suite hides the rules that nobody asked for; filters are in the address, and links lead to clauses and endpoints', async ({
  openPage,
}, testInfo) => {
  const page = await openPage(samplePage(testInfo, smallRun()));

  await expect(page.locator('.rule:visible .id')).toHaveText(['DT-13', 'DT-14']);
  await expect(page.locator('.verdict .scope')).toContainText('It is judged by the rules that its tests cover.');
  const cards = page.locator('.cards .card');
  await expect(cards).toHaveText([/Tests\s*2\s*passed/, /Documented rules\s*2\s*verified\s*$/]);
  await page.getByLabel(/Also \d+ that the run was not asked for/).check();
  expect(await page.locator('.rule:visible').count()).toBeGreaterThan(40);

  // Filters are in the address, and an address with filters sets them.
  await page.getByLabel('Search rules, tests and endpoints').fill('heron');
  await page.getByLabel('Result').selectOption('verified (2)');
  await expect(page).toHaveURL(/rules\.html\?.*state=verified&words=heron/);
  await page.reload();
  await expect(page.getByLabel('Search rules, tests and endpoints')).toHaveValue('heron');
  await expect(page.getByLabel('Result')).toHaveValue('verified');
  await expect(page.locator('.rule:visible .id')).toHaveText(['DT-14']);
  await page.getByRole('button', { name: 'Reset filters' }).click();
  await expect(page).toHaveURL(/rules\.html$/);

  await test.step('a rule leads to its clauses, a clause to its rules, and an endpoint to its own', async () => {
    await page.evaluate('location.hash = "#DT-13"');
    const link = page.locator('#DT-13 .facts a[href^="#clause-default-template.md"]').first();
    const target = (await link.getAttribute('href')) ?? '';

    await link.click();

    const clause = page.locator(`[id="${target.slice(1)}"]`);
    await expect(clause).toBeInViewport();
    await clause.getByRole('link', { name: 'DT-13' }).click();
    await expect(page.locator('#DT-13 summary').first()).toBeFocused();
    await page.getByLabel(/Also \d+ that/).check();
    await expect(page.getByRole('heading', { name: 'Clauses of the documents' })).toBeVisible();
    await page.getByText(/^\d+ endpoints without a test$/).click();
    const endpoint = page.locator('.endpoint', { hasText: 'GET /template/{templateId} with a body' });
    await endpoint.locator('summary').click();
    await endpoint.getByRole('link', { name: 'DT-14' }).click();
    await expect(page.locator('#DT-14').getByText('finds a heron')).toBeInViewport();
  });
});

test('the page of several runs begins with what changed, and filters the rest as that of one run does', async ({
  openPage,
}, testInfo) => {
  const runOf = (version: string, status: 'passed' | 'failed') => {
    const first = sampleTest({ title: 'first', rules: ['DT-01'], status, error: '2 entries' });
    const tests = [first, sampleTest({ rules: ['AD-01'] })];
    return { file: version, matrix: judgedMatrix(tests, { about: sampleAbout({ version }) }) };
  };
  const file = testInfo.outputPath('compared.html');
  writeFileSync(file, comparisonPage(compareMatrices([runOf('9.12.0', 'passed'), runOf('9.13.0', 'failed')])));
  const page = await openPage(file, { width: 390 });
  expect(await shownRules(page)).toStrictEqual(['DT-01']);
  await expect(page.locator('#DT-01')).toContainText('It is first broken in run 2.');
  await expect(page.getByRole('cell', { name: 'tests failed' })).toBeInViewport({ ratio: 1 });

  await page.getByText(`The other ${ofOneApi.length} rules, without a change`).click();
  await page.getByLabel('Search rules, tests and endpoints').fill('AD-01');
  await expect.poll(() => shownRules(page)).toStrictEqual(['DT-01', 'AD-01']);
  await page.getByRole('button', { name: 'Reset filters' }).click();
  await expect.poll(async () => (await shownRules(page)).length).toBe(1 + ofOneApi.length);
  const ids = await page.evaluate<string[]>("[...document.querySelectorAll('[id]')].map(({ id }) => id)");
  expect(new Set(ids).size).toBe(ids.length);
});

const unbroken = 'x'.repeat(300);
const body = JSON.stringify({ field: unbroken });
const call = { caller: 'admin', method: 'GET', path: `/rest/${unbroken}`, status: 200, durationMs: 1.5 };
const details = { requestBody: body, responseBody: body, curl: `curl ${unbroken}` };
const hardToFit = sampleTest({
  ...{ rules: ['DT-13'], title: unbroken, status: 'failed', error: unbroken, file: unbroken },
  exchanges: { earlier: 3, kept: [{ ...call, details }], endpoints: [] },
});

test('a page is legible, wide and light or narrow and dark, whatever is on it', async ({ openPage }, testInfo) => {
  const file = samplePage(testInfo, judgedMatrix([hardToFit], { errors: [unbroken] }));
  const page = await openPage(file, { hash: 'DT-13' });
  await page.locator('#DT-13 .exchanges li summary').click();
  await expect(page.getByText('To repeat it')).toBeVisible();

  for (const [width, colorScheme] of [
    [1400, 'light'],
    [390, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    const contrasts = await page.evaluate<[string, number][]>(contrastsOfText);
    expect(contrasts.length).toBeGreaterThan(100);
    expect(contrasts.filter(([, contrast]) => contrast < 4.5)).toStrictEqual([]);
  }
});

const defect = 'DT-02-key-answers-nothing';

/** Runs some tests of the real suite, with its real configuration, on a fake that breaks a rule. @returns the folder of its reports */
async function runBroken(testInfo: TestInfo): Promise<string> {
  const reports = testInfo.outputPath('reports');
  const directory = join(reports, 'tried', defect);
  const before = judgedMatrix([sampleTest({ rules: ['DT-01', 'DT-02', 'DT-13'] })]);
  writeFiles(directory, { 'rules.json': JSON.stringify(before) });
  // Sequences cover many rules more.
  const selected = ['--grep', String.raw`@(DT-01|DT-02|DT-13|DT-N05)\b`, '--grep-invert', 'calls in sequence'];
  const args = ['test', '-c', builtSuite, '--output', testInfo.outputPath('results'), ...selected];
  const { code, output } = await runPlaywright(testInfo.outputPath(), args, {
    ...{ TRACKER_OUTPUT: reports, TRACKER_SEED: '5', TRACKER_DEFECT: defect, TRACKER_REPORTS: 'junit' },
  });
  expect(code, output).toBe(1);
  return directory;
}

test('the rule matrix shows the verdict, what has changed, and each rule with its tests, calls and defects; JUnit has the rules of a test', async ({
  openPage,
}, testInfo) => {
  const directory = await runBroken(testInfo);
  const junit = readFileSync(join(directory, 'junit.xml'), 'utf8');
  expect(junit).toContain('name="rule" value="DT-02 Listing a project by its key gives');
  expect(junit).toContain('(default-template.md, Path parameters)');
  expect(junit).not.toMatch(/allure\.|name="_/);

  const page = await openPage(join(directory, 'rules.html'));
  await expect(page.locator('.verdict')).toContainText('tests failed');
  await expect(page.getByText(`Rule matrix of fake (isolated, seed 5, defect ${defect})`)).toBeVisible();
  const [passing, failing] = [page.locator('#DT-01'), page.locator('#DT-02')];

  await test.step('a failing rule is open, with message and bodies, and no command for a fake that is gone', async () => {
    await expect(failing.locator('summary .badge')).toHaveText(['failing']);
    await expect(failing.locator('.tests > li > pre')).toContainText('was to hold exactly 2 entries');
    const last = failing.locator('.exchanges li').last();
    await expect(last.locator('pre')).toBeHidden();
    await last.locator('summary').click();
    await expect(last.locator('pre')).toHaveText('[]');
    await expect(failing.getByText('curl')).toHaveCount(0);
    const again = /^TRACKER_DEFECT=DT-02-key-answers-nothing .*TRACKER_SEED=5 .*npx playwright test .+:\d+$/;
    await expect(failing.locator('.copied pre').first()).toHaveText(again);
  });

  await test.step('another rule opens to its text, its tests, and what these sent and were answered', async () => {
    await expect(passing.locator('.tests').first()).toBeHidden();
    await passing.getByText('Listing a project by its id gives exactly the entries of that project.').click();
    await expect(passing.locator('.tests').first()).toBeVisible();
    await expect(passing.getByText('lists exactly the entries of the project')).toBeVisible();
    const exchanges = passing.getByText(/^\d+ exchanges?$/).first();
    await exchanges.click();
    const exchange = passing.getByText(/^GET \/rest\/api\/it\/1\.0\/default-template\/project\/\d+$/).first();
    await expect(exchange).toBeVisible();
    await expect(passing.locator('.exchanges li').first()).toHaveText(/→\s*200\s*as admin, [\d.]+ ms$/);
    await expect(passing.getByText('To repeat it')).toHaveCount(0);
  });

  await test.step('the defects of a rule are listed with what they break', async () => {
    await expect(failing.locator('.defects li')).toHaveCount(3);
    const sentence = 'A project named by its key is answered with an empty list.';
    await expect(failing.locator('.defects li', { hasText: defect })).toContainText(sentence);
  });

  await test.step('what has changed since the previous run is folded at the top and leads to its rule', async () => {
    const trend = page.locator('.trend');
    await trend.getByRole('heading').click();
    await expect(trend).toContainText(/passed, 0 failed, 0 skipped\s*→\s*now:\s*\d+ passed, 1 failed/);
    const worse = trend.getByRole('listitem').filter({ hasText: 'worse' });
    await expect(worse).toHaveText(['worse 1 rule verified → failing: DT-02']);
    await trend.getByRole('link', { name: 'DT-02' }).click();
    await expect(failing.locator('summary').first()).toBeInViewport();
    await expect(page).toHaveURL(/#DT-02$/);
  });
});
