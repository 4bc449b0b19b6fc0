import { statSync } from 'node:fs';
import type { BasePaths } from '../../contracts/index.js';
import { credentialsOf } from '../../fixtures/http/credentials.js';
import { discoverBasePaths } from '../../fixtures/discovery/discover.js';
import { setupTransport } from '../../fixtures/http/tracker-transports.js';
import type { Settings } from '../../fixtures/index.js';
import type { ExternalTracker } from '../../fixtures/settings/settings.js';
import { findLeftovers } from '../../fixtures/cleanup/sweep/find-leftovers.js';
import { openSweep, undoLeftovers } from '../../fixtures/cleanup/sweep/sweep.js';
import { exitCodes } from '../../reports/exit-codes.js';
import { checkReachable, refuseUnwritableOutput, settingsOfCommand } from '../support/settings.js';
import { renderSweep, sweepReport } from './sweep-report.js';
import type { SweepChoice } from './sweep-report.js';
import { UsageError } from '../support/usage-error.js';
import { print } from '../../fixtures/reporting/print.js';
import type { Flags } from '../support/sub-command.js';

export type SweepOptions = SweepChoice & Flags<'yes' | 'json'>;

export async function sweepLeftovers({ yes = false, json, ...choice }: SweepOptions): Promise<void> {
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
