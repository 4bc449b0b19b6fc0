import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { TestInfo } from '@playwright/test';
import { judgedMatrixSchema } from '../../../contracts/report/matrix.js';
import { ledgerFolder } from '../../../fixtures/ledger/ledger.js';
import { readLedgers } from '../../../fixtures/ledger/read-ledgers.js';
import { sharedWorld } from '../../../fixtures/target/shared-world.js';
import { runSpecs } from '../fixtures/run-specs.js';
import type { Specs } from '../fixtures/run-specs.js';
import { test } from '../fixtures/shared-tracker-test.js';

// A run starts slowly on a machine that is busy.
test.describe.configure({ timeout: 120_000 });

const { login } = sharedWorld(1);
const matrixReporter = join(import.meta.dirname, '../../../reports/matrix-reporter.ts').replaceAll('\\', '/');

/** Runs specs with the matrix reporter, and reads what it wrote. */
async function runJudged(testInfo: TestInfo, specs: Specs) {
  const output = testInfo.outputPath('run', 'out');
  const reporter =
    `[['line'], ['json', { outputFile: '../out/report.json' }],` +
    ` ['${matrixReporter}', { outputDir: '${output.replaceAll('\\', '/')}', gate: 'selected' }]]`;
  const run = await runSpecs(testInfo.outputPath('run'), {
    ...specs,
    config: `reporter: ${reporter}, metadata: { target: describeTarget(loadSettings()) }, ${specs.config ?? ''}`,
  });
  const matrix = judgedMatrixSchema.parse(JSON.parse(await readFile(join(output, 'rules.json'), 'utf8')));
  return { run, matrix, ledgers: readLedgers(ledgerFolder(join(output, 'tracker'))) };
}

/** A URL; whoever asks it is answered when something is done. */
async function serveSwitch(action: () => Promise<void>): Promise<{ readonly url: string; close(): void }> {
  const server = createServer((_request, response) => {
    void action().then(() => response.end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => void server.close() };
}

test('a tracker that stops answering ends the run at once, with a verdict of its own', async ({ shared }, testInfo) => {
  const off = await serveSwitch(() => shared.breakDown());

  const { run, matrix, ledgers } = await runJudged(testInfo, {
    spec: `
      test('answers', covers('DT-01'), async ({ issues }) => {
        expect(await issues.getMyself()).toHaveStatus(200);
      });
      test('stops', covers('DT-02'), async ({ projects, build, issues }) => {
        const project = await projects.provide();
        const body = build.issue.in(project, project.issueTypes[0]).build();
        expect(await issues.createIssue({ body })).toHaveStatus(201);
        await fetch(process.env['SWITCH']);
        await issues.getMyself();
      });
      test('makes nothing of it', covers('DT-03'), async ({ issues }) => {
        await issues.getMyself();
      });
      test('needs no tracker', async () => {});
      test('is left too', covers('DT-04', 'DT-05'), async ({ issues }) => {
        await issues.getMyself();
      });
    `,
    env: {
      TRACKER_URL: shared.remote.url,
      TRACKER_USERNAME: login.username,
      TRACKER_PASSWORD: login.password,
      TRACKER_SANDBOX: JSON.stringify(shared.sandbox),
      SWITCH: off.url,
    },
    config: 'retries: 1',
  });
  off.close();

  expect(run.exitCode, run.output).toBe(4);
  const outcomes = run.tests.map(({ title, status }) => `${title}: ${status}`);
  expect(outcomes).toEqual([
    'answers: passed',
    'stops: failed',
    'stops: failed',
    'makes nothing of it: skipped',
    'needs no tracker: passed',
    'is left too: skipped',
  ]);
  const reason = new RegExp(
    `The tracker at ${shared.remote.url} has not answered since [0-9:]{8} UTC \\(GET ${shared.remote.url}/rest/api/2/myself got no answer: .+\\)\\.`,
  );
  expect(run.output.match(/the tests that are left are not run/g)).toHaveLength(1);
  expect(run.output).toMatch(reason);

  expect(matrix.verdict.verdict).toBe('tracker unreachable');
  expect(matrix.verdict.reasons[0]).toMatch(new RegExp(`${reason.source} 2 tests were not run for that\\.`));
  const states = matrix.rules.filter(({ tests }) => tests.length > 0).map(({ id, state }) => `${id} ${state}`);
  expect(states).toEqual([
    'DT-01 verified',
    'DT-02 failing',
    'DT-03 unverified',
    'DT-04 unverified',
    'DT-05 unverified',
  ]);
  expect(matrix.rules.find(({ id }) => id === 'DT-05')?.reasons).toEqual([
    expect.stringMatching(new RegExp(`^Not run: ${reason.source}$`)),
  ]);
  // What could not be taken back stands where a sweep finds it.
  expect(ledgers.runs.flatMap(({ open }) => open.map(({ item }) => item.kind))).toContain('issue');
});

test('connections that a test has dropped itself do not', async ({ shared }, testInfo) => {
  const { run, matrix } = await runJudged(testInfo, {
    spec: `
      test('is cut off', covers('DT-01'), async ({ issues, tracker }) => {
        const faults = new URL('/control/spaces/main/faults', tracker.baseUrl);
        await fetch(faults, { method: 'POST', body: JSON.stringify({ kind: 'drop', moment: 'before' }), headers: { 'content-type': 'application/json' } });
        await expect(issues.getMyself()).rejects.toThrow('got no answer');
        await fetch(faults, { method: 'DELETE' });
      });
      test('goes on', covers('DT-02'), async ({ issues }) => {
        expect(await issues.getMyself()).toHaveStatus(200);
      });
    `,
    env: {
      TRACKER_URL: shared.remote.url,
      TRACKER_USERNAME: login.username,
      TRACKER_PASSWORD: login.password,
      TRACKER_SANDBOX: JSON.stringify(shared.sandbox),
    },
  });

  expect(run.exitCode, run.output).toBe(0);
  expect(matrix.verdict.verdict).toBe('passed');
  expect(matrix.run).toEqual({ status: 'passed', errors: [] });
});
