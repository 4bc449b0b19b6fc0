import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FullConfig, FullResult, Reporter, Suite, TestCase, TestError, TestRun } from '@playwright/test/reporter';
import { counted } from '../../../contracts/counted.js';
import { defectMatrixSchema, renderDefects } from './defect-matrix.js';
import type { DefectMatrix, DefectRow } from './defect-matrix.js';
import { defects as allDefects } from '../../../fake/index.js';
import { loadSettings } from '../../../fixtures/index.js';
import { printTotals } from '../processes.js';
import { CONTROL, defectsOf, readPlan, testsByCell, testsNotPlanned } from './cells.js';
import { controlProblems, isCaughtOrUnseen, judgeDefect } from './judge-defect.js';

type TestsOfCells = ReadonlyMap<string, readonly TestCase[]>;

/** Runs only the tests that cells ask for. Then it judges the defect of each cell, and fails the run if one was not caught. */
export default class CellsReporter implements Reporter {
  readonly #plan = readPlan();
  readonly #errors: string[] = [];
  #suite: Suite | undefined;
  #done = 0;

  printsToStdio(): boolean {
    return true;
  }

  preprocess({ suite, testRun }: { suite: Suite; testRun: TestRun }): Promise<void> {
    for (const test of testsNotPlanned(suite.allTests(), this.#plan)) testRun.exclude(test);
    return Promise.resolve();
  }

  onBegin(_config: FullConfig, suite: Suite): void {
    this.#suite = suite;
    const trackers = counted(Object.keys(this.#plan.cells).length, 'tracker');
    print([`${trackers} (${this.#plan.mode}): ${counted(suite.allTests().length, 'test run')}`]);
  }

  onTestEnd(): void {
    this.#done += 1;
    if (this.#done % 1_000 === 0) print([`  ${this.#done} done`]);
  }

  onError({ message, value }: TestError): void {
    this.#errors.push(message ?? value ?? 'an error without a message');
  }

  /** That tests fail is what the run is for: a status of `failed` says nothing. */
  async onEnd(result: FullResult): Promise<{ status: FullResult['status'] }> {
    const { status } = result;
    if (status === 'timedout' || status === 'interrupted')
      this.#errors.push(`The run was ${status}; it proves nothing.`);
    const byCell = testsByCell(this.#suite?.allTests() ?? []);
    const passed = await this.#judge(byCell, result);
    return { status: passed && this.#errors.length === 0 ? 'passed' : 'failed' };
  }

  /** Writes the outcome of every defect. @returns whether all are caught */
  async #judge(testsOf: TestsOfCells, { startTime, duration }: FullResult): Promise<boolean> {
    const { outputDir, seed } = loadSettings();
    const { mode, wide, isLast } = this.#plan;
    const defects = defectsOf(this.#plan);
    const control = testsOf.get(CONTROL) ?? [];
    this.#errors.push(...controlProblems(control));
    const matrix = defectMatrixSchema.parse({
      schemaVersion: 1,
      mode,
      wide,
      seed,
      startedAt: startTime.toISOString(),
      durationMs: Math.round(duration),
      defects: defects.map((defect) => judgeDefect(defect, testsOf.get(defect.name) ?? [], this.#plan)),
    });
    const text = renderDefects(matrix, isLast);
    const folder = join(outputDir, 'defects', mode);
    const file = join(folder, 'defects.json');
    const previous = await readPrevious(file);
    await mkdir(folder, { recursive: true });
    await Promise.all([
      writeFile(file, `${JSON.stringify(withRowsOf(previous, matrix), null, 2)}\n`),
      writeFile(join(folder, 'defects.txt'), text),
    ]);
    print([text, ...this.#errors]);
    const settled = isLast ? matrix.defects : matrix.defects.filter(({ state }) => state === 'caught');
    const count = (state: DefectRow['state']) => settled.filter((row) => row.state === state).length;
    const [passed, skipped] = [count('caught'), count('not available')];
    const failed = Math.max(settled.length - passed - skipped, Math.min(1, this.#errors.length));
    printTotals(`defects (${mode})`, { passed, failed, skipped });
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
