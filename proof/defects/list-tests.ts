import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { PLAYWRIGHT, ROOT } from './playwright-command.js';

/** A test of the suite, as Playwright lists it. */
export interface ListedTest {
  /** Its spec file, relative to the folder of the specs. */
  readonly file: string;
  readonly line: number;
  /** The titles of its describe blocks and its own, joined by ` › `. */
  readonly title: string;
  /** The ids of the rules it covers. */
  readonly rules: readonly string[];
}

interface JsonSuite {
  readonly title: string;
  readonly file: string;
  readonly suites?: readonly JsonSuite[];
  readonly specs: readonly { readonly title: string; readonly line: number; readonly tags: readonly string[] }[];
}

/** Every test of the suite. @throws Error with what Playwright says where it can't list them */
export function listTests(): ListedTest[] {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('TRACKER_')));
  const args = [PLAYWRIGHT, 'test', '-c', join(ROOT, 'playwright.config.ts'), '--list', '--reporter', 'json'];
  const { stdout, stderr, status } = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
    env,
  });
  if (status !== 0) throw new Error(`The tests can't be listed: ${stderr}${stdout.slice(0, 2_000)}`);
  const { suites } = JSON.parse(stdout) as { suites: readonly JsonSuite[] };
  return suites.flatMap((suite) => testsOf(suite, suite.file, []));
}

/** The tests of a suite; the outermost is the file itself. */
function testsOf({ specs, suites = [] }: JsonSuite, file: string, titles: readonly string[]): ListedTest[] {
  return [
    ...specs.map(({ title, line, tags }) => ({ file, line, title: [...titles, title].join(' › '), rules: tags })),
    ...suites.flatMap((suite) => testsOf(suite, file, [...titles, suite.title])),
  ];
}
