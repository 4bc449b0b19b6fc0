import { expect, test } from '@playwright/test';
import type { Outcome } from '../../../proof/known/outcomes-reporter.js';
import { baselineOf, endAlike, isKnowable, isRed, witnesses } from '../../../proof/known/plant.js';

const [way, otherWay] = ['0123456789ab', 'ba9876543210'];

const place = { project: '', file: 'specs/a.spec.ts', rules: ['DT-01'], endpoints: [] };

function failed(title: string, fingerprint = way): Outcome {
  return { ...place, title, status: 'failed', failure: { fingerprint, shows: '' } };
}

const passed: Outcome = { ...place, title: 'one', status: 'passed' };
const baseline = baselineOf('DT-01', [failed('one'), { ...passed, title: 'two' }]);

test('the gate lets a baseline pass, and stops another failure, one more and one less', () => {
  expect(isRed(baseline, [failed('one')])).toBe(false);
  expect(isRed(baseline, [failed('one', otherWay)])).toBe(true);
  expect(isRed(baseline, [failed('one'), failed('two')])).toBe(true);
  expect(isRed(baseline, [passed])).toBe(true);
});

test('a baseline needs failures, each with something that tells it from others', () => {
  const { failure: _, ...untold } = failed('two');

  expect(isKnowable([failed('one'), passed])).toBe(true);
  expect(isKnowable([passed])).toBe(false);
  expect(isKnowable([failed('one'), untold])).toBe(false);
});

test('tests that tell two defects apart are those that fail differently, first those that fail for the planted one alone', () => {
  const [known, planted] = [
    [failed('both'), failed('other'), failed('known')],
    [failed('both'), failed('other', otherWay), failed('new')],
  ];

  expect(witnesses(known, planted)).toEqual(['specs/a.spec.ts › new', 'specs/a.spec.ts › other']);
  expect(witnesses(known, [failed('both'), failed('other')])).toEqual(['specs/a.spec.ts › known']);
  expect(witnesses(known, known)).toEqual([]);
});

test('a planted defect is hidden only if every test ends as it does without it', () => {
  expect(endAlike([failed('one'), { ...passed, title: 'two' }], [failed('one')])).toBe(true);
  expect(endAlike([failed('one')], [failed('one', otherWay)])).toBe(false);
  expect(endAlike([failed('one')], [passed])).toBe(false);
  expect(endAlike([failed('one')], [])).toBe(false);
});
