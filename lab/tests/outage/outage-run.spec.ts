import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { ledgerFolder } from '../../../provide/external/ledger/ledger.js';
import { readLedgers } from '../../../provide/external/ledger/read-ledgers.js';
import { builtModule } from '../built-package.js';
import { runSpecs } from '../fixtures/run-specs.js';
import type { Specs } from '../fixtures/run-specs.js';
import { test } from '../fixtures/shared-tracker-test.js';
import { settingsFor } from '../cli/command.js';
import { readMatrix } from '../cli/small-suite.js';
import { serve } from '../wire/servers.js';

async function runJudged(specs: Specs) {
  const output = test.info().outputPath('run', 'out');
  const reporters = ['status', 'matrix'].map((name) => {
    const options = { outputDir: name === 'status' ? join(output, 'tracker') : output, gate: 'selected', shows: false };
    return [builtModule(`reports/${name}-reporter.ts`), options];
  });
  const reporter = JSON.stringify([['line'], ['json', { outputFile: '../out/report.json' }], ...reporters]);
  const config = `reporter: ${reporter}, metadata: { target: describeTarget(loadSettings()) }, ${specs.config ?? ''}`;
  const run = await runSpecs(test.info().outputPath('run'), { ...specs, config });
  expect(existsSync(join(output, 'tracker', 'run-notes')), 'what the workers told each other').toBe(false);
  return { run, matrix: readMatrix(output), ledgers: readLedgers(ledgerFolder(join(output, 'tracker'))) };
}

const workers = (count: number) => `workers: ${count}, fullyParallel: true`;

test('a tracker that stops answering ends the run at once, with a verdict of its own', async ({ shared }) => {
  const off = await serve((_request, response) => void shared.breakDown().then(() => response.end()));
  const { run, matrix, ledgers } = await runJudged({
    spec: `
      test('answers', covers('DT-41'), async ({ trackerApi }) => {
        expect(await trackerApi.getMyself()).toHaveStatus(200);
      });
      test('stops', covers('DT-02'), async ({ projects, build, trackerApi }) => {
        const project = await projects.provide();
        const body = build.issue.in(project, project.issueTypes[0]).build();
        expect(await trackerApi.createIssue({ body })).toHaveStatus(201);
        await fetch(process.env['SWITCH']);
        await trackerApi.getMyself().catch(() => undefined);
      });
      test('is left', covers('DT-04', 'DT-05'), async ({ trackerApi }) => {
        await trackerApi.getMyself();
      });
    `,
    env: { ...settingsFor(shared.external), SWITCH: off.url },
    config: 'retries: 1',
  });
  off.close();

  expect(run.code, run.output).toBe(4);
  const outcomes = run.tests.map(({ title, status }) => `${title}: ${status}`);
  expect(outcomes).toStrictEqual(['answers: passed', 'stops: failed', 'stops: failed', 'is left: skipped']);
  expect(run.output.match(/the tests that are left are not run/g)).toHaveLength(1);
  const { url } = shared.external;
  const reason = `The tracker at ${url} has not answered since [0-9:]{8} UTC \\(GET ${url}/rest/api/2/myself got no answer: .+\\)\\.`;
  expect(matrix.verdict.verdict).toBe('tracker unreachable');
  expect(matrix.verdict.reasons[0]).toMatch(new RegExp(`${reason} 1 test was not run for that\\.`));
  expect(matrix.verdict.reasons.filter((one) => one.includes('has not answered'))).toHaveLength(1);
  const states = matrix.rules.filter(({ tests }) => tests.length > 0).map(({ id, state }) => `${id} ${state}`);
  expect(states).toStrictEqual(['DT-02 unverified', 'DT-04 unverified', 'DT-05 unverified', 'DT-41 verified']);
  const unverified = matrix.rules.find(({ id }) => id === 'DT-05');
  expect(unverified?.reasons).toStrictEqual([expect.stringMatching(new RegExp(`^Not run: ${reason}$`))]);
  // A sweep finds what could not be cleaned up.
  expect(ledgers.runs.flatMap(({ open }) => open.map(({ item }) => item.kind))).toContain('project');
});

test('a wrong password is sent once by a run of four workers, which says so once', async ({ shared }) => {
  const specs = {
    spec: `
      for (const rule of ['DT-01', 'DT-02', 'DT-03', 'DT-04']) {
        test('asks for ' + rule, covers(rule), async ({ trackerApi }) => {
          expect(await trackerApi.getMyself()).toHaveStatus(200);
        });
      }
    `,
    env: { ...settingsFor(shared.external), TRACKER_PASSWORD: 'q-secret-q' },
    config: workers(4),
  };
  const { run, matrix } = await runJudged(specs);

  expect(run.code, run.output).toBe(4);
  expect(shared.tenant.journal().filter(({ status }) => status === 401 || status === 403)).toHaveLength(1);
  expect(run.output.match(/the tests that are left are not run/g)).toHaveLength(1);
  expect(run.tests.map(({ status }) => status)).toStrictEqual(Array(4).fill('skipped'));
  expect(matrix.verdict.verdict).toBe('tracker unreachable');
  const reason = / UTC: \S+ is refused \(401, AUTHENTICATED_FAILED\)\. Check TRACKER_USERNAME and TRACKER_PASSWORD; /;
  expect([matrix.verdict.reasons[0], matrix.run.outage]).toStrictEqual(Array(2).fill(expect.stringMatching(reason)));

  const withOtherReporter = await runSpecs(test.info().outputPath('other'), specs);
  expect(withOtherReporter.code, withOtherReporter.output).toBe(1);
  expect(withOtherReporter.output).toMatch(/Error: Tests were not run\. The tracker at .* is refused/);
  expect(run.written + withOtherReporter.written).not.toContain('q-secret-q');
});

test('a run that can not begin ends with the code of wrong settings, and shows no stack', async ({ shared }) => {
  const run = await runSpecs(test.info().outputPath('run'), {
    spec: `test('is not run', covers('DT-41'), () => {});`,
    env: settingsFor(shared.external),
    config: 'workers: 99',
  });

  expect(run.code, run.output).toBe(2);
  expect(run.output).toContain('and the run has 99. Run it with --workers=');
  expect(run.output).not.toMatch(/^ +at |begin-external-run/m);
});

test('a set-up that is refused in one way fails three tests of a run, and others are left out', async ({ shared }) => {
  shared.tenant.addFault({ kind: 'error-response', status: 400, endpoint: 'createIssue' });
  const { run, matrix } = await runJudged({
    spec: `
      for (const rule of ['TM-01', 'TM-02', 'TM-03', 'TM-04', 'TM-05', 'TM-06']) {
        test('needs a template for ' + rule, covers(rule), async ({ testManagementProjects, testCaseTemplates }) => {
          await testCaseTemplates.provide(await testManagementProjects.provide());
        });
      }
    `,
    env: settingsFor(shared.external),
    config: workers(2),
  });

  expect(run.code, run.output).toBe(3);
  const statuses = run.tests.map(({ status }) => status).sort();
  expect(statuses).toStrictEqual([...Array<string>(3).fill('failed'), ...Array<string>(3).fill('skipped')]);
  const finding =
    /^Several tests failed by the same refusal: .*POST \S+\/issue .*answered 400.* 3 tests were not run for that\.$/s;
  const reasons = [expect.stringMatching(/^3 tests could not begin or clean up/), expect.stringMatching(finding)];
  expect(matrix.verdict).toMatchObject({ verdict: 'could not be tested', reasons });
  const left = matrix.rules.filter(({ tests, state }) => tests.length > 0 && state === 'unverified');
  expect(left.map(({ reasons: [why = ''] }) => why.split(':', 1)[0]).sort()).toStrictEqual([
    ...Array<string>(3).fill('Not run'),
    ...Array<string>(3).fill('could not be tested'),
  ]);
});
