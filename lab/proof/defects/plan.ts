import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { rules } from '../../../contracts/index.js';
import { findDefect } from '../../../fake/index.js';
import type { Defect } from '../../../fake/index.js';
import { ROOT } from '../processes.js';
import type { ListedTest } from './list-tests.js';

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
  /** Whether no other run follows for the defects that this one does not catch. */
  readonly isLast: boolean;
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

/**
 * Writes the plan of a run and a spec file for each defect, which loads the specs anew and lets them run on a tracker
 * that has it. A project for each defect would do the same, and start a worker for each: nine tenths of the time.
 *
 * @returns the file of the plan
 */
export function writePlan(
  defects: readonly Defect[],
  tests: readonly ListedTest[],
  { mode, wide, isLast }: Pick<Plan, 'mode' | 'wide' | 'isLast'>,
): string {
  const home = join(ROOT, 'tracker-output/lab/defects', mode);
  const folder = join(home, 'specs');
  rmSync(home, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const used = new Set<string>();
  for (const defect of defects) {
    const files = wide ? filesOfApi(defect, tests) : filesOfRule(defect, tests);
    for (const file of files) used.add(file);
    const stop = `stopWhenCaught(${JSON.stringify(join(folder, `${defect.name}.caught`))});`;
    const own = [`test.use({ defect: '${defect.name}' });`, ...(wide ? [] : [stop])];
    writeFileSync(join(folder, `${defect.name}.spec.ts`), specOf(defect.name, files, folder, own));
  }
  writeFileSync(join(folder, `${CONTROL}.spec.ts`), specOf(CONTROL, used, folder));
  const lines = Object.fromEntries(tests.map(({ file, title, line }) => [`${file} › ${title}`, line]));
  const plan: Plan = { mode, wide, isLast, folder, lines, defects: defects.map(({ name }) => name) };
  const planFile = join(home, 'plan.json');
  writeFileSync(planFile, JSON.stringify(plan));
  return planFile;
}

function filesOfRule({ rule }: Defect, tests: readonly ListedTest[]): Set<string> {
  return new Set(tests.filter((test) => test.rules.includes(rule)).map(({ file }) => file));
}

function filesOfApi({ rule }: Defect, tests: readonly ListedTest[]): Set<string> {
  return new Set(tests.map(({ file }) => file).filter((file) => file.startsWith(`${rules[rule].api}/`)));
}

/** A spec file that loads specs again: with a query of its own each of them is another module. */
function specOf(name: string, files: ReadonlySet<string>, folder: string, own: readonly string[] = []): string {
  const up = relative(folder, ROOT).split(sep).join('/');
  return [
    `import { test } from '${up}/fixtures/index.js';`,
    `import { stopWhenCaught } from '${up}/lab/proof/defects/stop-when-caught.js';`,
    ...[...files].map((file) => `import '${up}/specs/${file}?${name}';`),
    ...own,
    '',
  ].join('\n');
}
