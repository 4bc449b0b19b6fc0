import type { ReportKind } from '../contracts/report/run.js';
import type { CustomRules } from '../contracts/rules/custom-rules.js';
import type { Api } from '../contracts/rules/rule.js';
import type { AllureDirectories } from './allure/report/generate-allure-report.js';
import type { GatePolicy } from './gate.js';

/** A defect the fake can be started with. */
export interface KnownDefect {
  readonly name: string;
  /** The id of the rule it breaks. */
  readonly rule: string;
  /** The error of the tracker, in a sentence. */
  readonly breaks: string;
}

/** The options of the matrix reporter in a list of reporters. Paths are relative to the working directory. */
export interface MatrixReporterOptions {
  /** Where `rules.json` and `rules.html` go. Default: `tracker-output` */
  readonly outputDir?: string;
  /** The APIs whose rules are asked for. Default: all three */
  readonly apis?: readonly Api[];
  /**
   * Which documented rules have to be verified: `all`, those `reachable` on the tracker at hand, of these the ones that
   * the `selected` tests cover, or a list of ids. Default: `reachable`; if shards are merged, the demand of the shards
   */
  readonly gate?: GatePolicy['rules'] | undefined;
  /** Whether a run passes in which an open question is answered otherwise than assumed. Default: `passes` */
  readonly differs?: GatePolicy['differs'];
  /** Whether a run passes in which a test failed first and passed on a retry. Default: `passes` */
  readonly flaky?: GatePolicy['flaky'];
  /**
   * Where `allure-playwright`, listed before this reporter, leaves its results and where the Allure report goes; both
   * are emptied. Default: `false`, no Allure report
   */
  readonly allure?: AllureDirectories | false;
  /** Custom rules that the run has to verify; without this option only those that a test covers are known. */
  readonly rules?: CustomRules;
  /** The defects the fake can have; the page shows them with their rules. Default: none */
  readonly defects?: readonly KnownDefect[];
  /** The reports for CI systems to write beside; Playwright's own of the same kind is listed before. Default: none */
  readonly reports?: readonly ReportKind[];
  /**
   * The file that Playwright's JUnit reporter writes, if two runs may write reports at once: each then has its own, which
   * becomes `junit.xml` of the reports. Default: `junit.xml` of the reports
   */
  readonly junitFile?: string | undefined;
  /** The file for what the tests observed, in place of all reports; `tracker-e2e observe` reads it. Default: none */
  readonly observations?: string | undefined;
  /** The setting TRACKER_OUTPUT, below which workers record what to clean up. Default: that is not reported */
  readonly notesDir?: string;
}
