import { writeFileSync } from 'node:fs';
import type { FullConfig, FullResult, Reporter, Suite, TestCase, TestError, TestRun } from '@playwright/test/reporter';
import { counted } from '../../../contracts/counted.js';
import { loadSettings } from '../../../fixtures/index.js';
import { printTotals } from '../processes.js';
import { CONTROL, defectsOf, readPlan, testsByCell, testsNotPlanned } from './cells.js';
import { controlProblems, defectStates, isCaughtOrUnseen, judgeDefect } from './judge-defect.js';
import type { Catch, DefectRow } from './judge-defect.js';

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
    const how = `${this.#plan.mode}, seed ${loadSettings().seed}`;
    print([`${trackers} (${how}): ${counted(suite.allTests().length, 'test run')}`]);
  }

  onTestEnd(): void {
    this.#done += 1;
    if (this.#done % 1_000 === 0) print([`  ${this.#done} done`]);
  }

  onError({ message, value }: TestError): void {
    this.#errors.push(message ?? value ?? 'an error without a message');
  }

  /** That tests fail is what the run is for: a status of `failed` says nothing. */
  onEnd({ status }: FullResult): Promise<{ status: FullResult['status'] }> {
    if (status === 'timedout' || status === 'interrupted')
      this.#errors.push(`The run was ${status}; it proves nothing.`);
    const isPassed = this.#judge(testsByCell(this.#suite?.allTests() ?? []));
    return Promise.resolve({ status: isPassed && this.#errors.length === 0 ? 'passed' : 'failed' });
  }

  #judge(testsOf: TestsOfCells): boolean {
    const { mode, isLast, results } = this.#plan;
    this.#errors.push(...controlProblems(testsOf.get(CONTROL) ?? []));
    const rows = defectsOf(this.#plan).map((defect) => judgeDefect(defect, testsOf.get(defect.name) ?? [], mode));
    writeFileSync(results, JSON.stringify(rows));
    print([renderDefects(rows, isLast), ...this.#errors]);
    const settled = isLast ? rows : rows.filter(({ state }) => state === 'caught');
    const count = (state: DefectRow['state']) => settled.filter((row) => row.state === state).length;
    const [passed, skipped] = [count('caught'), count('not available')];
    const failed = Math.max(settled.length - passed - skipped, Math.min(1, this.#errors.length));
    printTotals(`defects (${mode})`, { passed, failed, skipped });
    return settled.every((row) => isCaughtOrUnseen(row, mode));
  }
}

function print(lines: readonly string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`);
}

/** The defects and their outcomes, as text for a person; defects that need attention come last. */
function renderDefects(defects: readonly DefectRow[], isLast: boolean): string {
  const unseen = defects.filter(({ state }) => state === 'not available');
  const open = defects.filter(({ state }) => state !== 'caught' && state !== 'not available');
  return [
    '',
    ...defects.flatMap(defectLines),
    '',
    ...section(
      'Not to be seen in this mode:',
      unseen.map(({ name, reason }) => `${name}: ${reason ?? 'the tests of its rule are skipped here'}`),
    ),
    ...section(
      isLast ? 'NOT CAUGHT:' : 'Left for the next round:',
      open.map(({ name, state, ran }) => `${name}: ${state}, ${counted(ran, 'test')} of its rule ran`),
    ),
    summarizeDefects(defects),
    '',
  ].join('\n');
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [title, ...lines.map((line) => `  ${line}`), ''];
}

function defectLines({ name, breaks, state, ran, caughtBy, brokeIn }: DefectRow): string[] {
  const [first] = caughtBy;
  const tests = `${caughtBy.length + brokeIn.length} of ${counted(ran, 'test')}`;
  return [
    `${state.padEnd(13)} ${name}: ${breaks}`,
    ...(first === undefined ? [] : [`    ${tests}, first ${place(first)}`, ...indent(first.message)]),
    ...brokeIn.flatMap((one) => [`    broke ${place(one)}`, ...indent(one.message)]),
  ];
}

function place({ title, file }: Catch): string {
  return `${file} ${title}`;
}

function indent(message: string): string[] {
  return message.split('\n').map((line) => `      ${line}`);
}

function summarizeDefects(defects: readonly DefectRow[]): string {
  const rules = new Set(defects.map(({ rule }) => rule));
  const counts = defectStates.map((state) => `${defects.filter((row) => row.state === state).length} ${state}`);
  const broke = defects.reduce((total, { brokeIn }) => total + brokeIn.length, 0);
  const beside = `${counted(broke, 'test')} broke beside`;
  return `${counted(defects.length, 'defect')} of ${counted(rules.size, 'rule')}: ${counts.join(', ')}; ${beside}`;
}
