import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { TestInfo } from '@playwright/test';
import { expect, test } from '@playwright/test';

interface Ending {
  readonly status: number | null;
  readonly lines: readonly string[];
}

/** The npm of a test: a shell command for each call of `.ci/run`. Calls without a command do nothing. */
type NpmCommands = Partial<Record<'ci' | 'chromium' | 'test' | 'slow' | 'consumer' | 'defects' | 'proofs', string>>;

/** Runs `.ci/run` in a tree of its own with these shell commands in place of npm scripts. */
function runWith(commands: NpmCommands, testInfo: TestInfo): Ending {
  const root = testInfo.outputPath('tree');
  for (const folder of ['.ci', 'tools', 'bin']) mkdirSync(join(root, folder), { recursive: true });
  for (const file of ['.ci/run', 'tools/sum-run-totals.js']) copyFileSync(file, join(root, file));
  const npm = join(root, 'bin/npm');
  const { ci = 'true', test = 'true', ...others } = commands;
  const named = ['chromium', 'slow', 'consumer', 'defects', 'proofs'] as const;
  const scripts = named.map((name) => `run*${name}*) ${others[name] ?? 'true'} ;;`).join(' ');
  const unknown = '*) echo "npm $* is a call these tests do not know"; exit 9 ;;';
  const calls = `case "$*" in ci*) ${ci} ;; test) ${test} ;; ${scripts} ${unknown} esac`;
  writeFileSync(npm, `#!/usr/bin/env bash\nset -e\n${calls}\n`);
  chmodSync(npm, 0o755);
  const env = { ...process.env, PATH: [join(root, 'bin'), process.env['PATH']].join(delimiter) };
  const { status, stdout } = spawnSync(join(root, '.ci/run'), { cwd: root, env, encoding: 'utf8' });
  return { status, lines: stdout.trimEnd().split('\n') };
}

/** A shell command that leaves the run totals of one Playwright run. */
function runTotals(run: string, passed: number, failed: number): string {
  return `echo '${JSON.stringify({ run, passed, failed, skipped: 0 })}' >> "$TRACKER_RUN_TOTALS"`;
}

test.describe('.ci/run', () => {
  test('closes with the sum over all runs', ({}, testInfo) => {
    const commands = {
      ci: 'echo installed',
      test: `${runTotals('harness', 40, 0)}; ${runTotals('specs', 2, 0)}; echo tested`,
    };
    expect(runWith(commands, testInfo)).toEqual({ status: 0, lines: ['installed', 'tested', '42 passed, 0 failed'] });
  });

  test('ends as npm test does, after the closing line', ({}, testInfo) => {
    const commands = { ci: 'true', test: `${runTotals('harness', 40, 0)}; ${runTotals('specs', 1, 3)}; exit 7` };
    expect(runWith(commands, testInfo)).toEqual({ status: 7, lines: ['41 passed, 3 failed'] });
  });

  test('runs the slow tests and those of an installed package after npm test, and counts them', ({}, testInfo) => {
    const commands = {
      test: `echo tested; ${runTotals('harness', 40, 0)}`,
      slow: `echo slow; ${runTotals('harness', 5, 0)}`,
      consumer: `echo installed elsewhere; ${runTotals('consumer', 1, 1)}; exit 1`,
      defects: 'echo not reached',
    };
    expect(runWith(commands, testInfo)).toEqual({
      status: 1,
      lines: ['tested', 'slow', 'installed elsewhere', '46 passed, 1 failed'],
    });
  });

  test('runs the suite against the defects after all tests, and counts them', ({}, testInfo) => {
    const commands = {
      ci: 'true',
      test: `echo tested; ${runTotals('specs', 2, 0)}`,
      defects: `${runTotals('defects', 9, 1)}; exit 1`,
    };
    expect(runWith(commands, testInfo)).toEqual({ status: 1, lines: ['tested', '11 passed, 1 failed'] });
  });

  test('runs the other proofs after the defects, and counts them', ({}, testInfo) => {
    const commands = {
      ci: 'true',
      test: runTotals('specs', 2, 0),
      defects: `echo broken; ${runTotals('defects', 9, 0)}`,
      proofs: `echo drilled; ${runTotals('drill (kills)', 19, 1)}; ${runTotals('specs', 7, 2)}; exit 1`,
    };
    expect(runWith(commands, testInfo)).toEqual({ status: 1, lines: ['broken', 'drilled', '37 passed, 3 failed'] });
  });

  test('fails when npm test ran nothing', ({}, testInfo) => {
    expect(runWith({ ci: 'true', test: 'true' }, testInfo)).toEqual({ status: 1, lines: ['0 passed, 1 failed'] });
  });

  test('tests nothing when the installation fails', ({}, testInfo) => {
    const commands = { ci: 'exit 5', test: runTotals('harness', 40, 0) };
    expect(runWith(commands, testInfo)).toEqual({ status: 5, lines: ['0 passed, 1 failed'] });
  });

  test('looks for Chromium before npm test, and tests also if there can be none', ({}, testInfo) => {
    const commands = { ci: 'true', chromium: 'echo no Chromium; exit 1', test: runTotals('harness', 3, 1) };
    expect(runWith(commands, testInfo)).toEqual({ status: 0, lines: ['no Chromium', '3 passed, 1 failed'] });
  });

  test('counts a line that was cut off as a failure', ({}, testInfo) => {
    const commands = {
      ci: 'true',
      test: `${runTotals('harness', 40, 0)}; echo '{"run":"specs","pas' >> "$TRACKER_RUN_TOTALS"; exit 1`,
    };
    expect(runWith(commands, testInfo)).toEqual({ status: 1, lines: ['40 passed, 1 failed'] });
  });

  test('says CI=true and offers no standard input', ({}, testInfo) => {
    const commands = { ci: 'cat', test: `echo "CI=$CI"; ${runTotals('harness', 1, 0)}` };
    expect(runWith(commands, testInfo)).toEqual({ status: 0, lines: ['CI=true', '1 passed, 0 failed'] });
  });
});
