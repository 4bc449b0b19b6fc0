import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import type { JSONReport, Suite } from '@playwright/test/reporter';
import { findOnly } from '../fixtures/playwright-internals/for-reporters.js';

/** The tests that a command of Playwright would run, or what it wrote to its standard error if it lists none. */
export function listTests(node: string, command: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'tracker-e2e-list-'));
  const file = join(folder, 'tests.json');
  try {
    const { stderr } = spawnSync(node, [...command, '--list', '--reporter=json'], {
      encoding: 'utf8',
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: file },
    });
    return { stderr, ...(existsSync(file) && { report: JSON.parse(readFileSync(file, 'utf8')) as JSONReport }) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Why a run is not one of the files it was asked for, if `only` leaves out tests of them. Tests that `--grep` leaves out are not meant. */
export function onlyProblem(suite: Suite, folder: string): string | undefined {
  const [first] = findOnly(suite);
  if (first === undefined) return undefined;
  const [count, all] = [suite.allTests().length, countListed(process.argv)];
  const others =
    all === undefined || all <= count ? 'the other tests' : `${String(all - count)} of ${String(all)} tests`;
  if (all === count)
    return `The only at ${relative(folder, first.file)}:${String(first.line)} would leave out every other test: take it away.`;
  return `The only at ${relative(folder, first.file)}:${String(first.line)} leaves out ${others}, so nothing is known of them: take it away.`;
}

/** How many tests a command of Playwright would run without `only`, which its list does not mind; undefined if it lists none. */
function countListed([node = '', script = '', command, ...args]: readonly string[]): number | undefined {
  if (command !== 'test') return undefined;
  const ofAll = args.filter((word, index) => !/^--shard(=|$)/.test(word) && args[index - 1] !== '--shard');
  const { report } = listTests(node, [script, 'test', ...ofAll]);
  // With `forbidOnly` it lists nothing.
  if (report === undefined || report.errors.length > 0) return undefined;
  const { expected, skipped, unexpected, flaky } = report.stats;
  return expected + skipped + unexpected + flaky;
}
