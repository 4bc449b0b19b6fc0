import { createHash } from 'node:crypto';
import type { JudgedMatrix } from '../../contracts/report/matrix.js';
import { assumedRows, countStates, documentedRows } from '../matrix/count-states.js';
import type { RunProblem } from './run-problems.js';

/** GitLab's code quality report: it shows the problems of a run in merge requests, beside the lines they point to. */
export function codeQualityReport(problems: readonly RunProblem[]): string {
  const rows = problems.map(({ kind, title, id, text, file, line }) => ({
    description: [title, ...text.split('\n', 1)].filter((part) => part !== '').join(': '),
    check_name: `tracker-e2e ${kind}`,
    fingerprint: createHash('sha256').update(`${kind} ${id}`).digest('hex'),
    severity: kind === 'rule' ? 'major' : 'critical',
    location: { path: file, lines: { begin: line } },
  }));
  return `${JSON.stringify(rows, null, 2)}\n`;
}

/** GitLab's metrics report: merge requests show how the numbers of a run differ from those of the target branch. */
export function metricsReport(matrix: JudgedMatrix): string {
  const { passed, failed, known = 0, flaky, skipped, notRun } = matrix.totals;
  const lines = [
    ...Object.entries({ passed, failed, 'known failure': known, flaky, skipped, 'not run': notRun }).map(
      ([status, count]) => `tracker_e2e_tests{status="${status}"} ${String(count)}`,
    ),
    ...[...countStates(documentedRows(matrix))].map(
      ([state, count]) => `tracker_e2e_rules{state="${state}"} ${String(count)}`,
    ),
    ...[...countStates(assumedRows(matrix))].map(
      ([state, count]) => `tracker_e2e_open_questions{state="${state}"} ${String(count)}`,
    ),
    `tracker_e2e_duration_seconds ${(matrix.durationMs / 1_000).toFixed(1)}`,
  ];
  return `${lines.join('\n')}\n# EOF\n`;
}
