import { expect, test } from '@playwright/test';
import { judge } from '../../../proof/drill/judge/judge.js';
import type { Evidence } from '../../../proof/drill/judge/judge.js';
import { renderDifferences } from '../../../proof/drill/judge/difference.js';

const before = {
  issues: [
    { id: 1, key: 'A-1', fields: { summary: 'Theirs' }, updated: 5 },
    { id: 2, key: 'B-1', fields: { summary: 'The background user’s' }, updated: 5 },
  ],
  comments: [{ id: 11, issueId: 2, body: 'Seen' }],
  workflows: [{ name: 'Flow', initial: { to: 3 } }],
  syncedUsers: [
    { connectionId: 7, userKey: 'ann', username: 'ann', values: { title: '' } },
    { connectionId: 8, userKey: 'ann', username: 'ann', values: { title: '' } },
  ],
  entries: [
    { id: 21, templateId: 500, projectId: 600, issueTypeId: 4, transitions: [] },
    { id: 22, templateId: 900, projectId: 600, requestTypeId: 4, transitions: [] },
  ],
};

/** Evidence without differences: the background user changed issue 2 and removed comment 11, and saw both. */
const amiss: Evidence = {
  before,
  after: {
    ...before,
    issues: [before.issues[0] as object, { id: 2, key: 'B-1', fields: { summary: 'Changed' }, updated: 9 }] as never,
    comments: [],
  },
  book: {
    pages: [{ path: '/issue/B-1', text: '{"summary":"Changed"}', rows: ['issues/2'] }],
    removed: ['comments/11'],
  },
  pages: { '/issue/B-1': '{"summary":"Changed"}' },
};

/** The verdict if a table holds other rows after the run. */
function judgeWith(table: keyof typeof before, rows: readonly object[]): string[] {
  return renderDifferences(judge({ ...amiss, after: { ...amiss.after, [table]: rows } as never }));
}

test('finds nothing if only what the background user has seen is otherwise', () => {
  expect(judge(amiss)).toEqual([]);
});

test('finds a row that was left behind', () => {
  const left = { id: 3, key: 'A-2', fields: { summary: 'Ours [tracker-e2e abcde]' } };

  expect(judgeWith('issues', [...(amiss.after['issues'] ?? []), left])).toEqual([
    expect.stringMatching(/^left behind: issues\/3: .*Ours \[tracker-e2e abcde\]/),
  ]);
});

test('finds a row of a table that was not there before', () => {
  const component = { id: 5, projectId: 600, name: 'tracker-e2e lease' };

  const differences = judge({ ...amiss, after: { ...amiss.after, components: [component] } });

  expect(differences).toMatchObject([{ kind: 'left behind', what: 'components/5' }]);
});

test('finds a pre-existing row that is gone', () => {
  expect(judgeWith('entries', before.entries.slice(1))).toEqual([expect.stringMatching(/^deleted: entries\/21: /)]);
});

test('finds a pre-existing row that differs in one byte, and says where', () => {
  const [theirs, backgroundUsers] = amiss.after['issues'] ?? [];

  expect(judgeWith('issues', [{ ...theirs, updated: 6 }, backgroundUsers as object])).toEqual([
    expect.stringMatching(/^changed: issues\/1: was ….*"updated":5.*…, is ….*"updated":6/),
  ]);
});

test('tells rows apart by what their table tells them apart by', () => {
  const [one, other] = before.syncedUsers as [object, object];

  expect(judgeWith('syncedUsers', [one, { ...other, values: { title: 'Ms' } }])).toEqual([
    expect.stringMatching(/^changed: syncedUsers\/8\/ann: /),
  ]);
  expect(judgeWith('workflows', [{ name: 'Flow', initial: { to: 4 } }])).toEqual([
    expect.stringMatching(/^changed: workflows\/Flow: /),
  ]);
});

test('finds an entry that was made again, as it has another id', () => {
  const [theirs, other] = before.entries as [object, object];

  expect(judgeWith('entries', [theirs, { ...other, id: 99 }])).toEqual([
    expect.stringMatching(/^deleted: entries\/22: /),
    expect.stringMatching(/^left behind: entries\/99: /),
  ]);
});

test('finds what the background user touched and somebody changed after that', () => {
  const differences = judge({ ...amiss, pages: { '/issue/B-1': '{"summary":"Chanted"}' } });

  expect(renderDifferences(differences)).toEqual([
    'changed: /issue/B-1: not as the background user last saw it: was …{"summary":"Changed"}…, is …{"summary":"Chanted"}…',
  ]);
});

test('finds what the background user touched and somebody removed after that', () => {
  const differences = judge({ ...amiss, pages: { '/issue/B-1': undefined } });

  expect(differences).toMatchObject([{ kind: 'deleted', what: '/issue/B-1' }]);
});

test('finds what the background user removed and is back again', () => {
  expect(judgeWith('comments', before.comments)).toEqual([expect.stringMatching(/^back again: comments\/11: /)]);
});

test('refuses rows that it can’t tell apart', () => {
  expect(() => judgeWith('comments', [{ issueId: 2 }])).toThrow('A row of comments has no id');
  expect(() => judgeWith('workflows', [...before.workflows, ...before.workflows])).toThrow(
    'The tracker holds two rows that are called workflows/Flow.',
  );
});

test('says the first twenty differences, and how many more there are', () => {
  const rows = Array.from({ length: 23 }, (_, index) => ({ id: 100 + index }));

  const lines = judgeWith('comments', rows);

  expect(lines).toHaveLength(21);
  expect(lines.at(-1)).toBe('and 3 more');
});
