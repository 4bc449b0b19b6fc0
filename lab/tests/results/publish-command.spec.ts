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

  const settings = {
    ...login,
    TRACKER_URL: tests.url,
    TRACKER_PLAN: plan.key,
    TRACKER_RUN_URL: 'https://ci.example.com/9',
  };
  const ending = await run(folder, ['publish', '.', '--by', 'rule', '--failed', 'Fail,Fail'], settings);

  expect(ending).toMatchObject({ code: 0, stderr: '' });
  expect(await casesOf(tests, plan)).toMatchObject([
    {
      summary: expect.stringMatching(/^DT-01 /),
      status: 'Fail',
      steps: ['lists: Pass', 'lists more: Fail'],
      links: [{ object: { url: 'https://ci.example.com/9' } }],
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

  const noTracker = await run(folder, ['publish', 'rules.json', '--plan', plan.key]);
  const noResults = await run(folder, ['publish', '.'], settings);
  const noPlan = await run(folder, ['publish', 'rules.json'], settings);
  const badName = await run(folder, ['publish', 'rules.json', '--plan', plan.key, '--passed', 'Green'], settings);
  const unreachable = await run(folder, ['publish', 'rules.json', '--plan', plan.key], {
    ...login,
    TRACKER_URL: 'http://127.0.0.1:1',
  });

  const blank = await run(folder, ['publish', 'rules.json', '--release', '', '--project', 'QA'], settings);
  const script = ['publish', 'rules.json', '--plan', plan.key, '--run-url', 'javascript:alert(1)'];
  const noPage = await run(folder, script, settings);

  expect(blank).toMatchObject({ code: 2, stderr: expect.stringContaining('The option for release is empty') });
  expect(noPage).toMatchObject({ code: 2, stderr: expect.stringContaining('is no address of a page') });
  expect(noTracker).toMatchObject({ code: 2, stderr: expect.stringContaining('TRACKER_URL is missing') });
  expect(noResults).toMatchObject({ code: 2, stderr: expect.stringContaining('run the tests again') });
  expect(noPlan).toMatchObject({ code: 2, stderr: expect.stringContaining('No test plan is named') });
  expect(badName).toMatchObject({ code: 2, stderr: expect.stringContaining('has no step status Green; it has To do') });
  expect(unreachable).toMatchObject({ code: 4 });
});
