import { expect, test } from '@playwright/test';
import { assumed } from '../../../contracts/index.js';
import type { FinishedTest, Observation, Unclear } from '../../../contracts/index.js';
import { joinFindings, findAnswers } from '../../../reports/profile/find-answers.js';

interface Seen {
  readonly title?: string;
  readonly status?: FinishedTest['status'];
  readonly observed?: readonly (readonly [rule: Observation['rule'], observed: unknown])[];
  readonly unclear?: Unclear[];
  readonly rules?: readonly string[];
  readonly error?: string;
  readonly reason?: string;
}

/** A finished test that saw something. */
function seen({
  title = 'a test',
  status = 'passed',
  observed = [],
  unclear,
  rules = [],
  error,
  reason,
}: Seen): FinishedTest {
  return {
    ...{ id: title, title, file: 'a.spec.ts', line: 1, project: '', status, durationMs: 1, endpoints: [] },
    rules: [...rules, ...observed.map(([rule]) => rule)],
    observations: observed.map(([rule, value]) => ({ rule, expected: null, observed: value as never })),
    exchanges: { earlier: 0, kept: [], endpoints: [] },
    ...(unclear !== undefined && { unclear }),
    ...(error !== undefined && { error }),
    ...(reason !== undefined && { reason }),
  };
}

test('properties that several tests saw make one whole setting', () => {
  const findings = findAnswers([
    seen({ observed: [['AD-N02', { connection: 400 }]] }),
    seen({ observed: [['AD-N02', { user: 410 }]] }),
    seen({ observed: [['AD-N02', { attribute: 200 }]] }),
  ]);

  expect(findings.assumptions['AD-N02']).toEqual({ connection: 400, user: 410, attribute: 200 });
  expect(findings.partlyObserved['AD-N02']).toBeUndefined();
});

test('a property that no test saw is never the default: the setting is observed in part, with the reason', () => {
  const findings = findAnswers([
    seen({ observed: [['AD-N02', { connection: 404, user: 404 }]] }),
    seen({ title: 'asks', status: 'failed', rules: ['AD-N02'], error: 'Error: no answer\nand more' }),
  ]);

  expect(findings.assumptions['AD-N02']).toBeUndefined();
  expect(findings.partlyObserved['AD-N02']).toEqual({
    observed: { connection: 404, user: 404 },
    reason: 'attribute: “asks” failed: Error: no answer',
  });
});

test('a test that failed before it observed anything tells by its first line why nothing is known', () => {
  const { assumptions, notObserved } = findAnswers([
    seen({ title: 'asks', status: 'failed', rules: ['DT-N09'], error: 'SetupError: 500\nGET /x' }),
  ]);

  expect(notObserved['DT-N09']).toBe('“asks” failed: SetupError: 500');
  expect(assumptions).toEqual({});
});

test('what is skipped, and what no test covers, is told so', () => {
  const { notObserved } = findAnswers([
    seen({ status: 'not available', rules: ['TM-N04'], reason: 'No project is new.' }),
    seen({ rules: ['DT-N06'] }),
  ]);

  expect(notObserved).toMatchObject({
    'TM-N04': 'No project is new.',
    'DT-N06': 'No test saw it.',
    'AD-N01': 'No test of it ran.',
  });
  expect(Object.keys(notObserved)).toHaveLength(Object.keys(assumed).length);
});

test('tests that saw different things are named, each with what it saw', () => {
  const findings = findAnswers([
    seen({ title: 'by id', observed: [['DT-N02', 404]] }),
    seen({ title: 'by key', observed: [['DT-N02', 400]] }),
    seen({ title: 'again by id', observed: [['DT-N02', 404]] }),
  ]);

  expect(findings.conflicts['DT-N02']).toEqual([
    {
      answers: [
        { observed: 404, tests: ['by id', 'again by id'] },
        { observed: 400, tests: ['by key'] },
      ],
    },
  ]);
  expect(findings.assumptions['DT-N02'] ?? findings.notObserved['DT-N02']).toBeUndefined();
});

test('a conflict about one property leaves the others observed', () => {
  const findings = findAnswers([
    seen({ title: 'one', observed: [['AD-N10', { status: 400, changed: 'nothing' }]] }),
    seen({ title: 'two', observed: [['AD-N10', { status: 404 }]] }),
  ]);

  expect(findings.conflicts['AD-N10']).toMatchObject([{ part: 'status' }]);
  expect(findings.partlyObserved['AD-N10']).toEqual({
    observed: { changed: 'nothing' },
    reason: 'status: tests saw different things.',
  });
});

test('what several tests could not tell alone is told if only one value fits all', () => {
  const narrowed = (oneOf: Unclear['oneOf']): Unclear => ({ rule: 'AD-N03', part: 'permission', reason: 'x', oneOf });
  const findings = findAnswers([
    seen({ unclear: [narrowed(['BROWSE_PROJECTS', 'ADMINISTER'])], rules: ['AD-N03'] }),
    seen({ unclear: [narrowed(['ADMINISTER', 'SYSTEM_ADMIN'])], observed: [['AD-N03', { refusal: 403 }]] }),
  ]);

  expect(findings.assumptions['AD-N03']).toEqual({ permission: 'ADMINISTER', refusal: 403 });
});

test('several values that fit are none that was observed', () => {
  const oneOf = ['ADMINISTER', 'SYSTEM_ADMIN'];
  const unclear: Unclear[] = [{ rule: 'AD-N03', part: 'permission', reason: 'x', oneOf }];
  const { partlyObserved } = findAnswers([seen({ unclear, observed: [['AD-N03', { refusal: 403 }]] })]);

  expect(partlyObserved['AD-N03']).toEqual({
    observed: { refusal: 403 },
    reason: 'permission: It may be any of "ADMINISTER", "SYSTEM_ADMIN".',
  });
});

test('an answer that the setting can not hold is not observed, and told', () => {
  expect(findAnswers([seen({ observed: [['TM-N06', 500]] })]).notObserved['TM-N06']).toBe(
    "It was 500, which the setting can't be.",
  );
});

test('a later pass decides, save if it could not see what the earlier one saw', () => {
  const first = findAnswers([
    seen({
      observed: [
        ['AD-N01', ['bearer']],
        ['DT-N02', 404],
      ],
    }),
  ]);
  const second = findAnswers([seen({ observed: [['DT-N02', 400]] })]);

  const { assumptions, notObserved } = joinFindings(first, second);

  expect(assumptions).toEqual({ 'DT-N02': 400, 'AD-N01': ['bearer'] });
  expect(notObserved['AD-N01']).toBeUndefined();
  expect(notObserved['DT-N03']).toBe('No test of it ran.');
});

test('a property that may be any of several other values than the expected one is narrowed down to them', () => {
  const oneOf = [null, 'BROWSE_PROJECTS'];

  const findings = findAnswers([seen({ observed: [['AD-N03', { refusal: 403, permission: { oneOf } }]] })]);

  expect(findings.narrowed).toEqual({ 'AD-N03': { permission: oneOf } });
  expect(findings.assumptions['AD-N03']).toBeUndefined();
});
