import { expect } from '@playwright/test';
import { exchangeText } from './exchange-text.js';
import { basic, TEMPLATES, test } from './fake-test.js';
import type { Sent } from './fake-test.js';

const errorBody = (...errorMessages: readonly string[]) => ({ errorMessages, errors: {} });

test.describe('bodies', () => {
  const create = { method: 'POST', path: '/template/7' };

  interface BadBody {
    readonly title: string;
    readonly sent: Sent;
    readonly status: number;
    readonly messages: readonly unknown[];
  }

  const bad: readonly BadBody[] = [
    {
      title: 'broken JSON',
      sent: { text: '{"defaults": [' },
      status: 400,
      messages: [expect.stringMatching(/^The body is no JSON: /)],
    },
    {
      title: 'a body that renames the prototype',
      sent: { text: '{"defaults": [{"__proto__": {"projectId": 11101}}]}' },
      status: 400,
      messages: ['The body is no JSON: Object contains forbidden prototype property'],
    },
    {
      title: 'a body that renames the prototype of a constructor',
      sent: { text: '{"constructor": {"prototype": {"x": 1}}, "defaults": []}' },
      status: 400,
      messages: ['The body is no JSON: Object contains forbidden prototype property'],
    },
    {
      title: 'a body that renames the prototype by another spelling',
      sent: { text: '{"defaults": [{"__pr\\u006fto__": {"projectId": 11101}}]}' },
      status: 400,
      messages: ['The body is no JSON: Object contains forbidden prototype property'],
    },
    {
      title: 'no body',
      sent: { contentType: 'application/json' },
      status: 400,
      messages: ['The call needs a body, and none was sent.'],
    },
    {
      title: 'JSON without a content type',
      sent: { json: { defaults: [] }, contentType: null },
      status: 415,
      messages: ['The body has to have the content type application/json; none was sent.'],
    },
    {
      title: 'JSON sent as text',
      sent: { json: { defaults: [] }, contentType: 'text/plain' },
      status: 415,
      messages: ['The body has to have the content type application/json; text/plain was sent.'],
    },
    {
      title: 'JSON that does not fit',
      sent: { json: { defaults: 1 } },
      status: 400,
      messages: ["The body can't be used."],
    },
  ];

  for (const { title, sent, status, messages } of bad) {
    test(`${title} is answered with ${status}`, async ({ open }) => {
      const { tenant, templates } = open();
      const before = tenant.state();

      const reply = await templates(create.method, create.path, sent);

      expect(reply).toMatchObject({ status, body: { errorMessages: messages } });
      expect(tenant.state()).toStrictEqual(before);
    });
  }

  test('a field that does not fit is named', async ({ open }) => {
    const reply = await open().templates('POST', '/template/7', { json: { defaults: [{ projectId: 'x' }] } });

    expect(reply.body).toEqual({
      errorMessages: ["The body can't be used."],
      errors: { 'defaults.0.projectId': 'Invalid input: expected number, received string' },
    });
  });

  test('a content type with a charset is JSON', async ({ open }) => {
    const contentType = 'Application/JSON; charset="utf-8"';

    const reply = await open().templates('POST', '/template/7', {
      json: { defaults: [{ projectKey: 'DEMO', issueTypeIds: [10001] }] },
      contentType,
    });

    expect(reply.status).toBe(200);
  });

  test('a body of a GET is read', async ({ open }) => {
    const reply = await open().templates('GET', '/template/1472', {
      json: { defaults: [{ projectId: 11100, requestTypeIds: [39] }] },
    });

    expect(reply.body).toMatchObject([{ id: 131 }]);
  });

  test('a body of a GET that is sent in pieces is read', async ({ open }) => {
    const { url } = open();
    const { host, pathname, port } = new URL(`${url}${TEMPLATES}/template/1472`);
    const body = '{"defaults": [{"projectId": 11100, "requestTypeIds": [39]}]}';
    const head = [`GET ${pathname} HTTP/1.1`, `Host: ${host}`, `Authorization: ${basic('admin')}`];

    const text = await exchangeText(Number(port), [
      [...head, 'Content-Type: application/json', 'Transfer-Encoding: chunked', 'Connection: close', '', ''].join(
        '\r\n',
      ),
      `5\r\n${body.slice(0, 5)}\r\n`,
      `${(body.length - 5).toString(16)}\r\n${body.slice(5)}\r\n0\r\n\r\n`,
    ]);

    expect(text).toContain('"id":131');
    expect(text).not.toContain('"id":130');
  });

  test('a body of a DELETE is read', async ({ open }) => {
    const reply = await open().templates('DELETE', '/template/1472', {
      json: { defaults: [{ projectId: 11100, requestTypeIds: [39] }] },
    });

    expect(reply.body).toMatchObject({ removed: 1, defaults: [{ id: 131 }] });
  });

  for (const text of ['{}', '']) {
    test(`GET /project/{projectIdOrKey} takes ${text === '' ? 'an empty body' : text} that says it is JSON`, async ({
      open,
    }) => {
      const { templates, call } = open();
      const sent = { text, contentType: 'application/json' };

      expect((await templates('GET', '/project/HELP', sent)).body).toMatchObject([{ id: 130 }, { id: 131 }]);
      expect((await call('GET', '/rest/api/2/myself', sent)).status).toBe(200);
    });
  }

  test('a body over 16 MB is answered with 413', async ({ open }) => {
    const { templates } = open();

    const reply = await templates('POST', '/template/7', { text: `"${'x'.repeat(17 * 1024 * 1024)}"` });

    expect(reply).toMatchObject({
      status: 413,
      body: errorBody('The request body is larger than 16777216 bytes.'),
    });
  });

  test('a body of almost 16 MB is read', async ({ open }) => {
    const reply = await open().templates('POST', '/template/7', { text: `"${'x'.repeat(16 * 1024 * 1024 - 2)}"` });

    expect(reply).toMatchObject({ status: 400, body: { errorMessages: ["The body can't be used."] } });
  });
});
