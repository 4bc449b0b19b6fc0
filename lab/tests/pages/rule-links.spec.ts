import { expect } from '@playwright/test';
import type { JudgedMatrix } from '../../../contracts/report/matrix.js';
import { judge } from '../../../reports/gate.js';
import { compareRuns } from '../../../reports/trend.js';
import { judgedMatrix, sampleTest } from '../reports/sample-run.js';
import { test } from './page-test.js';
import { samplePage } from './sample-page.js';

/** A run of some tests, judged by the rules that these cover. */
function smallRun(): JudgedMatrix {
  const matrix = judgedMatrix([
    sampleTest({ rules: ['DT-13'], title: 'filters by request type' }),
    sampleTest({ rules: ['DT-14'], endpoints: ['GET /template/{templateId}'], title: 'finds a heron' }),
  ]);
  return { ...matrix, verdict: judge(matrix, { rules: 'selected' }) };
}

test('a small suite hides the rules that nobody asked for, until they are wanted', async ({ openPage }, testInfo) => {
  const page = await openPage(await samplePage(testInfo, smallRun()));

  await expect(page.locator('.rule:visible .id')).toHaveText(['DT-13', 'DT-14']);
  await expect(page.locator('.cards .card').nth(1)).toHaveText(/Documented rules\s*2\s*verified\s*$/);
  await page.getByLabel(/Also \d+ that the run was not asked for/).check();
  expect(await page.locator('.rule:visible').count()).toBeGreaterThan(40);
});

test('an address that names a rule nobody asked for shows it', async ({ openPage }, testInfo) => {
  const page = await openPage(await samplePage(testInfo, smallRun()), { hash: 'DT-20' });

  await expect(page.locator('#DT-20').getByText('no test covers it')).toBeInViewport();
});

test('filters are in the address, and an address with filters sets them', async ({ openPage }, testInfo) => {
  const page = await openPage(await samplePage(testInfo, smallRun()));
  await page.getByLabel('Words').fill('heron');
  await page.getByLabel('Result').selectOption('verified (2)');

  await expect(page).toHaveURL(/rules\.html\?state=verified&words=heron$/);
  await page.reload();
  await expect(page.getByLabel('Words')).toHaveValue('heron');
  await expect(page.getByLabel('Result')).toHaveValue('verified');
  await expect(page.locator('.rule:visible .id')).toHaveText(['DT-14']);
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(page).toHaveURL(/rules\.html$/);
});

test('a search scrolls to its result, and finds endpoints too', async ({ openPage }, testInfo) => {
  const page = await openPage(await samplePage(testInfo, smallRun()));
  await page.getByLabel(/Also \d+ that/).check();
  await page.evaluate('scrollTo(0, document.body.scrollHeight)');
  await page.getByLabel('Words').fill('heron');

  await expect(page.locator('#DT-14 summary').first()).toBeInViewport();
  await expect(page.locator('.endpoint:visible .title')).toHaveText(['GET /template/{templateId}']);
  await page.keyboard.press('Enter');
  await expect(page.locator('#DT-14 summary').first()).toBeFocused();
  await page.getByLabel('Words').fill('no such words');
  await expect(page.getByRole('heading', { name: 'Endpoints' })).toBeHidden();
});

test('a rule leads to its clauses, and a clause to its rules', async ({ openPage }, testInfo) => {
  const page = await openPage(await samplePage(testInfo, smallRun()), { hash: 'DT-13' });
  const link = page.locator('#DT-13 .facts a[href^="#clause-default-template.md"]').first();
  const target = (await link.getAttribute('href')) ?? '';

  await link.click();

  const clause = page.locator(`[id="${target.slice(1)}"]`);
  await expect(clause).toBeInViewport();
  await clause.getByRole('link', { name: 'DT-13' }).click();
  await expect(page.locator('#DT-13 summary').first()).toBeFocused();
});

test('what has changed is told in ranges and counts', async ({ openPage }, testInfo) => {
  const current = judgedMatrix([
    sampleTest({ rules: Array.from({ length: 30 }, (_, index) => `DT-${String(index + 1).padStart(2, '0')}`) }),
  ]);
  const trend = compareRuns(current, judgedMatrix([sampleTest({ rules: ['DT-02'] })]));
  const page = await openPage(await samplePage(testInfo, { ...current, trend }));

  const lines = page.locator('.trend .plain li');
  await expect(lines).toHaveText(['better DT-01, DT-03 to DT-30 were unverified, are verified (29 rules)']);
  await lines.getByRole('link', { name: 'DT-03 to DT-30' }).click();
  await expect(page.locator('#DT-03 summary').first()).toBeFocused();
});

for (const width of [320, 340, 375, 500, 721, 1240]) {
  test(`every chip fits its card on a page ${width} wide`, async ({ openPage }, testInfo) => {
    const matrix = judgedMatrix([
      sampleTest({ rules: ['DT-01'], notSeen: ['x'] }),
      sampleTest({ rules: ['DT-02'], status: 'failed' }),
      sampleTest({ rules: Array.from({ length: 20 }, (_, index) => `DT-${String(index + 10)}`), notSeen: ['x'] }),
      ...Array.from({ length: 1_100 }, () => sampleTest({ rules: ['DT-04'] })),
    ]);
    const page = await openPage(await samplePage(testInfo, matrix), { width });

    const outside = await page.evaluate(`[...document.querySelectorAll('.cards .card')].flatMap((card) =>
      [...card.querySelectorAll('.badge, b')]
        .filter((chip) => chip.getBoundingClientRect().right > card.getBoundingClientRect().right)
        .map((chip) => chip.textContent))`);

    expect(outside).toEqual([]);
  });
}
