import { expect, mergeTests } from '@playwright/test';
import type { Page } from '@playwright/test';
import { request } from 'undici';
import { documentsWorld } from '../../../fake/worlds/documents.js';
import type { WorldInput } from '../../../contracts/index.js';
import { startTest } from '../fake/fake-test.js';
import type { Started } from '../fake/fake-test.js';
import { contrastsOfText, test as pageTest } from '../pages/page-test.js';
import type { Looks } from '../pages/page-test.js';

const TOKEN = 'open-Sesame-7.+/=';
const REQUESTS = '#/tenants/main/journal';
const [issue, project, isue] = ['/rest/api/2/issue', '/rest/api/2/project/NONE', '/rest/api/2/isue/QA-1'];

const test = mergeTests(startTest, pageTest).extend<{
  look: (started: Started, hash?: string, looks?: Looks) => Promise<Page>;
  /** A fake after three calls: one by the administrator, one that finds no project, and one that meets nothing. */
  busy: Started;
}>({
  look: async ({ visit }, use) => {
    await use(({ fake }, hash = '', looks = {}) =>
      visit(`${fake.url}/${hash}`, looks, (url) => url.startsWith(`${fake.url}/`) || url === 'data:,'),
    );
  },
  busy: async ({ start }, use) => {
    const watched = await start();
    const json = { fields: { project: { key: 'DEMO' }, issuetype: { name: 'Bug' }, summary: 'Needle in a body' } };
    await watched.call('POST', issue, { json });
    await watched.call('GET', project);
    await watched.call('GET', isue, { authorization: null });
    await use(watched);
  },
});

const rows = (page: Page) => page.locator('.list > *');
const urls = (page: Page) => rows(page).locator('.url');
const opened = (page: Page) => page.locator('.list [open] > .inside');
const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const go = (page: Page, hash: string) => page.evaluate(`location.hash = '${hash}'`);

test('a browser at the root or the control path is given the console; others, and paths of a tracker, are not', async ({
  start,
}) => {
  const { fake } = await start();
  const html = 'text/html,application/xhtml+xml,*/*;q=0.8';
  const get = async (path: string, accept: string, method: 'GET' | 'HEAD' | 'POST' = 'GET') => {
    const { statusCode, headers, body } = await request(`${fake.url}${path}`, { method, headers: { accept } });
    return { status: statusCode, headers, text: await body.text() };
  };
  const type = 'text/html;charset=UTF-8';
  for (const path of ['/', '/control', '/control/console?x=1']) {
    expect.soft(await get(path, html), path).toMatchObject({ status: 200, headers: { 'content-type': type } });
  }
  const { headers, text } = await get('/control/console', '*/*');
  expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' });
  expect(headers['content-security-policy']).toMatch(
    /^default-src 'none'; style-src 'sha256-[^']+'; script-src 'sha256-[^']+'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
  );
  expect(text).not.toMatch(/https?:\/\//);
  expect(await get('/', html, 'HEAD')).toMatchObject({ status: 200, text: '' });
  for (const [accept, method] of [['*/*'], ['application/json'], [html, 'POST']] as const) {
    const answer = await get('/', accept, method);
    expect(answer.status).toBe(404);
    expect(answer.text).toContain('At / a browser finds the console; a tracker is asked below its /rest/.');
  }
  const served = await get('/rest/api/2/serverInfo', html);
  expect(served.headers['content-type']).toBe('application/json;charset=UTF-8');
});

test('a fake that ends and starts again is told and shown again', async ({ start, look }) => {
  const first = await start();
  await first.call('GET', '/rest/api/2/myself');
  const page = await look(first, REQUESTS, { mayComplain: /ERR_/ });
  await expect(urls(page)).toHaveCount(1);

  await first.fake.close();
  await expect(page.getByText('The fake does not answer.')).toBeVisible();
  const again = await start({ port: Number(new URL(first.fake.url).port) });
  await again.call('GET', '/rest/api/2/field');

  await expect(urls(page)).toHaveText(['/rest/api/2/field']);
  await expect(page.getByText('The fake does not answer.')).toHaveCount(0);
});

test('the console asks for the token, keeps it in its tab, and shows what it opens', async ({ start, look }) => {
  const watched = await start({ controlToken: TOKEN });
  const page = await look(watched, '#/tenants/main/tables/projects', { mayComplain: /401/ });
  const requests: string[] = [];
  page.on('request', (sent) => requests.push(sent.url()));
  const token = page.getByLabel('Token of the control API');
  await expect(token).toBeFocused();
  await token.fill('not-the-token');
  await page.keyboard.press('Enter');
  await expect(page.getByText('That is not the token of the control API.')).toBeVisible();
  await token.fill(TOKEN);
  await page.keyboard.press('Enter');

  await expect(page.getByText('11101 DEMO')).toBeVisible();
  await page.reload();
  await expect(page.getByText('11101 DEMO')).toBeVisible();
  await expect(token).toBeHidden();
  expect(await page.evaluate('localStorage.length')).toBe(0);
  expect(requests.filter((url) => decodeURIComponent(url).includes(TOKEN))).toStrictEqual([]);
});

test('requests appear as they are made, are filtered by what the address says, and looking writes nothing @release', async ({
  busy,
  look,
}) => {
  const page = await look(busy, REQUESTS);
  await expect(urls(page)).toHaveText([isue, project, issue]);
  const search = page.getByRole('searchbox');
  for (const [words, ...left] of [
    ['post', issue],
    ['/project/{projectidorkey} 404', project],
    ['NOBODY no endpoint', isue],
    ['get needle'],
  ] as const) {
    await search.fill(words);
    await expect(urls(page)).toHaveText(left);
  }
  await expect(page.getByText('No request has these words.')).toBeVisible();

  await page.goto(`${busy.fake.url}/${REQUESTS}?words=rest+no`);
  await page.reload();
  await expect(urls(page)).toHaveText([isue, project]);
  await expect(heading(page)).toHaveText('Requests 2 of 3');
  await expect(search).toHaveValue('rest no');
  await busy.call('GET', '/rest/api/2/project/LATER');
  await expect(urls(page)).toHaveText(['/rest/api/2/project/LATER', isue, project]);
  expect(busy.main.journal()).toHaveLength(4);
  expect(busy.fake.control.unmatched()).toStrictEqual([]);
  busy.main.reset();
  await expect(urls(page)).toHaveCount(0);
});

test('a request shows what struck, stubbed or refused it; those of no tenant have a list @release', async ({
  start,
  look,
}) => {
  const watched = await start();
  watched.main.addFault({ kind: 'stub', path: '/rest/watchers/**', json: {} });
  watched.main.addFault({ kind: 'error-response', status: 503, path: '/rest/api/2/field' });
  await watched.call('GET', '/rest/api/2/myself', { authorization: 'Bearer wrong' });
  await watched.call('POST', issue, { text: '{' });
  await watched.call('GET', '/rest/watchers/1.0');
  await watched.call('GET', '/rest/api/2/field');
  await watched.call('GET', isue, { authorization: null });
  await watched.call('GET', '/nowhere/rest/api/2/myself');
  const page = await look(watched, REQUESTS);

  await expect(rows(page)).toHaveCount(5);
  await expect(rows(page)).toContainText([
    ...['no endpoint', 'error-response-2 GET /field', 'stub-1 stubbed', 'not accepted: POST /issue'],
    'login refused: GET /myself',
  ]);
  await rows(page).last().click();
  await expect(opened(page)).toContainText('To repeat it');
  await expect(rows(page).nth(3)).toContainText('POST');
  await rows(page).nth(3).locator('summary').press('Enter');
  const second = page.locator('.list > :nth-child(4) .inside');
  await expect(second.getByLabel('Sent')).toContainText('{');
  await expect(second.getByLabel('Answered')).toContainText('The body is no JSON');
  await expect(second).not.toContainText('Authorization');
  await expect(second.locator('.copied pre')).toHaveText(
    /^curl -i -X POST -u "\$TRACKER_USERNAME:\$TRACKER_PASSWORD" .*'http.*\/rest\/api\/2\/issue'$/,
  );
  await rows(page).first().click();
  await expect(opened(page).first()).toContainText('Did you mean GET /rest/api/2/issue/{issueIdOrKey}?');
  await page.getByRole('link', { name: 'Reached no tracker' }).click();
  await expect(urls(page)).toHaveText(['/nowhere/rest/api/2/myself']);
});

test('one tenant is opened at once; its tables are searched row by row, and what is not there is told @release', async ({
  start,
  look,
}) => {
  const watched = await start();
  const page = await look(watched, '', { mayComplain: /404/ });
  const follow = (name: string) => page.getByRole('link', { name, exact: true }).first().click();
  await expect(heading(page)).toHaveText('Requests 0');
  await expect(page.getByText('No request has come yet. Each will appear here.')).toBeVisible();
  await page.getByRole('link', { name: /^Data / }).click();
  await expect(heading(page)).toHaveText('projects 5');
  await page.getByRole('link', { name: /^templates / }).click();
  await page.getByText('1472 Service request').click();
  await expect(opened(page)).toContainText('"name": "Service request"');
  await expect(page).toHaveTitle('templates · main · Fake tracker');
  await page.goBack();
  await expect(heading(page)).toHaveText('projects 5');
  await go(page, '#/tenants/main/tables/issues?words=log%20in%20form');
  await expect(rows(page)).toHaveCount(2);
  await expect(rows(page)).toContainText(['QA-1', 'QA-3']);
  await page.getByText('QA-3').click();
  await expect(opened(page)).toContainText('Enter name and password');
  await go(page, '#/tenants/main/tables/users?offset=1');
  await follow('Previous');
  await expect(rows(page)).toHaveCount(3);

  const later = watched.fake.control.open({ name: 'later', contextPath: '/jira' });
  await page.goto(`${watched.fake.url}/`);
  await expect(rows(page)).toHaveCount(2);
  await expect(rows(page)).toContainText(['main', 'later/jira · requests 0 · faults 0']);
  await page.getByRole('searchbox').fill('jira LATER');
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole('searchbox').fill('none');
  await expect(page.getByText('No tenant has these words.')).toBeVisible();
  await page.getByRole('searchbox').fill('later');
  await follow('later');
  await expect(heading(page)).toHaveText('Requests 0');
  later.close();
  await expect(page.getByText('There is no tenant named later. There are: main')).toBeVisible();
  for (const [view, told] of [
    ['tables/projects?id=9', 'There is no such row.'],
    ['tables/things', 'There is no table things. There are: '],
    ['widgets', 'This page has no view tenants/main/widgets.'],
  ] as const) {
    await go(page, `#/tenants/main/${view}`);
    await expect(page.getByText(told)).toBeVisible();
  }
});

test('faults and stubs are added from an example, refused with what was typed kept, and removed @release', async ({
  start,
  look,
}) => {
  const watched = await start();
  const page = await look(watched, '#/tenants/main/faults', { mayComplain: /400/ });
  await expect(page.getByText('No fault and no stub is in force.')).toBeVisible();
  const [json, add] = [page.getByLabel('Fault or stub as JSON'), page.getByRole('button', { name: 'Add' })];
  const examples = await page.getByLabel('Example').locator('option').allTextContents();
  for (const [index, example] of examples.entries()) {
    await page.getByLabel('Example').selectOption(example);
    await add.click();
    await expect(rows(page)).toHaveCount(index + 1);
  }
  watched.main.clearFaults();
  const typed = '{ "kind": "stub", "path": "/rest/watchers/**", "endpoint": "getMyslef" }';
  for (const [text, told] of [
    ['{ "kind"', 'JSON'],
    [typed, "endpoint: There is no endpoint 'getMyslef'. Did you mean getMyself?."],
  ] as const) {
    await json.fill(text);
    await add.click();
    await expect(page.locator('.adding output')).toContainText(told);
    await expect(json).toHaveValue(text);
  }
  expect(watched.main.faults()).toStrictEqual([]);

  await json.fill(typed.replace('"endpoint": "getMyslef"', '"status": 202'));
  await add.click();
  await expect(rows(page)).toHaveCount(1);
  expect(await watched.call('GET', '/rest/watchers/1.0/issue/QA-1')).toMatchObject({ status: 202 });
  await expect(rows(page)).toContainText('applied to 1 of 1 requests');
  await expect(page.getByRole('link', { name: 'Faults and stubs 1' })).toBeVisible();
  await page.getByRole('button', { name: 'Remove stub-8' }).click();
  await expect(page.getByText('stub-8 is removed.')).toBeVisible();
  expect(watched.main.faults()).toStrictEqual([]);
});

const hostile = '<script>document.title = "taken"</script><img src=x onerror=alert(1)>';
const unbroken = 'x'.repeat(200);
const awkward = hostile + unbroken;

test('a console that is wide and light or narrow and dark is legible, and all data is shown as text', async ({
  start,
  look,
}) => {
  const [template, ...templates] = documentsWorld.templates ?? [];
  const changed = { ...template, name: awkward, fields: { summary: awkward, [awkward]: [awkward] } };
  const watched = await start({ world: { ...documentsWorld, templates: [changed, ...templates] } as WorldInput });
  watched.main.addFault({ kind: 'stub', path: '/none', json: { [awkward]: awkward } });
  await watched.call('POST', `/rest/api/2/isue/${encodeURIComponent(awkward)}`, { json: { summary: awkward } });
  const page = await look(watched);

  for (const view of ['journal', 'tables/templates', 'faults']) {
    await go(page, `#/tenants/main/${view}`);
    await rows(page).first().click();
    await expect(page.locator('.list')).toContainText('<img src=x onerror=alert(1)>');
    for (const [width, colorScheme] of [
      [1400, 'light'],
      [360, 'dark'],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      expect.soft(await page.evaluate('document.documentElement.scrollWidth'), view).toBe(width);
      const contrasts = await page.evaluate<[string, number][]>(contrastsOfText);
      const faint = contrasts.filter(([, contrast]) => contrast < 4.5);
      expect.soft(faint, `${view}, ${colorScheme}`).toStrictEqual([]);
    }
  }
  await expect(page.locator('main :is(script, img)')).toHaveCount(0);
  expect(await page.title()).not.toBe('taken');
});
