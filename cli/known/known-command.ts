import type { JudgedMatrix, KnownFailure, KnownFailures } from '../../contracts/index.js';
import { repositoryPath } from '../../reports/source-places.js';
import { exitCodes } from '../../reports/exit-codes.js';
import { applyKnown } from '../../reports/known/apply-known.js';
import type { KnownOutcome } from '../../reports/known/apply-known.js';
import { checkKnown, checkRules, checkTests } from '../../reports/known/check-known.js';
import { aboutOf } from '../../reports/known/known-entries.js';
import type { PlacedFailure } from '../../reports/known/known-entries.js';
import { dayOf } from '../../reports/known/read-known.js';
import { updateKnown } from '../../reports/known/update-known.js';
import { hasAllTests } from '../../reports/gate.js';
import { counted, formatStart } from '../../reports/matrix/format.js';
import { refuseOverwriting, writeOrPrint } from '../support/files.js';
import { annotate, print } from '../support/print.js';
import { readRun } from '../support/read-run.js';
import { UsageError } from '../support/usage-error.js';
import { knownOrNone, knownOrUsageError } from './known-file.js';
import { listSuite } from './list-suite.js';

/** The options of `tracker-e2e known`. */
export interface KnownOptions {
  readonly file: string;
  readonly update?: string;
  readonly check?: boolean;
  readonly run?: string;
  readonly config: string;
  readonly ticket?: string;
  readonly owner?: string;
  readonly until?: string;
  readonly json?: boolean;
}

/** The days until a new entry expires, if the option is left out. */
const DAYS = 90;

/** A day in milliseconds. */
const DAY = 86_400_000;

/** Lists, checks or updates the known failures. @throws UsageError if a file can't be used */
export function runKnown(options: KnownOptions): void {
  if (options.update !== undefined) update(options.update, options);
  else if (options.check === true) check(options);
  else list(options);
}

function list({ file, json }: KnownOptions): void {
  const { document } = knownOrUsageError(file);
  print(json, document, [...document.failures.map(lineOf), `${countOf(document.failures.length)}.`]);
}

function lineOf(entry: KnownFailure): string {
  const { ticket, owner, since, until, versions, failures } = entry;
  const days = Math.round((Date.parse(dayOf(new Date())) - Date.parse(since)) / DAY);
  const age = days < 0 ? `from ${since}` : `for ${counted(days, 'day')} (since ${since})`;
  return `${aboutOf(entry)}: ${ticket || 'no ticket'} (${owner || 'nobody'}), ${age}, until ${until}, of ${versions.join(', ')}, ${counted(failures.length, 'test')}`;
}

function countOf(entries: number): string {
  return counted(entries, 'known failure');
}

function check({ file, run, config, json }: KnownOptions): void {
  const { failures } = knownOrUsageError(file);
  const today = dayOf(new Date());
  const { problems, notes } =
    run === undefined ? problemsInSuite(config, failures, today) : problemsInRun(run, failures, today);
  const verdict =
    problems.length === 0
      ? [`${countOf(failures.length)} ${failures.length === 1 ? 'is' : 'are'} in order.`]
      : problems.map(({ text, file: place, line }) => `- ${place ?? file}:${String(line ?? 1)}: ${text}`);
  print(json, { schemaVersion: 1, problems, notes }, [...verdict, ...notes.map((note) => `  (${note})`)]);
  annotate(
    problems.map((one) => ({
      ...one,
      title: `Known failure: ${one.kind}`,
      file: repositoryPath(one.file ?? file),
      line: one.line ?? 1,
    })),
  );
  process.exitCode = problems.length === 0 ? exitCodes.passed : exitCodes.knownOutdated;
}

type Found = Pick<KnownOutcome, 'problems' | 'notes'>;

function problemsInSuite(config: string, failures: readonly PlacedFailure[], today: string): Found {
  const tests = listSuite(config);
  const compared = [
    ...checkKnown(failures, today),
    ...checkRules(failures, tests ?? [], tests !== undefined),
    ...(tests === undefined ? [] : checkTests(failures, tests)),
  ];
  const note = `There is no configuration of Playwright in ${config}, so the entries were not compared with tests: --config names one.`;
  return { problems: compared, notes: tests === undefined ? [note] : [] };
}

function problemsInRun(run: string, failures: readonly PlacedFailure[], today: string): Found {
  const { matrix } = readRun('The run', run);
  return applyKnown(matrix.tests, failures, {
    version: matrix.about.tracker.version,
    today,
    whole: hasAllTests(matrix),
  });
}

/** Which run was read: a folder can hold another than a person thinks. */
function nameOfRun(matrix: JudgedMatrix): string {
  return `the run of ${formatStart(matrix)} on ${matrix.target.name}`;
}

function update(run: string, { file, ticket = '', owner = '', until }: KnownOptions): void {
  const { matrix, file: read } = readRun('The run', run);
  refuseOverwriting([file], [read]);
  if (matrix.run.status === 'interrupted' || matrix.run.outage !== undefined) {
    throw new UsageError(`The run ${run} did not come to its end, so what fails is not known: run the tests again.`);
  }
  const before = knownOrNone(file);
  const started = new Date(matrix.startedAt);
  const { failures, changes } = updateKnown(before.failures, {
    tests: matrix.tests,
    whole: hasAllTests(matrix),
    version: matrix.about.tracker.version ?? '',
    since: dayOf(started),
    until: until ?? dayOf(new Date(started.getTime() + DAYS * DAY)),
    ticket: ticket.trim(),
    owner: owner.trim(),
  });
  const after: KnownFailures = { ...before, failures };
  writeOrPrint(`${JSON.stringify(after, null, 2)}\n`, file);
  const open = failures.filter((entry) => entry.ticket === '' || entry.owner === '').length;
  const lack = `${counted(open, 'entry', 'entries')} ${open === 1 ? 'lacks' : 'lack'}`;
  const remedy =
    open === 0 ? [] : [`${lack} a ticket or an owner: write them into ${file}, as the gate fails without.`];
  const told = changes.length === 0 ? ['Nothing has changed.'] : changes.map((change) => `- ${change}`);
  process.stdout.write(`${[`${file}, by ${nameOfRun(matrix)}:`, ...told, ...remedy].join('\n')}\n`);
}
