import type { WorkerInfo } from '@playwright/test';
import { SettingsError } from '../../client/errors.js';
import type { ExternalTracker, Settings } from '../../client/settings/settings.js';
import type { WireWatch } from '../../client/transport.js';
import type { Target } from '../target.js';
import { openExternalTarget } from './external-target.js';
import { leaseNote, readLeaseNote } from './leases/sandbox-lease.js';
import { HAS_SANDBOX, shareOf } from './leases/share.js';
import type { Share } from './leases/share.js';
import { openBreaker } from './outage/breaker.js';
import type { OutageWatch } from './outage/breaker.js';

/** The tracker of others that the settings name, with the share of the worker. @throws SettingsError, OutputError */
export function openWorkerTarget(
  settings: Settings,
  external: ExternalTracker,
  worker: WorkerInfo,
  watch: WireWatch & OutageWatch,
): Target {
  const breaker = openBreaker(settings, external, process.ppid, watch);
  const share = shareFor(worker, settings, external);
  const target = openExternalTarget(settings, external, worker.workerIndex, share, watch, (transport) =>
    breaker.through(transport),
  );
  return {
    ...target,
    outageReason: (authorization) => breaker.reasonFor(authorization),
    isRefusalOfOthers: (what, testId) => breaker.isRefusalOfOthers(what, testId),
  };
}

/** What a worker has of the sandbox. @throws SettingsError if its run has no lease on it */
function shareFor(
  { parallelIndex, project, config }: WorkerInfo,
  { outputDir, runId }: Settings,
  external: ExternalTracker,
): Share {
  const lease = readLeaseNote(leaseNote(outputDir, runId, external, process.ppid));
  if (lease === undefined) throw new SettingsError([NO_LEASE]);
  const isFull = config.workers === 1 || project.metadata[HAS_SANDBOX] === true;
  return { ...shareOf(external.sandbox, { parallelIndex, isFull }), ...lease };
}

const NO_LEASE =
  'The run has no lease on its sandbox. Its configuration takes one in the global set-up: spread targetConfig(settings) in ' +
  'playwright.config.ts, and leave its projects as they are. A global set-up of yours comes after: globalSetup: ' +
  "[...targetConfig(settings).globalSetup, './yours.ts'].";
