import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { playwrightCommand } from '../../../cli/support/playwright.js';
import { specsOf } from '../../../reports/known/list-suite.js';
import type { JSONReport } from '@playwright/test/reporter';
import { ownBundle } from '../../tools/own-bundle.js';
import { ROOT, withoutSettings } from '../processes.js';

/** A test of the suite, as Playwright lists it. */
export interface ListedTest {
  /** Its spec file, relative to the folder of the specs. */
  readonly file: string;
  readonly line: number;
  /** Its file, the titles of its describe blocks and its own, joined by ` › `: they name it in the suite. */
  readonly place: string;
  /** The ids of the rules it covers. */
  readonly rules: readonly string[];
}

/** Every test of the suite. @throws Error with what Playwright says if it can't list them */
export function listTests(): ListedTest[] {
  const args = [playwrightCommand(), 'test', '-c', join(ROOT, 'playwright.config.ts'), '--list', '--reporter', 'json'];
  const { stdout, stderr, status } = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
    env: { ...withoutSettings(), ...ownBundle().env },
  });
  if (status !== 0) throw new Error(`The tests can't be listed: ${stderr}${stdout.slice(0, 2_000)}`);
  const listed = specsOf(JSON.parse(stdout) as JSONReport);
  return listed.map(({ file, line, path, tags }) => ({
    file,
    line,
    place: `${file} › ${path}`,
    rules: tags,
  }));
}
