import { expect, test } from '@playwright/test';
import { assumed, assumptionsOfProfile, defaultAssumptions, parseProfile } from '../../../contracts/index.js';
import type { FinishedTest, Observation, Unclear } from '../../../contracts/index.js';
import { compareProfiles, findAnswers } from '../../../reports/profile/profile.js';
import { sampleTest, sampleProfile } from './sample-run.js';

interface Seen extends Partial<FinishedTest> {
  readonly observed?: readonly (readonly [rule: Observation['rule'], observed: unknown])[];
}

function seen({ observed = [], rules = [], ...parts }: Seen): FinishedTest {
  const observations = observed.map(([rule, value]) => ({ rule, expected: null, observed: value as never }));
  return sampleTest({ ...parts, rules: [...rules, ...observed.map(([rule]) => rule)], observations });
}

test('a property that no test saw is never the default: the setting is observed in part, with the reason', () => {
  const findings = findAnswers([
    seen({ observed: [['AD-N02', { connection: 404, user: 404 }]] }),
    seen({ title: 'asks', status: 'failed', rules: ['AD-N02'], error: 'Error: no answer\nand more' }),
  ]);

  expect(findings.assumptions['AD-N02']).toBeUndefined();
  expect(findings.partlyObserved['AD-N02']).toStrictEqual({
    observed: { connection: 404, user: 404 },
    reason: 'attribute: “asks” failed: Error: no answer',
  });
});

test('what failed, was skipped, was not seen or is covered by no test is not observed, with the reason', () => {
  const { assumptions, notObserved } = findAnswers([
    seen({ title: 'asks', status: 'failed', rules: ['DT-N09'], error: 'SetupError: 500\nGET /x' }),
    seen({ status: 'not available', rules: ['TM-N04'], reason: 'No project is new.' }),
    seen({ rules: ['DT-N06'] }),
    seen({ observed: [['TM-N06', 500]] }),
  ]);

  expect(assumptions).toStrictEqual({});
  expect(notObserved).toMatchObject({
    'DT-N09': '“asks” failed: SetupError: 500',
    'TM-N04': 'No project is new.',
    'DT-N06': 'No test saw it.',
    'TM-N06': "It was 500, which the setting can't be.",
    'AD-N01': 'No test of it ran.',
  });
  expect(Object.keys(notObserved)).toHaveLength(Object.keys(assumed).length);
});

test('values that several tests leave open are narrowed down; one that fits all is the answer', () => {
  const unclear = (...oneOf: NonNullable<Unclear['oneOf']>): Unclear[] => [
    { rule: 'AD-N03', part: 'permission', reason: 'x', oneOf },
  ];
  const refusal = [['AD-N03', { refusal: 403 }]] as const;
  const first = seen({ unclear: unclear('BROWSE_PROJECTS', 'ADMINISTER'), rules: ['AD-N03'] });
  const second = seen({ unclear: unclear('ADMINISTER', 'SYSTEM_ADMIN'), observed: refusal });
  const oneOf = [null, 'BROWSE_PROJECTS'];
  const open = findAnswers([seen({ observed: [['AD-N03', { refusal: 403, permission: { oneOf } }]] })]);

  expect(findAnswers([first, second]).assumptions['AD-N03']).toStrictEqual({ permission: 'ADMINISTER', refusal: 403 });
  expect(findAnswers([second]).partlyObserved['AD-N03']).toStrictEqual({
    observed: { refusal: 403 },
    reason: 'permission: It may be any of "ADMINISTER", "SYSTEM_ADMIN".',
  });
  expect(open.narrowed).toStrictEqual({ 'AD-N03': { permission: oneOf } });
  expect(open.assumptions['AD-N03']).toBeUndefined();
});

test('a profile is read as it was written; what was observed in part is completed by what is assumed', () => {
  const written = sampleProfile({ assumptions: { 'DT-N09': 404 }, notObserved: { 'TM-N04': 'No new project.' } });
  const partlyObserved = { 'DT-N07': { observed: { refusal: 451 }, reason: 'x' } };

  expect(parseProfile(JSON.parse(JSON.stringify(written)))).toStrictEqual({ profile: written });
  expect(assumptionsOfProfile({ ...written, partlyObserved })).toStrictEqual({
    'DT-N09': 404,
    'DT-N07': { ...defaultAssumptions['DT-N07'], refusal: 451 },
  });
});

test('what is wrong with a profile is told, with its place', () => {
  const part = { 'DT-N07': { observed: { read: 'NONSENSE' }, reason: 'x' } };
  for (const [value, ...problems] of [
    [[], /^It is no profile: it has no schemaVersion\. `tracker-e2e observe` writes profiles\.$/],
    [
      { schemaVersion: 2, assumptions: 'elsewhere' },
      /^Its schemaVersion 2 is newer than 1, .*: update tracker-e2e, or/,
    ],
    [
      sampleProfile({ assumptions: { 'DT-N99': 404 } as object }),
      /^assumptions: DT-N99 is the id of no open question\. Did you mean DT-N09/,
    ],
    [sampleProfile({ notObserved: { 'DT-N0': 'x' } as object }), /^notObserved: DT-N0 is the id of no open question\./],
    [
      sampleProfile({ assumptions: { 'DT-N09': 'deleted', 'AD-N12': 'both' } as object }),
      /^assumptions\.DT-N09 has to be a number/,
      /^assumptions\.AD-N12 has to be "union"/,
    ],
    [sampleProfile({ partlyObserved: part }), /^partlyObserved\.DT-N07\.read has to be /],
    [{ ...sampleProfile(), remark: 'x' }, /^remark is no property of a profile\.$/],
  ] as const) {
    const told = problems.map((problem) => expect.stringMatching(problem));
    expect.soft(parseProfile(value)).toStrictEqual({ problems: told });
  }
});

test('an answer that the tracker can not give any more has changed, though the new one is not known', () => {
  const older = sampleProfile({ assumptions: { 'AD-N03': { refusal: 403, permission: 'ADMINISTER' } } });
  const narrowedTo = (permission: (string | null)[]) =>
    sampleProfile({ notObserved: { 'AD-N03': 'It may be any.' }, narrowed: { 'AD-N03': { permission } } });

  expect(compareProfiles(older, narrowedTo([null, 'BROWSE_PROJECTS']))).toStrictEqual([
    {
      id: 'AD-N03',
      kind: 'answer',
      text: 'the profile says {"refusal":403,"permission":"ADMINISTER"}, the tracker now answers permission as one of null, "BROWSE_PROJECTS"',
    },
  ]);
  expect(compareProfiles(older, narrowedTo(['ADMINISTER', 'SYSTEM_ADMIN']))).toMatchObject([{ kind: 'knowledge' }]);
});
