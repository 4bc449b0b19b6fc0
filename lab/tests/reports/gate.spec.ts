import { test, expect } from '@playwright/test';
import { exitCodeOf, exitCodes } from '../../../reports/exit-codes.js';
import { gateProblems, judge } from '../../../reports/gate.js';
import type { GatePolicy } from '../../../reports/gate.js';
import { demandedRules, isolatedFake, sampleMatrix, sampleTest, sharedTracker } from './sample-run.js';

const reachable = { rules: 'reachable' } as const;
const all = { rules: 'all' } as const;
const selected = { rules: 'selected' } as const;
const everyRule = sampleTest({ rules: demandedRules });
const allButLast = sampleTest({ rules: demandedRules.slice(0, -1) });
const notAvailable = sampleTest({ rules: ['DT-41'], status: 'not available', reason: 'no second account' });

test('a run that verifies every documented rule passes', () => {
  expect(judge(sampleMatrix([everyRule]), reachable)).toMatchObject({ verdict: 'passed', reasons: [] });
});

test('open questions and APIs that are not covered are not demanded', () => {
  const others = sampleTest({ rules: ['DT-N05', 'AD-01'], status: 'skipped' });
  expect(judge(sampleMatrix([everyRule, others]), reachable).verdict).toBe('passed');
});

test('a rule without a test fails a full run and not a selected one', () => {
  const matrix = sampleMatrix([allButLast]);
  expect(judge(matrix, reachable)).toMatchObject({
    verdict: 'rules unverified',
    reasons: ['1 documented rule is not verified: DT-41.'],
  });
  expect(judge(matrix, selected).verdict).toBe('passed');
});

test('a rule whose only test was just skipped fails both', () => {
  const matrix = sampleMatrix([allButLast, sampleTest({ rules: ['DT-41'], status: 'skipped' })]);
  expect(judge(matrix, reachable).verdict).toBe('rules unverified');
  expect(judge(matrix, selected).verdict).toBe('rules unverified');
});

test('a rule whose test is marked to fail is not verified', () => {
  const matrix = sampleMatrix([allButLast, sampleTest({ rules: ['DT-41'], status: 'expected failure' })]);
  expect(judge(matrix, reachable).verdict).toBe('rules unverified');
});

test('what a tracker does not allow to verify does not fail the run', () => {
  expect(judge(sampleMatrix([allButLast, notAvailable], { target: sharedTracker }), reachable).verdict).toBe('passed');
});

test('nor what the shared fake does not allow', () => {
  const target = { ...isolatedFake, mode: 'shared' } as const;
  expect(judge(sampleMatrix([allButLast, notAvailable], { target }), reachable).verdict).toBe('passed');
});

test('but a fake of its own has to provide everything', () => {
  expect(judge(sampleMatrix([allButLast, notAvailable]), reachable).verdict).toBe('rules unverified');
});

test('a failed test weighs more than an unverified rule', () => {
  const matrix = sampleMatrix([sampleTest({ status: 'failed' }), sampleTest({ status: 'failed' })]);
  expect(judge(matrix, reachable)).toMatchObject({ verdict: 'tests failed', reasons: ['2 tests failed.'] });
});

test('an error outside the tests fails the run', () => {
  const matrix = sampleMatrix([everyRule], { errors: ['Error: could not clean up'] });
  expect(judge(matrix, reachable)).toMatchObject({ verdict: 'tests failed', reasons: ['Error: could not clean up'] });
});

test('a run that broke off is never passed, whatever its tests say', () => {
  const verdictOf = (status: 'failed' | 'timedout') => judge(sampleMatrix([everyRule], { status }), reachable);
  expect(verdictOf('timedout').verdict).toBe('tests failed');
  expect(verdictOf('failed').verdict).toBe('tests failed');
});

test('an interrupted run is told apart from a failed one, with what it left', () => {
  const tests = [everyRule, sampleTest({ status: 'failed' }), sampleTest({ status: 'not run' })];
  const left = [
    { kind: 'issue', what: 'DEMO-7' },
    { kind: 'issue', what: 'DEMO-8' },
    { kind: 'lease', what: 'DEMO/a' },
  ] as const;
  expect(judge(sampleMatrix(tests, { status: 'interrupted', left }), reachable)).toMatchObject({
    verdict: 'interrupted',
    reasons: [
      'The run was interrupted before its end: 1 test was not run.',
      '1 test failed.',
      'Left on the tracker: 2 issues, 1 lease. `tracker-e2e sweep --older-than 0s --yes` cleans up.',
    ],
  });
});

test('a run without an executed test is never passed', () => {
  expect(judge(sampleMatrix([]), selected).verdict).toBe('no tests');
  expect(judge(sampleMatrix([notAvailable], { target: sharedTracker }), selected).verdict).toBe('no tests');
});

test('flaky tests count as executed and verify', () => {
  expect(judge(sampleMatrix([sampleTest({ rules: demandedRules, status: 'flaky' })]), reachable).verdict).toBe(
    'passed',
  );
});

test('a tracker that stopped answering weighs more than all else, also if no test was executed', () => {
  const outage = 'The tracker has not answered since 09:30:05 UTC.';
  const failed = judge(sampleMatrix([everyRule, sampleTest({ status: 'failed' })], { outage }), reachable);
  expect(failed).toMatchObject({ verdict: 'tracker unreachable', reasons: [outage, '1 test failed.'] });
  expect(judge(sampleMatrix([], { outage }), reachable).verdict).toBe('tracker unreachable');
});

test('exit codes are distinct, and every verdict has one', () => {
  expect(new Set(Object.values(exitCodes)).size).toBe(12);
  expect(exitCodeOf({ verdict: 'passed' })).toBe(0);
  expect(exitCodeOf({ verdict: 'tests failed' })).toBe(1);
  expect(exitCodeOf({ verdict: 'no tests' })).toBe(1);
  expect(exitCodeOf({ verdict: 'rules unverified' })).toBe(3);
  expect(exitCodeOf({ verdict: 'tracker unreachable' })).toBe(4);
  expect(exitCodeOf({ verdict: 'assumptions differ' })).toBe(5);
  expect(exitCodeOf({ verdict: 'known failures outdated' })).toBe(8);
});

test.describe('which rules are demanded', () => {
  const twoTests = [allButLast, notAvailable];

  test('all demands a rule whatever the tracker allows', () => {
    const matrix = sampleMatrix(twoTests, { target: sharedTracker });
    expect(judge(matrix, all)).toMatchObject({
      verdict: 'rules unverified',
      reasons: ['1 documented rule is not verified: DT-41.'],
      demands: 'all',
    });
    expect(judge(sampleMatrix([everyRule], { target: sharedTracker }), all).verdict).toBe('passed');
  });

  test('a rule that is verified in part is enough, unless all are demanded', () => {
    const matrix = sampleMatrix([everyRule, notAvailable], { target: sharedTracker });
    expect(judge(matrix, reachable).verdict).toBe('passed');
    expect(judge(matrix, { rules: ['DT-41'] }).verdict).toBe('passed');
    expect(judge(matrix, all).reasons).toEqual(['1 documented rule is not verified: DT-41.']);
  });

  test('a rule that needs the whole tracker is out of scope of one that is not disposable', () => {
    const wide = ['DT-32'];
    const narrow = sampleTest({ rules: demandedRules.filter((id) => !wide.includes(id)) });
    const skipped = sampleTest({ rules: wide, status: 'skipped' });
    const verdictOn = (target: typeof sharedTracker) => judge(sampleMatrix([narrow, skipped], { target }), reachable);

    expect(verdictOn(sharedTracker).verdict).toBe('passed');
    expect(verdictOn({ ...sharedTracker, disposable: true }).reasons).toEqual([
      '1 documented rule is not verified: DT-32.',
    ]);
  });

  test('a list demands its rules and no other, whatever the tracker allows', () => {
    const matrix = sampleMatrix([sampleTest({ rules: ['DT-01'] }), notAvailable], { target: sharedTracker });
    expect(judge(matrix, { rules: ['DT-01'] }).verdict).toBe('passed');
    expect(judge(matrix, { rules: ['DT-01', 'DT-41', 'AD-01'] })).toMatchObject({
      verdict: 'rules unverified',
      reasons: ['2 documented rules are not verified: DT-41, AD-01.'],
      demands: ['DT-01', 'DT-41', 'AD-01'],
    });
  });
});

test.describe('what else can fail a run', () => {
  const observations = [{ rule: 'DT-N05' as const, expected: 409, observed: 200 }];
  const differing = sampleTest({ rules: ['DT-N05'], observations });

  test('an open question that is answered otherwise does if the gate says so', () => {
    const matrix = sampleMatrix([everyRule, differing], { target: sharedTracker });
    expect(judge(matrix, reachable)).toMatchObject({ verdict: 'passed', differs: 'passes' });
    expect(judge(matrix, { ...reachable, differs: 'fails' })).toMatchObject({
      verdict: 'assumptions differ',
      reasons: ['1 open question is answered otherwise than assumed: DT-N05.'],
      differs: 'fails',
    });
  });

  test('an unverified rule weighs more than an open question, and both are told', () => {
    expect(judge(sampleMatrix([allButLast, differing]), { ...reachable, differs: 'fails' })).toMatchObject({
      verdict: 'rules unverified',
      reasons: [
        '1 documented rule is not verified: DT-41.',
        '1 open question is answered otherwise than assumed: DT-N05.',
      ],
    });
  });

  test('a test that passed only on a retry does if the gate says so', () => {
    const matrix = sampleMatrix([everyRule, sampleTest({ status: 'flaky' }), sampleTest({ status: 'flaky' })]);
    expect(judge(matrix, reachable)).toMatchObject({ verdict: 'passed', flaky: 'passes' });
    expect(judge(matrix, { ...reachable, flaky: 'fails' })).toMatchObject({
      verdict: 'tests failed',
      reasons: ['2 tests passed only on a retry, which the gate counts as failed.'],
      flaky: 'fails',
    });
  });
});

test('options that come without types are told what is wrong with them', () => {
  const policy = { rules: ['DT-01', 'DT-99', 'DT-N05'], differs: 'no', flaky: 'fails' } as unknown as GatePolicy;
  expect(gateProblems(policy)).toEqual([
    'The option gate of the matrix reporter has to be all, reachable, selected or ids of documented rules: ' +
      'DT-99 is none (did you mean DT-09 or DT-19 or DT-29?), DT-N05 is an open question.',
    'The option differs of the matrix reporter has to be passes or fails.',
  ]);
  expect(gateProblems({ rules: ['DT-01'], differs: 'fails' })).toEqual([]);
});
