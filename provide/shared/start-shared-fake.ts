import type { FullConfig } from '@playwright/test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withAssumptions } from '../../contracts/assumptions/assumptions.js';
import { OutputError } from '../../client/errors.js';
import { expectedAssumptions } from '../../client/settings/settings.js';
import { loadSettings } from '../../client/settings/load-settings.js';
import { makeFolder } from '../../client/settings/output-folder.js';
import type { Settings } from '../../client/settings/settings.js';
import { leaseSandbox } from '../external/begin-external-run.js';
import { overrideOf, startFake } from '../isolated/fake-host.js';
import type { TenantState } from '../isolated/fake-host.js';
import { sharedWorld } from './shared-world.js';
import type { SharedWorld } from './shared-world.js';

/**
 * Playwright's global set-up for a shared run on the bundled fake: starts one tracker with many rows of other people,
 * and passes it to the workers through the settings that name a real tracker.
 *
 * @returns the tear-down, which fails the run if anything on the tracker is not as it was
 */
export default async function startSharedFake(
  config: Pick<FullConfig, 'workers' | 'projects' | 'reporter'>,
): Promise<() => Promise<void>> {
  const settings = loadSettings();
  const { basePaths, seed, defect } = settings;
  const assumptions = settings.fakeAssumptions ?? expectedAssumptions(settings);
  const shared = sharedWorld(seed, withAssumptions(assumptions));
  const contextPath = '/others/tracker';
  const world = { ...shared.world, basePaths };
  const fake = await startFake({ world, contextPath, assumptions, override: await overrideOf(defect) });
  const tenant = fake.control.tenant('main');
  const before = tenant.state();
  announceTracker(settings, `${fake.url}${contextPath}`, shared);
  return leaseShared(config, async () => {
    const differences = compareStates(before, tenant.state());
    await fake.close();
    if (differences.length === 0) return;
    const lines = differences.map((line) => `\n  - ${line}`).join('');
    throw new Error(`The run did not leave the shared tracker as it found it:${lines}`);
  });
}

/** Takes the sandbox of a fake that has been announced. @returns the tear-down, which gives it back and stops the fake */
export async function leaseShared(
  config: Pick<FullConfig, 'workers' | 'projects' | 'reporter'>,
  stop: () => Promise<void>,
): Promise<() => Promise<void>> {
  const settings = loadSettings();
  const giveBack = settings.external && (await leaseSandbox(settings, settings.external, config));
  return async () => {
    try {
      await giveBack?.();
    } finally {
      await stop();
    }
  };
}

/** A line for each row that is new, changed or gone. */
export function compareStates(before: TenantState, after: TenantState): string[] {
  return (Object.keys(before) as (keyof TenantState)[]).flatMap((table) => {
    const [then, now] = [before[table].map(toText), after[table].map(toText)];
    const [known, present] = [new Set(then), new Set(now)];
    return [
      ...now.filter((row) => !known.has(row)).map((row) => `${table}, new or changed: ${row}`),
      ...then.filter((row) => !present.has(row)).map((row) => `${table}, gone or changed: ${row}`),
    ];
  });
}

function toText(row: unknown): string {
  return JSON.stringify(row);
}

/** Playwright passes the environment of a global set-up on to its workers; it documents no other way. */
export function announceTracker({ outputDir }: Settings, url: string, { login, sandbox }: SharedWorld): void {
  const sandboxFile = join(outputDir, 'shared-sandbox.json');
  try {
    makeFolder(outputDir);
    writeFileSync(sandboxFile, JSON.stringify(sandbox, null, 2));
  } catch (cause) {
    throw new OutputError(`The sandbox ${sandboxFile}`, 'no test would know what it may use', cause);
  }
  // oxlint-disable-next-line syntax/no-restricted-syntax -- Playwright documents this way for a global set-up to pass data to workers
  Object.assign(process.env, {
    TRACKER_URL: url,
    TRACKER_USERNAME: login.username,
    TRACKER_PASSWORD: login.password,
    TRACKER_SANDBOX: sandboxFile,
    TRACKER_SHARED_FAKE: 'yes',
  });
}
