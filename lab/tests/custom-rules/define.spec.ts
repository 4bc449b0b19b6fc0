import { expect, test } from '@playwright/test';
import { coversWith, defineEndpoints, defineRules } from '../../../fixtures/index.js';

const text = ['own', 'Section 1', 'It holds.'] as const;

test('defineRules gives documented rules under a name, and refuses every id that is none of one’s own', () => {
  const untyped = defineRules as (name: string, rows: Readonly<Record<string, typeof text>>) => unknown;

  expect(defineRules('Watchers', { 'WATCH-1': text })).toEqual({
    'WATCH-1': { kind: 'documented', api: 'Watchers', scope: 'own', section: 'Section 1', text: 'It holds.' },
  });
  expect(() => untyped('Mine', { 'DT-13': text, 'TM-99': text, 'WA-N01': text, 'W-1': text, 'WA-01': text })).toThrow(
    "The rules of Mine can't be used: DT-13 starts as the ids of the catalogue do (DT, AD, TM): choose other letters. " +
      'TM-99 starts as the ids of the catalogue do (DT, AD, TM): choose other letters. ' +
      'WA-N01 is no id: write two or more capitals, a dash and digits, such as WA-01. ' +
      'W-1 is no id: write two or more capitals, a dash and digits, such as WA-01.',
  );
  expect(() => untyped('Mine', { 'WA-01': ['mine', '', ''] as never })).toThrow(
    "The rules of Mine can't be used: WA-01 scopes 'mine', which is none of read, own, project, tracker.",
  );
  expect(() => untyped('directory sync', { 'WA-01': text })).toThrow('The name is one of the catalogue’s');
  expect(() => untyped(' ', { 'WA-01': text })).toThrow('Give them a name for the reports.');
});

test('coversWith takes rules of both kinds, the own ones along, and none that nobody has defined', () => {
  const covers = coversWith(defineRules('Watchers', { 'WA-01': ['own', 'rule 1', 'Nothing changes.'] }));
  const { tag, annotation = [] } = covers('WA-01', 'DT-13');
  const annotations = [annotation].flat();

  expect(tag).toEqual(['@WA-01', '@DT-13']);
  expect(annotations.map(({ type }) => type)).toEqual(['rule', 'rule', '_rule']);
  const described = 'WA-01 Nothing changes. (Watchers, rule 1)';
  expect(annotations[0]?.description).toBe(described);
  expect(annotations.find(({ type }) => type === '_rule')?.description).toBe(
    '{"id":"WA-01","api":"Watchers","scope":"own","section":"rule 1","text":"Nothing changes."}',
  );
  expect(() => covers('XX-YY' as never)).toThrow(
    'There is no rule XX-YY. Rules of your own are declared by defineRules.',
  );
  expect(() => covers('WA-09' as never)).toThrow(
    /^There is no rule WA-09\. Did you mean WA-01[^?]*\? Rules of your own are declared by defineRules\.$/,
  );
});

test('defineEndpoints refuses what would stand in the way of the table, and changes that no path names', () => {
  const misspelt = [{ kind: 'isue', parameter: 'key' }] as never;
  expect(() =>
    defineEndpoints('tracker', {
      createIssue: { method: 'POST', path: '/watchers' },
      as: { method: 'GET', path: '/others' },
      mine: { method: 'GET', path: '/issue/{issueIdOrKey}' },
      change: { method: 'POST', path: '/w/{id}', changes: [{ kind: 'issue', parameter: 'key' }] },
      other: {
        method: 'PUT',
        path: '/w/{id}',
        changes: [{ kind: 'issue', parameter: 'id', otherwise: { kind: 'project', parameter: 'key' } }],
      },
    }),
  ).toThrow(
    "These endpoints can't be used. createIssue is the name of an endpoint of the table: choose another. " +
      'as is what every client is asked for by another caller: choose another name. ' +
      'mine: the table has GET /issue/{issueIdOrKey} already. ' +
      'change changes what {key} names, which is not in its path /w/{id}. ' +
      'other changes what {key} names, which is not in its path /w/{id}.',
  );
  expect(() => defineEndpoints('tracker', { watch: { method: 'POST', path: '/w/{key}', changes: misspelt } })).toThrow(
    "watch changes 'isue', which is no kind of change: project, whole project, component,",
  );
  expect(() => defineEndpoints({ name: 'mine', basePath: 'rest/mine' }, {})).toThrow(
    "The base path 'rest/mine' of mine can't be used: it has to be a path that starts with /",
  );
});
