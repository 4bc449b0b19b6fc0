import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { judgedMatrixSchema } from '../../../contracts/report/matrix.js';
import { exitCodes } from '../../../reports/exit-codes.js';
import { builtModule } from '../built-package.js';
import { test } from '../fixtures/shared-tracker-test.js';
import type { SharedTracker } from '../fixtures/shared-tracker-test.js';
import { run, start } from './command.js';
import { writeSmallSuite } from './small-suite.js';

// Each is several processes.
test.describe.configure({ timeout: 120_000 });

const holding = `import { test as tracked } from '${builtModule('fixtures/index.ts')}';
for (const title of ['holds', 'never starts']) {
  tracked(title, async ({ projects }) => {
    await projects.provide({ templatePostFunction: 'keep' });
    console.log('it has begun');
    await new Promise(() => undefined);
  });
}
`;

/** The settings of a run on the tracker. */
function settingsFor({ url, external, sandbox }: SharedTracker): Record<string, string> {
  const { username, password } = external.login as { username: string; password: string };
  return {
    TRACKER_URL: `${url}/x`,
    TRACKER_USERNAME: username,
    TRACKER_PASSWORD: password,
    TRACKER_SANDBOX: JSON.stringify(sandbox),
  };
}

type Running = ReturnType<typeof start>;

function matrixIn(folder: string) {
  return judgedMatrixSchema.parse(JSON.parse(readFileSync(join(folder, 'tracker-output/shared/rules.json'), 'utf8')));
}

for (const [what, end] of [
  ['Ctrl+C', (running: Running) => running.killAll('SIGINT')],
  // The runner of a job ends the command alone, or everything that it has started.
  ['SIGTERM', (running: Running) => running.kill('SIGTERM')],
  ['SIGTERM for all processes', (running: Running) => running.killAll('SIGTERM')],
] as const) {
  test(`${what} says at once what is cleaned up, and cleans it up`, async ({ shared }, testInfo) => {
    const folder = testInfo.outputPath('cwd');
    writeSmallSuite(folder, { files: { 'a.spec.ts': holding } });
    const before = shared.tenant.state();
    const running = start(folder, ['run'], settingsFor(shared));
    await running.until('it has begun');
    // Workers tell four times a second what they have made.
    await new Promise((resolve) => setTimeout(resolve, 1_000));

    end(running);
    const { code, stdout } = await running.ended;

    expect(code).toBe(exitCodes.interrupted);
    expect(stdout).toMatch(
      /\nInterrupted: cleaning up 1 project with entries, 1 lease, about \d+ s; press Ctrl\+C again to stop now\.\n/,
    );
    expect(stdout).toMatch(
      /\nVerdict {4}interrupted\n {11}- The run was interrupted before its end: 2 tests were not run\.\n/,
    );
    expect(stdout).toMatch(/\n0 passed, 0 failed, 0 skipped, 2 not run\n$/);
    expect(matrixIn(folder)).toMatchObject({ totals: { skipped: 0, notRun: 2 }, verdict: { verdict: 'interrupted' } });
    expect(matrixIn(folder).run.left).toBeUndefined();
    expect(shared.tenant.state()).toStrictEqual(before);
  });
}

test('Ctrl+C pressed again stops now, and says what is left and how to clean it up', async ({ shared }, testInfo) => {
  const folder = testInfo.outputPath('cwd');
  writeSmallSuite(folder, { files: { 'a.spec.ts': holding } });
  const before = shared.tenant.state();
  const running = start(folder, ['run'], settingsFor(shared));
  await running.until('it has begun');
  const slow = shared.tenant.addFault({ kind: 'latency', milliseconds: 60_000 });

  running.killAll('SIGINT');
  await running.until('press Ctrl+C again to stop now.');
  await new Promise((resolve) => setTimeout(resolve, 700));
  running.killAll('SIGINT');
  const { code, stdout } = await running.ended;

  expect(code).toBe(exitCodes.interrupted);
  expect(stdout).toContain('\nStopping now.\n');
  expect(stdout).toContain(
    'Left on the tracker: 1 project with entries, 1 lease. `tracker-e2e sweep --older-than 0s --yes` cleans up.',
  );
  expect(
    matrixIn(folder)
      .run.left?.map(({ kind }) => kind)
      .sort(),
  ).toEqual(['lease', 'project entries']);
  shared.tenant.removeFault(slow);
  const swept = await run(folder, ['sweep', '--older-than', '0s', '--yes'], settingsFor(shared));
  expect(swept.code).toBe(exitCodes.passed);
  expect(shared.tenant.state()).toStrictEqual(before);
});
