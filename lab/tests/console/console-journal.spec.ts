import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { test } from './console-test.js';
import type { Watched } from './console-test.js';

const REQUESTS = '#/tenants/main/requests';

/** Three calls: one by tess, one that finds no project, and one that meets nothing. */
async function callThrice({ call }: Watched): Promise<void> {
  const json = { fields: { project: { key: 'DEMO' }, issuetype: { name: 'Bug' }, summary: 'Needle in a body' } };
  await call('POST', '/rest/api/2/issue', { json });
  await call('GET', '/rest/api/2/project/NONE');
  await call('GET', '/rest/api/2/isue/QA-1', { authorization: null });
}

/** The addresses of the requests that are shown, newest first. */
function listed(page: Page) {
  return page.getByRole('list', { name: 'Requests, newest first' }).locator('.path');
}

const detail = (page: Page) => page.getByRole('region', { name: 'The request in full' });

test('a request appears as it is made, before those that were there', async ({ start, look }) => {
  const watched = await start();
  const page = await look(watched, REQUESTS);
  await expect(page.getByText('Nobody has called yet. Requests appear here as they come.')).toBeVisible();

  await watched.call('GET', '/rest/api/2/serverInfo');
  await expect(listed(page)).toHaveText(['/rest/api/2/serverInfo']);
  await watched.call('GET', '/rest/api/2/myself?x=1');

  await expect(listed(page)).toHaveText(['/rest/api/2/myself?x=1', '/rest/api/2/serverInfo']);
  await expect(page.locator('output')).toHaveText('2 requests');
});

test('looking writes nothing into the journal', async ({ start, look }) => {
  const watched = await start();
  const page = await look(watched, REQUESTS);
  await watched.call('GET', '/rest/api/2/serverInfo');
  await expect(listed(page)).toHaveCount(1);

  expect(watched.main.journal()).toHaveLength(1);
  expect(watched.fake.control.unmatched()).toEqual([]);
});

test('a list that is paused stays as it is, until it is followed again', async ({ start, look }) => {
  const watched = await start();
  const page = await look(watched, REQUESTS);
  await page.getByRole('button', { name: 'Live' }).click();
  await watched.call('GET', '/rest/api/2/serverInfo');
  await page.getByRole('button', { name: 'Paused' }).click();

  await expect(listed(page)).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Live' })).toBeVisible();
});

test('a reset empties the list, and what comes then is shown', async ({ start, look }) => {
  const watched = await start();
  await callThrice(watched);
  const page = await look(watched, REQUESTS);
  await expect(listed(page)).toHaveCount(3);

  watched.main.reset();
  await expect(listed(page)).toHaveCount(0);
  await watched.call('GET', '/rest/api/2/serverInfo');

  await expect(listed(page)).toHaveText(['/rest/api/2/serverInfo']);
});

test('requests are filtered by method, status, endpoint, caller, words and failure', async ({ start, look }) => {
  const watched = await start();
  await callThrice(watched);
  const page = await look(watched, REQUESTS);
  const [issue, project, isue] = ['/rest/api/2/issue', '/rest/api/2/project/NONE', '/rest/api/2/isue/QA-1'];
  await expect(listed(page)).toHaveText([isue, project, issue]);

  const choices = [
    ['Method', 'POST', [issue]],
    ['Status', '4xx', [isue, project]],
    ['Status', '201', [issue]],
    ['Endpoint', 'none', [isue]],
    ['Endpoint', 'GET /project/{projectIdOrKey}', [project]],
    ['Caller', 'nobody', [isue]],
  ] as const;
  for (const [label, choice, left] of choices) {
    await page.getByRole('combobox', { name: label }).selectOption(choice);
    await expect(listed(page)).toHaveText([...left]);
    await page.getByRole('button', { name: 'Show all' }).click();
    await expect(listed(page)).toHaveCount(3);
  }
  await page.getByLabel('failed only').check();
  await expect(listed(page)).toHaveText([isue, project]);
  await page.getByLabel('failed only').uncheck();
  await page.getByRole('searchbox').fill('NEEDLE post');
  await expect(listed(page)).toHaveText([issue]);
  await expect(page.locator('output')).toHaveText('1 of 3 requests');
  await page.getByRole('searchbox').fill('nowhere to be found');
  await expect(page.getByText('No request fits these filters.')).toBeVisible();
});

test('filters are in the address, so that a view can be kept', async ({ start, look }) => {
  const watched = await start();
  await callThrice(watched);
  const page = await look(watched, `${REQUESTS}?words=project&failed=on`);
  await expect(listed(page)).toHaveText(['/rest/api/2/project/NONE']);
  await expect(page.getByRole('searchbox')).toHaveValue('project');
  await expect(page.getByLabel('failed only')).toBeChecked();

  await page.getByRole('searchbox').fill('isue');
  await expect(listed(page)).toHaveText(['/rest/api/2/isue/QA-1']);

  expect(new URL(page.url()).hash).toBe(`${REQUESTS}?words=isue&failed=on`);
});

test('a request opens to all that was sent and answered, and to a command that repeats it', async ({ start, look }) => {
  const watched = await start();
  await callThrice(watched);
  const page = await look(watched, REQUESTS);

  await listed(page).getByText('/rest/api/2/issue', { exact: true }).click();

  await expect(detail(page).getByRole('heading').first()).toHaveText('201 POST /rest/api/2/issue');
  await expect(detail(page).getByLabel('Sent', { exact: true })).toContainText('"summary": "Needle in a body"');
  await expect(detail(page).getByLabel('Answered')).toContainText('"key": "DEMO-3"');
  await expect(detail(page)).toContainText('curl -i -X POST -u "$TRACKER_USERNAME:$TRACKER_PASSWORD"');
  await expect(detail(page)).not.toContainText('Authorization');
  expect(new URL(page.url()).hash).toBe(`${REQUESTS}/1`);
});

test('a refused request is listed with the endpoint that was meant, and why', async ({ start, look }) => {
  const watched = await start();
  await watched.call('GET', '/rest/api/2/myself', { authorization: 'Bearer wrong' });
  await watched.call('POST', '/rest/api/2/issue', { text: '{' });
  const page = await look(watched, `${REQUESTS}/1`);

  await expect(page.locator('.requests .met')).toHaveText(['not accepted POST /issue', 'login refused GET /myself']);
  await expect(detail(page).locator('dd', { hasText: 'login refused' })).toContainText('no login was sent');
  await expect(detail(page).locator('.near')).toHaveCount(0);
});

test('a stubbed request is told from one that a fault struck', async ({ start, look }) => {
  const watched = await start({ faults: [{ kind: 'stub', path: '/rest/watchers/**', json: [] }] });
  await watched.call('GET', '/rest/watchers/1.0');
  const page = await look(watched, `${REQUESTS}/1`);

  await expect(page.locator('.requests .met')).toHaveText('stub-1 stubbed');
  await expect(detail(page).locator('.near')).toHaveCount(0);
  await page.getByLabel('failed only').check();
  await expect(page.getByText('No request fits these filters.')).toBeVisible();
});

test('the command is copied', async ({ start, look }) => {
  const watched = await start();
  await callThrice(watched);
  const page = await look(watched, `${REQUESTS}/2`);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);

  await page.getByRole('button', { name: 'Copy' }).click();

  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(
    `curl -i -X GET -u "$TRACKER_USERNAME:$TRACKER_PASSWORD" '${watched.fake.url}/rest/api/2/project/NONE'`,
  );
});

test('a request that met nothing shows what came nearest', async ({ start, look }) => {
  const watched = await start();
  await callThrice(watched);
  const page = await look(watched, `${REQUESTS}/3`);

  await expect(detail(page).getByRole('heading', { name: 'It met nothing. What comes nearest:' })).toBeVisible();
  await expect(detail(page).getByRole('listitem')).toContainText([
    'GET /rest/api/2/issue/{issueIdOrKey}The step is issue, not isue.',
    'issuetype',
    'issueLink',
  ]);
});

test('a request that reached no tracker is found from the requests of a tenant', async ({ start, look }) => {
  const watched = await start({ contextPath: '/jira' });
  await watched.call('GET', '/jria/rest/api/2/myself');
  const page = await look(watched);

  await page.getByRole('link', { name: '1 request' }).click();
  await listed(page).click();

  await expect(detail(page).getByRole('listitem')).toHaveText([
    'GET /jira/rest/api/2/myselfThe step is jira, not jria.',
  ]);
});

test('a request that a fault struck names the fault', async ({ start, look }) => {
  const watched = await start({ faults: [{ kind: 'error-response', status: 503, count: 1 }] });
  await watched.call('GET', '/rest/api/2/myself');
  const page = await look(watched, `${REQUESTS}/1`);

  await expect(listed(page)).toHaveCount(1);
  await expect(page.locator('.requests')).toContainText('error-response-1');
  await expect(detail(page).locator('dd', { hasText: 'error-response-1' })).toContainText('status 503');
});

test('a request that is no longer kept says so', async ({ start, look }) => {
  const watched = await start();
  const page = await look(watched, `${REQUESTS}/99`, { mayComplain: /404/ });

  await expect(detail(page)).toContainText('The journal has no request 99. It has: none.');
});

test('the keyboard is enough to find, read and leave a request', async ({ start, look }) => {
  const watched = await start();
  await callThrice(watched);
  const page = await look(watched, REQUESTS);
  await expect(listed(page)).toHaveCount(3);

  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.locator('.requests a:focus')).toContainText('/rest/api/2/isue/QA-1');
  await page.keyboard.press('Enter');
  await expect(detail(page).getByRole('heading').first()).toHaveText('404 GET /rest/api/2/isue/QA-1');
  await page.keyboard.press('ArrowDown');
  await expect(detail(page).getByRole('heading').first()).toHaveText('404 GET /rest/api/2/project/NONE');
  await page.keyboard.press('End');
  await expect(detail(page).getByRole('heading').first()).toHaveText('201 POST /rest/api/2/issue');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Close' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(detail(page)).toBeHidden();
  await expect(page.locator('.requests a:focus')).toContainText('/rest/api/2/issue');
  expect(new URL(page.url()).hash).toBe(REQUESTS);
});

test('what is new takes the focus from nobody', async ({ start, look }) => {
  const watched = await start();
  await callThrice(watched);
  const page = await look(watched, REQUESTS);
  await listed(page).nth(2).click();
  await expect(detail(page)).toBeVisible();

  await watched.call('GET', '/rest/api/2/serverInfo');

  await expect(listed(page)).toHaveCount(4);
  await expect(page.locator('.requests a:focus')).toContainText('/rest/api/2/issue');
  await expect(detail(page)).toBeVisible();
});

test('of a busy tenant the last thousand requests are listed', async ({ start, look }) => {
  const watched = await start();
  for (let made = 0; made < 1_010; made += 1) await watched.call('GET', `/rest/api/2/serverInfo?call=${made}`);
  const page = await look(watched, REQUESTS);
  await expect(listed(page)).toHaveCount(1_000);

  await watched.call('GET', '/rest/api/2/serverInfo?call=last');

  await expect(listed(page).first()).toContainText('call=last');
  await expect(listed(page)).toHaveCount(1_000);
  await expect(listed(page).last()).toContainText('call=11');
});
