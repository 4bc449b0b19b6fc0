import { InvalidArgumentError, Option } from 'commander';
import type { SubCommand, Flags } from './support/sub-command.js';
import { readAge, writeAge, openSweep, undoLeftovers, formatAge } from '../provide/external/sweep/sweep.js';
import { statSync } from 'node:fs';
import { credentialsOf } from '../client/credentials.js';
import { discoverBasePaths } from '../provide/external/discovery/discover.js';
import { setupTransport } from '../client/tracker-transports.js';
import type { Settings } from '../fixtures/index.js';
import type { ExternalTracker } from '../client/settings/settings.js';
import { findLeftovers } from '../provide/external/sweep/find-leftovers.js';
import { exitCodes } from '../reports/exit-codes.js';
import { checkReachable, refuseUnwritableOutput, settingsOfCommand } from './support/settings.js';
import { UsageError } from './support/usage-error.js';
import { print, inOneLine } from '../client/print.js';
import { shellWord } from '../contracts/curl-command.js';
import { counted } from '../contracts/counted.js';
import { nameOfItem } from '../provide/external/ledger/ledger-line.js';
import type { FoundLeftover, LeftAlone } from '../provide/external/sweep/find-leftovers.js';
import type { FoundItem } from '../provide/external/sweep/sweep.js';

export function addSweepCommand(command: SubCommand): void {
  command
    .description('list the data that killed runs left on the tracker, and with --yes clean it up')
    .option('--yes', 'clean up: delete created data, restore changed data, and read again to check')
    .addOption(
      new Option('--older-than <time>', 'only runs that last wrote to their ledger this long ago: 90s, 30m, 1h, 2d')
        .argParser(age)
        .default(sweepDefaults.olderThan, writeAge(sweepDefaults.olderThan)),
    )
    .option(
      '--ledger <path>',
      'a folder of ledgers, or one ledger, copied from another machine; by default the folder of TRACKER_OUTPUT',
    )
    .addOption(
      new Option('--settle <time>', 'how late an unanswered call can still have an effect, and a search find it')
        .argParser(age)
        .default(sweepDefaults.settle, writeAge(sweepDefaults.settle)),
    )
    .option('--json', 'as JSON, for machines')
    .notes([
      'It touches only data that a ledger names or that has the mark of a run. It does not touch a run with a living process on',
      'this machine, or a run that is more recent than --older-than, because that may still run on another machine. If all',
      'processes of such a run were here and have ended, it ends with 6.',
      'Exit codes: 0 nothing is left of runs that are over, 2 bad settings, 4 tracker unreachable, 6 something is left,',
      '130 ended by Ctrl+C, 143 ended by SIGTERM. The next sweep finds the data that is left.',
      'Examples:',
      '  tracker-e2e sweep                      lists the data that is left',
      '  tracker-e2e sweep --yes --older-than 30m',
      '  tracker-e2e sweep --yes --ledger ci-artifacts/ledger',
    ])
    .action(sweepLeftovers);
}

function age(text: string): number {
  const milliseconds = readAge(text);
  if (milliseconds !== undefined) return milliseconds;
  throw new InvalidArgumentError('A time is a number with s, m, h or d, such as 90s, 30m, 1h or 2d.');
}

type SweepOptions = SweepChoice & Flags<'yes' | 'json'>;

async function sweepLeftovers({ yes = false, json, ...choice }: SweepOptions): Promise<void> {
  const { ledger } = choice;
  const settings = settingsOfCommand();
  const external = externalOf(settings);
  if (ledger !== undefined && statSync(ledger, { throwIfNoEntry: false }) === undefined) {
    throw new UsageError(`--ledger ${ledger} is neither a folder nor a file: name a ledger, or a folder of ledgers.`);
  }
  // What is gone is written into ledgers; a sweep that only looks writes nothing.
  if (yes) refuseUnwritableOutput(settings);
  await checkReachable(settings);
  const transport = setupTransport(settings, external.url);
  const looking = { baseUrl: external.url, transport, caller: credentialsOf(external.login) };
  const basePaths = await discoverBasePaths(settings, looking);
  const scope = openSweep({ ...settings, basePaths }, external, { ...choice, ledgers: ledger });
  const found = await findLeftovers(scope);
  const report = sweepReport(external.url, found, yes ? await undoLeftovers(found.items, scope) : undefined);
  print(json === true ? JSON.stringify(report, null, 2) : renderSweep(report, choice));
  const spared = report.leftAlone.filter(({ state }) => state === 'over');
  process.exitCode =
    report.remaining + report.unseen.length + spared.length > 0 ? exitCodes.leftoversRemain : exitCodes.passed;
}

function externalOf({ external }: Settings): ExternalTracker {
  if (external !== undefined) return external;
  throw new UsageError(
    'TRACKER_URL is missing: a sweep is for a tracker that others use. The bundled fake is gone with its run.',
  );
}

interface SweptRow {
  readonly run: string;
  readonly at: string;
  readonly toldBy: 'ledger' | 'mark';
  readonly kind: string;
  readonly what: string;
  readonly where: string;
  readonly would: string;
  /** `listed` if nothing was to be changed. */
  readonly outcome: 'listed' | 'deleted' | 'left';
  readonly why?: string;
}

export type SweepReport = ReturnType<typeof sweepReport>;

/** What a sweep found and did. What is `unseen` could not be looked for, and some of it may be left. */
export function sweepReport(tracker: string, found: FoundLeftover, ended: readonly FoundItem[] | undefined) {
  const acted = ended !== undefined;
  const all = ended ?? found.items;
  const rows = oneForEach(all.filter(({ foreign }) => foreign === undefined).flatMap((one) => rowsOf(one, acted)));
  const others = all.flatMap(({ item, foreign }) =>
    foreign === undefined ? [] : [{ ...namesOf(item), why: foreign }],
  );
  const { leftAlone, notes, unseen } = found;
  const remaining = rows.filter(({ outcome }) => outcome !== 'deleted').length;
  return { tracker, rows, foreign: [...others, ...found.foreign], leftAlone, notes, unseen, remaining };
}

interface FoundRow extends SweptRow {
  readonly goesWith?: readonly string[];
}

/** One row for each thing: several ledger items may name it, and a sub-task goes with its parent. */
function oneForEach(all: readonly FoundRow[]): readonly SweptRow[] {
  const merged = [...new Set(all.map(({ what }) => what))].map((what) => merge(all.filter((row) => row.what === what)));
  const nameIn = ({ what }: SweptRow) => what.replace(/ ".*/s, '');
  const goesWithAnother = ({ goesWith = [], outcome }: FoundRow) =>
    merged.some((row) => row.outcome === outcome && goesWith.includes(nameIn(row)));
  return merged.filter((row) => !goesWithAnother(row)).map(({ goesWith: _, ...row }) => row);
}

/** The rows of one thing as one. Something that is deleted is gone; something changed is restored if every change is. */
function merge(rows: readonly FoundRow[]): FoundRow {
  const [first] = rows as [FoundRow];
  const isCreated = ['project', 'issue', 'issues', 'lease'].includes(first.kind);
  const deciding = rows.find(({ outcome }) => outcome === (isCreated ? 'deleted' : 'left')) ?? first;
  return { ...deciding, would: [...new Set(rows.map(({ would }) => would))].join('; ') };
}

function rowsOf({ run, at, item, file, left, problem: why }: FoundItem, acted: boolean): FoundRow[] {
  const toldBy = file === undefined ? 'mark' : 'ledger';
  const outcome = !acted ? 'listed' : why === undefined ? 'deleted' : 'left';
  const row = { run, at: new Date(at).toISOString(), toldBy, kind: item.kind, outcome, ...(why && { why }) } as const;
  if (left.length > 0) return left.map((leftover) => ({ ...row, ...leftover }));
  // Nothing of it was there: that is worth a line only if it could not be seen.
  return why === undefined ? [] : [{ ...row, ...namesOf(item), would: 'look for it' }];
}

function namesOf(item: FoundItem['item']): { what: string; where: string } {
  return { what: nameOfItem(item), where: item.kind === 'issues' ? item.projects.join(', ') : item.what };
}

export interface SweepChoice {
  readonly olderThan: number;
  readonly settle: number;
  readonly ledger?: string;
}

/** The defaults of the options, in milliseconds. */
export const sweepDefaults = { olderThan: 3_600_000, settle: 15_000 } as const;

function sweepCommand({ olderThan, settle, ledger }: SweepChoice): string {
  const options = [
    ...(olderThan === sweepDefaults.olderThan ? [] : [`--older-than ${writeAge(olderThan)}`]),
    ...(settle === sweepDefaults.settle ? [] : [`--settle ${writeAge(settle)}`]),
    ...(ledger === undefined ? [] : [`--ledger ${shellWord(ledger)}`]),
  ];
  return ['tracker-e2e sweep', ...options, '--yes'].join(' ');
}

export function renderSweep(report: SweepReport, choice: SweepChoice): string {
  const runs = [...new Set(report.rows.map(({ run }) => run))];
  const blocks = [
    ...runs.map((run) => renderRun(report.rows.filter((row) => row.run === run))),
    section(
      'Not made by a run, or changed by another user since, so not touched:',
      report.foreign.map(({ what, where, why }) => `${what} (${where}): ${why}`),
    ),
    section(
      'Runs that were left alone:',
      report.leftAlone.map(({ run, why, left }) => `run ${run}: ${why}. It may have left: ${left.join(', ')}`),
    ),
    section('Could not be looked for:', report.unseen),
    section('Also:', report.notes),
    [conclusion(report, choice), ...reservations(report, choice)],
  ];
  return blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}

function renderRun(rows: readonly SweptRow[]): string[] {
  const [first] = rows;
  const told = rows.some(({ toldBy }) => toldBy === 'ledger') ? 'found in its ledger' : 'found by its mark';
  return [`Run ${first?.run} of ${first?.at.slice(0, 16).replace('T', ' ')} UTC, ${told}:`, ...rows.flatMap(renderRow)];
}

function renderRow({ what, where, would, outcome, why }: SweptRow): string[] {
  const ending = { listed: would, deleted: `${would}: done`, left: `${would}: FAILED` }[outcome];
  const reason = why === undefined ? [] : why.split('\n').map((line) => `      ${line}`);
  return [`  - ${inOneLine(`${what} (${where}): ${ending}`)}`, ...reason];
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [title, ...lines.map((line) => `  - ${inOneLine(line)}`)];
}

function conclusion({ tracker, rows, remaining, leftAlone }: SweepReport, choice: SweepChoice): string {
  const gone = rows.length - remaining;
  const runs = leftAlone.some(isRecent) ? `runs that are older than ${formatAge(choice.olderThan)}` : 'earlier runs';
  if (rows.length === 0) return `Nothing of ${runs} is left on ${tracker}.`;
  if (remaining === 0) return `${counted(gone, 'thing')} cleaned up. Nothing of ${runs} is left on ${tracker}.`;
  if (rows.every(({ outcome }) => outcome === 'listed')) {
    return `${counted(remaining, 'thing')} left on ${tracker}. To clean up what is listed: ${sweepCommand(choice)}`;
  }
  return `${counted(gone, 'thing')} cleaned up, ${counted(remaining, 'thing')} still left on ${tracker}. The reasons stand above; the next sweep tries again.`;
}

function reservations({ leftAlone, unseen }: SweepReport, choice: SweepChoice): string[] {
  const recent = leftAlone.filter(isRecent);
  const whose = recent.length === 1 ? 'the recent run' : `the ${recent.length} recent runs`;
  const areOver = recent.length === 1 ? 'it has ended' : 'they have ended';
  const condition = recent.every(({ state }) => state === 'over') ? '' : `, if you know that ${areOver}`;
  const command = sweepCommand({ ...choice, olderThan: 0 });
  return [
    ...(unseen.length > 0 ? ['Not everything could be looked for. Sweep again.'] : []),
    ...(leftAlone.length > 0
      ? [`${counted(leftAlone.length, 'run was', 'runs were')} left alone. The reasons stand above.`]
      : []),
    ...(recent.length > 0 ? [`To clean up after ${whose} now${condition}: ${command}`] : []),
  ];
}

function isRecent({ state }: LeftAlone): boolean {
  return state === 'over' || state === 'may go on';
}
