import { readFileSync } from 'node:fs';
import { findDefect } from '../../../fake/index.js';
import type { Defect } from '../../../fake/index.js';

/** The environment variable that names the file of the plan. */
export const PLAN_FILE = 'TRACKER_DEFECTS_PLAN';

/** The name of the spec file that runs the suite without a defect. */
export const CONTROL = 'control';

/** The plan of a run against defects; `main.ts` writes it for the processes of Playwright. */
export interface Plan {
  readonly mode: 'isolated' | 'shared';
  /** The names of the defects. */
  readonly defects: readonly string[];
  /** Whether all tests of a defect's API run, and not just the tests of the rule that it breaks. */
  readonly wide: boolean;
  /** Whether a defect that is not caught is tried on another tracker, because answers of this one may hide it. */
  readonly mayBeHidden: boolean;
  /** The folder with a spec file for each defect. */
  readonly folder: string;
  /** The line of each test, by its file and title: in a file that is loaded many times Playwright loses count. */
  readonly lines: Readonly<Record<string, number>>;
}

/** The plan of this run. */
export function readPlan(): Plan {
  return JSON.parse(readFileSync(process.env[PLAN_FILE] ?? '', 'utf8')) as Plan;
}

/** The defects of a plan. */
export function defectsOf({ defects }: Plan): Defect[] {
  return defects.map(findDefect);
}
