import { expect, test } from '@playwright/test';
import { commonAttributes } from '../../../builders/directory-sync.js';
import {
  awkwardMoments,
  awkwardUsernames,
  malformedUpdates,
  seededBuilders,
  CopyPlanBuilder,
} from '../../../builders/index.js';
import { formatWhenCreated, updateRequestSchema, whenCreatedSchema } from '../../../contracts/index.js';

test('the builder of synchronized users gives every attribute a text, or what it is given', () => {
  const { syncedUser } = seededBuilders(1);
  const { values } = syncedUser.build();
  const ann = syncedUser.named('ann').createdAt(new Date('2026-11-07T12:05:00Z')).withValues({ mail: 'a@example.com' });

  expect(Object.keys(values)).toEqual(commonAttributes);
  expect(Object.values(values)).not.toContain('');
  expect(ann.withValues({ l: 'Oslo' }).build()).toMatchObject({
    user: { name: 'ann' },
    values: { whenCreated: '7/Nov/26 12:05 PM', mail: 'a@example.com', l: 'Oslo' },
  });
  expect(awkwardUsernames.map((name) => syncedUser.named(name).build().user.name)).toEqual(awkwardUsernames);
  const written = Array.from({ length: 300 }, () => syncedUser.build().values['whenCreated']);
  expect(written.filter((value) => !whenCreatedSchema.safeParse(value).success)).toEqual([]);
});

test('moments are written with twelve hours, each minute of a day with a text of its own that fits', () => {
  for (const [moment, written] of [
    ['2024-01-01T00:00:00Z', '1/Jan/24 12:00 AM'],
    ['2024-02-29T12:00:00Z', '29/Feb/24 12:00 PM'],
    ['2019-07-09T11:59:59Z', '9/Jul/19 11:59 AM'],
    ['1999-06-30T13:05:00Z', '30/Jun/99 1:05 PM'],
  ] as const) {
    expect(formatWhenCreated(new Date(moment))).toBe(written);
  }
  const start = Date.parse('2026-11-07T00:00:00Z');
  const texts = Array.from({ length: 1_440 }, (_, minute) => formatWhenCreated(new Date(start + minute * 60_000)));
  expect(new Set(texts).size).toBe(1_440);
  expect(texts.filter((value) => !whenCreatedSchema.safeParse(value).success)).toEqual([]);
  const awkward = awkwardMoments.map(formatWhenCreated).join('\n');
  for (const pattern of [/ 12:00 AM$/m, / 12:00 PM$/m, /^\d\//m]) expect(awkward).toMatch(pattern);
});

test('each malformed update has a name of its own and is refused by its schema', () => {
  const updates = malformedUpdates('1');

  expect(new Set(updates.map(({ name }) => name)).size).toBe(updates.length);
  const taken = updates.filter(({ text }) => updateRequestSchema.safeParse(JSON.parse(text ?? '')).success);
  expect(taken.map(({ name }) => name)).toEqual([]);
});

test('builders leave out of a copy what is not said, and refuse one that names no plan or an issue without a project', () => {
  expect(new CopyPlanBuilder().of({ key: 'QA-1' }).build()).toEqual({ testPlanKey: 'QA-1' });
  expect(() => new CopyPlanBuilder().by('BY_TEST_CASES').build()).toThrow(/testPlanKey/);
  expect(() => seededBuilders(1).testCase.build()).toThrow('say in(project) before build()');
});
