import { expect, test } from '@playwright/test';
import { documented } from '../../../contracts/index.js';
import type { DocumentedRuleId } from '../../../contracts/index.js';
import { judgeOutlook } from '../../../cli/doctor/judge-outlook.js';
import type { Prediction } from '../../../cli/doctor/prediction/predict.js';

const ids = Object.keys(documented) as DocumentedRuleId[];

/** What is predicted where these rules are skipped or fail, and all others can be verified. */
function predictions(others: Partial<Record<DocumentedRuleId, Prediction['outlook']>>): Prediction[] {
  return ids.map((rule) => ({ rule, outlook: others[rule] ?? 'can be verified', shortages: [] }));
}

test('a run makes sense where nothing is missing, whatever the gate asks for', () => {
  for (const demands of [undefined, 'all', 'selected', ['DT-01']] as const) {
    expect(judgeOutlook(predictions({}), demands)).toEqual({ exitCode: 0, text: 'A run makes sense.' });
  }
});

test('a rule that is out of reach matters only to a gate that asks for it', () => {
  const one = predictions({ 'DT-32': 'skipped' });

  expect(judgeOutlook(one).exitCode).toBe(0);
  expect(judgeOutlook(one, 'reachable').exitCode).toBe(0);
  expect(judgeOutlook(one, ['DT-01']).exitCode).toBe(0);
  expect(judgeOutlook(one, 'all')).toEqual({
    exitCode: 3,
    text: 'A run would not pass its gate: a rule it asks for can’t be verified: DT-32.',
  });
  expect(judgeOutlook(one, ['DT-01', 'DT-32']).exitCode).toBe(3);
});

test('a rule whose tests fail for something missing matters to every gate that may ask for it', () => {
  const some = predictions({ 'DT-01': 'failing', 'DT-02': 'failing', 'DT-03': 'failing', 'AD-22': 'skipped' });

  expect(judgeOutlook(some)).toEqual({
    exitCode: 3,
    text: 'A run would not pass its gate: 3 rules it asks for can’t be verified: DT-01 to DT-03.',
  });
  expect(judgeOutlook(some, ['DT-04']).exitCode).toBe(0);
});

test('a run that can verify nothing makes no sense', () => {
  const none = ids.map((rule) => ({ rule, outlook: 'skipped' as const, shortages: [] }));

  expect(judgeOutlook(none)).toEqual({ exitCode: 3, text: 'A run makes no sense yet: it can verify no rule.' });
});

test('where nothing could be predicted the tracker is out of reach', () => {
  expect(judgeOutlook(undefined).exitCode).toBe(4);
});
