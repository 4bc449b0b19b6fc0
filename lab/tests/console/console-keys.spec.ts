import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { test } from './console-test.js';
import type { Watched } from './console-test.js';

const REQUESTS = '#/tenants/main/requests';

/** Three calls, the last of which is listed first. */
async function callThrice({ call }: Watched): Promise<void> {
  for (const name of ['myself', 'field', 'serverInfo']) await call('GET', `/rest/api/2/${name}`);
}

const focused = (page: Page) => page.locator('.requests a:focus-visible');
const detail = (page: Page) => page.getByRole('region', { name: 'The request in full' });

for (const [key, path] of [
  ['ArrowDown', 'serverInfo'],
  ['Home', 'serverInfo'],
  ['ArrowUp', 'myself'],
  ['End', 'myself'],
] as const) {
  test(`${key} enters the list of a fresh page, visibly`, async ({ start, look }) => {
    const watched = await start();
    await callThrice(watched);
    const page = await look(watched);
    await expect(page.locator('.requests a')).toHaveCount(3);

    await page.keyboard.press(key);

    await expect(focused(page)).toContainText(path);
    await expect(focused(page)).toHaveCSS('outline-style', 'solid');
  });
}

test('a request that an address opens is where the keys begin', async ({ start, look }) => {
  const watched = await start();
  await callThrice(watched);
  const page = await look(watched, `${REQUESTS}/2`);
  await expect(detail(page).getByRole('heading').first()).toHaveText('200 GET /rest/api/2/field');

  await page.keyboard.press('ArrowDown');
  await expect(detail(page).getByRole('heading').first()).toHaveText('200 GET /rest/api/2/myself');
  await page.keyboard.press('Escape');

  await expect(detail(page)).toBeHidden();
  await expect(focused(page)).toContainText('myself');
});

test('the keys move through the rows of a table; Escape leads back to the row that was opened', async ({
  start,
  look,
}) => {
  const watched = await start();
  for (const name of ['one', 'two']) watched.fake.control.open({ name });
  const page = await look(watched);
  await expect(page.getByRole('table').getByRole('link')).toHaveText(['main', 'one', 'two']);

  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('End');
  await expect(page.getByRole('link', { name: 'two' })).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Requests');
  await page.evaluate("location.hash = '#/tenants/one/projects'");
  await expect(page.getByRole('link', { name: 'HELP' })).toBeVisible();
  await page.getByRole('link', { name: 'HELP' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Help desk HELP');
  await page.keyboard.press('Escape');

  await expect(page.getByRole('link', { name: 'HELP' })).toBeFocused();
});

test('fields and the request in full keep their own keys', async ({ start, look }) => {
  const watched = await start();
  await callThrice(watched);
  const page = await look(watched, `${REQUESTS}/2`);
  await detail(page).getByLabel('Answered').focus();
  await page.keyboard.press('ArrowDown');
  await expect(detail(page).getByLabel('Answered')).toBeFocused();

  await page.getByRole('combobox', { name: 'Method' }).focus();
  await page.keyboard.press('ArrowDown');

  await expect(page.getByRole('combobox', { name: 'Method' })).toHaveValue('GET');
});

test('the page tells its keys, by a button and by a key', async ({ start, look }) => {
  const page = await look(await start(), '', { width: 390 });
  const told = page.getByText('move through the list');
  await expect(told).toBeHidden();

  await page.keyboard.press('?');
  await expect(told).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Escape');
  await expect(told).toBeHidden();
  await page.getByText('Keys', { exact: true }).click();

  await expect(told).toBeVisible();
});
