import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { assumptionsOfProfile, withAssumptions } from '../../contracts/index.js';
import type { AssumptionOverrides, Findings } from '../../contracts/index.js';
import { expectedAssumptions } from '../../fixtures/settings/expected-assumptions.js';
import type { Settings } from '../../fixtures/index.js';
import { exitCodes } from '../../reports/exit-codes.js';
import { factOf } from '../../reports/matrix/format.js';
import { joinFindings, tellRules } from '../../reports/profile/tell-rules.js';
import { observationRunSchema } from '../../reports/observation-reporter.js';
import type { ObservationRun } from '../../reports/observation-reporter.js';
import { unknownOptions } from '../support/playwright-options.js';
import { configOf } from '../support/suite.js';
import { refuseUnusable, runPlaywright } from '../support/playwright.js';
import { UsageError } from '../support/usage-error.js';

/** What was found out about a tracker. */
export interface Observed {
  readonly findings: Findings;
  /** What went wrong in the last pass, a line each. */
  readonly problems: readonly string[];
}

/** What a tracker is observed with. */
export interface Observation {
  readonly settings: Settings;
  /** Arguments of `playwright test`. */
  readonly selection: readonly string[];
  /** The environment that the settings are from. */
  readonly env: NodeJS.ProcessEnv;
}

/** More passes than these find out nothing more: what hides something is hidden by little else. */
const MOST_PASSES = 5;

/** The tests of open questions. */
const TESTS = '@(DT|AD|TM)-N\\d+';

/** What is tried again are tests that failed if the tracker limited the rate; any other end is as good as another. */
const RETRIES = '--retries=2';

/**
 * Runs the tests of the open questions until a pass sees nothing that was not expected of it: an answer that is not as
 * assumed may hide others, which the next pass sees when it expects that answer.
 *
 * @param say takes a line on each pass
 * @throws UsageError if a pass tells nothing
 */
export async function observeInPasses(observation: Observation, say: (line: string) => void): Promise<Observed> {
  const told = expectedAssumptions(observation.settings);
  let expected = withAssumptions(told);
  let findings: Findings | undefined;
  for (let pass = 1; ; pass += 1) {
    const run = await observeOnce(observation, expected);
    const seen = tellRules(run.tests);
    findings = findings === undefined ? seen : joinFindings(findings, seen);
    const next = withAssumptions({ ...told, ...assumptionsOfProfile(findings, withAssumptions(told)) });
    const unexpected = Object.entries(next).filter(
      ([id, value]) => !isDeepStrictEqual(value, expected[id as keyof typeof expected]),
    );
    say(`Pass ${pass}: ${tellUnexpected(unexpected.length, pass)}`);
    if (unexpected.length === 0 || pass === MOST_PASSES) return { findings, problems: problemsOf(run) };
    expected = next;
  }
}

function tellUnexpected(unexpected: number, pass: number): string {
  if (unexpected === 0) return 'all that was seen is as expected.';
  const what = `${unexpected} of what was seen ${unexpected === 1 ? 'is' : 'are'} not as expected`;
  return `${what}; ${pass === MOST_PASSES ? 'no more passes.' : 'once more, expecting it.'}`;
}

async function observeOnce(
  { settings, selection, env }: Observation,
  expected: AssumptionOverrides,
): Promise<ObservationRun> {
  const file = resolve(join(settings.outputDir, 'observe', 'observations.json'));
  rmSync(file, { force: true });
  const code = await runPlaywright(['test', '--grep', TESTS, RETRIES, ...selection], {
    ...env,
    TRACKER_OBSERVATIONS: file,
    TRACKER_ASSUMPTIONS: JSON.stringify(expected),
    // Each pass is a run of its own on the tracker.
    TRACKER_RUN_ID: undefined,
  });
  if (code === exitCodes.interrupted || code === exitCodes.terminated) {
    throw new UsageError('No profile is written: the run was ended from outside.', code);
  }
  if (!existsSync(file)) refuseUnusable({ config: configOf(selection), unknown: unknownOptions(selection) }, env);
  return readRun(file);
}

function readRun(file: string): ObservationRun {
  let json: string;
  try {
    json = readFileSync(file, 'utf8');
  } catch (cause) {
    throw new UsageError(
      'No profile is written: the run did not tell what it observed. Its configuration has to take its reporters from trackerReporters (docs/settings.md).',
      exitCodes.testsFailed,
      { cause },
    );
  }
  const run = observationRunSchema.parse(JSON.parse(json));
  if (run.outage !== undefined) {
    throw new UsageError(`No profile is written: ${run.outage}`, exitCodes.trackerUnreachable);
  }
  if (run.status === 'interrupted' || run.status === 'timedout' || run.tests.length === 0) {
    const what =
      run.tests.length === 0
        ? 'no test of an open question ran. In a folder without a configuration of Playwright `tracker-e2e observe` runs those of the suite that the package brings'
        : 'the run broke off';
    throw new UsageError([`No profile is written: ${what}.`, ...run.errors].join('\n'), exitCodes.testsFailed);
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
