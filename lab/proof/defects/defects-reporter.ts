import { appendFileSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { counted } from '../../../contracts/counted.js';
import type { FullConfig, FullResult, Reporter, Suite, TestError } from '@playwright/test/reporter';
import { defectMatrixSchema } from '../../../contracts/report/defect-matrix.js';
import type { DefectMatrix } from '../../../contracts/report/defect-matrix.js';
import { defects as allDefects } from '../../../fake/index.js';
import { controlProblems, isCaughtOrUnseen, judgeDefect } from './judge-defect.js';
import type { DescribedDefect } from './judge-defect.js';
import { CONTROL, defectsOf } from './plan.js';
import type { Plan } from './plan.js';
import { renderDefects } from './render-defects.js';
import { selectByEndpoint } from './select-by-endpoint.js';

/** The options of the defects reporter. */
interface DefectsReporterOptions {
  /** Where `defects.json` and `defects.txt` go. */
  readonly outputDir: string;
  readonly seed: number;
  readonly plan: Plan;
  /** The defects of the plan; each has a spec file of its name. */
  readonly defects: readonly DescribedDefect[];
  /** A file to which the run adds its numbers as a line of JSON: the defects caught, and those not. */
  readonly runTotals?: string | undefined;
}

/** Writes the outcome of every defect, and fails the run if one was not caught. */
export default class DefectsReporter implements Reporter {
  readonly #options: DefectsReporterOptions;
  readonly #errors: string[] = [];
  #suite: Suite | undefined;
  #done = 0;

  constructor(options: DefectsReporterOptions) {
    this.#options = options;
  }

  printsToStdio(): boolean {
    return true;
  }

  onBegin(_config: FullConfig, suite: Suite): void {
    this.#suite = suite;
    const { defects, plan } = this.#options;
    const tests = plan.wide ? 'all tests of their APIs' : 'the tests of the rules they break';
    print([
      `${counted(defects.length, 'defect')} (${plan.mode}) against ${tests}: ${counted(suite.allTests().length, 'test run')}`,
    ]);
  }

  onTestEnd(): void {
    this.#done += 1;
    if (this.#done % 1_000 === 0) print([`  ${this.#done} done`]);
  }

  onError({ message, value }: TestError): void {
    this.#errors.push(message ?? value ?? 'an error without a message');
  }

  async onEnd({ startTime, duration, status }: FullResult): Promise<{ status: FullResult['status'] }> {
    const { outputDir, seed, plan, defects } = this.#options;
    const files = this.#suite?.suites.flatMap((project) => project.suites) ?? [];
    const testsOf = new Map(files.map((file) => [basename(file.title, '.spec.ts'), file.allTests()]));
    this.#errors.push(...controlProblems(testsOf.get(CONTROL) ?? []));
    // That tests fail is what the run is for: a status of `failed` says nothing, the defects say it all.
    if (status === 'timedout' || status === 'interrupted')
      this.#errors.push(`The run was ${status}; it proves nothing.`);
    const matrix = defectMatrixSchema.parse({
      schemaVersion: 1,
      mode: plan.mode,
      wide: plan.wide,
      seed,
      startedAt: startTime.toISOString(),
      durationMs: Math.round(duration),
      defects: defects.map((defect) => judgeDefect(defect, testsOf.get(defect.name) ?? [], plan)),
    });
    const control = testsOf.get(CONTROL) ?? [];
    const { caught, missed, tests } = selectByEndpoint(defectsOf(plan), testsOf, control);
    this.#errors.push(...missed.map((name) => `No test that --endpoints selects catches ${name}.`));
    const text = renderDefects(matrix, plan.isLast);
    const file = join(outputDir, 'defects.json');
    const previous = await readPrevious(file);
    await mkdir(outputDir, { recursive: true });
    await Promise.all([
      writeFile(file, `${JSON.stringify(withRowsOf(previous, matrix), null, 2)}\n`),
      writeFile(join(outputDir, 'defects.txt'), text),
    ]);
    const found = `${caught - missed.length} of ${caught}, by ${tests} of the ${counted(control.length, 'test')} on average`;
    print([text, `Defects that --endpoints, told what each changes, selects a test for: ${found}`, ...this.#errors]);
    const settled = plan.isLast ? matrix.defects : matrix.defects.filter(({ state }) => state === 'caught');
    this.#addToRunTotals(plan.mode, settled);
    const isProof = settled.every((row) => isCaughtOrUnseen(row, matrix.mode));
    return { status: this.#errors.length === 0 && isProof ? 'passed' : 'failed' };
  }

  #addToRunTotals(mode: Plan['mode'], defects: DefectMatrix['defects']): void {
    const { runTotals } = this.#options;
    if (runTotals === undefined) return;
    const passed = defects.filter(({ state }) => state === 'caught').length;
    const skipped = defects.filter(({ state }) => state === 'not available').length;
    const failed = Math.max(defects.length - passed - skipped, Math.min(1, this.#errors.length));
    appendFileSync(runTotals, `${JSON.stringify({ run: `defects (${mode})`, passed, failed, skipped })}\n`);
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
