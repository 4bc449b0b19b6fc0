import { expect, test } from '@playwright/test';
import {
  assumedRuleIds,
  assumptionTable,
  defaultAssumptions,
  parseProfile,
  withAssumptions,
} from '../../../contracts/index.js';
import { alternatives } from '../../../proof/profiles/alternatives.js';
import { everyProfile } from '../../../proof/profiles/every-profile.js';
import { choicesIn } from '../../../proof/profiles/choices-in.js';
import { sampleProfile } from './sample-profile.js';

test('every profile answers every question, and none as the defaults do', () => {
  for (const profile of everyProfile) {
    expect(parseProfile(sampleProfile({ assumptions: profile }))).toHaveProperty('profile');
    for (const id of assumedRuleIds) expect(withAssumptions(profile)[id], id).not.toEqual(defaultAssumptions[id]);
  }
});

test('every choice of every setting is in a profile, save what the default chooses', () => {
  const missing = assumedRuleIds.flatMap((id) => {
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
