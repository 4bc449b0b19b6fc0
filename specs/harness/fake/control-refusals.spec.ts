import { expect } from '@playwright/test';
import { CONTROL_PATH, documentsWorld } from '../../../fake/index.js';
import { sender, test } from './fake-test.js';
import type { Sent } from './fake-test.js';

interface Refusal {
  readonly title: string;
  /** Method and path; `{space}` stands for the name of an open space. */
  readonly call: string;
  readonly sent?: Sent;
  readonly status: number;
  readonly message: string;
}

const routes =
  'GET /spaces, POST /spaces, GET /spaces/{space}, DELETE /spaces/{space}, GET /spaces/{space}/state, ' +
  'GET /spaces/{space}/tables/{table}, POST /spaces/{space}/rows, POST /spaces/{space}/reset, ' +
  'GET /spaces/{space}/journal, GET /spaces/{space}/journal/{request}, POST /spaces/{space}/clock, ' +
  'POST /spaces/{space}/synchronize, POST /spaces/{space}/work, POST /spaces/{space}/directory, ' +
  'POST /spaces/{space}/properties, POST /spaces/{space}/restart, GET /spaces/{space}/faults, ' +
  'POST /spaces/{space}/faults, DELETE /spaces/{space}/faults, DELETE /spaces/{space}/faults/{fault}, ' +
  'GET /strays, GET /strays/{request}';

const refusals: readonly Refusal[] = [
  {
    title: 'an unknown route',
    call: 'GET /worlds',
    status: 404,
    message: `The control API has no GET /worlds. It has: ${routes}.`,
  },
  {
    title: 'a method the route does not have',
    call: 'PUT /spaces/{space}/state',
    status: 404,
    message: `The control API has no PUT /spaces/{space}/state. It has: ${routes}.`,
  },
  {
    title: 'no route at all',
    call: 'GET ',
    status: 404,
    message: `The control API has no GET . It has: ${routes}.`,
  },
  {
    title: 'a name that is taken',
    call: 'POST /spaces',
    sent: { json: { name: '{space}' } },
    status: 409,
    message: 'There is a space named {space} already.',
  },
  {
    title: 'a context path that is taken',
    call: 'POST /spaces',
    sent: { json: { contextPath: '/{space}' } },
    status: 409,
    message: 'The context path /{space} is that of the space {space} already.',
  },
  ...['/rest', '/secure/x', '/control', 'jira', '/jira/', '/a b', '/jira/rest/deep'].map((contextPath) => ({
    title: `the context path ${contextPath}`,
    call: 'POST /spaces',
    sent: { json: { contextPath } },
    status: 400,
    message: `The context path ${contextPath} can't be used: it is empty or like /jira, and not /rest, /secure or /control.`,
  })),
  {
    title: 'a name with a slash',
    call: 'POST /spaces',
    sent: { json: { name: 'a/b' } },
    status: 400,
    message: 'name: Invalid string: must match pattern /^[\\w.-]+$/',
  },
  {
    title: 'a world nobody loaded',
    call: 'POST /spaces',
    sent: { json: { world: 'large' } },
    status: 404,
    message: 'There is no world named large. There are: default.',
  },
  {
    title: 'a world with a fault',
    call: 'POST /spaces',
    sent: { json: { world: { ...documentsWorld, version: '9' } } },
    status: 400,
    message: "The world can't be loaded:\n  - version: a version such as 9.12.0",
  },
  {
    title: 'an assumption with a value it can not take',
    call: 'POST /spaces',
    sent: { json: { assumptions: { 'DT-N09': 'often' } } },
    status: 400,
    message: "The assumptions can't be used: DT-N09: Invalid input: expected number, received string.",
  },
  {
    title: 'an assumption nobody knows',
    call: 'POST /spaces',
    sent: { json: { assumptions: { 'DT-N99': 1 } } },
    status: 400,
    message: 'The assumptions can\'t be used: Unrecognized key: "DT-N99".',
  },
  {
    title: 'assumptions that are a list',
    call: 'POST /spaces',
    sent: { json: { assumptions: [] } },
    status: 400,
    message: 'assumptions: Invalid input: expected record, received array',
  },
  {
    title: 'a property nobody knows',
    call: 'POST /spaces',
    sent: { json: { title: 'x' } },
    status: 400,
    message: 'The body: Unrecognized key: "title"',
  },
  {
    title: 'rows that are no object',
    call: 'POST /spaces/{space}/rows',
    sent: { json: null },
    status: 400,
    message: "The world can't be loaded:\n  - the document: Invalid input: expected object, received null",
  },
  {
    title: 'rows of a kind nobody knows',
    call: 'POST /spaces/{space}/rows',
    sent: { json: { comments: [] } },
    status: 400,
    message: 'The world can\'t be loaded:\n  - the document: Unrecognized key: "comments"',
  },
  {
    title: 'a clock that goes back',
    call: 'POST /spaces/{space}/clock',
    sent: { json: { milliseconds: -1 } },
    status: 400,
    message: 'milliseconds: Too small: expected number to be >=0',
  },
  {
    title: 'a body that is no JSON',
    call: 'POST /spaces',
    sent: { text: '{"name"' },
    status: 400,
    message: 'The body is no JSON: ',
  },
  {
    title: 'a body that renames the prototype',
    call: 'POST /spaces',
    sent: { text: '{"__proto__": {"name": "x"}}' },
    status: 400,
    message: 'The body is no JSON: Object contains forbidden prototype property',
  },
  {
    title: 'a body without a content type',
    call: 'POST /spaces',
    sent: { text: '{}', contentType: null },
    status: 415,
    message: 'The body has to have the content type application/json; none was sent.',
  },
  {
    title: 'a name with a broken percent-encoding',
    call: 'GET /spaces/%E0%A4%A',
    status: 400,
    message: 'URI malformed',
  },
  ...['GET /spaces', 'POST /spaces', 'DELETE /spaces/{space}', 'POST /spaces/{space}/reset'].map((call) => ({
    title: `${call} of a page of another origin`,
    call,
    sent: { headers: { origin: 'https://evil.example' } },
    status: 403,
    message: "The control API can't be called by pages of https://evil.example.",
  })),
];

for (const { title, call, sent = {}, status, message } of refusals) {
  test(`${title} is refused`, async ({ fake, open }) => {
    const { space } = open({ name: `refuses-${test.info().testId}` });
    const before = space.state();
    const named = (text: string) => text.replaceAll('{space}', space.name);
    const [method = '', path = ''] = call.split(' ');

    const reply = await sender(`${fake.url}${CONTROL_PATH}`)(method, named(path), withNames(sent, named));

    expect(reply).toMatchObject({ status, body: { errors: {} } });
    const { errorMessages } = reply.body as { errorMessages: string[] };
    expect(errorMessages.map((text) => text.replaceAll(space.name, '{space}')).join()).toContain(message);
    expect(space.state()).toStrictEqual(before);
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
  test(`${method} /control/spaces/{space}${path} refuses a space that is not open`, async ({ fake }) => {
    const reply = await sender(`${fake.url}${CONTROL_PATH}`)(method, `/spaces/closed${path}`, sent);

    expect(reply).toMatchObject({ status: 404, body: { errors: {} } });
    expect((reply.body as { errorMessages: string[] }).errorMessages[0]).toMatch(/^There is no space named closed\./);
  });
}

test('a page of the fake itself may call', async ({ fake, open }) => {
  const { space } = open();

  const reply = await sender(`${fake.url}${CONTROL_PATH}`)('GET', `/spaces/${space.name}`, {
    headers: { origin: fake.url },
  });

  expect(reply.status).toBe(200);
});

test('a name that a method of objects has is that of no space', async ({ fake }) => {
  expect((await sender(`${fake.url}${CONTROL_PATH}`)('GET', '/spaces/constructor')).status).toBe(404);
});

/** What is sent, with names put into its JSON. */
function withNames(sent: Sent, named: (text: string) => string): Sent {
  return sent.json === undefined ? sent : { ...sent, json: JSON.parse(named(JSON.stringify(sent.json))) };
}
