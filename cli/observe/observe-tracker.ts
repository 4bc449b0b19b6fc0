import type { Command } from 'commander';
import { PROFILE_VERSION } from '../../contracts/index.js';
import type { Profile } from '../../contracts/index.js';
import { identifyTracker } from '../../fixtures/target/ask-tracker.js';
import { exitCodes } from '../../reports/exit-codes.js';
import { compareProfiles, renderChanges, renderProfile } from '../../reports/profile/compare-profiles.js';
import { writeOrPrint, refuseUnwritable } from '../support/files.js';
import { refuseMistypedOptions } from '../support/playwright-options.js';
import { configOf, ofAnySuite } from '../support/suite.js';
import { refuseMissingConfig } from '../support/playwright.js';
import {
  checkReachable,
  environmentWith,
  profileOrUsageError,
  refuseUnwritableOutput,
  settingsOrUsageError,
} from '../support/settings.js';
import { packageVersion } from '../support/package-version.js';
import { observeInPasses } from './observe-in-passes.js';
import type { Observed } from './observe-in-passes.js';

/** The options of `tracker-e2e observe`. */
export interface ObserveOptions {
  readonly output: string;
  readonly since?: string;
  readonly profile?: string;
  readonly shared?: boolean;
}

/**
 * Runs the tests of the open questions, and writes what they saw as a profile.
 *
 * @param asked arguments of `playwright test`
 * @throws UsageError
 */
export async function observeTracker(
  asked: readonly string[],
  options: ObserveOptions,
  { options: known }: Command,
): Promise<void> {
  refuseMistypedOptions(asked, known);
  const selection = ofAnySuite(asked);
  const env = environmentWith({
    TRACKER_MODE: options.shared === true ? 'shared' : undefined,
    TRACKER_PROFILE: options.profile,
  });
  refuseMissingConfig(configOf(selection));
  const settings = settingsOrUsageError(env);
  const older = options.since === undefined ? undefined : profileOrUsageError('--since', options.since);
  refuseUnwritable(options.output);
  refuseUnwritableOutput(settings);
  await checkReachable(settings);
  const tracker = await identifyTracker(settings);
  const observed = await observeInPasses(
    { settings, selection, env },
    (line) => void process.stdout.write(`${line}\n`),
  );
  const profile: Profile = {
    schemaVersion: PROFILE_VERSION,
    observedAt: new Date().toISOString(),
    harness: packageVersion(),
    tracker,
    ...observed.findings,
  };
  writeOrPrint(`${JSON.stringify(profile, null, 2)}\n`, options.output);
  const changes = older === undefined ? [] : compareProfiles(older, profile);
  const lines = [
    ...renderProfile(profile),
    ...(older === undefined ? [] : renderChanges(older, changes)),
    ...observed.problems.map((problem) => `- ${problem}`),
    `Profile    ${options.output}`,
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
  const differs = settings.gateDiffers === 'fails' && changes.some(({ kind }) => kind === 'answer');
  process.exitCode = exitCodeFor(observed, differs);
}

function exitCodeFor({ findings, problems }: Observed, differs: boolean): number {
  if (problems.length > 0 || Object.keys(findings.conflicts).length > 0) return exitCodes.testsFailed;
  return differs ? exitCodes.assumptionsDiffer : exitCodes.passed;
}
