import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { JudgedMatrix } from '../../../contracts/index.js';
import { startFake } from '../../../fake/index.js';
import { builtSuite } from '../built-package.js';
import { execute, playwright, root } from '../fixtures/run-specs.js';
import { readMatrix } from '../reports/read-run.js';
import { test } from './doctor-test.js';

/** Specs that need most of what a sandbox can have, and that no other specs share their rules with. */
const files = [
  'default-templates/issue-from-template',
  'directory-sync/find-user-key',
  'directory-sync/synchronization',
  'test-management/copy-plan',
];

/** Rules that these specs alone cover. */
const rules = ['DT-37', 'DT-38', 'DT-39', 'DT-40', 'AD-22', 'AD-26', 'AD-27', 'TM-17', 'TM-18', 'TM-19', 'TM-25'];

async function runSpecs(cwd: string, env: Readonly<Record<string, string>>): Promise<JudgedMatrix> {
  const words = [playwright, 'test', '-c', builtSuite, '--output', join(cwd, 'results'), ...files];
  const { output } = await execute(words, root, env);
  const reports = join(env['TRACKER_OUTPUT'] ?? '', 'shared');
  expect(existsSync(reports), output).toBe(true);
  return readMatrix(reports);
}

test('a run verifies what was predicted, and skips the rest', async ({ subject }, testInfo) => {
  const { sandbox, login, url } = subject;
  const told = {
    ...sandbox,
    projects: sandbox.projects.filter(({ templatePostFunction }) => templatePostFunction === 'keep'),
    connections: sandbox.connections.map(({ group: _, ...connection }) => connection),
    tests: { ...sandbox.tests, projects: sandbox.tests.projects.slice(0, 1) },
  };
  const { predictions = [] } = await subject.runChecks({ sandbox: told });

  const matrix = await runSpecs(testInfo.outputPath(), {
    TRACKER_URL: url,
    TRACKER_USERNAME: login.username,
    TRACKER_PASSWORD: login.password,
    TRACKER_SANDBOX: JSON.stringify(told),
    TRACKER_OUTPUT: testInfo.outputPath('reports'),
    TRACKER_SEED: '1',
  });

  const states: Readonly<Record<string, string>> = {
    verified: 'can be verified',
    'verified in part': 'can be verified',
    'not available': 'skipped',
    failing: 'failing',
  };
  const of = (wanted: string) => matrix.rules.find(({ id }) => id === wanted);
  const seen = rules.map((rule) => [rule, states[of(rule)?.state ?? ''] ?? of(rule)?.reasons]);
  const predicted = rules.map((rule) => [rule, predictions.find((one) => one.rule === rule)?.forecast]);
  expect(predicted).toEqual(seen);
  expect(new Set(predicted.map(([, forecast]) => forecast))).toEqual(new Set(['can be verified', 'skipped']));
});

const sample = 'examples/sandbox.json';
const admin = { username: 'admin', password: 'admin' };

test('the sandbox among the examples fits the tracker that the fake starts as', async ({ subject }) => {
  const fake = await startFake();

  const told = { url: fake.url, login: admin, sandbox: JSON.parse(readFileSync(join(root, sample), 'utf8')) as object };
  const { lines, predictions = [] } = await subject.runChecks(told);
  await fake.close();

  expect(lines.filter(({ state }) => state === 'missing' || state === 'not checked')).toEqual([]);
  expect(predictions.filter(({ forecast }) => forecast === 'failing')).toEqual([]);
  const page = readFileSync(join(root, 'docs/real-tracker.md'), 'utf8');
  const verified = predictions.filter(({ forecast }) => forecast === 'can be verified').length;
  expect(page).toContain(`This little tracker can verify ${verified} of the ${predictions.length} documented rules`);
});
