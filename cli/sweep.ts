import { InvalidArgumentError, Option } from 'commander';
import type { Command } from 'commander';
import { statSync } from 'node:fs';
import type { BasePaths } from '../contracts/index.js';
import { callerOf } from '../fixtures/http/caller.js';
import { trackerUnreachableReason } from '../fixtures/target/tracker-unreachable-reason.js';
import { discoverBasePaths } from '../fixtures/discovery/discover.js';
import { setupTransport } from '../fixtures/http/tracker-transports.js';
import type { RemoteTracker, Settings } from '../fixtures/index.js';
import { readAge, writeAge } from '../fixtures/sweep/age.js';
import { findLeftovers } from '../fixtures/sweep/find-leftovers.js';
import { openSweep } from '../fixtures/sweep/open-sweep.js';
import { takeBackLeftovers } from '../fixtures/sweep/take-back-leftovers.js';
import { exitCodes } from '../reports/exit-codes.js';
import { settingsOrUsageError } from './settings-or-usage-error.js';
import { renderSweep } from './sweep/render-sweep.js';
import { sweepDefaults } from './sweep/sweep-command.js';
import type { SweepChoice } from './sweep/sweep-command.js';
import { sweepReport } from './sweep/sweep-report.js';
import { withoutSecrets } from '../fixtures/reporting/known-secrets.js';
import { UsageError } from './usage-error.js';

interface SweepOptions extends SweepChoice {
  readonly yes?: boolean;
  readonly json?: boolean;
}

/** `tracker-e2e sweep`: what earlier runs have left on a tracker that others use. */
export function addSweepCommand(program: Command): void {
  program
    .command('sweep')
    .description('list what killed runs have left on the tracker that TRACKER_URL names, and with --yes take it back')
    .summary('list and take back what killed runs left on a tracker')
    .option('--yes', 'take it back: remove what was made, put back what was changed, read again after each')
    .addOption(
      new Option('--older-than <time>', 'only of runs that wrote their last line this long ago: 90s, 30m, 1h, 2d')
        .argParser(age)
        .default(sweepDefaults.olderThan, writeAge(sweepDefaults.olderThan)),
    )
    .option('--ledger <path>', 'a folder of ledgers, or one, copied from another machine; else that of TRACKER_OUTPUT')
    .addOption(
      new Option('--settle <time>', 'how late an unanswered call may still have an effect, and be found')
        .argParser(age)
        .default(sweepDefaults.settle, writeAge(sweepDefaults.settle)),
    )
    .option('--json', 'as JSON, for machines')
    .addHelpText(
      'after',
      [
        '',
        'Ours is what a ledger names or what carries the mark of a run; nothing else is touched. A run whose process still',
        'lives on this machine is left alone, whatever its age. One that is younger than --older-than is left alone too, as it may',
        'go on elsewhere; where every process of it is known to be gone, something of it is left (6).',
        'Exit codes: 0 nothing is left of runs that are over, 2 bad settings, 4 tracker unreachable, 6 something is left.',
        'Examples:',
        '  tracker-e2e sweep                      see what is left',
        '  tracker-e2e sweep --yes --older-than 30m',
        '  tracker-e2e sweep --yes --ledger ci-artifacts/ledger',
      ].join('\n'),
    )
    .action(sweep);
}

async function sweep({ yes = false, json, ...choice }: SweepOptions): Promise<void> {
  const { ledger } = choice;
  const settings = settingsOrUsageError();
  const remote = remoteOf(settings);
  if (ledger !== undefined && statSync(ledger, { throwIfNoEntry: false }) === undefined) {
    throw new UsageError(`--ledger ${ledger} is neither a folder nor a file: name a ledger, or a folder of ledgers.`);
  }
  const reason = await trackerUnreachableReason(settings);
  if (reason !== undefined) throw new UsageError(reason, exitCodes.trackerUnreachable);
  const scope = openSweep({ ...settings, basePaths: await basePathsOf(settings, remote) }, remote, {
    ...choice,
    ledgers: ledger,
  });
  const found = await findLeftovers(scope);
  const report = sweepReport(remote.url, found, yes ? await takeBackLeftovers(found.items, scope) : undefined);
  process.stdout.write(`${withoutSecrets(json === true ? JSON.stringify(report, null, 2) : renderSweep(report, choice))}
`);
  const spared = report.leftAlone.filter(({ state }) => state === 'over');
  process.exitCode =
    report.remaining + report.unseen.length + spared.length > 0 ? exitCodes.leftoversRemain : exitCodes.passed;
}

function basePathsOf(settings: Settings, { url, login }: RemoteTracker): Promise<BasePaths> {
  const transport = setupTransport(settings, url);
  return discoverBasePaths(settings, { baseUrl: url, transport, caller: callerOf(login) });
}

function remoteOf({ remote }: Settings): RemoteTracker {
  if (remote !== undefined) return remote;
  throw new UsageError(
    'TRACKER_URL is missing: a sweep is for a tracker that others use. The bundled fake is gone with its run.',
  );
}

function age(text: string): number {
  const milliseconds = readAge(text);
  if (milliseconds !== undefined) return milliseconds;
  throw new InvalidArgumentError('A time is a number with s, m, h or d, such as 90s, 30m, 1h or 2d.');
}
