import { existsSync, statSync } from 'node:fs';
import { counted } from '../contracts/counted.js';
import { isDay } from '../contracts/times.js';
import { InvalidArgumentError, Option } from 'commander';
import type { Flags, SubCommand, Texts } from './support/sub-command.js';
import { readKnown, dayOf } from '../reports/known/read-known.js';
import type { KnownList, PlacedFailure } from '../reports/known/read-known.js';
import { UsageError } from './support/usage-error.js';
import type { KnownFailures } from '../reports/documents/known-failures.js';
import { repositoryPath } from '../reports/ci/run-problems.js';
import { exitCodes } from '../reports/exit-codes.js';
import { applyKnown, updateKnown } from '../reports/known/apply-known.js';
import type { KnownOutcome } from '../reports/known/apply-known.js';
import { checkKnown, checkRules, checkTests, listSuite } from '../reports/known/check-known.js';
import { hasAllTests } from '../reports/gate.js';
import { formatStart } from '../reports/matrix/format.js';
import { refuseOverwriting, writeText, annotate } from './support/files.js';
import { readRun } from './support/find-matrix.js';
import type { FoundMatrix } from './support/find-matrix.js';
import { configIn, playwrightCommand } from './support/playwright.js';
import { print } from '../client/print.js';

export function addKnownCommand(command: SubCommand): void {
  command
    .description('check or update the known failures, each with its ticket, owner and end')
    .option('--file <file>', 'the file; the same as TRACKER_KNOWN', process.env['TRACKER_KNOWN'] ?? KNOWN_FILE)
    .addOption(
      new Option('--update <run>', 'write the failures of this run (its rules.json or folder)').conflicts('check'),
    )
    .option('--check', 'check the entries, as without an option; needs no tracker')
    .option('--run <run>', 'with --check: also compare them with this run')
    .option('-c, --config <file>', 'with --check: the configuration of Playwright, or its folder', '.')
    .option('--ticket <ticket>', 'with --update: the ticket of new entries')
    .option('--owner <owner>', 'with --update: the owner of new entries')
    .option('--until <day>', 'with --update: the last day on which new entries count; by default in 90 days', day)
    .notes([
      '--update removes entries whose tests pass or, in a run of all tests, do not exist any more. A test that fails in another way',
      'gets a new entry without the old ticket: it may be another bug. Entries of other versions of the tracker stay.',
      '--check compares the entries with the rules and, if there is a configuration of Playwright, with the tests that it lists.',
      'Exit codes: 0 written or correct; 8 --check found a wrong entry; 2 a file can’t be used.',
      'Examples:',
      '  tracker-e2e known --update tracker-output/shared --ticket QA-7 --owner templates-team',
      '  tracker-e2e known --check',
      '  tracker-e2e run --known known-failures.json',
    ])
    .action((options: KnownOptions) => {
      if (options.update !== undefined) update(options.update, options);
      else check(options);
    });
}

function day(text: string): string {
  if (!isDay(text)) throw new InvalidArgumentError('It has to be a day such as 2027-02-01.');
  if (text < dayOf(new Date())) throw new InvalidArgumentError('That day is over.');
  return text;
}

const KNOWN_FILE = 'known-failures.json';

export function knownOrUsageError(file: string): KnownList {
  const known = readKnown(file);
  if ('problems' in known) throw new UsageError(known.problems.join('\n'));
  return known;
}

type KnownOptions = Texts<'update' | 'run' | 'ticket' | 'owner' | 'until'> &
  Flags<'check'> &
  Readonly<Record<'file' | 'config', string>>;

/** The days until a new entry expires, if the option is left out. */
const DAYS = 90;

const DAY = 86_400_000;

function check({ file, run, config }: KnownOptions): void {
  const { failures } = knownOrUsageError(file);
  const today = dayOf(new Date());
  const { problems, notes } =
    run === undefined ? problemsInSuite(config, failures, today) : problemsInRun(run, failures, today);
  const verdict =
    problems.length === 0
      ? [`${counted(failures.length, 'known failure is', 'known failures are')} in order.`]
      : problems.map(({ text, file: place, line }) => `- ${place ?? file}:${String(line ?? 1)}: ${text}`);
  print([...verdict, ...notes.map((note) => `  (${note})`)].join('\n'));
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
  const isFolder = statSync(config, { throwIfNoEntry: false })?.isDirectory() === true;
  const isThere = isFolder ? configIn(config) !== undefined : existsSync(config);
  const tests = isThere ? listSuite(playwrightCommand(), config) : undefined;
  if (typeof tests === 'string') throw new UsageError(tests);
  const compared = [
    ...checkKnown(failures, today),
    ...checkRules(failures, tests ?? [], tests !== undefined),
    ...(tests === undefined ? [] : checkTests(failures, tests)),
  ];
  const note = `There is no configuration of Playwright in ${config}, so the entries were not compared with tests: --config names one.`;
  return { problems: compared, notes: tests === undefined ? [note] : [] };
}

function problemsInRun(run: string, failures: readonly PlacedFailure[], today: string): Found {
  const { matrix } = readEvidence(run);
  return applyKnown(matrix.tests, failures, {
    version: matrix.about.tracker.version,
    today,
    whole: hasAllTests(matrix),
  });
}

/** A run of a tracker. @throws UsageError for a fake that breaks a rule on purpose: its failures say nothing of a tracker */
function readEvidence(run: string): FoundMatrix {
  const found = readRun('The run', run);
  const { defect } = found.matrix.about.tracker;
  if (defect === undefined) return found;
  throw new UsageError(`The run ${run} was on a fake with the planted defect ${defect}: name a run without one.`);
}

function update(run: string, { file, ticket = '', owner = '', until }: KnownOptions): void {
  const { matrix, file: read } = readEvidence(run);
  refuseOverwriting(file, [read]);
  if (matrix.run.status === 'interrupted' || matrix.run.outage !== undefined) {
    throw new UsageError(`The run ${run} did not come to its end, so what fails is not known: run the tests again.`);
  }
  const { version = '' } = matrix.about.tracker;
  if (version.includes('*'))
    throw new UsageError(`The run ${run} was on version ${version}: in a known failure that stands for others too.`);
  const before: KnownFailures = existsSync(file)
    ? knownOrUsageError(file).document
    : { schemaVersion: 1, failures: [] };
  const started = new Date(matrix.startedAt);
  const { failures, changes } = updateKnown(before.failures, {
    tests: matrix.tests,
    whole: hasAllTests(matrix),
    version,
    since: dayOf(started),
    until: until ?? dayOf(new Date(started.getTime() + DAYS * DAY)),
    ticket: ticket.trim(),
    owner: owner.trim(),
  });
  const after: KnownFailures = { ...before, failures };
  writeText(file, `${JSON.stringify(after, null, 2)}\n`);
  const open = failures.filter((entry) => entry.ticket === '' || entry.owner === '').length;
  const lack = counted(open, 'entry lacks', 'entries lack');
  const remedy =
    open === 0 ? [] : [`${lack} a ticket or an owner: write them into ${file}, as the gate fails without.`];
  const told = changes.length === 0 ? ['Nothing has changed.'] : changes.map((change) => `- ${change}`);
  print([`${file}, by the run of ${formatStart(matrix)} on ${matrix.target.name}:`, ...told, ...remedy].join('\n'));
}
