import { expect, test } from '@playwright/test';
import { assumptionsOfProfile, defaultAssumptions, parseProfile } from '../../../contracts/index.js';
import { compareProfiles } from '../../../reports/profile/compare-profiles.js';
import { sampleProfile } from './sample-profile.js';

test('a profile is read as it was written; what was observed in part is completed by what is assumed', () => {
  const written = sampleProfile({ assumptions: { 'DT-N09': 404 }, notObserved: { 'TM-N04': 'No new project.' } });
  const partlyObserved = { 'DT-N07': { observed: { refusal: 451 }, reason: 'x' } };

  expect(parseProfile(JSON.parse(JSON.stringify(written)))).toEqual({ profile: written });
  expect(assumptionsOfProfile({ ...written, partlyObserved })).toEqual({
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
      /^assumptions\.DT-N09: .*number/,
      /^assumptions\.AD-N12: .*union/,
    ],
    [sampleProfile({ partlyObserved: part }), /^partlyObserved\.DT-N07\.read: /],
    [{ ...sampleProfile(), remark: 'x' }, /^remark is no property of a profile\.$/],
  ] as const) {
    const told = problems.map((problem) => expect.stringMatching(problem));
    expect.soft(parseProfile(value)).toEqual({ problems: told });
  }
});

test('of a setting seen in part only what both saw can have changed', () => {
  const older = sampleProfile({ partlyObserved: { 'AD-N02': { observed: { user: 404 }, reason: 'x' } } });
  const same = sampleProfile({ assumptions: { 'AD-N02': { user: 404, connection: 400, attribute: 200 } } });
  const other = sampleProfile({ assumptions: { 'AD-N02': { user: 410, connection: 400, attribute: 200 } } });

  expect(compareProfiles(older, same)).toMatchObject([{ id: 'AD-N02', kind: 'knowledge' }]);
  expect(compareProfiles(older, other)).toMatchObject([{ id: 'AD-N02', kind: 'answer' }]);
});

test('an answer that the tracker can not give any more has changed, though the new one is not known', () => {
  const older = sampleProfile({ assumptions: { 'AD-N03': { refusal: 403, permission: 'ADMINISTER' } } });
  const narrowedTo = (permission: (string | null)[]) =>
    sampleProfile({ notObserved: { 'AD-N03': 'It may be any.' }, narrowed: { 'AD-N03': { permission } } });

  expect(compareProfiles(older, narrowedTo([null, 'BROWSE_PROJECTS']))).toEqual([
    {
      id: 'AD-N03',
      kind: 'answer',
      text: 'the profile says {"refusal":403,"permission":"ADMINISTER"}, the tracker now answers permission as one of null, "BROWSE_PROJECTS"',
    },
  ]);
  expect(compareProfiles(older, narrowedTo(['ADMINISTER', 'SYSTEM_ADMIN']))).toMatchObject([{ kind: 'knowledge' }]);
});
