import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { ROOT } from '../processes.js';

/** The environment variable that names the file with the cells of a run. */
export const CELLS_FILE = 'TRACKER_KNOWN_CELLS';

/** A tracker with some defects, the last planted on top, and the tests that run on it. */
export interface Cell {
  readonly name: string;
  readonly defects: readonly string[];
  /** The spec files, relative to the folder of the specs. */
  readonly files: readonly string[];
  /** The tests of these files that run, as a file of known failures names them. If absent, tests of the rule run. */
  readonly tests?: readonly string[];
}

/** The plan of a run of Playwright. */
interface CellPlan {
  /** The folder with a spec file for each cell, named by its position. */
  readonly folder: string;
  readonly cells: readonly Cell[];
  /** The file for the outcomes. */
  readonly outcomes: string;
}

/** The plan of this run. */
export function readCellPlan(): CellPlan {
  return JSON.parse(readFileSync(process.env[CELLS_FILE] ?? '', 'utf8')) as CellPlan;
}

/** Writes a spec file for each cell, which loads the specs anew, and the plan. @returns the plan and its file */
export function writeCells(cells: readonly Cell[]): { readonly plan: CellPlan; readonly file: string } {
  const home = join(ROOT, 'tracker-output/lab/known');
  const folder = join(home, 'specs');
  rmSync(home, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [index, cell] of cells.entries())
    writeFileSync(join(folder, `${index}.spec.ts`), specOf(cell, index, folder));
  const plan = { folder, cells, outcomes: join(home, 'outcomes.json') };
  const file = join(home, 'cells.json');
  writeFileSync(file, JSON.stringify(plan));
  return { plan, file };
}

function specOf({ defects, files }: Cell, index: number, folder: string): string {
  const up = relative(folder, ROOT).split(sep).join('/');
  return [
    `import { findDefect } from '${up}/fake/index.js';`,
    `import { test } from '${up}/fixtures/index.js';`,
    ...files.map((file) => `import '${up}/specs/${file}?${index}';`),
    `test.use({ fakeOverrides: ${JSON.stringify(defects)}.map((name) => findDefect(name).override) });`,
    '',
  ].join('\n');
}
