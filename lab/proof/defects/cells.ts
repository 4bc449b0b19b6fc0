import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { TestCase, JSONReport } from '@playwright/test/reporter';
import { findDefect } from '../../../fake/index.js';
import type { Defect } from '../../../fake/index.js';
import { ROOT, runPlaywright, withoutSettings } from '../processes.js';
import { spawnSync } from 'node:child_process';
import { playwrightCommand } from '../../../cli/support/playwright.js';
import { specsOf } from '../../../reports/known/check-known.js';
import { ownBundle } from '../../tools/own-bundle.js';
import type { DefectRow, Mode } from './judge-defect.js';

const PLAN_FILE = 'TRACKER_CELLS_PLAN';

/** The name of the cell whose tracker has no defect. */
export const CONTROL = 'control';

/** A tracker with a defect, or without, and the tests of the suite that run on it. */
export interface Cell {
  /** Also the name of its spec file. */
  readonly name: string;
  readonly defect?: string;
  readonly tests: readonly ListedTest[];
}

export interface RunOfCells {
  readonly mode: Mode;
  /** Whether no other run follows for the defects that this one does not catch. */
  readonly isLast: boolean;
}

/** The plan of a run, which its main script writes for the processes of Playwright. */
export interface Plan extends RunOfCells {
  /** The folder with a spec file for each cell, and the file to which the rows of the defects are written. */
  readonly folder: string;
  readonly results: string;
  /** The places of the tests of each cell, by its name. */
  readonly cells: Readonly<Record<string, readonly string[]>>;
}

export function readPlan(): Plan {
  return JSON.parse(readFileSync(process.env[PLAN_FILE] ?? '', 'utf8')) as Plan;
}

export function defectsOf({ cells }: Plan): Defect[] {
  return Object.keys(cells).flatMap((name) => (name === CONTROL ? [] : [findDefect(name)]));
}

/**
 * Runs tests on trackers with defects: a spec file for each cell loads the specs anew and lets them run on its tracker. A
 * project for each cell would do the same, and start a worker for each: nine tenths of the time.
 *
 * @returns Playwright's exit code, and the rows of the defects
 */
export async function runCells(cells: readonly Cell[], run: RunOfCells) {
  const home = join(ROOT, 'tracker-output/lab/cells', run.mode);
  const folder = join(home, 'specs');
  rmSync(home, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const cell of cells) writeFileSync(join(folder, `${cell.name}.spec.ts`), specOf(cell, folder));
  const plan: Plan = {
    ...run,
    folder,
    results: join(home, 'defects.json'),
    cells: Object.fromEntries(cells.map(({ name, tests }) => [name, tests.map(({ place }) => place)])),
  };
  const planFile = join(home, 'plan.json');
  writeFileSync(planFile, JSON.stringify(plan));
  const env = { ...process.env, TRACKER_MODE: run.mode, [PLAN_FILE]: planFile };
  const code = await runPlaywright(['test', '-c', import.meta.dirname], env);
  // A run that fails may have broken off before it wrote them.
  return { code, rows: code === 0 ? (JSON.parse(readFileSync(plan.results, 'utf8')) as DefectRow[]) : [] };
}

/** The tests of a run that its plan does not name: a spec file has all tests of the files it loads. */
export function testsNotPlanned(tests: readonly TestCase[], { cells }: Plan): TestCase[] {
  const places = new Map(Object.entries(cells).map(([name, planned]) => [name, new Set(planned)]));
  return tests.filter((test) => places.get(cellOf(test))?.has(placeOf(test)) !== true);
}

export function testsByCell(tests: readonly TestCase[]): Map<string, TestCase[]> {
  const byCell = new Map<string, TestCase[]>();
  for (const test of tests) byCell.set(cellOf(test), [...(byCell.get(cellOf(test)) ?? []), test]);
  return byCell;
}

function cellOf(test: TestCase): string {
  const [, , file = ''] = test.titlePath();
  return file.slice(0, -'.spec.ts'.length);
}

function placeOf(test: TestCase): string {
  const file = relative(join(ROOT, 'specs'), test.location.file).split(sep).join('/');
  return [file, ...test.titlePath().slice(3)].join(' › ');
}

/** A spec file that loads specs again: with a query of its own each of them is another module. */
function specOf({ name, defect, tests }: Cell, folder: string): string {
  const up = relative(folder, ROOT).split(sep).join('/');
  const files = new Set(tests.map(({ file }) => file));
  return [
    `import { test } from '${up}/fixtures/index.js';`,
    `import { stopWhenCaught } from '${up}/lab/proof/defects/stop-when-caught.js';`,
    ...[...files].map((file) => `import '${up}/specs/${file}?${encodeURIComponent(name)}';`),
    ...(defect === undefined
      ? []
      : [
          `test.use({ defect: ${JSON.stringify(defect)} });`,
          `stopWhenCaught(${JSON.stringify(join(folder, `${name}.caught`))});`,
        ]),
    '',
  ].join('\n');
}

export interface ListedTest {
  /** Its spec file, relative to the folder of the specs. */
  readonly file: string;
  /** Its file, the titles of its describe blocks and its own, joined by ` › `: they name it in the suite. */
  readonly place: string;
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
  return listed.map(({ file, path, tags }) => ({ file, place: `${file} › ${path}`, rules: tags }));
}
