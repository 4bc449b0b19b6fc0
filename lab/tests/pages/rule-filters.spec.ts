import type { Page, TestInfo } from '@playwright/test';
import { expect } from '@playwright/test';
import { rules } from '../../../contracts/index.js';
import { judgedMatrix, sampleTest } from '../reports/sample-run.js';
import type { OpenPage } from './page-test.js';
import { test } from './page-test.js';
import { samplePage } from './sample-page.js';

/** The rules on the page: all of one API, and the one rule of each other API that has a test. */
const ofOneApi = Object.values(rules).filter(({ api }) => api === 'default-templates');
const count = ofOneApi.length + 2;
const questions = ofOneApi.filter(({ kind }) => kind === 'assumed').length;

/** A page of all rules of one API and two of others, one of which fails. */
async function openSample(openPage: OpenPage, testInfo: TestInfo, hash?: string): Promise<Page> {
  const matrix = judgedMatrix([
    sampleTest({ rules: ['DT-13'], title: 'filters by request type' }),
    sampleTest({ rules: ['DT-14'], title: 'filters by issue type', status: 'failed', error: 'Error: one too many' }),
    sampleTest({ rules: ['AD-01'] }),
    sampleTest({ rules: ['TM-01'] }),
  ]);
  return await openPage(await samplePage(testInfo, matrix), hash === undefined ? {} : { hash });
}

/** The ids of the rules that can be seen. */
async function shownRules(page: Page): Promise<string[]> {
  return await page.locator('.rule:visible .id').allTextContents();
}

test('all rules are shown at first, and their count', async ({ openPage }, testInfo) => {
  const page = await openSample(openPage, testInfo);
  expect(await shownRules(page)).toHaveLength(count);
  await expect(page.getByRole('status')).toHaveText(`${count} of ${count} rules`);
  await expect(page.getByText('No rule fits these filters.')).toBeHidden();
});

test('the API filter leaves the rules, headings and endpoints of that API', async ({ openPage }, testInfo) => {
  const page = await openSample(openPage, testInfo);
  await page.getByLabel('API').selectOption('Directory sync (1)');
  expect(await shownRules(page)).toEqual(['AD-01']);
  await expect(page.getByRole('status')).toHaveText(`1 of ${count} rules`);
  await expect(page.getByRole('heading', { name: 'Directory sync' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Default templates' })).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Open questions of the documents' })).toBeHidden();
  await expect(page.locator('.endpoint').first()).toBeHidden();
});

test('the result and the kind filter work together', async ({ openPage }, testInfo) => {
  const page = await openSample(openPage, testInfo);
  await page.getByLabel('Result').selectOption('failing (1)');
  expect(await shownRules(page)).toEqual(['DT-14']);
  await page.getByLabel('Kind').selectOption(`Open questions of the documents (${questions})`);
  expect(await shownRules(page)).toEqual([]);
  await expect(page.getByText('No rule fits these filters.')).toBeVisible();
  await page.getByLabel('Result').selectOption('all');
  await expect(page.getByRole('status')).toHaveText(`${questions} of ${count} rules`);
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(page.getByRole('status')).toHaveText(`${count} of ${count} rules`);
});

test('words are looked for in rules and in the titles of their tests, each of them', async ({ openPage }, testInfo) => {
  const page = await openSample(openPage, testInfo);
  await page.getByLabel('Words').fill('REQUESTTYPEIDS  filters');
  expect(await shownRules(page)).toEqual(['DT-13']);
  await page.getByLabel('Words').fill('too many');
  expect(await shownRules(page)).toEqual(['DT-14']);
});

test('the keyboard is enough', async ({ openPage }, testInfo) => {
  const page = await openSample(openPage, testInfo);
  await page.keyboard.press('/');
  await expect(page.getByLabel('Words')).toBeFocused();
  await page.keyboard.type('DT-13');
  expect(await shownRules(page)).toEqual(['DT-13']);
  for (const control of ['Show all', 'DT-13']) {
    await page.keyboard.press('Tab');
    await expect(page.locator(':focus')).toContainText(control);
  }
  await expect(page.getByText('filters by request type').first()).toBeHidden();
  await page.keyboard.press('Enter');
  await expect(page.getByText('filters by request type').first()).toBeVisible();
});

test('an address that names a rule opens it, and shows it if a filter hides it', async ({ openPage }, testInfo) => {
  const page = await openSample(openPage, testInfo, 'DT-41');
  await expect(page.locator('#DT-41').getByText('no test covers it')).toBeInViewport();
  await expect(page.locator('#DT-41 summary')).toBeFocused();
  await page.getByLabel('Result').selectOption('verified (3)');
  await expect(page.locator('#DT-41')).toBeHidden();
  await page.evaluate('location.hash = "#DT-40"');
  await expect(page.locator('#DT-40').getByText('no test covers it')).toBeInViewport();
  await expect(page.getByRole('status')).toHaveText(`${count} of ${count} rules`);
});

test('an endpoint leads to its rules', async ({ openPage }, testInfo) => {
  const page = await openSample(openPage, testInfo);
  const endpoint = page.locator('.endpoint', { hasText: 'GET /template/{templateId} with a body' });
  await endpoint.getByRole('link', { name: 'DT-13' }).click();
  await expect(page.locator('#DT-13').getByText('filters by request type')).toBeInViewport();
});
