import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import type { JSONReport, Suite } from '@playwright/test/reporter';
import { findOnly } from '../fixtures/playwright-internals/find-only.js';

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
  const folder = mkdtempSync(join(tmpdir(), 'tracker-e2e-list-'));
  const file = join(folder, 'tests.json');
  try {
    const ofAll = args.filter((word, index) => !/^--shard(=|$)/.test(word) && args[index - 1] !== '--shard');
    spawnSync(node, [script, 'test', ...ofAll, '--list', '--reporter=json'], {
      stdio: 'ignore',
      env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: file },
    });
    const { stats, errors } = JSON.parse(readFileSync(file, 'utf8')) as JSONReport;
    // With `forbidOnly` it lists nothing.
    if (errors.length > 0) return undefined;
    return stats.expected + stats.skipped + stats.unexpected + stats.flaky;
  } catch {
    return undefined;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
