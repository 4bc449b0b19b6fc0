import { test, expect } from '@playwright/test';
import { exitCodeOf, exitCodes } from '../../../reports/exit-codes.js';
import { judge } from '../../../reports/gate.js';
import { demandedRules, ownSpaceFake, sampleMatrix, sampleTest, sharedTracker } from './sample-run.js';

const all = { rules: 'all' } as const;
const selected = { rules: 'selected' } as const;
const everyRule = sampleTest({ rules: demandedRules });
const allButLast = sampleTest({ rules: demandedRules.slice(0, -1) });
const notAvailable = sampleTest({ rules: ['DT-41'], status: 'not available', reason: 'no second account' });

test('a run that verifies every documented rule passes', () => {
  expect(judge(sampleMatrix([everyRule]), all)).toMatchObject({ verdict: 'passed', reasons: [] });
});

test('open questions and APIs that are not furnished are not demanded', () => {
  const others = sampleTest({ rules: ['DT-N05', 'AD-01'], status: 'skipped' });
  expect(judge(sampleMatrix([everyRule, others]), all).verdict).toBe('passed');
});

test('a rule without a test fails a full run and not a selected one', () => {
  const matrix = sampleMatrix([allButLast]);
  expect(judge(matrix, all)).toMatchObject({
    verdict: 'rules unverified',
    reasons: ['1 documented rule is not verified: DT-41.'],
  });
  expect(judge(matrix, selected).verdict).toBe('passed');
});

test('a rule whose only test was just skipped fails both', () => {
  const matrix = sampleMatrix([allButLast, sampleTest({ rules: ['DT-41'], status: 'skipped' })]);
  expect(judge(matrix, all).verdict).toBe('rules unverified');
  expect(judge(matrix, selected).verdict).toBe('rules unverified');
});

test('a rule whose test is marked to fail is not verified', () => {
  const matrix = sampleMatrix([allButLast, sampleTest({ rules: ['DT-41'], status: 'expected failure' })]);
  expect(judge(matrix, all).verdict).toBe('rules unverified');
});

test('what a tracker does not allow to verify does not fail the run', () => {
  expect(judge(sampleMatrix([allButLast, notAvailable], { target: sharedTracker }), all).verdict).toBe('passed');
});

test('nor what the shared fake does not allow', () => {
  const target = { ...ownSpaceFake, mode: 'shared' } as const;
  expect(judge(sampleMatrix([allButLast, notAvailable], { target }), all).verdict).toBe('passed');
});

test('but a fake of its own has to provide everything', () => {
  expect(judge(sampleMatrix([allButLast, notAvailable]), all).verdict).toBe('rules unverified');
});

test('a failed test weighs more than an unverified rule', () => {
  const matrix = sampleMatrix([sampleTest({ status: 'failed' }), sampleTest({ status: 'failed' })]);
  expect(judge(matrix, all)).toMatchObject({ verdict: 'tests failed', reasons: ['2 tests failed.'] });
});

test('an error outside the tests fails the run', () => {
  const matrix = sampleMatrix([everyRule], { errors: ['Error: could not clean up'] });
  expect(judge(matrix, all)).toMatchObject({ verdict: 'tests failed', reasons: ['Error: could not clean up'] });
});

test('a run that broke off is never passed, whatever its tests say', () => {
  const verdictOf = (status: 'failed' | 'timedout' | 'interrupted') =>
    judge(sampleMatrix([everyRule], { status }), all);
  expect(verdictOf('interrupted')).toMatchObject({
    verdict: 'tests failed',
    reasons: ['The run was interrupted before its end.'],
  });
  expect(verdictOf('timedout').verdict).toBe('tests failed');
  expect(verdictOf('failed').verdict).toBe('tests failed');
});

test('a run without an executed test is never passed', () => {
  expect(judge(sampleMatrix([]), selected).verdict).toBe('no tests');
  expect(judge(sampleMatrix([notAvailable], { target: sharedTracker }), selected).verdict).toBe('no tests');
});

test('flaky tests count as executed and verify', () => {
  expect(judge(sampleMatrix([sampleTest({ rules: demandedRules, status: 'flaky' })]), all).verdict).toBe('passed');
});

test('exit codes are distinct, and every verdict has one', () => {
  expect(new Set(Object.values(exitCodes)).size).toBe(5);
  expect(exitCodeOf({ verdict: 'passed' })).toBe(0);
  expect(exitCodeOf({ verdict: 'tests failed' })).toBe(1);
  expect(exitCodeOf({ verdict: 'no tests' })).toBe(1);
  expect(exitCodeOf({ verdict: 'rules unverified' })).toBe(3);
});
