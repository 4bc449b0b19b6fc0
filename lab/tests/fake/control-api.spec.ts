import { expect } from '@playwright/test';
import { CONTROL_PATH, documentsWorld } from '../../../fake/index.js';
import type { JournalEntry } from '../../../fake/index.js';
import { basic, sender, TEMPLATES, test as base } from './fake-test.js';
import type { Send } from './fake-test.js';

/** The control API of the worker's fake, and a name for a tenant of this test alone. */
const test = base.extend<{ control: Send; name: string }>({
  control: async ({ fake }, use) => {
    await use((method, path, sent) =>
      sender(`${fake.url}${CONTROL_PATH}`)(method, path, { authorization: null, ...sent }),
    );
  },
  name: async ({ control }, use, testInfo) => {
    const name = `of-${testInfo.testId}-${testInfo.repeatEachIndex}`;
    await use(name);
    await control('DELETE', `/tenants/${name}`);
  },
});

interface State {
  readonly templates: readonly { readonly id: number }[];
  readonly users: readonly { readonly name: string }[];
  readonly entries: readonly object[];
}

test('POST /control/tenants opens a tenant that starts as the default world, at its name', async ({
  fake,
  control,
  name,
}) => {
  const opened = await control('POST', '/tenants', { json: { name } });

  expect(opened).toMatchObject({ status: 201, body: { name, contextPath: `/${name}` } });
  const reply = await sender(`${fake.url}/${name}${TEMPLATES}`)('GET', '/template/1472');
  expect(reply.body).toMatchObject([{ id: 130 }, { id: 131 }]);
});

test('POST /control/tenants opens a tenant from a whole world', async ({ fake, control, name }) => {
  const world = { ...documentsWorld, title: 'A world of its own', entries: [] };

  const opened = await control('POST', '/tenants', { json: { name, world } });

  expect(opened.status).toBe(201);
  const call = sender(`${fake.url}/${name}`);
  expect((await call('GET', '/rest/api/2/serverInfo')).body).toMatchObject({ serverTitle: 'A world of its own' });
  expect((await call('GET', `${TEMPLATES}/template/1472`)).body).toEqual([]);
});

test('POST /control/tenants opens a tenant with assumptions', async ({ fake, control, name }) => {
  await control('POST', '/tenants', { json: { name, assumptions: { 'DT-N09': 404 } } });

  const told = await control('GET', `/tenants/${name}`);

  expect(told.body).toMatchObject({ name, contextPath: `/${name}`, assumptions: { 'DT-N09': 404, 'DT-N02': 404 } });
  expect((await sender(`${fake.url}/${name}${TEMPLATES}`)('DELETE', '/template/7')).status).toBe(404);
});

test('POST /control/tenants opens a tenant under a context path of several steps', async ({ fake, control, name }) => {
  const contextPath = `/far/${name}/tracker`;

  const opened = await control('POST', '/tenants', { json: { name, contextPath } });

  expect(opened.body).toEqual({ name, contextPath });
  expect((await sender(`${fake.url}${contextPath}`)('GET', '/rest/api/2/myself')).status).toBe(200);
  expect((await sender(`${fake.url}/${name}`)('GET', '/rest/api/2/myself')).status).toBe(404);
});

test('GET /control/tenants lists the tenant with how much it holds', async ({ control, name }) => {
  await control('POST', '/tenants', { json: { name } });

  const tenants = (await control('GET', '/tenants')).body as { name: string }[];

  expect(tenants.find((tenant) => tenant.name === name)).toMatchObject({
    contextPath: `/${name}`,
    rows: { entries: 2, templates: 2, projects: 5, issues: 5, comments: 1, attachments: 0, connections: 3 },
  });
});

test('rows are added, and are part of the state', async ({ control, name }) => {
  await control('POST', '/tenants', { json: { name } });

  const added = await control('POST', `/tenants/${name}/rows`, {
    json: {
      templates: [{ id: 20, name: 'Added' }],
      entries: [{ id: 21, templateId: 20, projectId: 11101, issueTypeId: 10001 }],
    },
  });

  expect(added).toMatchObject({ status: 204, body: undefined });
  const state = (await control('GET', `/tenants/${name}/state`)).body as State;
  expect(state.templates.map(({ id }) => id)).toEqual([7, 20, 1472]);
  expect(state.entries).toContainEqual({
    id: 21,
    templateId: 20,
    projectId: 11101,
    issueTypeId: 10001,
    transitions: [],
  });
});

test('rows are added all or none', async ({ control, name }) => {
  await control('POST', '/tenants', { json: { name } });
  const before = (await control('GET', `/tenants/${name}/state`)).body;

  const added = await control('POST', `/tenants/${name}/rows`, {
    json: {
      templates: [{ id: 20, name: 'Added' }],
      entries: [{ id: 21, templateId: 22, projectId: 11101, issueTypeId: 10001 }],
    },
  });

  expect(added).toMatchObject({
    status: 400,
    body: { errorMessages: ["The world can't be loaded:\n  - entries.21: no template 22"], errors: {} },
  });
  expect((await control('GET', `/tenants/${name}/state`)).body).toEqual(before);
});

test('a reset goes back to what the tenant started with, and forgets the journal', async ({ fake, control, name }) => {
  await control('POST', '/tenants', { json: { name } });
  const before = (await control('GET', `/tenants/${name}/state`)).body;
  await sender(`${fake.url}/${name}${TEMPLATES}`)('DELETE', '/template/1472');
  await control('POST', `/tenants/${name}/rows`, { json: { templates: [{ id: 20, name: 'Added' }] } });

  expect((await control('POST', `/tenants/${name}/reset`)).status).toBe(204);

  expect((await control('GET', `/tenants/${name}/state`)).body).toEqual(before);
  expect((await control('GET', `/tenants/${name}/journal`)).body).toEqual([]);
});

test('the journal has each request with its answer', async ({ fake, control, name }) => {
  await control('POST', '/tenants', { json: { name } });
  const call = sender(`${fake.url}/${name}`);
  const body = { defaults: [{ projectKey: 'DEMO', issueTypeIds: [10001] }] };
  await call('POST', `${TEMPLATES}/template/7?x=1`, { json: body });
  await call('GET', `${TEMPLATES}/nothing`, { authorization: null });

  const journal = (await control('GET', `/tenants/${name}/journal`)).body as JournalEntry[];

  expect(journal).toMatchObject([
    {
      method: 'POST',
      url: `${TEMPLATES}/template/7?x=1`,
      endpoint: 'POST /template/{templateId}',
      caller: 'admin',
      requestBody: JSON.stringify(body),
      status: 200,
      responseBody: JSON.stringify(body),
    },
    {
      method: 'GET',
      url: `${TEMPLATES}/nothing`,
      endpoint: null,
      caller: null,
      requestBody: '',
      status: 404,
      responseBody: JSON.stringify({ errorMessages: [`Nothing is served at ${TEMPLATES}/nothing.`], errors: {} }),
    },
  ]);
  expect(journal.map(({ id }) => id)).toEqual([1, 2]);
  expect(journal.map(({ duration }) => duration).every((duration) => duration >= 0)).toBe(true);
});

test('the journal holds no credentials, whether they were right or wrong', async ({ fake, control, name }) => {
  const secret = { user: 'q-secret-password-q', token: 'q-secret-token-q', wrong: 'q-wrong-password-q' };
  const world = {
    ...documentsWorld,
    users: [
      { ...documentsWorld.users[0], password: secret.user, token: secret.token },
      ...documentsWorld.users.slice(1),
    ],
  };
  await control('POST', '/tenants', { json: { name, world } });
  const call = sender(`${fake.url}/${name}`);
  const logins = [
    basic('admin', secret.user),
    `Bearer ${secret.token}`,
    basic('admin', secret.wrong),
    `Bearer ${secret.wrong}`,
    `Digest ${secret.wrong}`,
  ];
  const statuses: number[] = [];
  for (const authorization of logins) {
    statuses.push((await call('GET', '/rest/api/2/myself', { authorization })).status);
  }

  const text = JSON.stringify((await control('GET', `/tenants/${name}/journal`)).body);

  expect(statuses).toEqual([200, 200, 401, 401, 401]);
  expect(JSON.parse(text)).toHaveLength(logins.length);
  for (const sent of [...Object.values(secret), ...logins.map((login) => login.split(' ')[1] ?? '')]) {
    expect(text).not.toContain(sent);
  }
});

test('the clock of a tenant is moved forward', async ({ fake, control, name }) => {
  await control('POST', '/tenants', { json: { name } });
  const call = sender(`${fake.url}/${name}`);
  const year = 365 * 24 * 3_600_000;

  expect((await control('POST', `/tenants/${name}/clock`, { json: { milliseconds: year } })).status).toBe(204);

  const fields = { project: { key: 'PLAIN' }, issuetype: { name: 'Task' }, summary: 'Later' };
  const { key } = (await call('POST', '/rest/api/2/issue', { json: { fields } })).body as { key: string };
  const issue = (await call('GET', `/rest/api/2/issue/${key}`)).body as { fields: { created: string } };
  expect(Date.parse(issue.fields.created)).toBeGreaterThan(Date.now() + year - 60_000);
});

test('a reset sets the clock back too', async ({ open }) => {
  const { tenant, call } = open();
  tenant.advance(365 * 24 * 3_600_000);

  tenant.reset();

  await call('GET', '/rest/api/2/myself');
  expect(tenant.journal()[0]?.at).toBeLessThan(Date.now() + 60_000);
});

test('a closed tenant is gone, and its name and context path are free', async ({ fake, control, name }) => {
  await control('POST', '/tenants', { json: { name } });

  expect((await control('DELETE', `/tenants/${name}`)).status).toBe(204);

  expect((await control('GET', `/tenants/${name}`)).status).toBe(404);
  expect((await sender(`${fake.url}/${name}`)('GET', '/rest/api/2/myself')).status).toBe(404);
  expect((await control('POST', '/tenants', { json: { name } })).status).toBe(201);
});

test('tenants do not see what is done in one another', async ({ open }) => {
  const [one, other] = [open(), open()];
  const before = other.tenant.state();

  await one.templates('DELETE', '/template/1472');
  one.tenant.add({ templates: [{ id: 20, name: 'Added' }] });
  one.tenant.advance(1_000_000);

  expect(other.tenant.state()).toStrictEqual(before);
  expect(other.tenant.journal()).toEqual([]);
  expect((await other.templates('GET', '/template/20')).status).toBe(404);
  expect((await other.templates('GET', '/template/1472')).body).toMatchObject([{ id: 130 }, { id: 131 }]);
});

test('POST /control/tenants/{tenant}/users changes how a user logs in, from the next call on', async ({
  fake,
  control,
  name,
}) => {
  await control('POST', '/tenants', { json: { name } });
  const call = sender(`${fake.url}/${name}`);
  const statusOf = async (authorization: string) => (await call('GET', '/rest/api/2/myself', { authorization })).status;
  expect(await statusOf(basic('tess'))).toBe(200);

  const changed = await control('POST', `/tenants/${name}/users`, { json: { name: 'Tess', password: 'other' } });

  expect(changed.status).toBe(204);
  expect(await statusOf(basic('tess'))).toBe(401);
  expect(await statusOf(basic('tess', 'other'))).toBe(200);
  expect(await statusOf('Bearer tess-token')).toBe(200);
  await control('POST', `/tenants/${name}/users`, { json: { name: 'tess', token: null } });
  expect(await statusOf('Bearer tess-token')).toBe(401);
  await control('POST', `/tenants/${name}/users`, { json: { name: 'tess', active: false } });
  expect(await statusOf(basic('tess', 'other'))).toBe(401);
  const unknown = await control('POST', `/tenants/${name}/users`, { json: { name: 'nobody', password: 'x' } });
  expect(unknown).toMatchObject({ status: 400, body: { errorMessages: [expect.stringContaining('nobody: ')] } });
});
