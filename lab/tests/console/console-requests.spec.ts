import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import type { Started } from '../fake/fake-test.js';
import { test as base } from './console-test.js';

const REQUESTS = '#/tenants/main/requests';

const [issue, project, isue] = ['/rest/api/2/issue', '/rest/api/2/project/NONE', '/rest/api/2/isue/QA-1'];

const test = base.extend<{ busy: Started }>({
  /** A fake after three calls: one by the administrator, one that finds no project, and one that meets nothing. */
  busy: async ({ start }, use) => {
    const watched = await start();
    const json = { fields: { project: { key: 'DEMO' }, issuetype: { name: 'Bug' }, summary: 'Needle in a body' } };
    await watched.call('POST', issue, { json });
    await watched.call('GET', project);
    await watched.call('GET', isue, { authorization: null });
    await use(watched);
  },
});

/** The addresses of the requests that are shown, newest first. */
function listed(page: Page) {
  return page.getByRole('list', { name: 'Requests, newest first' }).locator('.path');
}

const focused = (page: Page) => page.locator('.requests a:focus-visible');
const detail = (page: Page) => page.getByRole('region', { name: 'The request in full' });
const title = (page: Page) => detail(page).getByRole('heading').first();

test('a request appears as it is made, unless the list is paused; a reset empties it, and looking writes nothing @release', async ({
  start,
  look,
}) => {
  const watched = await start();
  const page = await look(watched, REQUESTS);
  await expect(page.getByText('Nobody has called yet. Requests appear here as they come.')).toBeVisible();

  await watched.call('GET', '/rest/api/2/serverInfo');
  await expect(listed(page)).toHaveText(['/rest/api/2/serverInfo']);
  await page.getByRole('button', { name: 'Live' }).click();
  await watched.call('GET', '/rest/api/2/myself?x=1');
  await expect(page.getByRole('button', { name: 'Paused' })).toBeVisible();
  await expect(listed(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Paused' }).click();

  await expect(listed(page)).toHaveText(['/rest/api/2/myself?x=1', '/rest/api/2/serverInfo']);
  expect(watched.main.journal()).toHaveLength(2);
  expect(watched.fake.control.unmatched()).toEqual([]);
  watched.main.reset();
  await expect(listed(page)).toHaveCount(0);
});

test('requests are filtered by method, status, endpoint, caller, words and failure, which are in the address @release', async ({
  busy,
  look,
}) => {
  const page = await look(busy, REQUESTS);
  await expect(listed(page)).toHaveText([isue, project, issue]);
  for (const [label, choice, ...left] of [
    ['Method', 'POST', issue],
    ['Status', '4xx', isue, project],
    ['Endpoint', 'none', isue],
    ['Endpoint', 'GET /project/{projectIdOrKey}', project],
    ['Caller', 'nobody', isue],
  ] as const) {
    await page.getByRole('combobox', { name: label }).selectOption(choice);
    await expect(listed(page)).toHaveText(left);
    await page.getByRole('button', { name: 'Reset filters' }).click();
    await expect(listed(page)).toHaveCount(3);
  }
  await page.getByRole('searchbox').fill('NEEDLE post');
  await expect(listed(page)).toHaveText([issue]);
  await expect(page.locator('output')).toHaveText('1 of 3 requests');
  await page.getByRole('searchbox').fill('nowhere to be found');
  await expect(page.getByText('No request fits these filters.')).toBeVisible();

  const kept = await look(busy, `${REQUESTS}?words=rest&failed=on`);
  await expect(listed(kept)).toHaveText([isue, project]);
  await expect(kept.getByRole('searchbox')).toHaveValue('rest');
  await expect(kept.getByLabel('failed only')).toBeChecked();
  await kept.getByRole('searchbox').fill('isue');
  await expect(listed(kept)).toHaveText([isue]);
  expect(new URL(kept.url()).hash).toBe(`${REQUESTS}?words=isue&failed=on`);
});

test('a request opens to all that was sent and answered, and to a command that repeats it and is copied @release', async ({
  busy,
  look,
}) => {
  const page = await look(busy, REQUESTS);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);

  await listed(page).getByText(issue, { exact: true }).click();

  await expect(title(page)).toHaveText(`201 POST ${issue}`);
  await expect(detail(page).getByLabel('Sent', { exact: true })).toContainText('"summary": "Needle in a body"');
  await expect(detail(page).getByLabel('Answered')).toContainText('"key": "DEMO-3"');
  await expect(detail(page)).toContainText('curl -i -X POST -u "$TRACKER_USERNAME:$TRACKER_PASSWORD"');
  await expect(detail(page)).not.toContainText('Authorization');
  expect(new URL(page.url()).hash).toBe(`${REQUESTS}/1`);
  await listed(page).getByText(project).click();
  await expect(title(page)).toHaveText(`404 GET ${project}`);
  await page.getByRole('button', { name: 'Copy' }).click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(
    `curl -i -X GET -u "$TRACKER_USERNAME:$TRACKER_PASSWORD" '${busy.fake.url}${project}'`,
  );
});

test('a request is told to be refused, stubbed or struck by a fault, one that met nothing what came nearest, and one that reached no tracker is found @release', async ({
  start,
  look,
}) => {
  const watched = await start({
    faults: [
      { kind: 'stub', path: '/rest/watchers/**', json: [] },
      { kind: 'error-response', status: 503, path: '/rest/api/2/field', count: 1 },
    ],
  });
  await watched.call('GET', '/rest/api/2/myself', { authorization: 'Bearer wrong' });
  await watched.call('POST', '/rest/api/2/issue', { text: '{' });
  await watched.call('GET', '/rest/watchers/1.0');
  await watched.call('GET', '/rest/api/2/field');
  await watched.call('GET', isue, { authorization: null });
  await watched.call('GET', '/nowhere/rest/api/2/myself');
  const page = await look(watched, `${REQUESTS}/1`, { mayComplain: /404/ });

  const met = ['not accepted POST /issue', 'login refused GET /myself'];
  await expect(page.locator('.requests .met')).toContainText(['error-response-2', 'stub-1 stubbed', ...met]);
  await expect(detail(page).locator('dd', { hasText: 'login refused' })).toContainText('no login was sent');
  await expect(detail(page).locator('.near')).toHaveCount(0);
  await page.evaluate(`location.hash = '${REQUESTS}/4'`);
  await expect(detail(page).locator('dd', { hasText: 'error-response-2' })).toContainText('status 503');
  await page.evaluate(`location.hash = '${REQUESTS}/5'`);
  await expect(detail(page).getByRole('heading', { name: 'It met nothing. What comes nearest:' })).toBeVisible();
  const nearest = 'GET /rest/api/2/issue/{issueIdOrKey}The step is issue, not isue.';
  await expect(detail(page).getByRole('listitem')).toContainText([nearest, 'issuetype', 'issueLink']);
  await page.evaluate(`location.hash = '${REQUESTS}/99'`);
  await expect(detail(page)).toContainText('The journal has no request 99. It has: ');
  await page.getByRole('link', { name: '1 request' }).click();
  await expect(listed(page)).toHaveText(['/nowhere/rest/api/2/myself']);
  await listed(page).click();
  await expect(title(page)).toHaveText('404 GET /nowhere/rest/api/2/myself');
});

test('the keyboard is enough to find, read and leave a request; what is new takes no focus away @release', async ({
  busy,
  look,
}) => {
  const page = await look(busy, REQUESTS);
  await expect(listed(page)).toHaveCount(3);

  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(focused(page)).toContainText(isue);
  await page.keyboard.press('Enter');
  await expect(title(page)).toHaveText(`404 GET ${isue}`);
  await page.keyboard.press('ArrowDown');
  await expect(title(page)).toHaveText(`404 GET ${project}`);
  await busy.call('GET', '/rest/api/2/serverInfo');
  await expect(listed(page)).toHaveCount(4);
  await expect(focused(page)).toContainText(project);
  await expect(detail(page)).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Close' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(detail(page)).toBeHidden();
  await expect(focused(page)).toContainText(project);
  expect(new URL(page.url()).hash).toBe(REQUESTS);
});
