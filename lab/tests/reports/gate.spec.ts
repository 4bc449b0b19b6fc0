import { test, expect } from '@playwright/test';
import type { FinishedTest } from '../../../contracts/report/finished-test.js';
import { judge } from '../../../reports/gate.js';
import type { GatePolicy } from '../../../reports/gate.js';
import { demandedRules, isolatedFake, sampleMatrix, sampleTest, sharedTracker } from './sample-run.js';

const reachable = { rules: 'reachable' } as const;
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

test('the verdict of a run, by its tests, its tracker and its gate', () => {
  for (const [what, verdict, tests, policy = reachable, parts = {}, reasons] of [
    ['every rule', 'passed', [everyRule], reachable, {}, []],
    ['flaky tests verify', 'passed', [sampleTest({ rules: demandedRules, status: 'flaky' })]],
    ['open questions', 'passed', [everyRule, sampleTest({ rules: ['DT-N05', 'AD-01'], status: 'skipped' })]],
    ['no test of a rule', unverified, [allButLast], reachable, {}, [lastUnverified]],
    ['no test of a rule, selected', 'passed', [allButLast], selected],
    ['a skip', unverified, [allButLast, last('skipped')]],
    ['a skip, selected', unverified, [allButLast, last('skipped')], selected],
    ['marked to fail', unverified, [allButLast, last('expected failure')]],
    ['not available', 'passed', [allButLast, notAvailable], reachable, { target: sharedTracker }],
    ['not available on the shared fake', 'passed', [allButLast, notAvailable], reachable, { target: sharedFake }],
    ['not available on a fake of its own', unverified, [allButLast, notAvailable]],
    ['failed tests', 'tests failed', [failed, failed], reachable, {}, ['2 tests failed.']],
    ['an error', 'tests failed', [everyRule], reachable, { errors: ['Error: no'] }, ['Error: no']],
    ['broken off by time', 'tests failed', [everyRule], reachable, { status: 'timedout' }],
    ['broken off', 'tests failed', [everyRule], reachable, { status: 'failed' }],
    ['no tests', 'no tests', [], selected],
    ['no test executed', 'no tests', [notAvailable], selected, { target: sharedTracker }],
    ['an outage', 'tracker unreachable', [everyRule, failed], reachable, { outage }, [outage, '1 test failed.']],
    ['an outage before any test', 'tracker unreachable', [], reachable, { outage }],
    ['all', unverified, [allButLast, notAvailable], all, { target: sharedTracker }, [lastUnverified]],
    ['all, verified', 'passed', [everyRule], all, { target: sharedTracker }],
    ['in part', 'passed', [everyRule, notAvailable], reachable, { target: sharedTracker }],
    ['in part, listed', 'passed', [everyRule, notAvailable], { rules: ['DT-41'] }, { target: sharedTracker }],
    ['in part, all', unverified, [everyRule, notAvailable], all, { target: sharedTracker }, [lastUnverified]],
    ['wide', 'passed', wide, reachable, { target: sharedTracker }],
    ['wide, disposable', unverified, wide, reachable, { target: { ...sharedTracker, disposable: true } }],
    ['listed', 'passed', [sampleTest({ rules: ['DT-01'] }), notAvailable], { rules: ['DT-01'] }],
    ['differs', 'passed', [everyRule, differing]],
    ['flaky', 'passed', [everyRule, flaky, flaky]],
  ] as readonly (readonly [string, string, FinishedTest[], GatePolicy?, object?, string[]?])[]) {
    const judged = judge(sampleMatrix(tests, parts), policy);
    expect.soft(judged.verdict, what).toBe(verdict);
    expect.soft(judged.reasons, what).toEqual(reasons ?? judged.reasons);
  }
});

test('an interrupted run is told apart from a failed one, with what it left', () => {
  const left = [
    { kind: 'issue', what: 'DEMO-7' },
    { kind: 'issue', what: 'DEMO-8' },
    { kind: 'lease', what: 'DEMO/a' },
  ] as const;
  const matrix = sampleMatrix([everyRule, failed, sampleTest({ status: 'not run' })], { status: 'interrupted', left });

  expect(judge(matrix, reachable)).toMatchObject({
    verdict: 'interrupted',
    reasons: [
      'The run was interrupted before its end: 1 test was not run.',
      '1 test failed.',
      'Left on the tracker: 2 issues, 1 lease. `tracker-e2e sweep --older-than 0s --yes` cleans up.',
    ],
  });
});

test('what a gate demands is told: a list of rules, an answer as assumed, no retry', () => {
  const listed = sampleMatrix([sampleTest({ rules: ['DT-01'] }), notAvailable], { target: sharedTracker });
  const retried = sampleMatrix([everyRule, flaky, flaky]);
  const differs = '1 open question is answered otherwise than assumed: DT-N05.';

  expect(judge(listed, { rules: ['DT-01', 'DT-41', 'AD-01'] })).toMatchObject({
    verdict: unverified,
    reasons: ['2 documented rules are not verified: DT-41, AD-01.'],
    demands: ['DT-01', 'DT-41', 'AD-01'],
  });
  expect(judge(sampleMatrix([everyRule, differing]), { ...reachable, differs: 'fails' })).toMatchObject({
    ...{ verdict: 'assumptions differ', reasons: [differs], differs: 'fails' },
  });
  expect(judge(sampleMatrix([allButLast, differing]), { ...reachable, differs: 'fails' })).toMatchObject({
    ...{ verdict: unverified, reasons: [lastUnverified, differs] },
  });
  expect(judge(retried, reachable)).toMatchObject({ demands: 'reachable', differs: 'passes', flaky: 'passes' });
  expect(judge(retried, { ...reachable, flaky: 'fails' })).toMatchObject({
    verdict: 'tests failed',
    reasons: ['2 tests passed only on a retry, which the gate counts as failed.'],
    flaky: 'fails',
  });
});
