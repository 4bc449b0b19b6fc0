import type { Reporter } from '@playwright/test/reporter';
import { playwrightMode } from '../fixtures/playwright-internals/for-reporters.js';
import type { PlaywrightOptions } from '../fixtures/playwright-internals/for-reporters.js';
import { customRulesProblems } from './custom-definitions.js';
import { gateProblems } from './gate.js';
import type { MatrixReporterOptions } from './matrix-reporter-options.js';
import { beginResult } from './run/begin-result.js';
import { refuseProblems } from './run/expect-end.js';
import { listReporter, MergeReporter, ObservationReporter, TestReporter } from './run/reporters.js';
import { OUTPUT_DIR } from './run/run-reporter.js';
import { outputProblem } from './writing-problems.js';

export type { MatrixReporterOptions } from './matrix-reporter-options.js';

/**
 * Writes the rule matrix of a run, generates the Allure report, prints what a run says last and decides by the gate
 * whether the run passed. It needs a RunTarget as `metadata.target` of the configuration.
 *
 * A run that observes is not judged, and writes only what its tests saw. One shard of a run is not judged: it has no matrix, and says so. The reports of all of them, merged, have one.
 *
 * Playwright calls it with `new`: a reporter for what the process does takes its place.
 */
export default function MatrixReporter(options: MatrixReporterOptions & PlaywrightOptions = {}): Reporter {
  const { outputDir = OUTPUT_DIR, gate, differs, flaky, rules, observations } = options;
  const mode = playwrightMode(options);
  // Before Allure's reporter makes its folder.
  const unwritable = mode === 'list' ? undefined : outputProblem(outputDir);
  refuseProblems([
    ...gateProblems({ rules: gate ?? 'reachable', differs, flaky }),
    ...customRulesProblems(rules),
    ...(unwritable === undefined ? [] : [unwritable]),
  ]);
  if (mode === 'list') return listReporter(options);
  if (observations !== undefined) return new ObservationReporter(options, observations);
  beginResult(outputDir);
  return mode === 'merge' ? new MergeReporter(options) : new TestReporter(options);
}
