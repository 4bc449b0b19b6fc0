import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import type { ReporterDescription } from '@playwright/test';
import type { GatePolicy } from './gate.js';
import type { ReportKind, RunTarget } from '../contracts/report/run.js';
import { allureOptions } from './allure/allure-options.js';
import { resultsOfRun } from './replace.js';
import { resultFolder } from './run/begin-result.js';
import { expectEnd } from './run/expect-end.js';
import { isWholeSuite } from './playwright-options.js';
import { findShardFiles } from './shards.js';
import type { MatrixReporterOptions } from './matrix-reporter-options.js';
import type { StatusReporterOptions } from './status-reporter.js';
import { ownFile } from './own-file.js';
import { playwrightMode } from '../fixtures/playwright-internals/for-reporters.js';
import { terminal } from '../client/print.js';

/** The settings of a run that are about its reports; `loadSettings` has them. */
interface ReportSettings {
  /** Where reports go, in a folder of the run's mode. */
  readonly outputDir: string;
  /** The defect the run is tried on; its reports go to a folder of their own, so that they pass for no ordinary run's. */
  readonly defect?: string | undefined;
  readonly gate: GatePolicy['rules'] | undefined;
  readonly gateDiffers: GatePolicy['differs'];
  readonly gateFlaky: GatePolicy['flaky'];
  /** The reports that are asked for besides those that every run has. */
  readonly reports: readonly ReportKind[];
  /** The folder with the Allure results of the shards of a run, if `tracker-e2e merge` merges them. */
  readonly shards: string | undefined;
  /** The file of known failures; undefined for none. */
  readonly known?: string | undefined;
  /** The file for the observations of a run, in place of all reports but the progress; set by `tracker-e2e observe`. */
  readonly observations?: string | undefined;
}

/** The options of the reports that a configuration can set besides the settings. */
interface TrackerReporterOptions extends Pick<
  MatrixReporterOptions,
  'apis' | 'gate' | 'differs' | 'flaky' | 'rules' | 'defects'
> {
  /** Whether to make an Allure report. Default: if `allure-playwright` is installed */
  readonly allure?: boolean;
  /** Whether to show the progress of the run in one line. If not, list another reporter that shows it. Default: yes */
  readonly status?: boolean;
}

/**
 * The reporters of a run, for `playwright.config.ts`: a status line, Allure if it is installed, the reports that settings
 * ask for, the rule matrix with the gate, and the run totals. The same list merges the shards of a run.
 *
 * @param options what the gate demands if no setting says so, the APIs whose rules are asked for, custom rules
 *   that are asked for beside them, and the defects that the page is to show with their rules; `allure: false` for no Allure report, `status: false` for no status line
 * @example
 * const settings = loadSettings();
 * const target = describeTarget(settings);
 * export default defineConfig({ metadata: { target }, reporter: trackerReporters(settings, target) });
 */
export function trackerReporters(
  settings: ReportSettings,
  target: RunTarget,
  { allure: wantsAllure = true, status: wantsStatus = true, ...gate }: TrackerReporterOptions = {},
): ReporterDescription[] {
  expectEnd();
  const merges = playwrightMode({}) === 'merge';
  const output = merges ? join(settings.outputDir, 'merged') : resultFolder(settings, target.mode);
  const rewrites = terminal().isTTY && process.env['CI'] === undefined;
  const { outputDir, observations } = settings;
  const known = observations === undefined ? settings.known : undefined;
  const status: ReporterDescription = [
    ownFile('status-reporter'),
    { outputDir, known, rules: gate.rules, rewrites, shows: wantsStatus } satisfies StatusReporterOptions,
  ];
  if (observations !== undefined) {
    const observed: MatrixReporterOptions = { outputDir: dirname(observations), observations };
    return [status, [ownFile('matrix-reporter'), observed]];
  }
  const kept = join(output, 'allure-results');
  const junitFile = resolve(resultsOfRun(join(output, 'junit.xml')));
  const results = merges ? findShardFiles(settings.shards ?? '').allureResults : resultsOfRun(kept);
  const allure = wantsAllure &&
    hasAllure() &&
    results.length > 0 && {
      resultsDir: results,
      reportDir: join(output, 'allure-report'),
      historyFile: join(output, 'allure-history.jsonl'),
      ...(!merges && { keptDir: kept }),
    };
  const options: MatrixReporterOptions = {
    ...gate,
    outputDir: output,
    reports: settings.reports,
    junitFile,
    notesDir: settings.outputDir,
    // Shards remember their options. When they are merged, only a setting overrides these.
    gate: settings.gate ?? (merges ? undefined : isWholeSuite(process.argv) ? (gate.gate ?? 'reachable') : 'selected'),
    differs: settings.gateDiffers ?? (merges ? undefined : gate.differs),
    flaky: settings.gateFlaky ?? (merges ? undefined : gate.flaky),
    allure,
  };
  // The matrix reporter writes the other kinds.
  const onRequest: Partial<Record<ReportKind, ReporterDescription[]>> = {
    junit: [['junit', { outputFile: junitFile }]],
    html: [['html', { outputFolder: resolve(output, 'html'), open: 'never' }]],
    blob: merges ? [] : [['blob', { outputDir: resolve(output, 'blob') }]],
  };
  return [
    status,
    // Under `merge-reports` it breaks the merge, and the results of the shards are there already.
    ...(typeof results === 'string' && allure !== false
      ? [[ownFile('allure/results/allure-reporter'), allureOptions({ resultsDir: results, target })] as const]
      : []),
    ...settings.reports.flatMap((kind) => onRequest[kind] ?? []),
    [ownFile('matrix-reporter'), options],
  ];
}

function hasAllure(): boolean {
  try {
    createRequire(import.meta.url).resolve('allure-playwright');
    return true;
  } catch {
    return false;
  }
}
