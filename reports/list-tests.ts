import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JSONReport } from '@playwright/test/reporter';

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
