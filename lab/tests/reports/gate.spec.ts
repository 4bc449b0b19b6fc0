import { test, expect } from '@playwright/test';
import type { FinishedTest } from '../../../contracts/report/finished-test.js';
import { judge } from '../../../reports/gate.js';
import type { GatePolicy } from '../../../reports/gate.js';
import { demandedRules, isolatedFake, sampleMatrix, sampleTest, sharedTracker } from './sample-run.js';

const reachable: GatePolicy = { rules: 'reachable' };
const all = { rules: 'all' } as const;
const selected = { rules: 'selected' } as const;
const everyRule = sampleTest({ rules: demandedRules });
const allButLast = sampleTest({ rules: demandedRules.slice(0, -1) });
const notAvailable = sampleTest({ rules: ['DT-41'], status: 'not available', reason: 'no second account' });
const last = (status: FinishedTest['status']) => sampleTest({ rules: ['DT-41'], status });
const failed = sampleTest({ status: 'failed' });
const flaky = sampleTest({ status: 'flaky' });
const differing = sampleTest({
  rules: ['DT-N05'],
  observations: [{ rule: 'DT-N05' as const, expected: 409, observed: 200 }],
});

const unverified = 'rules unverified';
const lastUnverified = '1 documented rule is not verified: DT-41.';
const sharedFake = { ...isolatedFake, mode: 'shared' } as const;
const outage = 'The tracker has not answered since 09:30:05 UTC.';
// It needs the whole tracker.
const narrow = sampleTest({ rules: demandedRules.filter((id) => id !== 'DT-32') });
const wide = [narrow, sampleTest({ rules: ['DT-32'], status: 'skipped' })];

const strict = { ...reachable, differs: 'fails', flaky: 'fails' } as const;
const listed = [sampleTest({ rules: ['DT-01'] }), notAvailable];
const some = { rules: ['DT-01', 'DT-41', 'AD-01'] } as const;
const someUnverified = '2 documented rules are not verified: DT-41, AD-01.';
const differs = '1 open question is answered otherwise than assumed: DT-N05.';
const retried = '2 tests passed only on a retry, which the gate counts as failed.';
const onShared = { target: sharedTracker };
const notRun = sampleTest({ status: 'not run' });
const leftOf = (kind: string, ...names: string[]) => names.map((what) => ({ kind, what }));
const stopped = { status: 'interrupted', left: [...leftOf('issue', 'DEMO-7', 'DEMO-8'), ...leftOf('lease', 'DEMO/a')] };
const interrupted = [
  'The run was interrupted before its end: 1 test was not run.',
  '1 test failed.',
  'Left on the tracker: 2 issues, 1 lease. `tracker-e2e sweep --older-than 0s --yes` cleans up.',
];

test('the verdict of a run, by its tests, its tracker and its gate, is told with its reasons', () => {
  for (const [what, verdict, tests, policy = reachable, parts = {}, reasons] of [
    ['every rule', 'passed', [everyRule], reachable, {}, []],
    ['flaky tests verify', 'passed', [sampleTest({ rules: demandedRules, status: 'flaky' })]],
    ['open questions', 'passed', [everyRule, sampleTest({ rules: ['DT-N05', 'AD-01'], status: 'skipped' })]],
    ['no test of a rule', unverified, [allButLast], reachable, {}, [lastUnverified]],
    ['no test of a rule, selected', 'passed', [allButLast], selected],
    ['a skip', unverified, [allButLast, last('skipped')]],
    ['a skip, selected', unverified, [allButLast, last('skipped')], selected],
    ['marked to fail', unverified, [allButLast, last('expected failure')]],
    ['not available', 'passed', [allButLast, notAvailable], reachable, onShared],
    ['not available on the shared fake', 'passed', [allButLast, notAvailable], reachable, { target: sharedFake }],
    ['not available on a fake of its own', unverified, [allButLast, notAvailable]],
    ['failed tests', 'tests failed', [failed, failed], reachable, {}, ['2 tests failed.']],
    ['an error', 'tests failed', [everyRule], reachable, { errors: ['Error: no'] }, ['Error: no']],
    ['broken off by time', 'tests failed', [everyRule], reachable, { status: 'timedout' }],
    ['broken off', 'tests failed', [everyRule], reachable, { status: 'failed' }],
    ['no tests', 'no tests', [], selected],
    ['no test executed', 'no tests', [notAvailable], selected, onShared],
    ['an outage', 'tracker unreachable', [everyRule, failed], reachable, { outage }, [outage, '1 test failed.']],
    ['an outage before any test', 'tracker unreachable', [], reachable, { outage }],
    ['all', unverified, [allButLast, notAvailable], all, onShared, [lastUnverified]],
    ['all, verified', 'passed', [everyRule], all, onShared],
    ['in part', 'passed', [everyRule, notAvailable], reachable, onShared],
    ['in part, listed', 'passed', [everyRule, notAvailable], { rules: ['DT-41'] }, onShared],
    ['in part, all', unverified, [everyRule, notAvailable], all, onShared, [lastUnverified]],
    ['wide', 'passed', wide, reachable, onShared],
    ['wide, disposable', unverified, wide, reachable, { target: { ...sharedTracker, disposable: true } }],
    ['listed', 'passed', listed, { rules: ['DT-01'] }],
    ['listed, with others', unverified, listed, some, onShared, [someUnverified]],
    ['differs', 'passed', [everyRule, differing]],
    ['differs, which fails', 'assumptions differ', [everyRule, differing], strict, {}, [differs]],
    ['differs, and a rule', unverified, [allButLast, differing], strict, {}, [lastUnverified, differs]],
    ['flaky', 'passed', [everyRule, flaky, flaky]],
    ['flaky, which fails', 'tests failed', [everyRule, flaky, flaky], strict, {}, [retried]],
    ['interrupted', 'interrupted', [everyRule, failed, notRun], reachable, stopped, interrupted],
  ] as readonly (readonly [string, string, FinishedTest[], GatePolicy?, object?, string[]?])[]) {
    const judged = judge(sampleMatrix(tests, parts), policy);
    const { rules: demands, differs: tolerance = 'passes', flaky: retries = 'passes' } = policy;
    expect.soft(judged, what).toMatchObject({ verdict, demands, differs: tolerance, flaky: retries });
    expect.soft(judged.reasons, what).toEqual(reasons ?? judged.reasons);
  }
});
