import { expect } from '@playwright/test';
import { matchPattern } from '../../../fake/server/match-pattern.js';
import type { PatternStep } from '../../../fake/server/match-pattern.js';
import { findRun } from '../../../fake/tracker/search/texts.js';
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
  const found = (list: string, wanted: string) => findRun(Array.from(list), Array.from(wanted));
  const texts = textsOf('ab', 8);

  const wrong = texts.flatMap((list) =>
    textsOf('ab', 4)
      .filter((wanted) => found(list, wanted) !== list.includes(wanted))
      .map((wanted) => `${wanted} in ${list}`),
  );

  expect(wrong).toEqual([]);
});

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

test('a world has no moments that there are not', async ({ fake, open }) => {
  const { tenant } = open();
  const issue = { id: 9_000, key: 'DEMO-900', issueTypeId: 10001, reporter: 'JIRAUSER10001', fields: { summary: 'x' } };

  const reply = await sender(fake.url)('POST', `/control/tenants/${tenant.name}/rows`, {
    json: { issues: [{ ...issue, created: '2026-99-99T99:99:99.000+0000' }] },
  });

  expect(reply.status).toBe(400);
});

test('rows are not nested deeper than they can be written', async ({ fake, open }) => {
  const { tenant } = open();
  const control = sender(fake.url);
  const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
  const row = `{"id":9000,"key":"DEMO-900","issueTypeId":10001,"reporter":"JIRAUSER10001","fields":{"description":${deep}}}`;

  const reply = await control('POST', `/control/tenants/${tenant.name}/rows`, { text: `{"issues":[${row}]}` });

  expect(reply).toMatchObject({
    status: 400,
    body: { errorMessages: ['The body nests more than 1000 lists and objects in each other.'] },
  });
  expect(await control('GET', `/control/tenants/${tenant.name}/state`)).toMatchObject({ status: 200 });
});

test('of very many faults in a body the first are told', async ({ open }) => {
  const { call } = open();

  const reply = await call('POST', '/rest/api/2/search', { json: { fields: Array.from({ length: 1_000 }, () => 1) } });

  expect(reply.status).toBe(400);
  const { errors } = reply.body as { errors: Record<string, string> };
  expect(Object.keys(errors)).toHaveLength(21);
  expect(errors['body']).toBe('980 more problems');
});

test('sub-tasks of sub-tasks are removed however deep they stand', async ({ open }) => {
  const { tenant, call } = open();
  const first = 20_000;
  tenant.add({
    issues: Array.from({ length: 15_000 }, (_, index) => ({
      id: first + index,
      key: `DEMO-${first + index}`,
      issueTypeId: 10001,
      reporter: 'JIRAUSER10001',
      fields: { summary: 'x' },
      ...(index > 0 && { parent: `DEMO-${first + index - 1}` }),
    })),
  });

  const reply = await call('DELETE', `/rest/api/2/issue/${first}?deleteSubtasks=true`);

  expect(reply.status).toBe(204);
  expect(tenant.rows('issues', { words: `DEMO-${first}` }).total).toBe(0);
});

test('a short call can not ask for very many issues', async ({ open }) => {
  const { call } = open();
  const keys = (key: string) => Array.from({ length: 1_000 }, () => key);

  const reply = await call('POST', '/rest/tms/1.0/api/testplan/add-test-case-templates', {
    json: { testPlanKeys: keys('QA-2'), testCaseTemplateKeys: keys('QA-1') },
  });

  expect(reply).toMatchObject({
    status: 400,
    body: { errorMessages: [expect.stringContaining('One call writes at most 100000 issues and rows of steps')] },
  });
});
