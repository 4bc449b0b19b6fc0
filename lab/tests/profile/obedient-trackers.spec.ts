import { expect, test } from '@playwright/test';
import { assumedRuleIds, assumptionTable, parseProfile } from '../../../contracts/index.js';
import { startFake } from '../../../fake/index.js';
import { choicesIn } from '../../proof/profiles/choices-in.js';
import { drawAssumptions } from '../../proof/profiles/draw/draw-assumptions.js';
import { obedientTracker } from '../../proof/profiles/obedient-tracker.js';
import { sampleProfile } from './sample-profile.js';

const seeds = Array.from({ length: 80 }, (_, index) => index + 1);

test('every seed draws an answer to every question, and the same one again', () => {
  for (const seed of seeds) {
    expect(parseProfile(sampleProfile({ assumptions: drawAssumptions(seed) })), String(seed)).toHaveProperty('profile');
    expect(drawAssumptions(seed)).toEqual(drawAssumptions(seed));
  }
});

test('a few seeds draw every choice of every setting that the documents allow', () => {
  const missing = assumedRuleIds.flatMap((id) => {
    const drawn = JSON.stringify(seeds.map((seed) => drawAssumptions(seed)[id]));
    return choicesIn(assumptionTable[id].schema)
      .filter((choice) => !drawn.includes(JSON.stringify(choice)))
      .map((choice) => `${id} ${String(choice)}`);
  });

  expect(missing).toEqual([]);
});

test('seeds draw answers without a body, 401 for want of a permission, and names that mean something else elsewhere', () => {
  const drawn = seeds.map(drawAssumptions);

  expect(drawn.map((answers) => answers['DT-N09'])).toContain(204);
  expect(drawn.map((answers) => answers['DT-N07'].refusal)).toContain(401);
  expect(drawn.map((answers) => answers['AD-N03'].refusal)).toContain(401);
  expect(drawn.map((answers) => answers['TM-N24'].status)).toContain(401);
  expect(drawn.map((answers) => answers['DT-N10'].name)).toContain('screenId');
});

test('a choice that no seed draws would be seen', () => {
  expect(choicesIn(assumptionTable['DT-N13'].schema)).toEqual(['error message', 'passed over', 'refused']);
  expect(choicesIn(assumptionTable['DT-N12'].schema)).toContain('skipped');
});

test('objects of an obedient tracker have properties of no document, save those that are maps', async () => {
  const { assumptions, override } = obedientTracker(1);
  const fake = await startFake({ assumptions: { ...assumptions, 'AD-N01': ['basic'] }, override });
  const authorization = `Basic ${Buffer.from('admin:admin').toString('base64')}`;
  const read = async (path: string): Promise<unknown> =>
    (await fetch(`${fake.url}/rest/${path}`, { headers: { authorization } })).json();
  try {
    expect(await read('api/it/1.0/default-template/template/1472')).toMatchObject([
      { unknownProperty: null },
      { unknownProperty: null },
    ]);
    expect(await read('ext/ad/1.0/public/connection')).not.toHaveProperty('unknownProperty');
    expect(await read('ext/ad/1.0/public/user?size=1')).toMatchObject({
      unknownProperty: null,
      page: { unknownProperty: null },
      elements: [{ unknownProperty: null, fields: expect.not.objectContaining({ unknownProperty: null }) }],
    });
  } finally {
    await fake.close();
  }
});
