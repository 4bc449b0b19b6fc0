import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { ledgerFolder } from '../../../fixtures/cleanup/ledger/ledger.js';
import { readLedgers } from '../../../fixtures/cleanup/ledger/read-ledgers.js';
import { sharedWorld } from '../../../fixtures/target/shared-world.js';
import { builtModule } from '../built-package.js';
import { runSpecs } from '../fixtures/run-specs.js';
import type { Specs } from '../fixtures/run-specs.js';
import { test } from '../fixtures/shared-tracker-test.js';
import { settingsFor } from '../cli/command.js';
import { readMatrix } from '../cli/small-suite.js';
import { serve } from '../wire/servers.js';

const { login } = sharedWorld(1);
const [matrixReporter, statusReporter] = ['matrix-reporter', 'status-reporter'].map((name) =>
  builtModule(`reports/${name}.ts`),
);

async function runJudged(specs: Specs) {
  const output = test.info().outputPath('run', 'out');
  const reporter =
    `[['line'], ['json', { outputFile: '../out/report.json' }],` +
    ` ['${statusReporter}', { outputDir: '${output.replaceAll('\\', '/')}/tracker', shows: false }],` +
    ` ['${matrixReporter}', { outputDir: '${output.replaceAll('\\', '/')}', gate: 'selected' }]]`;
  const run = await runSpecs(test.info().outputPath('run'), {
    ...specs,
    config: `reporter: ${reporter}, metadata: { target: describeTarget(loadSettings()) }, ${specs.config ?? ''}`,
  });
  expect(existsSync(join(output, 'tracker', 'run-notes')), 'what the workers told each other').toBe(false);
  return { run, matrix: readMatrix(output), ledgers: readLedgers(ledgerFolder(join(output, 'tracker'))) };
}

test('a tracker that stops answering ends the run at once, with a verdict of its own', async ({ shared }) => {
  const off = await serve((_request, response) => void shared.breakDown().then(() => response.end()));

  const { run, matrix, ledgers } = await runJudged({
    spec: `
      test('answers', covers('DT-41'), async ({ issues }) => {
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
    env: { ...settingsFor(shared.external), SWITCH: off.url },
    config: 'retries: 1',
  });
  off.close();

  expect(run.exitCode, run.output).toBe(4);
  const outcomes = run.tests.map(({ title, status }) => `${title}: ${status}`);
  // A test of no rule is one of those that may need the sandbox, which come first.
  expect(outcomes).toEqual([
    'needs no tracker: passed',
    'answers: passed',
    'stops: failed',
    'stops: failed',
    'makes nothing of it: skipped',
    'is left too: skipped',
  ]);
  const reason = new RegExp(
    `The tracker at ${shared.external.url} has not answered since [0-9:]{8} UTC \\(GET ${shared.external.url}/rest/api/2/myself got no answer: .+\\)\\.`,
  );
  expect(run.output.match(/the tests that are left are not run/g)).toHaveLength(1);
  expect(run.output).toMatch(reason);

  expect(matrix.verdict.verdict).toBe('tracker unreachable');
  expect(matrix.verdict.reasons[0]).toMatch(new RegExp(`${reason.source} 2 tests were not run for that\\.`));
  const states = matrix.rules.filter(({ tests }) => tests.length > 0).map(({ id, state }) => `${id} ${state}`);
  expect(states).toEqual([
    'DT-02 failing',
    'DT-03 unverified',
    'DT-04 unverified',
    'DT-05 unverified',
    'DT-41 verified',
  ]);
  expect(matrix.rules.find(({ id }) => id === 'DT-05')?.reasons).toEqual([
    expect.stringMatching(new RegExp(`^Not run: ${reason.source}$`)),
  ]);
  // A sweep finds what could not be cleaned up.
  expect(ledgers.runs.flatMap(({ open }) => open.map(({ item }) => item.kind))).toContain('project');
});

test('a wrong password is sent twice by a run of two workers, which says so once', async ({ shared }) => {
  const { run, matrix } = await runJudged({
    spec: `
      for (const rule of ['DT-01', 'DT-02', 'DT-03', 'DT-04']) {
        test('asks for ' + rule, covers(rule), async ({ issues }) => {
          expect(await issues.getMyself()).toHaveStatus(200);
        });
      }
    `,
    env: { ...settingsFor(shared.external), TRACKER_PASSWORD: 'q-secret-q' },
    config: 'workers: 2, fullyParallel: true',
  });

  expect(run.exitCode, run.output).toBe(4);
  expect(shared.tenant.journal().filter(({ status }) => status === 401 || status === 403)).toHaveLength(2);
  expect(run.output.match(/the tests that are left are not run/g)).toHaveLength(1);
  const reason = new RegExp(
    `The tracker at ${shared.external.url} has been unusable since [0-9:]{8} UTC: ${login.username} is refused \\(401, AUTHENTICATED_FAILED\\)\\. ` +
      'Check TRACKER_USERNAME and TRACKER_PASSWORD; ',
  );
  expect(run.output).toMatch(reason);
  expect(matrix.verdict.verdict).toBe('tracker unreachable');
  expect(matrix.verdict.reasons[0]).toMatch(reason);
  expect(matrix.run.outage).toMatch(reason);
  expect(matrix.rules.filter(({ state }) => state === 'verified')).toEqual([]);
  expect(run.written).not.toContain('q-secret-q');
});

test('a set-up that is refused in one way fails three tests of a run, and the others are left out', async ({
  shared,
}) => {
  shared.tenant.addFault({ kind: 'error-response', status: 400, endpoint: 'createIssue' });

  const { run, matrix } = await runJudged({
    spec: `
      for (const rule of ['TM-01', 'TM-02', 'TM-03', 'TM-04', 'TM-05', 'TM-06']) {
        test('needs a template for ' + rule, covers(rule), async ({ testProjects, testCaseTemplates }) => {
          await testCaseTemplates.provide(await testProjects.provide());
        });
      }
      test('needs none', covers('DT-41'), async ({ issues }) => {
        expect(await issues.getMyself()).toHaveStatus(200);
      });
    `,
    env: settingsFor(shared.external),
    config: 'workers: 2, fullyParallel: true',
  });

  expect(run.exitCode, run.output).toBe(1);
  const statuses = run.tests.map(({ status }) => status).sort();
  expect(statuses).toEqual([...Array<string>(3).fill('failed'), 'passed', ...Array<string>(3).fill('skipped')]);
  const finding = /^Several tests failed by the same refusal: .*POST \S+\/issue .*answered 400/;
  expect(matrix.verdict).toMatchObject({
    verdict: 'tests failed',
    reasons: ['3 tests failed.', expect.stringMatching(finding)],
  });
  expect(matrix.verdict.reasons[1]).toMatch(/ 3 tests were not run for that\.$/);
  const left = matrix.rules.filter(({ tests, state }) => tests.length > 0 && state === 'unverified');
  expect(left.map(({ reasons }) => reasons)).toEqual(Array(3).fill([expect.stringMatching(/^Not run: Several tests/)]));
});
