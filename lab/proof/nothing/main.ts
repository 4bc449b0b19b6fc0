/** Runs the suite on trackers that do nothing, and shows that each rule that a call can show fails there. */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { JSONReport, JSONReportSuite } from '@playwright/test/reporter';
import { documentedRuleIds, readEvent } from '../../../contracts/index.js';
import { printTotals, ROOT, runPlaywright, withoutSettings } from '../processes.js';
import { trackers } from './trackers.js';

const [ACCEPTS, LETS_IN] = ['any answer accepts a login', 'it lets everybody in, as tests of AD-23 show'];
const [NOT_FILLED, NOT_ITS_CALL] = ['it fills in nothing', 'only calls of the tracker itself show it'];

/** The rules that hold on a tracker although it does nothing, each with the reason. */
const holding: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  null: {
    ...{ 'DT-39': NOT_FILLED, 'DT-41': ACCEPTS, 'AD-24': LETS_IN, 'AD-25': LETS_IN },
    ...{ 'TM-12': NOT_ITS_CALL, 'TM-14': NOT_ITS_CALL, 'TM-16': NOT_ITS_CALL },
  },
  frozen: {
    ...{ 'DT-38': NOT_ITS_CALL, 'DT-39': NOT_ITS_CALL, 'DT-40': NOT_ITS_CALL, 'DT-41': ACCEPTS },
    ...{ 'AD-24': LETS_IN, 'AD-25': LETS_IN },
    ...{ 'TM-12': NOT_ITS_CALL, 'TM-14': NOT_ITS_CALL, 'TM-16': NOT_ITS_CALL },
  },
  mute: {
    ...{ 'DT-39': NOT_ITS_CALL, 'DT-40': NOT_ITS_CALL },
    ...{ 'TM-12': NOT_ITS_CALL, 'TM-14': NOT_ITS_CALL, 'TM-16': NOT_ITS_CALL },
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
  const broken = new Set(suites.flatMap((suite) => failedRules(suite)));
  const shown = new Set(suites.flatMap((suite) => failedRules(suite, isOfItself)));
  const others = documentedRuleIds.filter((rule) => broken.has(rule) && !shown.has(rule));
  console.log(`${name}: ${others.length} rules fail only in the set-up of their tests: ${others.join(', ')}`);
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

/** The rules of the tests that failed. @param isCounted which of these count */
function failedRules({ specs, suites = [] }: JSONReportSuite, isCounted = hasFailed): string[] {
  const own = specs.filter(isCounted).flatMap(({ tags }) => tags);
  return [...own, ...suites.flatMap((suite) => failedRules(suite, isCounted))];
}

function hasFailed(spec: Spec): boolean {
  return failuresOf(spec).length > 0;
}

function failuresOf({ tests }: Spec) {
  const results = tests.flatMap((test) => test.results);
  return results.filter(({ status }) => status === 'failed' || status === 'timedOut');
}

/** Whether a test did not fail in its set-up: by a refused call, or for the rule of a call of set-up that it does not cover. */
function isOfItself(spec: Spec): boolean {
  return failuresOf(spec).some(({ error, annotations }) => {
    const named = readEvent(annotations).broken;
    return (
      !error?.message?.includes('SetupError') && (named.length === 0 || named.some((rule) => spec.tags.includes(rule)))
    );
  });
}
