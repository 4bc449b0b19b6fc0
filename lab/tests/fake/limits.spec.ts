import { expect } from '@playwright/test';
import { matchPattern } from '../../../fake/server/match-pattern.js';
import type { PatternStep } from '../../../fake/server/match-pattern.js';
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

const anyOf = (count: number, clause: string) => many(count, () => clause).join(' OR ');

/** Queries that ask for much in few words. */
const costly = [
  ['conditions on texts', issues(300), anyOf(6_000, 'text~"a b"')],
  ['words with wildcards', issues(50, { description: 'a'.repeat(30_000) }), anyOf(200, `text~"a${'*a'.repeat(30)}b"`)],
] as const;

for (const [what, rows, jql] of costly) {
  test(`a query can not ask for the work of minutes: ${what}`, async ({ open }) => {
    const { tenant, call } = open();
    tenant.add({ issues: rows });

    const reply = await call('POST', '/rest/api/2/search', { json: { jql } });

    expect(reply).toMatchObject({ status: 400, body: { errorMessages: [tooMuch] } });
  });
}

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
