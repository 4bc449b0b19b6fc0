import { relative, sep } from 'node:path';
import { ROOT } from '../processes.js';

export const PLAN_FILE = 'TRACKER_MUTATION_PLAN';

export const COVERAGE_FOLDER = 'TRACKER_MUTATION_COVERAGE';

/** The environment variable that names the file to which a run adds how each test ended. */
export const OUTCOMES_FILE = 'TRACKER_MUTATION_OUTCOMES';

export interface Plan {
  readonly folder: string;
  /** For each mutant, by its id, the names of the tests to run. */
  readonly tests: Readonly<Record<string, readonly string[]>>;
}

export type OutcomeLine =
  | { readonly begun: string; readonly mutant: string }
  | EndedTest
  | { readonly error: string }
  | { readonly done: true };

export interface EndedTest {
  readonly ended: string;
  /** The name of its spec file without the extension. In a run with mutants it is the id of a mutant. */
  readonly mutant: string;
  /** Playwright's own id of it. */
  readonly id: string;
  readonly status: 'passed' | 'failed' | 'skipped';
  /** The first line of its first error; empty if there is none. */
  readonly message: string;
}

/** The name of a test, the same in every run. */
export function nameOf(file: string, titles: readonly string[]): string {
  return [relative(ROOT, file).split(sep).join('/'), ...titles].join(' › ');
}

export function fileOf(name: string): string {
  return name.split(' › ', 1)[0] ?? '';
}
