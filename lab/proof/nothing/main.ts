/** Runs the suite on trackers that do nothing, and shows that each rule that a call can show fails there. */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { JSONReport, JSONReportSuite } from '@playwright/test/reporter';
import { documentedRuleIds, readEvent } from '../../../contracts/index.js';
import { printTotals, ROOT, runPlaywright, withoutSettings } from '../processes.js';
import { trackers } from './trackers.js';

const DOES = 'it does what the rule says, which is nothing of the answer';
const SETUP = 'its tests make the same call before, and fail there';
const FIRST = 'its test makes one such call, and the first answer is right';
const [ACCEPTS, LETS_IN] = ['any answer accepts a login', 'it lets everybody in, as tests of AD-23 show'];

/** Rules of the creation of an issue: their tests make issues before. */
const ofIssues = withReason(SETUP, 'TM-10', 'TM-12', 'TM-15', 'TM-16');

/** The rules that hold on a tracker although it does nothing, or says nothing, each with the reason. */
const holding: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  null: { ...ofIssues, 'DT-41': ACCEPTS, 'AD-25': LETS_IN },
  frozen: { ...withReason(SETUP, 'TM-09', 'TM-10'), 'AD-26': FIRST, 'DT-41': ACCEPTS, 'AD-25': LETS_IN },
  mute: {
    ...ofIssues,
    ...withReason(ACCEPTS, 'DT-41', 'TM-36'),
    ...withReason(DOES, 'DT-09', 'DT-10', 'DT-17', 'DT-18', 'DT-19', 'DT-31'),
    ...withReason(DOES, 'AD-20', 'AD-21', 'AD-22', 'AD-23', 'AD-25'),
    ...withReason(DOES, 'TM-01', 'TM-02', 'TM-03', 'TM-04', 'TM-05', 'TM-06', 'TM-07', 'TM-13', 'TM-14', 'TM-17'),
    ...withReason(DOES, 'TM-18', 'TM-19', 'TM-20', 'TM-21', 'TM-22', 'TM-29', 'TM-32', 'TM-33', 'TM-35'),
  },
};

const folder = join(ROOT, 'tracker-output/lab/nothing');
let [passed, failed] = [0, 0];
for (const name of Object.keys(trackers)) {
  const results = join(folder, `${name}.json`);
  // What an earlier run has left is no result of this one.
  rmSync(results, { force: true });
  const env = withoutSettings({ NOTHING_TRACKER: name, NOTHING_RESULTS: results });
  await runPlaywright(['test', '-c', join(import.meta.dirname, 'playwright.config.ts')], env);
  const { suites } = JSON.parse(readFileSync(results, 'utf8')) as JSONReport;
  const broken = new Set(suites.flatMap(failedRules));
  for (const rule of documentedRuleIds) {
    const reason = holding[name]?.[rule];
    const isRight = broken.has(rule) === (reason === undefined);
    if (isRight) passed += 1;
    else failed += 1;
    if (reason !== undefined) console.log(`${name} ${rule}: holds, as ${reason}`);
    if (!isRight)
      console.log(`${name} ${rule}: ${reason === undefined ? 'no test of it fails' : 'fails, and may not'}`);
  }
}
printTotals('trackers that do nothing', { passed, failed, skipped: 0 });
process.exitCode = failed === 0 ? 0 : 1;

type Spec = JSONReportSuite['specs'][number];

function withReason(reason: string, ...rules: readonly string[]): Record<string, string> {
  return Object.fromEntries(rules.map((rule) => [rule, reason]));
}

/** The rules of the tests that failed, but not in their set-up. */
function failedRules({ specs, suites = [] }: JSONReportSuite): string[] {
  const own = specs.filter(failsOfItself).flatMap(({ tags }) => tags);
  return [...own, ...suites.flatMap(failedRules)];
}

function failuresOf({ tests }: Spec) {
  const results = tests.flatMap((test) => test.results);
  return results.filter(({ status }) => status === 'failed' || status === 'timedOut');
}

/** Whether a test failed, and not in its set-up: by a refused call, or for the rule of a call of set-up that it does not cover. */
function failsOfItself(spec: Spec): boolean {
  return failuresOf(spec).some(({ error, annotations }) => {
    const named = readEvent(annotations).broken;
    return (
      !error?.message?.includes('SetupError') && (named.length === 0 || named.some((rule) => spec.tags.includes(rule)))
    );
  });
}
