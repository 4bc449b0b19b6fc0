import { statSync } from 'node:fs';
import type { BasePaths } from '../../contracts/index.js';
import { callerOf } from '../../fixtures/http/caller.js';
import { trackerUnreachableReason } from '../../fixtures/target/tracker-unreachable-reason.js';
import { discoverBasePaths } from '../../fixtures/discovery/discover.js';
import { setupTransport } from '../../fixtures/http/tracker-transports.js';
import type { RemoteTracker, Settings } from '../../fixtures/index.js';
import { findLeftovers } from '../../fixtures/sweep/find-leftovers.js';
import { openSweep } from '../../fixtures/sweep/open-sweep.js';
import { takeBackLeftovers } from '../../fixtures/sweep/take-back-leftovers.js';
import { exitCodes } from '../../reports/exit-codes.js';
import { settingsOrUsageError } from '../settings-or-usage-error.js';
import { renderSweep } from './render-sweep.js';
import type { SweepChoice } from './sweep-command.js';
import { sweepReport } from './sweep-report.js';
import { withoutSecrets } from '../../fixtures/reporting/known-secrets.js';
import { UsageError } from '../usage-error.js';

/** The options of `tracker-e2e sweep`. */
export interface SweepOptions extends SweepChoice {
  readonly yes?: boolean;
  readonly json?: boolean;
}

/** Tells what earlier runs have left on the tracker of the settings, and with `yes` takes it back. @throws UsageError */
export async function sweepLeftovers({ yes = false, json, ...choice }: SweepOptions): Promise<void> {
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
