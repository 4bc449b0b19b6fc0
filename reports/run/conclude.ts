import type { FullConfig, FullResult } from '@playwright/test/reporter';
import { print, printAnnotations } from '../../client/print.js';
import type { JudgedMatrix } from '../../contracts/report/matrix.js';
import { closingLines, shardLines } from '../closing-lines.js';
import { exitCodeOf, exitCodes, replaceExitCode } from '../exit-codes.js';
import { judgeRun } from './judge-run.js';
import type { EndedRun } from './judge-run.js';
import { writeReports } from './write-reports.js';

/** The status that takes the place of Playwright's; undefined if that stays. */
export type Conclusion = { readonly status: FullResult['status'] } | undefined;

/** Writes the reports of a run, prints them, and decides whether the run passed. */
export async function concludeRun(result: FullResult, ended: EndedRun): Promise<Conclusion> {
  const { matrix, places, annotations } = await writeReports(await judgeRun(result, ended), ended);
  printAnnotations(annotations, 'stdout');
  print(closingLines(matrix, places).join('\n'));

  // Playwright counts what is known as failed.
  if (matrix.verdict.verdict === 'passed') return result.status === 'failed' ? { status: 'passed' } : undefined;
  replaceExitCode(exitCodeOf(matrix.verdict));
  return { status: result.status === 'passed' ? 'failed' : result.status };
}

/** A shard has no verdict, but an exit code. */
export async function concludeShard(result: FullResult, ended: EndedRun, config: FullConfig): Promise<Conclusion> {
  const judged = await judgeRun(result, ended);
  print(shardLines(config, ended.target, judged).join('\n'));
  if (judged.run.outage === undefined) {
    if (failsOnlyAsKnown(judged)) return { status: 'passed' };
    if (result.status !== 'passed') replaceExitCode(exitCodes.testsFailed);
    return undefined;
  }
  replaceExitCode(exitCodes.trackerUnreachable);
  return { status: 'failed' };
}

function failsOnlyAsKnown({ run, totals }: JudgedMatrix): boolean {
  return run.status === 'failed' && run.errors.length === 0 && totals.failed === 0 && totals.known !== undefined;
}
