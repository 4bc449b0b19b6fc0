import type { Flags, SubCommand, Texts } from './support/sub-command.js';
import { repositoryPath } from '../reports/ci/run-problems.js';
import { exitCodes } from '../reports/exit-codes.js';
import { dayOf } from '../reports/known/read-known.js';
import { isWhole } from '../reports/gate.js';
import { formatStart, formatTotals, formatTracker } from '../reports/matrix/format.js';
import type { ReleaseReason, ReleaseVerdict } from '../reports/documents/runs-compared.js';
import { knownOrUsageError } from './known.js';
import { readRun } from './support/find-matrix.js';
import type { FoundMatrix } from './support/find-matrix.js';
import { annotate, printDocument } from './support/files.js';
import { UsageError } from './support/usage-error.js';
import { inOneLine } from '../client/print.js';

export function addGateCommand(command: SubCommand): void {
  command
    .description('decide whether a candidate may be released: compare its run with a baseline and the known failures')
    .option('--candidate <run>', 'the rules.json of the candidate, or its folder')
    .option('--baseline <run>', 'the rules.json of the last release, or its folder')
    .option('--known <file>', 'the file of known failures; without it every new failure counts')
    .option('--json', 'as JSON, for machines')
    .notes([
      'It reads these files only, so it also works in the release job of another repository.',
      'Reasons for no: new failures, outdated known failures, documented rules that lost their verification, tests that vanished',
      'or did not run, a smaller catalogue, a run of selected tests or an incomplete run, a planted defect, a candidate that is',
      'older than the baseline, or a candidate whose run failed for another reason than its tests.',
      'Exit codes: 0 yes, 9 no, 2 a file can’t be used, or does not describe its run.',
      'Example:\n  tracker-e2e gate --candidate candidate/rules.json --baseline released/rules.json --known known-failures.json',
    ])
    .action(answerGate);
}

type GateOptions = Texts<'candidate' | 'baseline' | 'known'> & Flags<'json'>;

const NAMED = 10;

async function answerGate({ candidate, baseline, known, json }: GateOptions): Promise<void> {
  const runs = {
    candidate: readRun('The candidate', named('candidate', candidate)),
    baseline: readRun('The baseline', named('baseline', baseline)),
  };
  const { judgeRelease } = await import('../reports/release/judge-release.js');
  const verdict: ReleaseVerdict = {
    schemaVersion: 1,
    ...judgeRelease({
      candidate: runs.candidate.matrix,
      baseline: runs.baseline.matrix,
      known: known === undefined ? undefined : knownOrUsageError(known).failures,
      today: dayOf(new Date()),
    }),
    candidate: about(runs.candidate),
    baseline: about(runs.baseline),
  };
  printDocument(json, verdict, render(runs, verdict));
  annotate(
    verdict.reasons.map((one) => ({
      title: `May not be released: ${one.kind}`,
      text: reasonLines(one).join('\n'),
      file: repositoryPath(runs.candidate.file),
      line: 1,
    })),
  );
  process.exitCode = verdict.released ? exitCodes.passed : exitCodes.notReleasable;
}

/** Replaces Commander's own check, which comes before the check of misspelt options and hides it. */
function named(option: 'candidate' | 'baseline', path: string | undefined): string {
  if (path !== undefined) return path;
  throw new UsageError(`--${option} is missing: name the rules.json of the ${option}, or its folder.`);
}

function about({ file, matrix }: FoundMatrix): ReleaseVerdict['candidate'] {
  return { file, startedAt: matrix.startedAt, about: matrix.about };
}

type Runs = Readonly<Record<'candidate' | 'baseline', FoundMatrix>>;

function render({ candidate, baseline }: Runs, { released, reasons, notes }: ReleaseVerdict): string[] {
  return [
    `Candidate  ${describe(candidate)}`,
    `Baseline   ${describe(baseline)}`,
    '',
    `May this be released?  ${released ? 'Yes' : 'No'}`,
    ...reasons.flatMap((one) => reasonLines(one).map((line, index) => `${index === 0 ? '- ' : '    '}${line}`)),
    ...notes.map((note) => `  (${note})`),
  ];
}

function describe({ file, matrix }: FoundMatrix): string {
  const selected = isWhole(matrix) ? '' : '; SELECTED tests only';
  return `${formatTracker(matrix.about) ?? ''}, ${formatStart(matrix)}: ${formatTotals(matrix.totals)}${selected} (${file})`;
}

/** A reason, and below it the tests that it is about; rules stand in its sentence. */
function reasonLines({ kind, text, about }: ReleaseReason): string[] {
  const isTests = kind === 'new failures' || kind === 'tests vanished' || kind === 'tests not run';
  const names = isTests ? about : [];
  const left = names.length - NAMED;
  return [text, ...names.slice(0, NAMED).map(inOneLine), ...(left > 0 ? [`and ${String(left)} more`] : [])];
}
