import { expect, test } from '@playwright/test';
import type { TestCase, TestStep } from '@playwright/test/reporter';
import { judgeDefect } from '../../../proof/defects/judge-defect.js';

const defect = { name: 'DT-02-key-answers-nothing', rule: 'DT-02', breaks: 'A sentence.' } as const;

const isolated = { mode: 'isolated', lines: { 'a.spec.ts › GET /a › tells': 7 } } as const;
const shared = { mode: 'shared', lines: {} } as const;

interface Sample {
  readonly rule?: string;
  readonly status?: 'passed' | 'failed' | 'timedOut' | 'skipped';
  readonly message?: string;
  readonly steps?: readonly Pick<TestStep, 'category' | 'error' | 'steps'>[];
  readonly annotations?: readonly { readonly type: string }[];
}

/** The parts of a finished test that a judgement reads. */
function sample({ rule = 'DT-02', status = 'passed', message, steps = [], annotations = [] }: Sample): TestCase {
  return {
    tags: [`@${rule}`],
    annotations,
    location: { file: `${process.cwd()}/specs/a.spec.ts`, line: 3, column: 1 },
    titlePath: () => ['', 'project', 'a.spec.ts', 'GET /a', 'tells'],
    results: [{ status, errors: message === undefined ? [] : [{ message }], steps }],
  } as unknown as TestCase;
}

const RECEIVED = 'Error: \u001b[2mexpect(\u001b[22mreceived).toBe(expected)\n\nExpected: 1';
const assertion = sample({
  status: 'failed',
  message: RECEIVED,
  steps: [{ category: 'test.step', steps: [{ category: 'expect', error: { message: RECEIVED }, steps: [] } as never] }],
});
const setUp = sample({ status: 'failed', message: 'SetupError: Set-up failed: GET /a' });

test('a failed expectation of a test of the rule catches a defect, also one inside a step', () => {
  expect(judgeDefect(defect, [assertion, sample({})], isolated)).toEqual({
    ...defect,
    state: 'caught',
    ran: 2,
    caughtBy: [
      {
        title: 'GET /a › tells',
        file: 'specs/a.spec.ts',
        line: 7,
        rules: ['DT-02'],
        message: 'Error: expect(received).toBe(expected)\nExpected: 1',
      },
    ],
    brokeIn: [],
    unrelated: [],
  });
});

test('an answer that does not fit its contract catches a defect', () => {
  const contract = sample({ status: 'failed', message: 'ContractError: GET /a answered 200 with a body that …' });
  expect(judgeDefect(defect, [contract], isolated).state).toBe('caught');
});

test('a set-up that failed, a time-out and any other error catch nothing', () => {
  const late = sample({ status: 'timedOut', message: 'Test timeout of 30000ms exceeded.', steps: [] });
  const crash = sample({ status: 'failed', message: "TypeError: Cannot read properties of undefined (reading 'id')" });

  const polled = sample({
    status: 'failed',
    message: 'TypeError: x is not a function',
    steps: [{ category: 'expect', error: { message: 'Error: expect(received).toBe(expected)' }, steps: [] }],
  });

  const judged = judgeDefect(defect, [setUp, late, crash, polled], isolated);

  expect(judged).toMatchObject({ state: 'broke', caughtBy: [] });
  expect(judged.brokeIn).toHaveLength(4);
});

test('a defect that no test of its rule fails on has survived, whatever other tests say', () => {
  const other = sample({ rule: 'DT-03', status: 'failed', message: 'Error: expect(1).toBe(2)' });

  const judged = judgeDefect(defect, [sample({}), other], isolated);

  expect(judged).toMatchObject({ state: 'survived', ran: 1, caughtBy: [] });
  expect(judged.unrelated).toMatchObject([{ rules: ['DT-03'] }]);
});

test('a rule of which no test ran is untested, or not available if that is why', () => {
  const skipped = sample({ status: 'skipped' });
  const unavailable = sample({ status: 'skipped', annotations: [{ type: 'not available here' }] });
  expect(judgeDefect(defect, [], isolated).state).toBe('untested');
  expect(judgeDefect(defect, [skipped], isolated).state).toBe('untested');
  expect(judgeDefect(defect, [unavailable, skipped], isolated).state).toBe('untested');
  expect(judgeDefect(defect, [unavailable], isolated).state).toBe('not available');
});

test('a defect that is not to be seen on a shared tracker is not available there, unless it is caught', () => {
  const hidden = { ...defect, isolatedOnly: 'No API answers it.' };
  expect(judgeDefect(hidden, [sample({})], shared)).toMatchObject({
    state: 'not available',
    reason: 'No API answers it.',
  });
  expect(judgeDefect(hidden, [setUp], shared).state).toBe('broke');
  expect(judgeDefect(hidden, [sample({})], isolated).state).toBe('survived');
  expect(judgeDefect(hidden, [assertion], shared).state).toBe('caught');
});
