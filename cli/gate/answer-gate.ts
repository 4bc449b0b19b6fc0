import { exitCodes } from '../../reports/exit-codes.js';
import { dayOf } from '../../reports/known/read-known.js';
import { formatStart, formatTotals, formatTracker } from '../../reports/matrix/format.js';
import { judgeRelease } from '../../reports/release/judge-release.js';
import type { ReleaseReason, ReleaseVerdict } from '../../reports/release/judge-release.js';
import { knownOrUsageError } from '../known/known-file.js';
import type { FoundMatrix } from '../support/find-matrix.js';
import { readRun } from '../support/read-run.js';

/** The options of `tracker-e2e gate`. */
export interface GateOptions {
  readonly candidate: string;
  readonly baseline: string;
  readonly known?: string;
  readonly json?: boolean;
}

/** How many tests a reason names. */
const NAMED = 10;

/** Prints whether the candidate may be released, and ends with that. @throws UsageError if a file can't be used */
export function answerGate({ candidate, baseline, known, json }: GateOptions): void {
  const runs = { candidate: readRun('The candidate', candidate), baseline: readRun('The baseline', baseline) };
  const verdict = judgeRelease({
    candidate: runs.candidate.matrix,
    baseline: runs.baseline.matrix,
    known: known === undefined ? undefined : knownOrUsageError(known).failures,
    today: dayOf(new Date()),
  });
  const text = json === true ? toJson(runs, verdict) : render(runs, verdict);
  process.stdout.write(`${text}\n`);
  process.exitCode = verdict.released ? exitCodes.passed : exitCodes.notReleasable;
}

type Runs = Readonly<Record<'candidate' | 'baseline', FoundMatrix>>;

function render({ candidate, baseline }: Runs, { released, reasons, notes }: ReleaseVerdict): string {
  return [
    `Candidate  ${describe(candidate)}`,
    `Baseline   ${describe(baseline)}`,
    '',
    `May this be released?  ${released ? 'Yes' : 'No'}`,
    ...reasons.flatMap(reasonLines),
    ...notes.map((note) => `  (${note})`),
  ].join('\n');
}

function describe({ file, matrix }: FoundMatrix): string {
  return `${formatTracker(matrix.about) ?? ''}, ${formatStart(matrix)}: ${formatTotals(matrix.totals)} (${file})`;
}

function reasonLines({ kind, text, about }: ReleaseReason): string[] {
  const isTests = kind === 'new failures' || kind === 'tests vanished' || kind === 'tests not run';
  const shown = isTests ? about.slice(0, NAMED) : [];
  const more = isTests ? about.length - shown.length : 0;
  return [`- ${text}`, ...shown.map((name) => `    ${name}`), ...(more > 0 ? [`    and ${String(more)} more`] : [])];
}

function toJson(runs: Runs, verdict: ReleaseVerdict): string {
  const about = ({ file, matrix }: FoundMatrix) => ({ file, startedAt: matrix.startedAt, about: matrix.about });
  return JSON.stringify(
    { schemaVersion: 1, ...verdict, candidate: about(runs.candidate), baseline: about(runs.baseline) },
    null,
    2,
  );
}
