import { expect, test } from '@playwright/test';
import { runSpecs } from '../fixtures/run-specs.js';

// A run starts slowly on a machine that is busy.
test.describe.configure({ timeout: 120_000 });

test('a call on a tracker of the test’s own that gets no answer leaves its credentials nowhere', async ({}, testInfo) => {
  const run = await runSpecs(testInfo.outputPath('run'), {
    spec: `
      test('calls a tracker that is gone', async ({ target, issues }) => {
        await target.close();
        await issues.getMyself();
      });
    `,
    config: `use: { ...apiOnly, trace: 'on' }`,
  });

  expect(run.tests.map(({ status }) => status)).toEqual(['failed']);
  expect(run.written).toContain('/rest/api/2/myself got no answer');
  expect(run.written).not.toContain(Buffer.from('admin:admin').toString('base64'));
});
