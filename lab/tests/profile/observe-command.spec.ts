import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { profileSchema } from '../../../contracts/index.js';
import type { AssumptionOverrides } from '../../../contracts/index.js';
import { run } from '../cli/command.js';
import { sampleProfile } from '../reports/sample-run.js';

test('what a fake is started with is observed by specs that do not know it, and what has changed is told', async ({}, testInfo) => {
  const file = (name: string) => testInfo.outputPath(`${name}.json`);
  const [given, seen, before] = [file('given'), file('seen'), file('before')];
  const answers: AssumptionOverrides = {
    'DT-N08': 'none',
    'DT-N09': 404,
    'DT-N11': { method: 'POST', path: '/template/{templateId}/delete' },
    'AD-N04': ['comma-separated'],
    'AD-N12': 'usernames',
  };
  writeFileSync(given, JSON.stringify(sampleProfile({ assumptions: answers })));
  writeFileSync(before, JSON.stringify(sampleProfile({ assumptions: { 'DT-N09': 200, 'AD-N12': 'usernames' } })));
  const files = ['default-templates/every-call.questions', 'delete-selected', 'directory-sync/filters'];
  const some = ['--grep', 'DT-N(08|09|11)|AD-N(04|12)', ...files];
  const settings = { TRACKER_FAKE_PROFILE: given, TRACKER_GATE_DIFFERS: 'fails' };
  const args = ['observe', '--output', seen, '--since', before, ...some];

  const { code, stdout, stderr } = await run(testInfo.outputPath('cwd'), args, settings);

  const output = stdout + stderr;
  expect(output).toContain('Pass 1: ');
  expect(output).toContain('- DT-N09 the profile says 200, the tracker now answers 404');
  expect(output).not.toContain('- AD-N12 the profile');
  expect(code, output).toBe(5);
  const profile = profileSchema.parse(JSON.parse(readFileSync(seen, 'utf8')));
  expect(profile.tracker).toMatchObject({ title: 'Bundled tracker', version: '9.12.0' });
  expect(profile.assumptions).toEqual(answers);
  expect(profile.notObserved['DT-N02']).toBe('No test of it ran.');
});
