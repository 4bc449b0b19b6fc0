import { expect } from '@playwright/test';
import { annotationTypes, defaultBasePaths } from '../../../contracts/index.js';
import { runSpecs } from '../fixtures/run-specs.js';
import { test } from '../fixtures/shared-tracker-test.js';
import type { SharedTracker } from '../fixtures/shared-tracker-test.js';

/**
 * Runs a test whose slot a run on another machine held when it was killed: the lease lasts for so many
 * milliseconds after the test has begun, which has five seconds.
 */
function runAfterKill(shared: SharedTracker, directory: string, lasts: number) {
  const sandbox = { ...shared.sandbox, templates: shared.sandbox.templates.slice(0, 1) };
  const { username, password } = shared.external.login as { readonly username: string; readonly password: string };
  return runSpecs(directory, {
    spec: `
      test('needs a template', async ({ tracker, templates }) => {
        const headers = { authorization: tracker.administrator.authorization, 'content-type': 'application/json' };
        const holder = { run: 'other', host: 'elsewhere', machine: 'elsewhere', pid: 1, token: 'of another' };
        const until = new Date(Date.now() + ${lasts}).toISOString();
        const description = JSON.stringify({ holder, since: '2026-01-02T03:04:05.000Z', until });
        const name = 'tracker-e2e lease: slot 1 of 1';
        const body = JSON.stringify({ project: '${shared.leaseProject}', name, description });
        const response = await fetch(tracker.baseUrl + '/rest/api/2/component', { method: 'POST', headers, body });
        expect(response.status).toBe(201);
        await templates.provide();
      });
    `,
    config: 'timeout: 5_000',
    env: {
      TRACKER_URL: `${shared.url}/x`,
      TRACKER_USERNAME: username,
      TRACKER_PASSWORD: password,
      TRACKER_BASE_PATHS: JSON.stringify(defaultBasePaths),
      TRACKER_SANDBOX: JSON.stringify(sandbox),
    },
  });
}

test('what a run killed elsewhere held is waited for, and said so', async ({ shared }, testInfo) => {
  const { tests } = await runAfterKill(shared, testInfo.outputPath('run'), 6_000);

  expect(tests.map(({ status }) => status)).toEqual(['passed']);
  expect(tests[0]?.annotations).toContainEqual({
    type: annotationTypes.waited,
    description: expect.stringMatching(
      /^\d+\.\d s: slot 1 of 1 is held by run other \(process 1 on elsewhere\) since /,
    ),
  });
});
