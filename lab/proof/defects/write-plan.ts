import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { rules } from '../../../contracts/index.js';
import type { Defect } from '../../../fake/index.js';
import type { ListedTest } from './list-tests.js';
import { CONTROL } from './plan.js';
import type { Plan } from './plan.js';
import { ROOT } from '../playwright/root.js';

/**
 * Writes the plan of a run and a spec file for each defect, which loads the specs anew and lets them run on a tracker
 * that has it. A project for each defect would do the same, and start a worker for each: nine tenths of the time.
 *
 * @returns the file of the plan
 */
export function writePlan(
  defects: readonly Defect[],
  tests: readonly ListedTest[],
  { mode, wide, mayBeHidden }: Pick<Plan, 'mode' | 'wide' | 'mayBeHidden'>,
): string {
  const home = join(ROOT, 'tracker-output/lab/defects', mode);
  const folder = join(home, 'specs');
  rmSync(home, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const used = new Set<string>();
  for (const defect of defects) {
    const files = wide ? filesOfApi(defect, tests) : filesOfRule(defect, tests);
    for (const file of files) used.add(file);
    const use = `test.use({ defect: '${defect.name}' });`;
    writeFileSync(join(folder, `${defect.name}.spec.ts`), specOf(defect.name, files, folder, use));
  }
  writeFileSync(join(folder, `${CONTROL}.spec.ts`), specOf(CONTROL, used, folder));
  const lines = Object.fromEntries(tests.map(({ file, title, line }) => [`${file} › ${title}`, line]));
  const plan: Plan = { mode, wide, mayBeHidden, folder, lines, defects: defects.map(({ name }) => name) };
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
function specOf(name: string, files: ReadonlySet<string>, folder: string, use = ''): string {
  const up = relative(folder, ROOT).split(sep).join('/');
  return [
    ...(use === '' ? [] : [`import { test } from '${up}/fixtures/index.js';`]),
    ...[...files].map((file) => `import '${up}/specs/${file}?${name}';`),
    use,
    '',
  ].join('\n');
}
