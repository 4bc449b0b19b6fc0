import type { WorkerInfo } from '@playwright/test';
import { SettingsError } from '../client/errors.js';
import type { Settings } from '../client/settings/settings.js';
import type { WireWatch } from '../client/transport.js';
import type { OutageWatch } from './external/outage/breaker.js';
import type { Target } from './target.js';

/** The tracker that the settings name, or else the bundled fake. @throws SettingsError, OutputError */
export async function openTarget(
  settings: Settings,
  worker: WorkerInfo,
  watch: WireWatch & OutageWatch,
): Promise<Target> {
  const { external } = settings;
  // A worker loads only what its tracker needs: each failed test starts one.
  if (external === undefined) {
    if (settings.mode === 'shared') throw new SettingsError([NOT_STARTED]);
    const { openIsolatedTarget } = await import('./isolated/isolated-target.js');
    return openIsolatedTarget(settings);
  }
  const { openWorkerTarget } = await import('./external/external-target.js');
  return openWorkerTarget(settings, external, worker, watch);
}

const NOT_STARTED =
  'The tracker that all tests share was not started (TRACKER_MODE=shared). The global set-up of targetConfig(settings) starts ' +
  "it. Name yours beside it in playwright.config.ts: globalSetup: [...targetConfig(settings).globalSetup, './yours.ts'].";
