import { expect, test } from '@playwright/test';
import { assumptionTable, defaultAssumptions, parseProfile, withAssumptions } from '../../../contracts/index.js';
import type { AssumedRuleId } from '../../../contracts/index.js';
import { alternatives } from '../../../proof/profiles/alternatives.js';
import { everyProfile } from '../../../proof/profiles/every-profile.js';
import { choicesIn } from '../../../proof/profiles/choices-in.js';
import { sampleProfile } from './sample-profile.js';

const ids = Object.keys(assumptionTable) as AssumedRuleId[];

test('every profile answers every question, and none as the defaults do', () => {
  for (const profile of everyProfile) {
    expect(parseProfile(sampleProfile({ assumptions: profile }))).toHaveProperty('profile');
    for (const id of ids) expect(withAssumptions(profile)[id], id).not.toEqual(defaultAssumptions[id]);
  }
});

test('every choice of every setting is in a profile, save what the default chooses', () => {
  const missing = ids.flatMap((id) => {
    const chosen = JSON.stringify(alternatives[id]);
    const usual = JSON.stringify(defaultAssumptions[id]);
    return choicesIn(assumptionTable[id].schema)
      .filter((choice) => !chosen.includes(JSON.stringify(choice)) && !usual.includes(JSON.stringify(choice)))
      .map((choice) => `${id} ${String(choice)}`);
  });

  expect(missing).toEqual([]);
});

test('a choice that no alternative has would be seen', () => {
  expect(choicesIn(assumptionTable['DT-N13'].schema)).toEqual(['error message', 'passed over', 'refused']);
  expect(choicesIn(assumptionTable['DT-N12'].schema)).toContain('skipped');
});
