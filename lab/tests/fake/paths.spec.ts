import { expect } from '@playwright/test';
import { sender, TEMPLATES, test } from './fake-test.js';

const errorBody = (...errorMessages: readonly string[]) => ({ errorMessages, errors: {} });

test.describe('paths', () => {
  test('an unknown path is answered with 404 and what was asked for', async ({ open }) => {
    const reply = await open().call('GET', '/rest/api/2/nothing?x=1');

    expect(reply).toMatchObject({ status: 404, body: errorBody('Nothing is served at /rest/api/2/nothing.') });
    expect(reply.headers['content-type']).toBe('application/json;charset=UTF-8');
  });

  test('a path outside every tracker is answered with 404 and where there are trackers', async ({ fake, open }) => {
    const { tenant } = open();

    const reply = await sender(fake.url)('GET', '/nowhere/rest/api/2/myself');

    expect(reply.status).toBe(404);
    const [message] = (reply.body as { errorMessages: string[] }).errorMessages;
    expect(message).toMatch(/^No tracker is served at \/nowhere\/rest\/api\/2\/myself\. There are trackers at: /);
    expect(message).toContain(tenant.contextPath);
  });

  test('a method the path does not have is answered with 405 and those it has', async ({ open }) => {
    const reply = await open().templates('PUT', '/template/7');

    expect(reply).toMatchObject({
      status: 405,
      body: errorBody(`PUT is not served at ${TEMPLATES}/template/7; GET, HEAD, POST, DELETE are.`),
    });
    expect(reply.headers['allow']).toBe('GET, HEAD, POST, DELETE');
  });

  test('a path with one method names that one', async ({ open }) => {
    const reply = await open().templates('POST', '/project/HELP/template/7/issuetype/1');

    expect(reply.headers['allow']).toBe('DELETE');
  });

  test('a method nobody serves is answered with 405 too', async ({ open }) => {
    expect((await open().templates('PATCH', '/template/7')).status).toBe(405);
  });

  for (const path of ['/template/%E0%A4%A', '/project/%zz']) {
    test(`the broken percent-encoding ${path} is answered with 400`, async ({ open }) => {
      const reply = await open().templates('GET', path);

      expect(reply.status).toBe(400);
      expect(reply.body).toMatchObject({ errors: {} });
    });
  }

  test('percent-encoded parameters are decoded once', async ({ open }) => {
    expect((await open().templates('GET', '/project/%48ELP')).status).toBe(200);
    expect((await open().templates('GET', '/project/%2548ELP')).body).toEqual(
      errorBody("No project could be found with id or key '%48ELP'."),
    );
  });

  for (const type of ['issuetype/39.5', 'issuetype/-1', 'requesttype/38.5', 'issuetype/1e1', 'issuetype/134217728']) {
    test(`a type that is none, as in ${type}, stands for no entry`, async ({ open }) => {
      const { tenant, templates } = open();
      const before = tenant.state().entries;

      const reply = await templates('DELETE', `/template/1472/${type}`);

      expect(before).not.toEqual([]);
      expect(JSON.stringify(reply.body)).not.toContain('"removed":1');
      expect(tenant.state().entries).toEqual(before);
    });
  }

  test('the own API answers under latest as under 2', async ({ open }) => {
    const { call } = open();

    const latest = await call('GET', '/rest/api/latest/project/HELP');

    expect(latest.status).toBe(200);
    expect(latest.body).toEqual((await call('GET', '/rest/api/2/project/HELP')).body);
  });

  test('a world that moves an API serves it there and nowhere else', async ({ open }) => {
    const { call } = open({
      basePaths: {
        'default-templates': '/rest/moved/1',
        'directory-sync': '/rest/ext/ad/1.0/public',
        'test-management': '/rest/tms/1.0/api',
        tracker: '/rest/api/2',
        'service-desk': '/rest/servicedeskapi',
        secure: '/secure',
        auth: '/rest/auth/1',
      },
    });

    expect((await call('GET', '/rest/moved/1/template/1472')).status).toBe(200);
    expect((await call('GET', `${TEMPLATES}/template/1472`)).status).toBe(404);
  });
});
