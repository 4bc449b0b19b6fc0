import { readProfile } from '../client/settings/read-setting.js';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { counted } from '../contracts/counted.js';
import type { SubCommand, Texts } from './support/sub-command.js';
import { PROFILE_VERSION, assumptionsOfProfile, withAssumptions } from '../contracts/index.js';
import type { Profile, AssumptionOverrides, Findings } from '../contracts/index.js';
import { identifyTracker } from '../provide/run-target.js';
import { exitCodes } from '../reports/exit-codes.js';
import { compareProfiles, renderChanges, renderProfile, findAnswers } from '../reports/profile/profile.js';
import { writeText, refuseUnwritable } from './support/files.js';
import {
  refuseMistypedOptions,
  configOf,
  ofAnySuite,
  refuseMissingConfig,
  refuseUnusable,
  runPlaywright,
} from './support/playwright.js';
import { sortArguments } from '../reports/playwright-options.js';
import { checkReachable, environmentWith, refuseUnwritableOutput, settingsOfCommand } from './support/settings.js';
import { packageVersion } from '../reports/own-file.js';
import { expectedAssumptions } from '../client/settings/settings.js';
import type { Settings } from '../fixtures/index.js';
import { factOf } from '../reports/failures/fact-of.js';
import type { ObservationRun, ObservedTest } from '../reports/run/write-reports.js';
import { UsageError } from './support/usage-error.js';
import { print } from '../client/print.js';

export function addObserveCommand(command: SubCommand): void {
  command
    .description('observe how the tracker answers the open questions of the documents, and write a profile')
    .argument('[playwright arguments...]', 'files to run, and any option of `playwright test`')
    .option('--output <file>', 'the file for the profile', 'profile.json')
    .option('--since <file>', 'an older profile: prints the changes since then')
    .option('--profile <file>', 'the answers to expect in the first pass; the same as TRACKER_PROFILE')
    .allowUnknownOption()
    .notes([
      'It runs the tests of the open questions. An answer that is not as expected may hide others: the tests that read what',
      'was expected are repeated with it, until there is none, and at most so many tests as the first pass had. The profile is',
      'written after each pass. It also lists the answers that were not observed, with the reason, and those that differ',
      'between tests.',
      '`tracker-e2e run --profile` then expects these answers, and `tracker-e2e fake --profile` gives them.',
      'In a folder without a configuration of Playwright it runs the suite of this package.',
      'Exit codes: 0 written; 1 written, but a test failed or tests saw different answers, or not written because no test ran',
      'or the run broke off; 2 bad settings; 4 tracker unreachable; 5 the answers differ from the profile of --since (only if',
      'TRACKER_GATE_DIFFERS=fails); 130 interrupted by Ctrl+C, SIGTERM or SIGHUP.',
      'Examples:',
      '  tracker-e2e observe                                             the tracker that .env names',
      '  tracker-e2e observe --output jira-10.json --since jira-9.json   and the changes',
    ])
    .action(observeTracker);
}

type ObserveOptions = Texts<'since' | 'profile'> & { readonly output: string };

async function observeTracker(
  asked: readonly string[],
  options: ObserveOptions,
  { options: known }: SubCommand,
): Promise<void> {
  refuseMistypedOptions(asked, known);
  const selection = ofAnySuite(asked);
  const env = environmentWith({ TRACKER_PROFILE: options.profile });
  refuseMissingConfig(configOf(selection));
  const settings = settingsOfCommand(env);
  const older = options.since === undefined ? undefined : readProfile('--since', options.since);
  refuseUnwritable(options.output);
  refuseUnwritableOutput(settings);
  await checkReachable(settings);
  const tracker = await identifyTracker(settings);
  const profileOf = (findings: Findings): Profile => ({
    schemaVersion: PROFILE_VERSION,
    observedAt: new Date().toISOString(),
    harness: packageVersion(),
    tracker,
    ...findings,
  });
  const write = (findings: Findings) => writeText(options.output, `${JSON.stringify(profileOf(findings), null, 2)}\n`);
  const observed = await observeInPasses({ settings, selection, env }, write);
  const profile = profileOf(observed.findings);
  const changes = older === undefined ? [] : compareProfiles(older, profile);
  const lines = [
    ...renderProfile(profile),
    ...(older === undefined ? [] : renderChanges(older, changes)),
    ...observed.problems.map((problem) => `- ${problem}`),
    `Profile    ${options.output}`,
  ];
  print(lines.join('\n'));
  const differs = settings.gateDiffers === 'fails' && changes.some(({ kind }) => kind === 'answer');
  process.exitCode = exitCodeFor(observed, differs);
}

function exitCodeFor({ findings, problems }: Awaited<ReturnType<typeof observeInPasses>>, differs: boolean): number {
  if (problems.length > 0 || Object.keys(findings.conflicts).length > 0) return exitCodes.testsFailed;
  return differs ? exitCodes.assumptionsDiffer : exitCodes.passed;
}

interface Observation {
  readonly settings: Settings;
  readonly selection: readonly string[];
  readonly env: NodeJS.ProcessEnv;
}

const TESTS = '@(DT|AD|TM)-N\\d+';

/** Retries for tests that failed because the tracker limited the rate. They make no difference to other tests. */
const RETRIES = '--retries=2';

/** How many tests the passes run in all, in tests of the first: an observation takes at most twice as long as a run. */
const MOST_RUNS = 2;

/**
 * An answer that is not as assumed may hide others. The next pass expects it, and repeats the tests that read it, until no
 * answer is unexpected. The profile is written after each pass.
 */
async function observeInPasses(observation: Observation, write: (findings: Findings) => void) {
  const told = expectedAssumptions(observation.settings);
  const tests = new Map<string, ObservedTest>();
  let expected = withAssumptions(told);
  let chosen: readonly ObservedTest[] | undefined;
  const errors = new Set<string>();
  let runs = 0;
  for (let pass = 1; ; pass += 1) {
    const run = await observeOnce(observation, expected, chosen);
    for (const test of run.tests) tests.set(test.id, laterOf(tests.get(test.id), test));
    for (const error of run.errors) errors.add(error);
    const lost = (chosen?.length ?? 0) - run.tests.length;
    if (chosen !== undefined && lost > 0) errors.add(`${counted(lost, 'test')} could not be repeated.`);
    runs += run.tests.length;
    const findings = findAnswers([...tests.values()]);
    write(findings);
    const next = withAssumptions({ ...told, ...assumptionsOfProfile(findings, withAssumptions(told)) });
    const unexpected = Object.keys(next).filter((id) => {
      const [now, before] = [next, expected].map((answers) => answers[id as keyof typeof expected] as unknown);
      return !isDeepStrictEqual(now, before);
    });
    chosen = [...tests.values()].filter(({ assumed }) => assumed.some((id) => unexpected.includes(id)));
    const isLast = chosen.length === 0 || runs + chosen.length > MOST_RUNS * tests.size;
    print(`Pass ${pass}: ${describePass(unexpected.length, chosen.length, isLast)}`);
    if (isLast) return { findings, problems: problemsOf({ ...run, errors: [...errors], tests: [...tests.values()] }) };
    expected = next;
  }
}

/** What is known of a test that was repeated: what it saw the last time, and what only an earlier time saw. */
function laterOf(earlier: ObservedTest | undefined, later: ObservedTest): ObservedTest {
  if (earlier === undefined) return later;
  const isNew = ({ rule }: { readonly rule: string }) => !later.observations.some((one) => one.rule === rule);
  return {
    ...later,
    rules: [...new Set([...earlier.rules, ...later.rules])],
    assumed: [...new Set([...earlier.assumed, ...later.assumed])],
    observations: [...earlier.observations.filter(isNew), ...later.observations],
    unclear: later.unclear ?? earlier.unclear,
  };
}

function describePass(unexpected: number, again: number, isLast: boolean): string {
  if (unexpected === 0) return 'all that was seen is as expected.';
  const what = `${counted(unexpected, 'answer is', 'answers are')} not as expected`;
  if (again === 0) return `${what}, and no test read what was expected.`;
  const tests = `${counted(again, 'test')} that read what was expected`;
  return isLast ? `${what}; it ends here, without ${tests} once more.` : `${what}; once more ${tests}.`;
}

async function observeOnce(
  { settings, selection, env }: Observation,
  expected: AssumptionOverrides,
  chosen: readonly ObservedTest[] | undefined,
): Promise<ObservationRun> {
  const folder = resolve(join(settings.outputDir, 'observe'));
  const [file, list] = [join(folder, 'observations.json'), join(folder, 'tests.txt')];
  rmSync(file, { force: true });
  if (chosen !== undefined) writeText(list, `${chosen.map(({ listed }) => listed).join('\n')}\n`);
  const again = chosen === undefined ? [] : ['--test-list', list];
  const { code } = await runPlaywright(['test', '--grep', TESTS, RETRIES, ...selection, ...again], {
    ...env,
    TRACKER_OBSERVATIONS: file,
    TRACKER_ASSUMPTIONS: JSON.stringify(expected),
    // Each pass is a run of its own on the tracker.
    TRACKER_RUN_ID: undefined,
  });
  const written = chosen === undefined ? 'No profile is written' : 'The profile is that of the passes before';
  if (code === exitCodes.interrupted || code === exitCodes.terminated) {
    throw new UsageError(`${written}: the run was ended from outside.`, code);
  }
  if (!existsSync(file)) refuseUnusable({ config: configOf(selection), ...sortArguments(selection) }, env);
  return readRun(file, written);
}

function readRun(file: string, written: string): ObservationRun {
  let json: string;
  try {
    json = readFileSync(file, 'utf8');
  } catch (cause) {
    throw new UsageError(
      `${written}: the run did not tell what it observed. Its configuration has to take its reporters from trackerReporters, and to have metadata.target (docs/settings.md).`,
      exitCodes.testsFailed,
      { cause },
    );
  }
  const run = JSON.parse(json) as ObservationRun;
  if (run.outage !== undefined) {
    throw new UsageError(`${written}: ${run.outage}`, exitCodes.trackerUnreachable);
  }
  if (run.status === 'interrupted' || run.status === 'timedout' || run.tests.length === 0) {
    const what =
      run.tests.length === 0
        ? 'no test of an open question ran. In a folder without a configuration of Playwright `tracker-e2e observe` runs those of the suite that the package brings'
        : 'the run broke off';
    throw new UsageError([`${written}: ${what}.`, ...run.errors].join('\n'), exitCodes.testsFailed);
  }
  return run;
}

function problemsOf({ errors, tests }: ObservationRun): string[] {
  const failed = tests.filter(({ status }) => status === 'failed');
  return [
    ...errors,
    ...failed.map(
      ({ file, line, title, error }) => `${file}:${line} ${title}: ${error === undefined ? 'failed' : factOf(error)}`,
    ),
  ];
}
