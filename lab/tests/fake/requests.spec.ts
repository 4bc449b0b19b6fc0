import { expect } from '@playwright/test';
import { refusalRules } from '../../../contracts/index.js';
import type { Refusals } from '../../../contracts/index.js';
import { basic, TEMPLATES, test } from './fake-test.js';
import type { Sent } from './fake-test.js';

interface Request {
  readonly sent?: Sent;
  readonly status?: number;
  /** The message of the refusal, or the answer. */
  readonly told?: RegExp | object;
}

const ofRequestType = { json: { defaults: [{ projectId: 11100, requestTypeIds: [39] }] } };
const forbidden = { status: 400, told: /^The body is no JSON: Object contains forbidden prototype property$/ };
const both = [{ id: 130 }, { id: 131 }];
const noType = { defaults: [{ projectKey: 'DEMO', issueTypeIds: [10001] }] };

/** Requests to the default-template API. */
const requests: readonly (readonly [what: string, call: string, request: Request])[] = [
  [
    'broken JSON',
    'POST /template/7',
    { sent: { text: '{"defaults": [' }, status: 400, told: /^The body is no JSON: / },
  ],
  ...[
    '{"defaults": [{"__proto__": {"projectId": 11101}}]}',
    '{"constructor": {"prototype": {"x": 1}}, "defaults": []}',
    '{"defaults": [{"__pr\\u006fto__": {"projectId": 11101}}]}',
  ].map((text) => [`a prototype in ${text}`, 'POST /template/7', { sent: { text }, ...forbidden }] as const),
  [
    'no body',
    'POST /template/7',
    { sent: { contentType: 'application/json' }, status: 400, told: /^The call needs a body, and none was sent\.$/ },
  ],
  [
    'JSON without a content type',
    'POST /template/7',
    { sent: { json: { defaults: [] }, contentType: null }, status: 415, told: /application\/json; none was sent\.$/ },
  ],
  [
    'JSON sent as text',
    'POST /template/7',
    { sent: { json: { defaults: [] }, contentType: 'text/plain' }, status: 415, told: /; text\/plain was sent\.$/ },
  ],
  [
    'a compressed body',
    'POST /template/7',
    { sent: { text: '{}', headers: { 'content-encoding': 'gzip' } }, status: 415, told: /the content encoding gzip/ },
  ],
  [
    'a field that does not fit',
    'POST /template/7',
    {
      sent: { json: { defaults: [{ projectId: 'x' }] } },
      status: 400,
      told: {
        errorMessages: ["The body can't be used."],
        errors: { 'defaults.0.projectId': 'Invalid input: expected number, received string' },
      },
    },
  ],
  [
    'a content type with a charset',
    'POST /template/7',
    { sent: { json: noType, contentType: 'Application/JSON; charset="utf-8"' } },
  ],
  ['a GET with a body', 'GET /template/1472', { sent: ofRequestType, told: [{ id: 131 }] }],
  [
    'a DELETE with a body',
    'DELETE /template/1472',
    { sent: ofRequestType, told: { removed: 1, defaults: [{ id: 131 }] } },
  ],
  ...['{}', ''].map((text) => {
    const sent = { text, contentType: 'application/json' };
    return [`a GET with '${text}' that says it is JSON`, 'GET /project/HELP', { sent, told: both }] as const;
  }),
  [
    'a body over 16 MB',
    'POST /template/7',
    { sent: { text: `"${'x'.repeat(17 * 1024 * 1024)}"` }, status: 413, told: /larger than 16777216 bytes\.$/ },
  ],
  ['an unknown path', 'GET /nothing?x=1', { status: 404, told: /^Nothing is served at .*\/nothing\.$/ }],
  [
    'a method the path does not have',
    'PUT /template/7',
    { status: 405, told: /^PUT is not served at .*\/template\/7; GET, HEAD, POST, DELETE are\.$/ },
  ],
  ...['/template/%E0%A4%A', '/project/%zz'].map(
    (path) => [`broken percent-encoding in ${path}`, `GET ${path}`, { status: 400, told: { errors: {} } }] as const,
  ),
  ['percent-encoding', 'GET /project/%48ELP', { told: both }],
  ['percent-encoding, which is decoded once', 'GET /project/%2548ELP', { status: 404, told: /id or key '%48ELP'\.$/ }],
];

test('a request is answered, or refused with the reason', async ({ open }) => {
  for (const [what, call, { sent, status = 200, told = {} }] of requests) {
    const [method = '', path = ''] = call.split(' ');

    const reply = await open().templates(method, path, sent);

    expect.soft(reply, what).toMatchObject({
      status,
      body: bodyOf(told),
      headers: { 'content-type': 'application/json;charset=UTF-8' },
    });
  }
});

function bodyOf(told: RegExp | object): object {
  return told instanceof RegExp ? { errorMessages: [expect.stringMatching(told)] } : told;
}

test('the tracker’s API answers under latest too, and one that a world moves only there', async ({ open }) => {
  const paths = {
    ...{ 'directory-sync': '/rest/ext/ad/1.0/public', 'test-management': '/rest/tms/1.0/api', tracker: '/rest/api/2' },
    ...{ 'service-desk': '/rest/servicedeskapi', secure: '/secure', auth: '/rest/auth/1' },
  };
  const { call } = open({ basePaths: { ...paths, 'default-templates': '/rest/moved/1' } });

  const latest = await call('GET', '/rest/api/latest/project/HELP');

  expect(latest).toMatchObject({ status: 200, body: (await call('GET', '/rest/api/2/project/HELP')).body });
  expect((await call('GET', '/rest/moved/1/template/1472')).status).toBe(200);
  expect((await call('GET', `${TEMPLATES}/template/1472`)).status).toBe(404);
});

test.describe('a browser', () => {
  const browser = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' };
  const elsewhere = { origin: 'https://elsewhere.example.com' };
  const noCheck = { 'x-atlassian-token': 'no-check' };
  const EDIT = ['PUT', '/rest/api/2/issue/DEMO-1'] as const;

  const requests = [
    { title: 'of another origin', headers: { ...browser, ...elsewhere }, status: 403 },
    { title: 'of another origin with no-check', headers: { ...browser, ...elsewhere, ...noCheck }, status: 403 },
    {
      title: 'from a link elsewhere',
      headers: { ...browser, referer: 'https://elsewhere.example.com/page' },
      status: 403,
    },
    { title: 'of no origin, such as a file', headers: { ...browser, origin: 'null' }, status: 403 },
    { title: 'that says nothing of its origin', headers: browser, status: 204 },
    { title: 'of a program, whatever its origin', headers: elsewhere, status: 204 },
  ];

  test('changes nothing by a request of another origin', async ({ open }) => {
    for (const { title, headers, status } of requests) {
      const reply = await open().call(...EDIT, { json: { fields: { summary: 'Forged' } }, headers });

      expect.soft(reply.status, title).toBe(status);
    }
  });
});

test('an override that throws is answered with 500, whatever it throws, and the fake serves on', async ({ start }) => {
  for (const thrown of [new Error('rows are missing'), 'rows are missing', undefined]) {
    const getServerInfo = () => {
      // oxlint-disable-next-line typescript/only-throw-error -- what is no error is thrown on purpose
      throw thrown;
    };
    const { call } = await start({
      override: (implementation) => ({ ...implementation, handlers: { ...implementation.handlers, getServerInfo } }),
    });
    const body = { errorMessages: [expect.stringMatching(/^The fake failed: ./)], errors: {} };
    for (const path of ['/rest/api/2/serverInfo', '/rest/api/2/serverInfo?again']) {
      expect(await call('GET', path)).toMatchObject({ status: 500, body });
    }
  }
});

test.describe('refusals', () => {
  /** A call of each API that wants a JSON body. */
  const calls = {
    'default-templates': ['POST', '/rest/api/it/1.0/default-template/template/7'],
    'directory-sync': ['PUT', '/rest/ext/ad/1.0/public/update'],
    'test-management': ['POST', '/rest/tms/1.0/api/testplan/copy'],
  } as const;
  /** What is refused for each reason, in the order of the statuses. */
  const bad: readonly Sent[] = [
    { text: '{}', authorization: null },
    { text: '{}', authorization: basic('admin', 'wrong') },
    { text: '{' },
    { text: '[]' },
    { text: '{}', contentType: 'text/plain' },
  ];
  const statuses = { noLogin: 404, wrongLogin: 403, unreadableBody: 422, wrongTypes: 409, mediaType: 406 };
  const shapes: Readonly<Record<Refusals['body'], object>> = {
    errorMessages: { body: { errorMessages: [expect.any(String)], errors: expect.any(Object) } },
    message: { body: { message: expect.any(String), 'status-code': expect.any(Number) } },
    text: { body: expect.stringMatching(/^[A-Z][^{]+/) },
    empty: { body: undefined },
  };

  for (const [body, shape] of Object.entries(shapes) as [Refusals['body'], object][]) {
    test(`have the statuses of ${Object.values(refusalRules).join(', ')}, and the body ${body}`, async ({ open }) => {
      const refusals = { ...statuses, body };
      const { call } = open({ assumptions: { 'DT-N17': refusals, 'AD-N14': refusals, 'TM-N17': refusals } });

      for (const [method, path] of Object.values(calls)) {
        const replies = await Promise.all(bad.map((sent) => call(method, path, sent)));
        expect(replies).toMatchObject(Object.values(statuses).map((status) => ({ status, ...shape })));
      }
      // The tracker's own API refuses as ever.
      const own = await Promise.all(bad.map((sent) => call('POST', '/rest/api/2/issue', sent)));
      expect(own.map(({ status }) => status)).toEqual([401, 401, 400, 400, 415]);
    });
  }
});
