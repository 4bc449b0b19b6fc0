import { expect, test } from '@playwright/test';
import { documentedRuleIds } from '../../../contracts/index.js';
import type { DocumentedRuleId } from '../../../contracts/index.js';
import { judgeForecast } from '../../../cli/doctor/forecast.js';
import type { Prediction } from '../../../cli/doctor/forecast.js';

/** What is predicted if these rules are skipped or fail, and all others can be verified. */
function predictions(others: Partial<Record<DocumentedRuleId, Prediction['forecast']>>): Prediction[] {
  return documentedRuleIds.map((rule) => ({
    rule,
    forecast: others[rule] ?? 'can be verified',
    missingRequirements: [],
  }));
}

test('a run makes sense if nothing is missing, whatever the gate asks for', () => {
  for (const demands of [undefined, 'all', 'selected', ['DT-01']] as const) {
    expect(judgeForecast(predictions({}), demands)).toEqual({ exitCode: 0, text: 'A run makes sense.' });
  }
});

test('a rule that is out of scope matters only to a gate that asks for it', () => {
  const one = predictions({ 'DT-32': 'skipped' });

  expect(judgeForecast(one).exitCode).toBe(0);
  expect(judgeForecast(one, 'reachable').exitCode).toBe(0);
  expect(judgeForecast(one, ['DT-01']).exitCode).toBe(0);
  expect(judgeForecast(one, 'all')).toEqual({
    exitCode: 3,
    text: 'A run would not pass its gate: a rule it asks for can’t be verified: DT-32.',
  });
  expect(judgeForecast(one, ['DT-01', 'DT-32']).exitCode).toBe(3);
});

test('a rule whose tests fail for something missing matters to every gate that may ask for it', () => {
  const some = predictions({ 'DT-01': 'failing', 'DT-02': 'failing', 'DT-03': 'failing', 'AD-22': 'skipped' });

  expect(judgeForecast(some)).toEqual({
    exitCode: 3,
    text: 'A run would not pass its gate: 3 rules it asks for can’t be verified: DT-01 to DT-03.',
  });
  expect(judgeForecast(some, ['DT-04']).exitCode).toBe(0);
});

test('a run that can verify nothing makes no sense', () => {
  const none = documentedRuleIds.map((rule) => ({ rule, forecast: 'skipped' as const, missingRequirements: [] }));

  expect(judgeForecast(none)).toEqual({ exitCode: 3, text: 'A run makes no sense yet: it can verify no rule.' });
});

test('if nothing could be predicted the tracker is out of scope', () => {
  expect(judgeForecast(undefined).exitCode).toBe(4);
});
