import type { WorkerInfo } from '@playwright/test';
import { leaseNote, readLeaseNote } from './external/leases/sandbox-lease.js';
import { HAS_SANDBOX, shareOf } from './external/leases/share.js';
import type { Share } from './external/leases/share.js';
import { SettingsError } from '../client/errors.js';
import type { WireWatch } from '../client/transport.js';
import type { OutageWatch } from './external/outage/breaker.js';
import type { ExternalTracker, Settings } from '../client/settings/settings.js';
import { openExternalTarget } from './external/external-target.js';
import { openBreaker } from './external/outage/breaker.js';
import type { Target } from './target.js';

/** The tracker that the settings name, or else the bundled fake. @throws SettingsError, OutputError */
export async function openTarget(
  settings: Settings,
  worker: WorkerInfo,
  watch: WireWatch & OutageWatch,
): Promise<Target> {
  const { external } = settings;
  if (external === undefined) {
    // Loads the fake only if a worker starts one.
    const { openIsolatedTarget } = await import('./isolated/isolated-target.js');
    return openIsolatedTarget(settings);
  }
  const breaker = openBreaker(settings, external, process.ppid, watch);
  const target = openExternalTarget(
    settings,
    external,
    worker.workerIndex,
    shareFor(worker, settings, external),
    watch,
    (transport) => breaker.through(transport),
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
  'playwright.config.ts, and leave its globalSetup and projects as they are.';
