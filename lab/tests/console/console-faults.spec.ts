import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { test } from './console-test.js';

const FAULTS = '#/tenants/main/faults';

async function open(page: Page, what: 'stub' | 'fault') {
  await page.getByText(`Add a ${what}`, { exact: true }).click();
  return page.getByRole('form', { name: `Add a ${what}` });
}

const rows = (page: Page) => page.getByRole('table').locator('tbody tr');

test('a stub is refused beside its form, which keeps what was typed; then it is added, answers, and is removed @release', async ({
  start,
  look,
}) => {
  const watched = await start();
  const page = await look(watched, FAULTS, { mayComplain: /400/ });
  await expect(page.getByText('No fault and no stub is in force.')).toBeVisible();
  const form = await open(page, 'stub');
  const body = form.getByLabel('JSON body');
  const add = form.getByRole('button', { name: 'Add the stub' });
  await body.fill('{ "watchers"');
  await add.click();
  await expect(form.getByRole('alert')).toContainText('JSON body: ');
  await body.fill('{ "watchers": ["tess"] }');
  await form.getByLabel('Endpoint').fill('getMyslef');
  await add.click();

  await expect(form.getByRole('alert')).toHaveText(
    "The fault can't be used: endpoint: There is no endpoint 'getMyslef'. Did you mean getMyself?.",
  );
  await expect(body).toHaveValue('{ "watchers": ["tess"] }');
  expect(watched.main.faults()).toEqual([]);

  await form.getByLabel('Endpoint').fill('');
  await form.getByLabel('Status').fill('202');
  await form.getByLabel('Headers').fill('X-Page: 1\nRetry-After: 5');
  await form.getByLabel('Method').selectOption('GET');
  await form.getByLabel('Path').fill('/rest/watchers/**');
  await add.click();
  await expect(rows(page)).toHaveCount(1);
  const reply = await watched.call('GET', '/rest/watchers/1.0/issue/QA-1', { authorization: null });

  const headers = { 'x-page': '1', 'retry-after': '5' };
  expect(reply).toMatchObject({ status: 202, body: { watchers: ['tess'] }, headers });
  await expect(rows(page)).toContainText('1 of 1 request');
  await expect(page.getByRole('link', { name: 'Faults and stubs 1' })).toBeVisible();
  await page.getByRole('button', { name: 'Remove stub-1' }).click();
  await expect(page.getByText('stub-1 is removed.')).toBeAttached();
  expect(watched.main.faults()).toEqual([]);
});

test('the forms add what was filled in, for calls without a login too; all are removed at once, with a token too @release', async ({
  start,
  look,
}) => {
  const watched = await start({ controlToken: 'open-Sesame-7' });
  const page = await look(watched, FAULTS, { mayComplain: /401|404/ });
  await page.getByLabel('Token of the control API').fill('open-Sesame-7');
  await page.getByRole('button', { name: 'Open' }).click();
  const fields = { Milliseconds: '1', 'up to': '20', 'Times at most': '3', 'Share of them': '0.5', Caller: 'tess' };
  const chosen = { Kind: 'latency', When: 'after', Method: 'PUT' };
  const form = await open(page, 'fault');
  for (const [label, value] of Object.entries(chosen)) {
    await form.getByRole('combobox', { name: label }).selectOption(value);
  }
  for (const [label, value] of Object.entries(fields)) await form.getByLabel(label, { exact: true }).fill(value);
  await form.getByRole('button', { name: 'Add the fault' }).click();
  await expect(rows(page)).toHaveCount(1);
  const forNobody = await open(page, 'stub');
  await forNobody.getByLabel('only without a login').check();
  await forNobody.getByRole('button', { name: 'Add the stub' }).click();
  await expect(rows(page)).toHaveCount(2);

  const milliseconds = { from: 1, to: 20 };
  const fault = { kind: 'latency', milliseconds, moment: 'after', method: 'PUT', count: 3, share: 0.5, caller: 'tess' };
  expect(watched.main.faults()).toMatchObject([{ fault }, { fault: { kind: 'stub', caller: null } }]);
  await page.getByRole('button', { name: 'Remove all' }).click();
  await expect(rows(page)).toHaveCount(0);
  expect(watched.main.faults()).toEqual([]);
});
