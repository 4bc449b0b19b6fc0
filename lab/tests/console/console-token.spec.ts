import { expect } from '@playwright/test';
import { test } from './console-test.js';

const TOKEN = 'open-Sesame-7.+/=';

test('the console asks for the token, keeps it in its tab, and shows what it opens', async ({ start, look }) => {
  const watched = await start({ controlToken: TOKEN });
  const page = await look(watched, '#/tenants/main/projects', { mayComplain: /401/ });
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  const token = page.getByLabel('Token of the control API');
  await expect(token).toBeFocused();

  await token.fill('not-the-token');
  await page.getByRole('button', { name: 'Open' }).click();
  await expect(page.getByText('That is not the token of the control API.')).toBeVisible();
  await page.getByLabel('Token of the control API').fill(TOKEN);
  await page.getByRole('button', { name: 'Open' }).click();

  await expect(page.getByRole('link', { name: 'DEMO' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('link', { name: 'DEMO' })).toBeVisible();
  await expect(token).toHaveCount(0);
  expect(requests.filter((url) => decodeURIComponent(url).includes(TOKEN))).toEqual([]);
});

test('what is typed stays while the console keeps asking', async ({ start, look }) => {
  const page = await look(await start({ controlToken: TOKEN }), '', { mayComplain: /401/ });
  const token = page.getByLabel('Token of the control API');
  await token.pressSequentially('half of');

  for (let asked = 0; asked < 2; asked += 1) await page.waitForResponse(/\/control\/tenants$/);

  await expect(token).toHaveValue('half of');
});
