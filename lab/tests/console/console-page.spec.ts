import { expect, mergeTests } from '@playwright/test';
import type { Page } from '@playwright/test';
import { request } from 'undici';
import { documentsWorld } from '../../../fake/index.js';
import type { WorldInput } from '../../../contracts/index.js';
import { startTest } from '../fake/fake-test.js';
import type { Started } from '../fake/fake-test.js';
import { contrastsOfText, test as pageTest } from '../pages/page-test.js';
import type { Looks } from '../pages/page-test.js';

const TOKEN = 'open-Sesame-7.+/=';
const REQUESTS = '#/tenants/main/requests';
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

/** The links that open the rows of the list. */
const listed = (page: Page) => page.getByRole('table').locator('td.name a');
const opened = (page: Page) => page.getByRole('region', { name: 'The open row' });
const title = (page: Page) => opened(page).getByRole('heading').first();
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
  await expect(listed(page)).toHaveCount(1);

  await first.fake.close();
  await expect(page.getByText('The fake does not answer.')).toBeVisible();
  const again = await start({ port: Number(new URL(first.fake.url).port) });
  await again.call('GET', '/rest/api/2/field');

  await expect(listed(page)).toHaveText(['/rest/api/2/field']);
  await expect(page.getByText('The fake does not answer.')).toHaveCount(0);
});

test('the console asks for the token, keeps it in its tab, and shows what it opens', async ({ start, look }) => {
  const watched = await start({ controlToken: TOKEN });
  const page = await look(watched, '#/tenants/main/data/projects', { mayComplain: /401/ });
  const requests: string[] = [];
  page.on('request', (sent) => requests.push(sent.url()));
  const token = page.getByLabel('Token of the control API');
  await expect(token).toBeFocused();
  await token.fill('not-the-token');
  await page.getByRole('button', { name: 'Open' }).click();
  await expect(page.getByText('That is not the token of the control API.')).toBeVisible();
  await token.fill(TOKEN);
  await page.getByRole('button', { name: 'Open' }).click();

  await expect(page.getByRole('link', { name: 'DEMO' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('link', { name: 'DEMO' })).toBeVisible();
  await expect(token).toHaveCount(0);
  expect(requests.filter((url) => decodeURIComponent(url).includes(TOKEN))).toEqual([]);
});

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
  // The page asks once a second.
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  await expect(listed(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Paused' }).click();

  await expect(listed(page)).toHaveText(['/rest/api/2/myself?x=1', '/rest/api/2/serverInfo']);
  expect(watched.main.journal()).toHaveLength(2);
  expect(watched.fake.control.unmatched()).toEqual([]);
  watched.main.reset();
  await expect(listed(page)).toHaveCount(0);
});

test('requests are filtered by method, status and words, which are in the address @release', async ({ busy, look }) => {
  const page = await look(busy, REQUESTS);
  await expect(listed(page)).toHaveText([isue, project, issue]);
  for (const [label, choice, ...left] of [
    ['Method', 'POST', issue],
    ['Method', '', isue, project, issue],
    ['Status', 'failed', isue, project],
  ] as const) {
    await page.getByLabel(label).selectOption(choice);
    await expect(listed(page)).toHaveText(left);
  }
  for (const [words, ...left] of [
    ['NOBODY no endpoint', isue],
    ['/project/{projectidorkey} 404', project],
    ['needle'],
  ]) {
    await page.getByRole('searchbox').fill(words ?? '');
    await expect(listed(page)).toHaveText(left);
  }
  await expect(page.getByText('No request fits these filters.')).toBeVisible();

  const kept = await look(busy, `${REQUESTS}?words=rest&status=4xx`);
  await expect(listed(kept)).toHaveText([isue, project]);
  await expect(heading(kept)).toHaveText('Requests 2 of 3');
  await expect(kept.getByRole('searchbox')).toHaveValue('rest');
  await kept.getByRole('searchbox').fill('isue');
  await expect(listed(kept)).toHaveText([isue]);
  expect(new URL(kept.url()).hash).toBe(`${REQUESTS}?words=isue&status=4xx`);
});

test('a request opens to all that was sent and answered, and to a command that repeats it and is copied @release', async ({
  busy,
  look,
}) => {
  const page = await look(busy, REQUESTS);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);

  await listed(page).getByText(issue, { exact: true }).click();

  await expect(title(page)).toHaveText(`201 POST ${issue}`);
  await expect(opened(page).getByLabel('Sent', { exact: true })).toContainText('"summary": "Needle in a body"');
  await expect(opened(page).getByLabel('Answered')).toContainText('"key": "DEMO-3"');
  await expect(opened(page)).not.toContainText('Authorization');
  expect(new URL(page.url()).hash).toBe(`${REQUESTS}/1`);
  await listed(page).getByText(project).click();
  await expect(title(page)).toHaveText(`404 GET ${project}`);
  await page.getByRole('button', { name: 'Copy' }).click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(
    `curl -i -X GET -u "$TRACKER_USERNAME:$TRACKER_PASSWORD" '${busy.fake.url}${project}'`,
  );
});

test('a request shows what struck, stubbed or refused it, or what it came near to; those of no tenant have a list @release', async ({
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
  const page = await look(watched, REQUESTS, { mayComplain: /404/ });

  const met = ['no endpoint', 'error-response-2 GET /field', 'stub-1 stubbed', 'not accepted: POST /issue'];
  await expect(page.getByRole('table').locator('td[data-label=Endpoint]')).toHaveText([
    ...met,
    'login refused: GET /myself',
  ]);
  await go(page, `${REQUESTS}/1`);
  await expect(opened(page)).toContainText('login refused: GET /myself');
  await expect(opened(page).locator('.near')).toHaveCount(0);
  await go(page, `${REQUESTS}/5`);
  await expect(opened(page).getByRole('heading', { name: 'It met nothing. What comes nearest:' })).toBeVisible();
  const nearest = 'GET /rest/api/2/issue/{issueIdOrKey}The step is issue, not isue.';
  await expect(opened(page).getByRole('listitem')).toContainText([nearest, 'issuetype', 'issueLink']);
  await go(page, `${REQUESTS}/99`);
  await expect(opened(page)).toContainText('The journal has no request 99. It has: ');
  await page.getByRole('link', { name: 'Reached no tracker 1' }).click();
  await expect(listed(page)).toHaveText(['/nowhere/rest/api/2/myself']);
  await listed(page).click();
  await expect(title(page)).toHaveText('404 GET /nowhere/rest/api/2/myself');
});

test('the keyboard is enough to find, read and leave a request; what is new takes no focus away @release', async ({
  busy,
  look,
}) => {
  const focused = (page: Page) => page.locator('td.name a:focus-visible');
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
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Close' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(opened(page)).toBeHidden();
  await expect(focused(page)).toContainText(project);
  expect(new URL(page.url()).hash).toBe(REQUESTS);
});

test('one tenant is opened at once; rows lead to those they name, to their own and back, and to what is not there @release', async ({
  start,
  look,
}) => {
  const watched = await start();
  const page = await look(watched, '', { mayComplain: /404/ });
  const follow = (name: string) => page.getByRole('link', { name, exact: true }).first().click();

  await expect(heading(page)).toHaveText('Requests 0');
  expect(new URL(page.url()).hash).toBe(REQUESTS);
  await page.getByRole('link', { name: /^Data / }).click();
  await expect(heading(page)).toHaveText('Projects 5');
  await follow('HELP');
  await expect(title(page)).toHaveText('HELP Projects 11100');
  await opened(page).getByRole('link', { name: 'Entries 2' }).click();
  await expect(page.locator('.head')).toContainText('Only Project HELP');
  await follow('Service request');
  await expect(title(page)).toHaveText('Service request Templates 1472');
  await expect(page).toHaveTitle('Templates · main · Fake tracker');
  await page.goBack();
  await expect(heading(page)).toHaveText('Entries 2');
  await go(page, '#/tenants/main/data/issues?words=log%20in%20form');
  await expect(listed(page)).toHaveText(['QA-1', 'QA-3']);
  await follow('QA-3');
  const steps = page.getByRole('table', { name: 'Steps rows' }).locator('tbody tr').last();
  await expect(steps).toContainText('Enter name and password, tess / tess, The start page opens');
  await go(page, '#/tenants/main/data/syncedUsers/2/guest');
  await expect(opened(page)).toContainText('guest@partner.example');

  const later = watched.fake.control.open({ name: 'later', contextPath: '/jira' });
  await page.goto(`${watched.fake.url}/`);
  await expect(listed(page)).toHaveText(['main', 'later']);
  await page.getByRole('searchbox').fill('JIRA');
  await expect(page.getByRole('table').locator('tbody tr td')).toContainText([
    'later',
    '/jira',
    '',
    '0',
    '0',
    '5',
    '2',
    '5',
  ]);
  await follow('later');
  await expect(heading(page)).toHaveText('Requests 0');
  later.close();
  await expect(page.getByText('There is no tenant named later. There are: main.')).toBeVisible();
  for (const [view, told] of [
    ['data/projects/9', 'There is no such row in this tenant: Projects 9.'],
    ['data/things', 'There is no table things. There are: '],
    ['widgets', 'This page has no view named widgets.'],
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
  const rows = page.getByRole('table').locator('tbody tr');
  for (const option of await page.getByLabel('Example').locator('option').all()) {
    await page.getByLabel('Example').selectOption(await option.getAttribute('value'));
    await add.click();
    await expect(page.getByText('It is in force.')).toBeVisible();
    await page.getByRole('button', { name: 'Remove all' }).click();
    await expect(page.getByText('All are removed.')).toBeVisible();
  }
  const typed = '{ "kind": "stub", "path": "/rest/watchers/**", "endpoint": "getMyslef" }';
  for (const [text, told] of [
    ['{ "kind"', 'JSON'],
    [typed, "endpoint: There is no endpoint 'getMyslef'. Did you mean getMyself?."],
  ] as const) {
    await json.fill(text);
    await add.click();
    await expect(page.locator('output')).toContainText(told);
    await expect(json).toHaveValue(text);
  }
  expect(watched.main.faults()).toEqual([]);

  await json.fill(typed.replace('"endpoint": "getMyslef"', '"status": 202'));
  await add.click();
  await expect(rows).toHaveCount(1);
  expect(await watched.call('GET', '/rest/watchers/1.0/issue/QA-1')).toMatchObject({ status: 202 });
  await expect(rows).toContainText('1 of 1');
  await expect(page.getByRole('link', { name: 'Faults and stubs 1' })).toBeVisible();
  await page.getByRole('button', { name: 'Remove stub-8' }).click();
  await expect(page.getByText('stub-8 is removed.')).toBeVisible();
  expect(watched.main.faults()).toEqual([]);
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
  watched.main.addFault({ kind: 'stub', caller: hostile });
  const page = await look(watched, `${REQUESTS}/1`);
  await expect(opened(page)).toContainText('<img src=x onerror=alert(1)>');

  for (const view of ['data/templates', 'data/templates/7', 'data/connections/1', 'data/syncedUsers', 'faults']) {
    await go(page, `#/tenants/main/${view}`);
    await expect(page.locator('main')).toContainText('<img src=x onerror=alert(1)>');
  }

  await expect(page.locator('main :is(script, img)')).toHaveCount(0);
  expect(await page.title()).not.toBe('taken');
});

const unbroken = 'x'.repeat(200);
/** Views by what follows the `#`, each with something that it shows when it is complete. */
const views = [
  ['/tenants', 'table'],
  ['/tenants/main/requests', 'table'],
  ['/tenants/main/requests/2', '.near'],
  ['/tenants/main/data/issues/12005', 'dl'],
  ['/tenants/main/data/issues?words=xxx', 'table'],
  ['/tenants/main/faults', 'table'],
] as const;

test('a console that is wide and light or narrow and dark is legible, whatever is in it', async ({ start, look }) => {
  const watched = await start();
  const fields = { project: { key: 'DEMO' }, issuetype: { name: 'Bug' }, summary: unbroken, labels: [unbroken] };
  watched.main.addFault({ kind: 'stub', path: `/${unbroken}`, json: { [unbroken]: unbroken } });
  await watched.call('POST', '/rest/api/2/issue', { json: { fields } });
  await watched.call('GET', `/rest/api/2/isue/${unbroken}?${unbroken}=${unbroken}`);
  const page = await look(watched);

  for (const [view, sign] of views) {
    await go(page, view);
    await expect(page.locator(sign).first()).toBeAttached();
    for (const [width, colorScheme] of [
      [1400, 'light'],
      [360, 'dark'],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      expect.soft(await page.evaluate('document.documentElement.scrollWidth'), view).toBe(width);
      const contrasts = await page.evaluate<[string, number][]>(contrastsOfText);
      const faint = contrasts.filter(([, contrast]) => contrast < 4.5);
      expect.soft(faint, `${view}, ${colorScheme}`).toEqual([]);
    }
  }
});

test('in a browser, a page of another origin changes nothing and reads nothing', async ({ start, visit }) => {
  const { fake, main } = await start();
  const other = await start();
  main.add({ templates: [{ id: 20, name: 'Stays' }] });
  const page = await visit(`${other.fake.url}/rest/api/2/serverInfo`, { mayComplain: /40[34]/ }, () => true);

  const outcomes = await page.evaluate<string[], string>(async (url) => {
    const outcome = (sent: Promise<Response>) => sent.then(({ type }) => type).catch(() => 'refused');
    return [
      await outcome(fetch(`${url}/tenants/main/reset`, { method: 'POST', mode: 'no-cors' })),
      await outcome(fetch(`${url}/tenants/main`, { mode: 'no-cors' })),
    ];
  }, `${fake.url}/control`);

  expect(outcomes).toEqual(['opaque', 'opaque']);
  expect(main.rows('templates', { where: { id: ['20'] } }).total).toBe(1);
});
