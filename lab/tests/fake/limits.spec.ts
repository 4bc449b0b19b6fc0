import { expect } from '@playwright/test';
import { matchPattern } from '../../../fake/server/match-pattern.js';
import type { PatternStep } from '../../../fake/server/match-pattern.js';
import { runFinder } from '../../../fake/tracker/search/texts.js';
import type { WorldAdditions } from '../../../contracts/index.js';
import { sender, test } from './fake-test.js';

const across: PatternStep = { kind: 'run', within: false };
const within: PatternStep = { kind: 'run', within: true };
const text = (part: string): PatternStep => ({ kind: 'text', text: part });

/** Every text of up to so many of some letters. */
function textsOf(letters: string, length: number): string[] {
  if (length === 0) return [''];
  const shorter = textsOf(letters, length - 1);
  return [
    ...shorter,
    ...shorter
      .filter((one) => one.length === length - 1)
      .flatMap((one) => Array.from(letters).map((letter) => one + letter)),
  ];
}

test('a pattern matches what the expression matches that says the same', () => {
  const patterns = textsOf('xyz', 5).map((word) => Array.from(word));
  const steps = { x: [within, text('a')], y: [across, text('b/')], z: [text('a')] } as const;
  const parts = { x: '[^/]*a', y: '.*b/', z: 'a' } as const;
  const texts = textsOf('ab/', 6);
  for (const pattern of patterns) {
    const letters = pattern as (keyof typeof steps)[];
    const expression = new RegExp(`^${letters.map((letter) => parts[letter]).join('')}$`);
    const wanted = texts.filter((one) => expression.test(one));

    const matched = texts.filter((one) =>
      matchPattern(
        one,
        letters.flatMap((letter) => steps[letter]),
      ),
    );

    expect(matched, pattern.join('')).toEqual(wanted);
  }
});

test('a run of words is found wherever it stands', () => {
  const found = (list: string, wanted: string) => runFinder(Array.from(wanted))(Array.from(list));
  const texts = textsOf('ab', 8);

  const wrong = texts.flatMap((list) =>
    textsOf('ab', 4)
      .filter((wanted) => found(list, wanted) !== list.includes(wanted))
      .map((wanted) => `${wanted} in ${list}`),
  );

  expect(wrong).toEqual([]);
});

const many = <Item>(count: number, make: (index: number) => Item) =>
  Array.from({ length: count }, (_, index) => make(index));
const issues = (count: number, fields: Readonly<Record<string, unknown>> = {}) =>
  many(count, (index) => ({
    id: 20_000 + index,
    key: `DEMO-${20_000 + index}`,
    issueTypeId: 10001,
    reporter: 'JIRAUSER10001',
    fields: { summary: 'x', ...fields },
  }));

const tooMuch = expect.stringMatching(/^The request takes more than \d+ steps/) as unknown;

test('a clock can not be moved beyond what moments can be written of', async ({ fake, open }) => {
  const { tenant, call } = open();
  const control = sender(fake.url);
  const path = `/control/tenants/${tenant.name}/clock`;

  const replies = [];
  for (let index = 0; index < 3; index += 1) {
    replies.push(await control('POST', path, { json: { milliseconds: Number.MAX_SAFE_INTEGER } }));
  }

  expect(replies.map(({ status }) => status)).toEqual([400, 400, 400]);
  expect(replies[0]?.body).toMatchObject({
    errorMessages: ["The clock can't be moved beyond 9999-01-01T00:00:00.000Z."],
  });
  expect(await call('GET', '/rest/api/2/serverInfo')).toMatchObject({ status: 200 });
});

const histories = (count: number, words: string) =>
  many(count, (index) => ({
    id: 30_000 + index,
    issueId: 20_000,
    author: 'JIRAUSER10001',
    created: '2026-01-01T09:00:00.000+0000',
    items: [{ field: 'status', fieldtype: 'jira' as const, from: '1', fromString: words, to: '3', toString: words }],
  }));
const search = (jql: string, more = {}) => ['POST', '/rest/api/2/search', { jql, ...more }] as const;
const anyOf = (count: number, clause: string) => many(count, () => clause).join(' OR ');
const task = { project: { key: 'DEMO' }, issuetype: { name: 'Task' }, summary: 'x' };

type Costly = readonly [
  what: string,
  rows: WorldAdditions,
  call: readonly [method: string, path: string, json?: unknown],
];

/** Calls that ask for much in few words. */
const costly: readonly Costly[] = [
  ['conditions on texts', { issues: issues(300) }, search(anyOf(6_000, 'text~"a b"'))],
  [
    'long texts',
    { issues: issues(100, { description: 'a '.repeat(16_000) }) },
    search(anyOf(3_000, 'text~"\\"a b\\""')),
  ],
  [
    'words with wildcards',
    { issues: issues(50, { description: 'a'.repeat(30_000) }) },
    search(anyOf(200, `text~"a${'*a'.repeat(30)}b"`)),
  ],
  ['histories', { issues: issues(1), histories: histories(5_000, '') }, search(anyOf(4_000, 'status was Done'))],
  [
    'new issues',
    {},
    [
      'POST',
      '/rest/api/2/issue/bulk',
      {
        issueUpdates: many(8_000, () => ({
          fields: task,
          update: { worklog: [{ add: { timeSpent: '1h' } }] },
        })),
      },
    ],
  ],
];

for (const [what, rows, [method, path, body]] of costly) {
  test(`a call can not ask for the work of minutes: ${what}`, async ({ open }) => {
    const { tenant, call } = open();
    tenant.add(rows);
    const { revision } = tenant.describe();
    const before = tenant.rows('issues').total;

    const reply = await call(method, path, body === undefined ? {} : { json: body });

    const { errorMessages = [] } = reply.body as { errorMessages?: string[] };
    expect([reply.status, errorMessages.slice(0, 2)]).toEqual([400, [tooMuch]]);
    expect([tenant.describe().revision, tenant.rows('issues').total]).toEqual([revision, before]);
  });
}

test('a request is not compared with very many long patterns', async ({ open }) => {
  const { tenant, call } = open();
  const path = many(100, (index) => `/rest${'**a'.repeat(150)}b${index}`);
  for (let fault = 0; fault < 100; fault += 1) tenant.addFault({ kind: 'stub', path });

  const reply = await call('GET', `/rest/api/${'a'.repeat(12_000)}`);

  expect(reply).toMatchObject({ status: 400, body: { errorMessages: [tooMuch] } });
});

const unwieldy: readonly (readonly [what: string, text: string, reason: string])[] = [
  ['opening brackets', '['.repeat(8_000_000), 'nests more than 1000'],
  ['names', `{${many(1_300_000, (index) => `"${index.toString(36)}":1`).join()}}`, 'holds more than 100000 values'],
];

for (const [what, text, reason] of unwieldy) {
  test(`a body of very many ${what} is refused before it is parsed`, async ({ fake }) => {
    const reply = await sender(fake.url)('POST', '/control/tenants', { text, authorization: null });

    expect(reply).toMatchObject({ status: 400, body: { errorMessages: [expect.stringContaining(reason)] } });
  });
}

test('brackets and commas in a text are no values', async ({ open }) => {
  const { call } = open();

  const description = `${'[,'.repeat(300_000)}\\"`;
  const reply = await call('POST', '/rest/api/2/search', { json: { jql: description } });

  expect(reply).toMatchObject({ status: 400, body: { errorMessages: ['A JQL query has at most 100000 characters.'] } });
});
