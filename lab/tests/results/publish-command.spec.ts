import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { run } from '../cli/command.js';
import { judgedMatrix, sampleTest } from '../reports/sample-run.js';
import { test } from '../test-management/tests-test.js';
import { casesOf } from './publish-test.js';

const login = { TRACKER_USERNAME: 'admin', TRACKER_PASSWORD: 'admin' };

test('the run of a rule matrix is published, a case for each rule, with the names that a project has', async ({
  open,
}, testInfo) => {
  const tests = open();
  const plan = await tests.create('Test Plan');
  const folder = testInfo.outputPath('run');
  mkdirSync(folder, { recursive: true });
  const matrix = judgedMatrix([
    sampleTest({ title: 'lists', rules: ['DT-01'] }),
    sampleTest({ title: 'lists more', rules: ['DT-01'], status: 'failed', error: 'one is missing' }),
  ]);
  writeFileSync(join(folder, 'rules.json'), JSON.stringify(matrix));

  const url = 'https://ci.example.com/9';
  const settings = { ...login, TRACKER_URL: tests.url, TRACKER_PLAN: plan.key, TRACKER_RUN_URL: url };
  const ending = await run(folder, ['publish', '.', '--by', 'rule', '--failed', 'Fail,Fail'], settings);

  expect(ending).toMatchObject({ code: 0, stderr: '' });
  expect(await casesOf(tests, plan)).toMatchObject([
    {
      summary: expect.stringMatching(/^DT-01 /),
      status: 'Fail',
      steps: ['lists: Pass', 'lists more: Fail'],
      links: [{ object: { url } }],
    },
  ]);
});

test('what can not be published is said, with what to do', async ({ open }, testInfo) => {
  const tests = open();
  const plan = await tests.create('Test Plan');
  const folder = testInfo.outputPath('run');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'results.json'), '{}');
  const matrix = judgedMatrix([sampleTest({ title: 'lists', rules: ['DT-01'] })]);
  writeFileSync(join(folder, 'rules.json'), JSON.stringify(matrix));
  const settings = { ...login, TRACKER_URL: tests.url };

  const named = ['rules.json', '--plan', plan.key];
  const nowhere = { ...login, TRACKER_URL: 'http://127.0.0.1:1' };
  for (const [args, env, code, says] of [
    [named, {}, 2, 'TRACKER_URL is missing'],
    [['.'], settings, 2, 'run the tests again'],
    [['rules.json'], settings, 2, 'No test plan is named'],
    [[...named, '--passed', 'Green'], settings, 2, 'has no step status Green; it has To do'],
    [named, nowhere, 4, ''],
    [['rules.json', '--release', '', '--project', 'QA'], settings, 2, 'The option for release is empty'],
    [[...named, '--run-url', 'javascript:alert(1)'], settings, 2, 'is no address of a page'],
  ] as const) {
    const stderr = expect.stringContaining(says);
    expect.soft(await run(folder, ['publish', ...args], env), args.join(' ')).toMatchObject({ code, stderr });
  }
});
