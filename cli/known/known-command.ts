import { exitCodes } from '../../reports/exit-codes.js';
import { applyKnown } from '../../reports/known/apply-known.js';
import { checkKnown } from '../../reports/known/check-known.js';
import { aboutOf } from '../../reports/known/known-entries.js';
import { dayOf } from '../../reports/known/read-known.js';
import { updateKnown } from '../../reports/known/update-known.js';
import { formatStart } from '../../reports/matrix/format.js';
import type { JudgedMatrix, KnownFailure, KnownFailures, KnownProblem } from '../../contracts/index.js';
import { writeOrPrint } from '../support/files.js';
import { readRun } from '../support/read-run.js';
import { UsageError } from '../support/usage-error.js';
import { knownOrNone, knownOrUsageError } from './known-file.js';

/** The options of `tracker-e2e known`. */
export interface KnownOptions {
  readonly file: string;
  readonly update?: string;
  readonly check?: boolean;
  readonly run?: string;
  readonly ticket?: string;
  readonly owner?: string;
  readonly until?: string;
  readonly json?: boolean;
}

/** For how many days a new entry is let pass if nobody says otherwise. */
const DAYS = 90;

/** Lists, checks or updates the known failures. @throws UsageError if a file can't be used */
export function runKnown(options: KnownOptions): void {
  if (options.update !== undefined) update(options.update, options);
  else if (options.check === true) check(options);
  else list(options);
}

function list({ file, json }: KnownOptions): void {
  const known = knownOrUsageError(file);
  const lines = known.failures.map(lineOf);
  const text =
    json === true ? JSON.stringify(known, null, 2) : [...lines, `${String(lines.length)} known failures.`].join('\n');
  process.stdout.write(`${text}\n`);
}

function lineOf(entry: KnownFailure): string {
  const { ticket, owner, since, until, versions, failures } = entry;
  return `${aboutOf(entry)}: ${ticket || 'no ticket'} (${owner || 'nobody'}), ${since} to ${until}, of ${versions.join(', ')}, ${String(failures.length)} tests`;
}

function check({ file, run, json }: KnownOptions): void {
  const { failures } = knownOrUsageError(file);
  const today = dayOf(new Date());
  const problems = run === undefined ? checkKnown(failures, today) : problemsIn(run, failures, today);
  const text = json === true ? JSON.stringify({ schemaVersion: 1, problems }, null, 2) : report(failures, problems);
  process.stdout.write(`${text}\n`);
  process.exitCode = problems.length === 0 ? exitCodes.passed : exitCodes.knownOutdated;
}

function problemsIn(run: string, failures: readonly KnownFailure[], today: string): KnownProblem[] {
  const { matrix } = readRun('The run', run);
  const whole = matrix.run.selected === undefined && matrix.verdict.demands !== 'selected';
  return applyKnown(matrix.tests, failures, { version: matrix.about.tracker.version, today, whole }).problems;
}

function report(failures: readonly KnownFailure[], problems: readonly KnownProblem[]): string {
  if (problems.length === 0) return `${String(failures.length)} known failures are in order.`;
  return problems.map(({ text }) => `- ${text}`).join('\n');
}

/** Which run was read: a folder can hold another than a person thinks. */
function nameOfRun(matrix: JudgedMatrix): string {
  return `the run of ${formatStart(matrix)} on ${matrix.target.name}`;
}

function update(run: string, { file, ticket = '', owner = '', until }: KnownOptions): void {
  const { matrix } = readRun('The run', run);
  if (matrix.run.status === 'interrupted' || matrix.run.outage !== undefined) {
    throw new UsageError(`The run ${run} did not come to its end, so what fails is not known: run the tests again.`);
  }
  const before = knownOrNone(file);
  const started = new Date(matrix.startedAt);
  const { failures, changes } = updateKnown(before.failures, {
    tests: matrix.tests,
    version: matrix.about.tracker.version ?? '',
    since: dayOf(started),
    until: until ?? dayOf(new Date(started.getTime() + DAYS * 86_400_000)),
    ticket: ticket.trim(),
    owner: owner.trim(),
  });
  const after: KnownFailures = { ...before, failures };
  writeOrPrint(`${JSON.stringify(after, null, 2)}\n`, file);
  const open = failures.filter((entry) => entry.ticket === '' || entry.owner === '').length;
  const remedy =
    open === 0
      ? []
      : [`${String(open)} entries lack a ticket or an owner: write them into ${file}, as the gate fails without.`];
  const told = changes.length === 0 ? ['Nothing has changed.'] : changes.map((change) => `- ${change}`);
  process.stdout.write(`${[`${file}, by ${nameOfRun(matrix)}:`, ...told, ...remedy].join('\n')}\n`);
}
