import { appendFileSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { counted } from '../../../contracts/counted.js';
import type { FullConfig, FullResult, Reporter, Suite, TestError, TestRun } from '@playwright/test/reporter';
import { defectMatrixSchema } from '../../../contracts/report/defect-matrix.js';
import type { DefectMatrix } from '../../../contracts/report/defect-matrix.js';
import { defects as allDefects } from '../../../fake/index.js';
import { loadSettings } from '../../../fixtures/index.js';
import { CONTROL, defectsOf, readPlan, testsByCell, testsNotPlanned } from './cells.js';
import { controlProblems, isCaughtOrUnseen, judgeDefect } from './judge-defect.js';
import { renderDefects } from './render-defects.js';
import { selectByEndpoint } from './select-by-endpoint.js';

/** Writes the outcome of every defect, and fails the run if one was not caught. */
export default class DefectsReporter implements Reporter {
  readonly #plan = readPlan();
  readonly #defects = defectsOf(this.#plan);
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
    const runs = counted(suite.allTests().length, 'test run');
    print([`${counted(this.#defects.length, 'defect')} (${this.#plan.mode}): ${runs}`]);
  }

  onTestEnd(): void {
    this.#done += 1;
    if (this.#done % 1_000 === 0) print([`  ${this.#done} done`]);
  }

  onError({ message, value }: TestError): void {
    this.#errors.push(message ?? value ?? 'an error without a message');
  }

  async onEnd({ startTime, duration, status }: FullResult): Promise<{ status: FullResult['status'] }> {
    const { outputDir, seed, runTotals } = loadSettings();
    const { mode, wide, isLast } = this.#plan;
    const testsOf = testsByCell(this.#suite?.allTests() ?? []);
    const control = testsOf.get(CONTROL) ?? [];
    this.#errors.push(...controlProblems(control));
    // That tests fail is what the run is for: a status of `failed` says nothing, the defects say it all.
    if (status === 'timedout' || status === 'interrupted')
      this.#errors.push(`The run was ${status}; it proves nothing.`);
    const matrix = defectMatrixSchema.parse({
      schemaVersion: 1,
      mode,
      wide,
      seed,
      startedAt: startTime.toISOString(),
      durationMs: Math.round(duration),
      defects: this.#defects.map((defect) => judgeDefect(defect, testsOf.get(defect.name) ?? [], this.#plan)),
    });
    const { caught, missed, tests } = selectByEndpoint(this.#defects, testsOf, control);
    this.#errors.push(...missed.map((name) => `No test that --endpoints selects catches ${name}.`));
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
    print([text, `Defects that --endpoints, told what each changes, selects a test for: ${found}`, ...this.#errors]);
    const settled = isLast ? matrix.defects : matrix.defects.filter(({ state }) => state === 'caught');
    if (runTotals !== undefined) this.#addToRunTotals(runTotals, settled);
    const isProof = settled.every((row) => isCaughtOrUnseen(row, matrix.mode));
    return { status: this.#errors.length === 0 && isProof ? 'passed' : 'failed' };
  }

  #addToRunTotals(file: string, defects: DefectMatrix['defects']): void {
    const passed = defects.filter(({ state }) => state === 'caught').length;
    const skipped = defects.filter(({ state }) => state === 'not available').length;
    const failed = Math.max(defects.length - passed - skipped, Math.min(1, this.#errors.length));
    const run = `defects (${this.#plan.mode})`;
    appendFileSync(file, `${JSON.stringify({ run, passed, failed, skipped })}\n`);
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
