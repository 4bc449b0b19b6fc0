import { expect, test } from '@playwright/test';
import { assumptionsOfProfile, defaultAssumptions, parseProfile } from '../../../contracts/index.js';
import { sampleProfile } from './sample-profile.js';

/** The problems of a value as a profile. */
function problemsOf(value: unknown): readonly string[] {
  const parsed = parseProfile(value);
  return 'problems' in parsed ? parsed.problems : [];
}

test('a profile is read as it was written', () => {
  const profile = sampleProfile({ assumptions: { 'DT-N09': 404 }, notObserved: { 'TM-N04': 'No new project.' } });

  expect(parseProfile(JSON.parse(JSON.stringify(profile)))).toEqual({ profile });
});

test('something else than a profile is told from one', () => {
  expect(problemsOf([])).toEqual(['It is no profile: it has no schemaVersion. `tracker-e2e observe` writes profiles.']);
});

test('a newer version is refused before anything else of it is looked at', () => {
  expect(problemsOf({ schemaVersion: 2, assumptions: 'elsewhere' })).toEqual([
    'Its schemaVersion 2 is newer than 1, the last that this tracker-e2e reads: update tracker-e2e, or observe the tracker again.',
  ]);
});

test('an unknown id is told, with those it may have meant', () => {
  expect(problemsOf({ ...sampleProfile(), assumptions: { 'DT-N99': 404 } })).toEqual([
    expect.stringMatching(/^assumptions: DT-N99 is the id of no open question\. Did you mean DT-N09/),
  ]);
  expect(problemsOf({ ...sampleProfile(), notObserved: { 'DT-N0': 'x' } })).toEqual([
    expect.stringMatching(/^notObserved: DT-N0 is the id of no open question\./),
  ]);
});

test('a value of the wrong type is told with its place', () => {
  expect(problemsOf({ ...sampleProfile(), assumptions: { 'DT-N09': 'deleted', 'AD-N12': 'both' } })).toEqual([
    expect.stringMatching(/^assumptions\.DT-N09: .*number/),
    expect.stringMatching(/^assumptions\.AD-N12: .*union/),
  ]);
});

test('a part that its setting can not have is told', () => {
  const partlyObserved = { 'DT-N07': { observed: { read: 'NONSENSE' }, reason: 'x' } };

  expect(problemsOf({ ...sampleProfile(), partlyObserved })).toEqual([
    expect.stringMatching(/^partlyObserved\.DT-N07\.read: /),
  ]);
});

test('a property that no profile has is told', () => {
  expect(problemsOf({ ...sampleProfile(), remark: 'x' })).toEqual(['remark is no property of a profile.']);
});

test('what was observed in part is completed by what is assumed otherwise', () => {
  const profile = sampleProfile({
    assumptions: { 'DT-N09': 404 },
    partlyObserved: { 'DT-N07': { observed: { refusal: 451 }, reason: 'x' } },
  });

  expect(assumptionsOfProfile(profile)).toEqual({
    'DT-N09': 404,
    'DT-N07': { ...defaultAssumptions['DT-N07'], refusal: 451 },
  });
});
