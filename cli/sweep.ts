import { InvalidArgumentError, Option } from 'commander';
import type { SubCommand, Flags } from './support/sub-command.js';
import { readAge, writeAge, openSweep, undoLeftovers } from '../provide/external/sweep/sweep.js';
import { sweepDefaults, renderSweep, sweepReport } from './sweep/sweep-report.js';
import { statSync } from 'node:fs';
import type { BasePaths } from '../contracts/index.js';
import { credentialsOf } from '../client/credentials.js';
import { discoverBasePaths } from '../provide/external/discovery/discover.js';
import { setupTransport } from '../client/tracker-transports.js';
import type { Settings } from '../fixtures/index.js';
import type { ExternalTracker } from '../client/settings/settings.js';
import { findLeftovers } from '../provide/external/sweep/find-leftovers.js';
import { exitCodes } from '../reports/exit-codes.js';
import { checkReachable, refuseUnwritableOutput, settingsOfCommand } from './support/settings.js';
import type { SweepChoice } from './sweep/sweep-report.js';
import { UsageError } from './support/usage-error.js';
import { print } from '../client/print.js';

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
  const scope = openSweep({ ...settings, basePaths: await basePathsOf(settings, external) }, external, {
    ...choice,
    ledgers: ledger,
  });
  const found = await findLeftovers(scope);
  const report = sweepReport(external.url, found, yes ? await undoLeftovers(found.items, scope) : undefined);
  print(json === true ? JSON.stringify(report, null, 2) : renderSweep(report, choice));
  const spared = report.leftAlone.filter(({ state }) => state === 'over');
  process.exitCode =
    report.remaining + report.unseen.length + spared.length > 0 ? exitCodes.leftoversRemain : exitCodes.passed;
}

function basePathsOf(settings: Settings, { url, login }: ExternalTracker): Promise<BasePaths> {
  const transport = setupTransport(settings, url);
  return discoverBasePaths(settings, { baseUrl: url, transport, caller: credentialsOf(login) });
}

function externalOf({ external }: Settings): ExternalTracker {
  if (external !== undefined) return external;
  throw new UsageError(
    'TRACKER_URL is missing: a sweep is for a tracker that others use. The bundled fake is gone with its run.',
  );
}
