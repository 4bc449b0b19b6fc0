import { expect, test } from '@playwright/test';
import { assumed } from '../../../contracts/index.js';
import type { FinishedTest, Observation, Unclear } from '../../../contracts/index.js';
import { findAnswers } from '../../../reports/profile/find-answers.js';

interface Seen extends Partial<Pick<FinishedTest, 'title' | 'status' | 'unclear' | 'rules' | 'error' | 'reason'>> {
  readonly observed?: readonly (readonly [rule: Observation['rule'], observed: unknown])[];
}

/** A finished test that saw something. */
function seen({ title = 'a test', observed = [], rules = [], ...parts }: Seen): FinishedTest {
  return {
    ...{ id: title, title, file: 'a.spec.ts', line: 1, project: '', status: 'passed', durationMs: 1, endpoints: [] },
    ...parts,
    rules: [...rules, ...observed.map(([rule]) => rule)],
    observations: observed.map(([rule, value]) => ({ rule, expected: null, observed: value as never })),
    exchanges: { earlier: 0, kept: [], endpoints: [] },
  };
}

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

test('what failed, was skipped, was not seen or is covered by no test is not observed, with the reason', () => {
  const { assumptions, notObserved } = findAnswers([
    seen({ title: 'asks', status: 'failed', rules: ['DT-N09'], error: 'SetupError: 500\nGET /x' }),
    seen({ status: 'not available', rules: ['TM-N04'], reason: 'No project is new.' }),
    seen({ rules: ['DT-N06'] }),
    seen({ observed: [['TM-N06', 500]] }),
  ]);

  expect(assumptions).toEqual({});
  expect(notObserved).toMatchObject({
    'DT-N09': '“asks” failed: SetupError: 500',
    'TM-N04': 'No project is new.',
    'DT-N06': 'No test saw it.',
    'TM-N06': "It was 500, which the setting can't be.",
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

test('values that several tests leave open are narrowed down; one that fits all is the answer', () => {
  const unclear = (...oneOf: NonNullable<Unclear['oneOf']>): Unclear[] => [
    { rule: 'AD-N03', part: 'permission', reason: 'x', oneOf },
  ];
  const refusal = [['AD-N03', { refusal: 403 }]] as const;
  const first = seen({ unclear: unclear('BROWSE_PROJECTS', 'ADMINISTER'), rules: ['AD-N03'] });
  const second = seen({ unclear: unclear('ADMINISTER', 'SYSTEM_ADMIN'), observed: refusal });
  const oneOf = [null, 'BROWSE_PROJECTS'];
  const open = findAnswers([seen({ observed: [['AD-N03', { refusal: 403, permission: { oneOf } }]] })]);

  expect(findAnswers([first, second]).assumptions['AD-N03']).toEqual({ permission: 'ADMINISTER', refusal: 403 });
  expect(findAnswers([second]).partlyObserved['AD-N03']).toEqual({
    observed: { refusal: 403 },
    reason: 'permission: It may be any of "ADMINISTER", "SYSTEM_ADMIN".',
  });
  expect(open.narrowed).toEqual({ 'AD-N03': { permission: oneOf } });
  expect(open.assumptions['AD-N03']).toBeUndefined();
});
