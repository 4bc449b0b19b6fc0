import { readFileSync, writeFileSync } from 'node:fs';
import type { TestInfo } from '@playwright/test';
import { expect, test } from '@playwright/test';
import { profileSchema } from '../../../contracts/index.js';
import type { AssumptionOverrides } from '../../../contracts/index.js';
import { startFake } from '../../../fake/index.js';
import { sharedWorld } from '../../../fixtures/target/shared-world.js';
import { run as runCommand } from '../cli/command.js';
import { sampleProfile } from './sample-profile.js';

/** Runs a command of tracker-e2e, with the suite of the package, on a fake whose answers the specs do not know. */
async function run(testInfo: TestInfo, args: readonly string[], settings: Readonly<Record<string, string>>) {
  const ending = await runCommand(testInfo.outputPath('cwd'), args, settings);
  return { code: ending.code, output: ending.stdout + ending.stderr };
}

test('what a fake is started with is observed by specs that do not know it, and what has changed is told', async ({}, testInfo) => {
  const file = (name: string) => testInfo.outputPath(`${name}.json`);
  const [given, seen, before] = [file('given'), file('seen'), file('before')];
  const answers: AssumptionOverrides = {
    'DT-N08': 'none',
    'DT-N09': 404,
    'DT-N11': { method: 'POST', path: '/template/{templateId}/delete' },
    'AD-N04': ['comma-separated'],
    'AD-N05': { keep: 'attributes', valuePrefix: 'fields.' },
    'AD-N12': 'usernames',
  };
  writeFileSync(given, JSON.stringify(sampleProfile({ assumptions: answers })));
  writeFileSync(before, JSON.stringify(sampleProfile({ assumptions: { 'DT-N09': 200, 'AD-N12': 'usernames' } })));
  const files = ['default-templates/every-call.questions', 'delete-selected', 'directory-sync/filters'];
  const some = ['--grep', 'DT-N(08|09|11)|AD-N', ...files];

  const { code, output } = await run(testInfo, ['observe', '--output', seen, '--since', before, ...some], {
    TRACKER_FAKE_PROFILE: given,
    TRACKER_GATE_DIFFERS: 'fails',
  });

  expect(output).toContain('Pass 1: ');
  expect(output).toContain('- DT-N09 the profile says 200, the tracker now answers 404');
  expect(output).not.toContain('- AD-N12 the profile');
  expect(code, output).toBe(5);
  const profile = profileSchema.parse(JSON.parse(readFileSync(seen, 'utf8')));
  expect(profile.tracker).toMatchObject({ title: 'Bundled tracker', version: '9.12.0' });
  expect(profile.assumptions).toEqual(answers);
  expect(profile.notObserved['DT-N02']).toBe('No test of it ran.');
});

test('a test that met a limit of the rate is tried again', async ({}, testInfo) => {
  const [seen, sandboxFile] = [testInfo.outputPath('seen.json'), testInfo.outputPath('sandbox.json')];
  const { world, login, sandbox } = sharedWorld(1);
  writeFileSync(sandboxFile, JSON.stringify(sandbox));
  const endpoint = 'deleteByProjectTemplateAndIssueType';
  const faults = [{ kind: 'error-response', status: 429, retryAfter: 1, endpoint, count: 1 }] as const;
  const fake = await startFake({ world, faults });
  try {
    const asked = ['default-templates/every-call.questions', '--grep', 'issuetype.* unknown'];
    const { code, output } = await run(testInfo, ['observe', '--output', seen, ...asked], {
      TRACKER_URL: fake.url,
      TRACKER_USERNAME: login.username,
      TRACKER_PASSWORD: login.password,
      TRACKER_SANDBOX: sandboxFile,
    });

    expect(fake.control.tenant('main').faults()).toMatchObject([{ struck: 1 }]);
    expect(output).toContain('1 flaky');
    expect(code, output).toBe(0);
    expect(profileSchema.parse(JSON.parse(readFileSync(seen, 'utf8'))).assumptions['DT-N03']).toBe(404);
  } finally {
    await fake.close();
  }
});
