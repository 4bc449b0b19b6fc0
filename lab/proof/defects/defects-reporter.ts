import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { counted } from '../../../contracts/counted.js';
import type { FullResult, TestCase } from '@playwright/test/reporter';
import { defectMatrixSchema } from '../../../contracts/report/defect-matrix.js';
import type { DefectMatrix, DefectRow } from '../../../contracts/report/defect-matrix.js';
import { defects as allDefects } from '../../../fake/index.js';
import { loadSettings } from '../../../fixtures/index.js';
import { addToRunTotals } from '../processes.js';
import { CONTROL, defectsOf } from './cells.js';
import { CellsReporter } from './cells-reporter.js';
import { controlProblems, isCaughtOrUnseen, judgeDefect } from './judge-defect.js';
import { renderDefects } from './render-defects.js';
import { selectByEndpoint } from './select-by-endpoint.js';

/** Writes the outcome of every defect, and fails the run if one was not caught. */
export default class DefectsReporter extends CellsReporter {
  readonly #defects = defectsOf(this.plan);
  #done = 0;

  printsToStdio(): boolean {
    return true;
  }

  protected begin(tests: number): void {
    print([`${counted(this.#defects.length, 'defect')} (${this.plan.mode}): ${counted(tests, 'test run')}`]);
  }

  onTestEnd(): void {
    this.#done += 1;
    if (this.#done % 1_000 === 0) print([`  ${this.#done} done`]);
  }

  protected async end(
    testsOf: ReadonlyMap<string, readonly TestCase[]>,
    { startTime, duration }: FullResult,
  ): Promise<boolean> {
    const { outputDir, seed } = loadSettings();
    const { mode, wide, isLast } = this.plan;
    const control = testsOf.get(CONTROL) ?? [];
    this.errors.push(...controlProblems(control));
    const matrix = defectMatrixSchema.parse({
      schemaVersion: 1,
      mode,
      wide,
      seed,
      startedAt: startTime.toISOString(),
      durationMs: Math.round(duration),
      defects: this.#defects.map((defect) => judgeDefect(defect, testsOf.get(defect.name) ?? [], this.plan)),
    });
    const { caught, missed, tests } = selectByEndpoint(this.#defects, testsOf, control);
    this.errors.push(...missed.map((name) => `No test that --endpoints selects catches ${name}.`));
    const text = renderDefects(matrix, isLast);
    const folder = join(outputDir, 'defects', mode);
    const file = join(folder, 'defects.json');
    const previous = await readPrevious(file);
    await mkdir(folder, { recursive: true });
    await Promise.all([
      writeFile(file, `${JSON.stringify(withRowsOf(previous, matrix), null, 2)}\n`),
      writeFile(join(folder, 'defects.txt'), text),
    ]);
    const found = `${caught - missed.length} of ${caught}, by ${tests} of the ${counted(control.length, 'test')} on average`;
    print([text, `Defects that --endpoints, told what each changes, selects a test for: ${found}`, ...this.errors]);
    const settled = isLast ? matrix.defects : matrix.defects.filter(({ state }) => state === 'caught');
    const count = (state: DefectRow['state']) => settled.filter((row) => row.state === state).length;
    const [passed, skipped] = [count('caught'), count('not available')];
    const failed = Math.max(settled.length - passed - skipped, Math.min(1, this.errors.length));
    addToRunTotals(`defects (${mode})`, { passed, failed, skipped });
    return settled.every((row) => isCaughtOrUnseen(row, mode));
  }
}

/** The result of the run before; undefined if there is none or it can't be read. */
async function readPrevious(file: string): Promise<DefectMatrix | undefined> {
  try {
    return defectMatrixSchema.safeParse(JSON.parse(await readFile(file, 'utf8'))).data;
  } catch {
    return undefined;
  }
}

/** The matrix of a run of some defects, with the earlier results of the others. */
function withRowsOf(previous: DefectMatrix | undefined, matrix: DefectMatrix): DefectMatrix {
  const rows = new Map([...(previous?.defects ?? []), ...matrix.defects].map((row) => [row.name, row]));
  return { ...matrix, defects: allDefects.flatMap(({ name }) => rows.get(name) ?? []) };
}

function print(lines: readonly string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`);
}
