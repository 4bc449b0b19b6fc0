import type { Variant } from '../../spaces/behaviour.js';
import { casesOf } from '../../test-management/plans/plan.js';
import { findIssue } from '../../tracker/issues/find-issue.js';
import { changeBodies, changeHandlers } from '../change-handlers.js';
import { defect } from '../defect.js';
import type { CopyCall } from './copied-plans.js';

/** A copy as the API answers it. */
type AnsweredCopy = Readonly<Record<string, unknown>>;

/** A tracker that writes the copies in its results otherwise. */
function resultsWrite(
  change: (copy: AnsweredCopy, cases: string, call: CopyCall, position: number) => AnsweredCopy,
): Variant {
  return changeBodies('copyPlan', (body: Readonly<Record<string, readonly AnsweredCopy[]>>, call) => {
    const { plans, cases } = call.assumptions['TM-N08'];
    return { ...body, [plans]: (body[plans] ?? []).map((copy, position) => change(copy, cases, call, position)) };
  });
}

function without(copy: AnsweredCopy, property: string): AnsweredCopy {
  return Object.fromEntries(Object.entries(copy).filter(([name]) => name !== property));
}

/** Whether a call says nothing of async. */
function saysNothing({ bodyText }: CopyCall): boolean {
  return !bodyText.includes('"async"');
}

/** Defects of the results of copies, and of copies whose cases are made later. */
export const copyResultDefects = [
  defect(
    'TM-24',
    'left-out-by-default',
    'The result holds the created cases only where async is sent.',
    resultsWrite((copy, cases, call) => (saysNothing(call) ? without(copy, cases) : copy)),
  ),
  defect(
    'TM-24',
    'left-out-with-false',
    'The result does not hold the created cases where async is sent, be it false.',
    resultsWrite((copy, cases, call) => (saysNothing(call) ? copy : without(copy, cases))),
  ),
  defect(
    'TM-24',
    'first-copy-only',
    'The result holds the created cases of the first copy only.',
    resultsWrite((copy, cases, _call, position) =>
      position === 0 || !(cases in copy) ? copy : { ...copy, [cases]: [] },
    ),
  ),
  defect(
    'TM-24',
    'last-case-missing',
    'The result does not hold the last of the created cases.',
    resultsWrite((copy, cases) => {
      const created = copy[cases];
      return Array.isArray(created) ? { ...copy, [cases]: created.slice(0, -1) } : copy;
    }),
  ),
  defect(
    'TM-24',
    'cases-of-the-source',
    'The result holds the cases of the plan that was copied in place of the created ones.',
    resultsWrite((copy, cases, { state, body }) => {
      const source = findIssue(state, body.testPlanKey);
      if (source === undefined || !(cases in copy)) return copy;
      return { ...copy, [cases]: casesOf(state, source).map(({ id, key }) => ({ id, key })) };
    }),
  ),
  defect(
    'TM-25',
    'async-ignored',
    'With async true the call waits for the cases, and the result holds them.',
    changeHandlers('copyPlan', (call, answer) => answer({ ...call, body: { ...call.body, async: false } })),
  ),
  defect(
    'TM-25',
    'cases-held-empty',
    'With async true the result holds an empty list of cases.',
    resultsWrite((copy, cases, { body }) => (body.async ? { ...copy, [cases]: [] } : copy)),
  ),
  defect(
    'TM-25',
    'never-created',
    'With async true the cases are never created.',
    changeHandlers('copyPlan', (call, answer) =>
      answer({
        ...call,
        defer: () => {
          // What is left for later is forgotten.
        },
      }),
    ),
  ),
  defect(
    'TM-25',
    'created-twice',
    'With async true the cases are created twice.',
    changeHandlers('copyPlan', (call, answer) =>
      answer({
        ...call,
        defer: (action) => {
          call.defer(action);
          call.defer(action);
        },
      }),
    ),
  ),
];
