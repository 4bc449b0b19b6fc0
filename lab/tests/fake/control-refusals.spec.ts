import { expect } from '@playwright/test';
import { CONTROL_PATH, documentsWorld } from '../../../fake/index.js';
import { sender, test } from './fake-test.js';
import type { Sent } from './fake-test.js';

interface Refusal {
  readonly title: string;
  /** Method and path; `{tenant}` stands for the name of an open tenant. */
  readonly call: string;
  readonly sent?: Sent;
  readonly status: number;
  readonly message: string;
}

const routes =
  'GET /tenants, POST /tenants, GET /tenants/{tenant}, DELETE /tenants/{tenant}, GET /tenants/{tenant}/state, ' +
  'GET /tenants/{tenant}/tables/{table}, POST /tenants/{tenant}/rows, POST /tenants/{tenant}/reset, ' +
  'GET /tenants/{tenant}/journal, GET /tenants/{tenant}/journal/{request}, POST /tenants/{tenant}/clock, ' +
  'POST /tenants/{tenant}/synchronize, POST /tenants/{tenant}/work, POST /tenants/{tenant}/directory, ' +
  'POST /tenants/{tenant}/users, ' +
  'POST /tenants/{tenant}/properties, POST /tenants/{tenant}/restart, GET /tenants/{tenant}/faults, ' +
  'POST /tenants/{tenant}/faults, DELETE /tenants/{tenant}/faults, DELETE /tenants/{tenant}/faults/{fault}, ' +
  'GET /unmatched, GET /unmatched/{request}, GET /openapi.json';

const refusals: readonly Refusal[] = [
  {
    title: 'an unknown route',
    call: 'GET /worlds',
    status: 404,
    message: `The control API has no GET /worlds. It has: ${routes}.`,
  },
  {
    title: 'a method the route does not have',
    call: 'PUT /tenants/{tenant}/state',
    status: 404,
    message: `The control API has no PUT /tenants/{tenant}/state. It has: ${routes}.`,
  },
  {
    title: 'no route at all',
    call: 'GET ',
    status: 404,
    message: `The control API has no GET . It has: ${routes}.`,
  },
  {
    title: 'a name that is taken',
    call: 'POST /tenants',
    sent: { json: { name: '{tenant}' } },
    status: 409,
    message: 'There is a tenant named {tenant} already.',
  },
  {
    title: 'a context path that is taken',
    call: 'POST /tenants',
    sent: { json: { contextPath: '/{tenant}' } },
    status: 409,
    message: 'The context path /{tenant} is that of the tenant {tenant} already.',
  },
  ...['/rest', '/secure/x', '/control', 'jira', '/jira/', '/a b', '/jira/rest/deep', '/..', '/a/./b'].map(
    (contextPath) => ({
      title: `the context path ${contextPath}`,
      call: 'POST /tenants',
      sent: { json: { contextPath } },
      status: 400,
      message: `The context path ${contextPath} can't be used: it is empty or like /jira, and not /rest, /secure or /control.`,
    }),
  ),
  {
    title: 'a name with a slash',
    call: 'POST /tenants',
    sent: { json: { name: 'a/b' } },
    status: 400,
    message: 'name: Invalid string: must match pattern /^[\\w.-]+$/',
  },
  ...['.', '..'].map((name) => ({
    title: `the name ${name}`,
    call: 'POST /tenants',
    sent: { json: { name, contextPath: '/named-by-dots' } },
    status: 400,
    message: `A tenant can't be named ${name}: no client sends that as a step of a path.`,
  })),
  {
    title: 'a name of more than 200 characters',
    call: 'POST /tenants',
    sent: { json: { name: 'a'.repeat(201), contextPath: '/long' } },
    status: 400,
    message: 'The name of a tenant has at most 200 characters; it would have 201.',
  },
  {
    title: 'a context path of more than 200 characters',
    call: 'POST /tenants',
    sent: { json: { contextPath: `/${'a'.repeat(200)}` } },
    status: 400,
    message: 'The context path of a tenant has at most 200 characters; it would have 201.',
  },
  {
    title: 'a part of a table by too many words',
    call: `GET /tenants/{tenant}/tables/issues?words=${Array.from({ length: 51 }, (_, index) => `w${index}`).join('+')}`,
    status: 400,
    message: 'Rows are asked for by at most 50 words; 51 were sent.',
  },
  {
    title: 'a world nobody loaded',
    call: 'POST /tenants',
    sent: { json: { world: 'large' } },
    status: 404,
    message: 'There is no world named large. There are: default.',
  },
  {
    title: 'a world with a fault',
    call: 'POST /tenants',
    sent: { json: { world: { ...documentsWorld, version: '9' } } },
    status: 400,
    message: "The world can't be loaded:\n  - version: a version such as 9.12.0",
  },
  {
    title: 'an assumption with a value it can not take',
    call: 'POST /tenants',
    sent: { json: { assumptions: { 'DT-N09': 'often' } } },
    status: 400,
    message: "The assumptions can't be used: DT-N09: Invalid input: expected number, received string.",
  },
  {
    title: 'an assumption nobody knows',
    call: 'POST /tenants',
    sent: { json: { assumptions: { 'DT-N99': 1 } } },
    status: 400,
    message: 'The assumptions can\'t be used: Unrecognized key: "DT-N99".',
  },
  {
    title: 'assumptions that are a list',
    call: 'POST /tenants',
    sent: { json: { assumptions: [] } },
    status: 400,
    message: 'assumptions: Invalid input: expected record, received array',
  },
  {
    title: 'a property nobody knows',
    call: 'POST /tenants',
    sent: { json: { title: 'x' } },
    status: 400,
    message: 'The body: Unrecognized key: "title"',
  },
  {
    title: 'rows that are no object',
    call: 'POST /tenants/{tenant}/rows',
    sent: { json: null },
    status: 400,
    message: "The world can't be loaded:\n  - the document: Invalid input: expected object, received null",
  },
  {
    title: 'rows of a kind nobody knows',
    call: 'POST /tenants/{tenant}/rows',
    sent: { json: { remarks: [] } },
    status: 400,
    message: 'The world can\'t be loaded:\n  - the document: Unrecognized key: "remarks"',
  },
  {
    title: 'a clock that goes back',
    call: 'POST /tenants/{tenant}/clock',
    sent: { json: { milliseconds: -1 } },
    status: 400,
    message: 'milliseconds: Too small: expected number to be >=0',
  },
  {
    title: 'a body that is no JSON',
    call: 'POST /tenants',
    sent: { text: '{"name"' },
    status: 400,
    message: 'The body is no JSON: ',
  },
  {
    title: 'a body that renames the prototype',
    call: 'POST /tenants',
    sent: { text: '{"__proto__": {"name": "x"}}' },
    status: 400,
    message: 'The body is no JSON: Object contains forbidden prototype property',
  },
  {
    title: 'a body without a content type',
    call: 'POST /tenants',
    sent: { text: '{}', contentType: null },
    status: 415,
    message: 'The body has to have the content type application/json; none was sent.',
  },
  {
    title: 'a name with a broken percent-encoding',
    call: 'GET /tenants/%E0%A4%A',
    status: 400,
    message: 'URI malformed',
  },
  ...['GET /tenants', 'POST /tenants', 'DELETE /tenants/{tenant}', 'POST /tenants/{tenant}/reset'].map((call) => ({
    title: `${call} of a page of another origin`,
    call,
    sent: { headers: { origin: 'https://evil.example' } },
    status: 403,
    message: "The control API can't be called by pages of https://evil.example.",
  })),
];

for (const { title, call, sent = {}, status, message } of refusals) {
  test(`${title} is refused`, async ({ fake, open }) => {
    const { tenant } = open({ name: `refuses-${test.info().testId}` });
    const before = tenant.state();
    const named = (text: string) => text.replaceAll('{tenant}', tenant.name);
    const [method = '', path = ''] = call.split(' ');

    const reply = await sender(`${fake.url}${CONTROL_PATH}`)(method, named(path), withNames(sent, named));

    expect(reply).toMatchObject({ status, body: { errors: {} } });
    const { errorMessages } = reply.body as { errorMessages: string[] };
    expect(errorMessages.map((text) => text.replaceAll(tenant.name, '{tenant}')).join()).toContain(message);
    expect(tenant.state()).toStrictEqual(before);
  });
}

const unopened = [
  { call: 'GET ' },
  { call: 'DELETE ' },
  { call: 'GET /state' },
  { call: 'POST /rows', sent: { json: {} } },
  { call: 'POST /reset' },
  { call: 'GET /journal' },
  { call: 'POST /clock', sent: { json: { milliseconds: 1 } } },
];

for (const { call, sent } of unopened) {
  const [method = '', path = ''] = call.split(' ');
  test(`${method} /control/tenants/{tenant}${path} refuses a tenant that is not open`, async ({ fake }) => {
    const reply = await sender(`${fake.url}${CONTROL_PATH}`)(method, `/tenants/closed${path}`, sent);

    expect(reply).toMatchObject({ status: 404, body: { errors: {} } });
    expect((reply.body as { errorMessages: string[] }).errorMessages[0]).toMatch(/^There is no tenant named closed\./);
  });
}

test('a page of the fake itself may call', async ({ fake, open }) => {
  const { tenant } = open();

  const reply = await sender(`${fake.url}${CONTROL_PATH}`)('GET', `/tenants/${tenant.name}`, {
    headers: { origin: fake.url },
  });

  expect(reply.status).toBe(200);
});

test('a name that a method of objects has is that of no tenant', async ({ fake }) => {
  expect((await sender(`${fake.url}${CONTROL_PATH}`)('GET', '/tenants/constructor')).status).toBe(404);
});

/** What is sent, with names put into its JSON. */
function withNames(sent: Sent, named: (text: string) => string): Sent {
  return sent.json === undefined ? sent : { ...sent, json: JSON.parse(named(JSON.stringify(sent.json))) };
}
