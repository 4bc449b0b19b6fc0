import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { documentsWorld } from '../../../fake/index.js';
import type { WorldInput } from '../../../contracts/index.js';
import { test } from './console-test.js';

/** The cells of each row of a table. */
async function cellsOf(page: Page, name: string): Promise<string[][]> {
  const rows = page.getByRole('table', { name }).locator('tbody tr');
  await expect(rows.first()).toBeVisible();
  return await Promise.all((await rows.all()).map((row) => row.locator('td, th').allTextContents()));
}

test('a fake with one tenant opens it; its views follow one another and back, to the list of all, and to what is not there @release', async ({
  start,
  look,
}) => {
  const watched = await start();
  const page = await look(watched, '', { mayComplain: /404/ });
  const heading = page.getByRole('heading', { level: 1 });

  await expect(heading).toHaveText('Requests');
  expect(new URL(page.url()).hash).toBe('#/tenants/main/requests');
  await expect(page.getByRole('navigation', { name: 'Views of the tenant' }).getByRole('link')).toHaveText([
    ...['Requests 0', 'Projects 5', 'Templates 2', 'Test plans 1', 'Issues 5', 'Connections 3', 'Faults and stubs 0'],
  ]);
  await page.getByRole('link', { name: 'Projects 5' }).click();
  await page.getByRole('link', { name: 'HELP' }).click();
  await expect(heading).toHaveText('Help desk HELP');
  await page.getByRole('link', { name: 'Service request' }).first().click();
  await expect(heading).toHaveText('Service request template 1472');
  await expect(page).toHaveTitle('Service request · main · Fake tracker');
  await page.goBack();
  await expect(heading).toHaveText('Help desk HELP');
  const later = watched.fake.control.open({ name: 'later', contextPath: '/jira' });
  await page.goto(`${watched.fake.url}/`);
  await expect(heading).toHaveText('Tenants 2');
  expect((await cellsOf(page, 'Tenants')).map(([name, path, , ...counts]) => [name, path, ...counts])).toEqual([
    ['main', '/', '0', '0', '5', '2', '2', '5', '3', '5'],
    ['later', '/jira', '0', '0', '5', '2', '2', '5', '3', '5'],
  ]);
  await page.getByRole('searchbox').fill('JIRA');
  await expect(page.getByRole('table').getByRole('link')).toHaveText(['later']);

  await page.getByRole('link', { name: 'later' }).click();
  await expect(heading).toHaveText('Requests');
  later.close();
  await expect(page.getByText('There is no tenant named later. There are: main.')).toBeVisible();
  await page.evaluate("location.hash = '#/tenants/main/projects/NONE'");
  await expect(page.getByText('There is no project NONE in this tenant.')).toBeVisible();
  await page.evaluate("location.hash = '#/tenants/main/widgets'");
  await expect(page.getByText('This page has no view named widgets.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Projects' })).toBeVisible();
});

test('projects, test plans, issues and connections show what they hold @release', async ({ start, look }) => {
  const page = await look(await start(), '#/tenants/main/projects/HELP');
  const go = (view: string) => page.evaluate(`location.hash = '#/tenants/main/${view}'`);
  const follow = (name: string) => page.getByRole('link', { name }).first().click();
  const links = page.getByRole('table').getByRole('link');
  const heading = page.getByRole('heading', { level: 1 });

  expect(await cellsOf(page, 'Default template entries')).toEqual([
    ['130', 'Service request 1472', 'Service Request issue type 10400', 'none'],
    ['131', 'Service request 1472', 'Get help request type 39', 'none'],
  ]);
  await expect(page.locator('dd', { hasText: 'Report an outage' })).toContainText('40');
  await go('projects/DEMO');
  await follow('2 issues');
  await expect(links).toHaveText(['DEMO-1', 'DEMO-2']);

  await go('plans');
  expect(await cellsOf(page, 'Test plans')).toEqual([
    ['QA-2', 'Regression of the login', 'QA', 'Open', '1', 'Tess Tester'],
  ]);
  await follow('QA-2');
  expect(await cellsOf(page, 'Steps of QA-3')).toEqual([
    ['With a password'],
    ['1', 'Open the form', '', 'It opens', 'To do'],
    ['2', 'Enter name and password', 'tess / tess', 'The start page opens', 'To do'],
  ]);
  await follow('QA-1');
  await expect(heading).toHaveText('Log in QA-1');

  await go('issues/DEMO-1');
  await expect(page.locator('main')).toContainText('On every browser.');
  await expect(page.getByRole('article')).toContainText('Seen here too.');

  await go('connections');
  expect((await cellsOf(page, 'Connections')).map((cells) => cells.slice(0, 4))).toEqual([
    ['Corporate AD', '1', 'enabled', '2'],
    ['Partners', '2', 'enabled', '2'],
    ['Old directory', '3', 'disabled', '1'],
  ]);
  await follow('Partners');
  expect(await cellsOf(page, 'Synced users')).toEqual([
    ['guest', 'JIRAUSER10002', 'guest@partner.example', 'Guest & Co'],
    ['tess', 'JIRAUSER10001', 'tess@partner.example', 'Partner Ltd'],
  ]);
});

test('what is hostile is shown as the text it is @release', async ({ start, look }) => {
  const hostile = '<script>document.title = "taken"</script><img src=x onerror=alert(1)>';
  const [template, ...templates] = documentsWorld.templates ?? [];
  const world = {
    ...documentsWorld,
    templates: [{ ...template, name: hostile, fields: { summary: hostile, [hostile]: [hostile] } }, ...templates],
    connections: [{ id: 1, name: hostile, attributes: [hostile] }],
    directoryUsers: [{ connectionId: 1, userKey: 'JIRAUSER10000', values: { [hostile]: hostile } }],
  } as WorldInput;
  const watched = await start({ world });
  await watched.call('POST', `/rest/api/2/${encodeURIComponent(hostile)}`, { json: { summary: hostile } });
  const json = { fields: { project: { key: 'DEMO' }, issuetype: { name: 'Bug' }, summary: hostile } };
  await watched.call('POST', '/rest/api/2/issue', { json });
  const page = await look(watched, '#/tenants/main/requests/1');
  await expect(page.getByRole('region', { name: 'The request in full' })).toContainText(encodeURIComponent(hostile));
  await page.evaluate("location.hash = '#/tenants/main/requests/2'");
  await expect(page.getByRole('region', { name: 'The request in full' })).toContainText('<img src=x onerror=alert(1)>');

  for (const view of ['templates', 'templates/7', 'connections', 'connections/1', 'issues', 'issues/DEMO-3']) {
    await page.evaluate(`location.hash = '#/tenants/main/${view}'`);
    await expect(page.locator('main')).toContainText(hostile);
  }

  await expect(page.locator('main :is(script, img)')).toHaveCount(0);
  expect(await page.title()).not.toBe('taken');
});
