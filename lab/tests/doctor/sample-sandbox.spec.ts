import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { startFake } from '../../../fake/index.js';
import { run } from '../cli/command.js';
import { test } from './doctor-test.js';

// A part of the suite runs in it.
test.describe.configure({ timeout: 180_000 });

const root = join(import.meta.dirname, '../../..');
const sandbox = 'examples/sandbox.json';
const login = { username: 'admin', password: 'admin' };

test('the sandbox among the examples fits the tracker that the fake starts as, as the page says', async ({
  subject,
}) => {
  const fake = await startFake();

  const told = { url: fake.url, login, sandbox: JSON.parse(readFileSync(join(root, sandbox), 'utf8')) as object };
  const { lines, predictions = [] } = await subject.runChecks(told);
  await fake.close();

  expect(lines.filter(({ state }) => state === 'missing' || state === 'not checked')).toEqual([]);
  expect(predictions.filter(({ forecast }) => forecast === 'failing')).toEqual([]);
  const page = readFileSync(join(root, 'docs/real-tracker.md'), 'utf8');
  const verified = predictions.filter(({ forecast }) => forecast === 'can be verified').length;
  expect(page).toContain(`This little tracker can verify ${verified} of the ${predictions.length} documented rules`);
});

test('a run with it passes', async ({}, testInfo) => {
  const fake = await startFake();
  const specs = [
    'default-templates/issue-from-template',
    'directory-sync/list-connections',
    'test-management/copy-plan',
  ];

  const ending = await run(
    root,
    ['run', ...specs.map((name) => `specs/${name}`), '--output', testInfo.outputPath('results')],
    {
      TRACKER_URL: fake.url,
      TRACKER_USERNAME: login.username,
      TRACKER_PASSWORD: login.password,
      TRACKER_SANDBOX: sandbox,
      TRACKER_OUTPUT: testInfo.outputPath('reports'),
    },
  );
  await fake.close();

  expect(ending, ending.stdout + ending.stderr).toMatchObject({ code: 0 });
  expect(ending.stdout).toMatch(/\n[1-9]\d+ passed, 0 failed, \d+ skipped\n$/);
});
