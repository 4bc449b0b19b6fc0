import { writeFileSync } from 'node:fs';
import type { Command } from 'commander';
import { PROFILE_VERSION } from '../contracts/index.js';
import type { Profile } from '../contracts/index.js';
import { identifyTracker } from '../fixtures/target/identify-tracker.js';
import { exitCodes } from '../reports/exit-codes.js';
import { compareProfiles } from '../reports/profile/compare-profiles.js';
import { renderChanges } from '../reports/profile/render-changes.js';
import { renderProfile } from '../reports/profile/render-profile.js';
import { checkReachable } from './check-reachable.js';
import { playwrightOptions } from './playwright-options.js';
import { configOf } from './config-of.js';
import { refuseMissingConfig } from './refuse-missing-config.js';
import { refuseUnknownOptions } from './refuse-unknown-options.js';
import { observeInPasses } from './observe-in-passes.js';
import type { Observed } from './observe-in-passes.js';
import { packageVersion } from './package-version.js';
import { profileOrUsageError } from './profile-or-usage-error.js';
import { refuseUnwritable } from './refuse-unwritable.js';
import { settingsOrUsageError } from './settings-or-usage-error.js';

interface ObserveOptions {
  readonly output: string;
  readonly since?: string;
  readonly profile?: string;
  readonly shared?: boolean;
}

/** `tracker-e2e observe`: how the tracker answers what the documents leave open, as a profile. */
export function addObserveCommand(program: Command): void {
  program
    .command('observe')
    .description('find out how the tracker answers what the documents leave open, and write it as a profile')
    .summary('write down how a tracker answers what the documents leave open')
    .argument('[playwright arguments...]', 'files to run the tests of, and any option of `playwright test`')
    .option('--output <file>', 'where the profile goes', 'profile.json')
    .option('--since <file>', 'an older profile: tells what has changed since')
    .option('--profile <file>', 'what to expect in the first pass; the same as TRACKER_PROFILE')
    .option('--shared', 'on the fake: one tracker for all tests, full of other people’s data, instead of one each')
    .allowUnknownOption()
    .addHelpText(
      'after',
      [
        '',
        'It runs the tests of the open questions, again with what the pass before saw until nothing new is seen. What',
        'could not be observed stands in the profile with the reason, and so does what tests saw differently.',
        '`tracker-e2e run --profile` then expects what was observed, and `tracker-e2e fake --profile` does it.',
        'Exit codes: 0 written; 1 written, but a test failed or saw something else than another, or not written because no',
        'test ran or the run broke off; 2 bad settings; 4 tracker unreachable; 5 it answers otherwise than the profile of',
        '--since says (only where TRACKER_GATE_DIFFERS=fails).',
        'Examples:',
        '  tracker-e2e observe                                             of the tracker that .env names',
        '  tracker-e2e observe --output jira-10.json --since jira-9.json   and what has changed',
      ].join('\n'),
    )
    .action(observe);
}

async function observe(
  selection: readonly string[],
  options: ObserveOptions,
  { options: known }: Command,
): Promise<void> {
  refuseUnknownOptions(selection, known, playwrightOptions);
  if (options.shared === true) process.env['TRACKER_MODE'] = 'shared';
  if (options.profile !== undefined) process.env['TRACKER_PROFILE'] = options.profile;
  refuseMissingConfig(configOf(selection));
  const settings = settingsOrUsageError();
  const older = options.since === undefined ? undefined : profileOrUsageError('--since', options.since);
  refuseUnwritable(options.output);
  await checkReachable(settings);
  const tracker = await identifyTracker(settings);
  const observed = await observeInPasses(settings, selection, (line) => void process.stdout.write(`${line}\n`));
  const profile: Profile = {
    schemaVersion: PROFILE_VERSION,
    observedAt: new Date().toISOString(),
    harness: packageVersion(),
    tracker,
    ...observed.findings,
  };
  writeFileSync(options.output, `${JSON.stringify(profile, null, 2)}\n`);
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
