import type { State } from '../../state/state.js';
import type { IssueRow } from '../../state/tables.js';
import type { Override } from '../../tenants/implementation.js';
import { casesOf, templateOf } from '../../test-management/test-issues.js';
import { findIssue } from '../../tracker/rows.js';
import type { AnsweredCopy } from '../answered.js';
import { changeParts, changeRequests } from '../defect.js';
import type { DefectTable } from '../defect.js';
import { copiesBecome, defers, mapSteps, stepsOf, valueOf, withSteps, withValue, withoutValue } from './test-issues.js';
import type { Copy, CopyCall } from './test-issues.js';

/** Each case of a copy with its source, if all cases were copied. */
function pairsOf({ source, cases }: Copy, { state, body }: CopyCall): readonly (readonly [IssueRow, IssueRow])[] {
  const sources = casesOf(state, source);
  if (body.issueIds !== undefined || sources.length !== cases.length) return [];
  return cases.map((testCase, index) => [testCase, sources[index] as IssueRow]);
}

/** Whether a copy was asked for without a strategy, or without async. */
function saysNo(property: 'copyStrategy' | 'async', { bodyText }: CopyCall): boolean {
  return !bodyText.includes(`"${property}"`);
}

/** A tracker that makes some copies by a strategy that was not asked for. */
function copiesBy(copyStrategy: CopyCall['body']['copyStrategy'], when: (call: CopyCall) => boolean): Override {
  return changeRequests('copyPlan', (body, call) => (when(call) ? { ...body, copyStrategy } : body));
}

/** A tracker that changes the cases of copies by one strategy. `change` gets each case with its source. */
function casesBecome(
  strategy: CopyCall['body']['copyStrategy'],
  change: (testCase: IssueRow, source: IssueRow, state: State) => IssueRow,
): Override {
  return copiesBecome((copy, call) => {
    if (call.body.copyStrategy !== strategy) return;
    for (const [testCase, source] of pairsOf(copy, call)) {
      call.state.tables.issues.set(change(testCase, source, call.state));
    }
  });
}

/** A tracker that writes the copies in its results otherwise. */
function resultsWrite(change: (copy: AnsweredCopy, call: CopyCall, position: number) => AnsweredCopy): Override {
  return changeParts('copyPlan', ({ testPlans }, call) => ({
    testPlans: testPlans.map((copy, position) => change(copy, call, position)),
  }));
}

function withoutCases({ testCases: _, ...copy }: AnsweredCopy): AnsweredCopy {
  return copy;
}

/** Defects of what the cases of a copied plan are made from, of its results, and of cases that are made later. */
export const copyContentDefects: DefectTable = {
  'TM-20-default-is-by-cases': [
    'Without a strategy the cases are made of the cases of the plan.',
    copiesBy('BY_TEST_CASES', (call) => saysNo('copyStrategy', call)),
  ],
  'TM-20-by-templates-ignored': [
    'With BY_TEST_CASE_TEMPLATES the cases are made of the cases of the plan.',
    copiesBy('BY_TEST_CASES', (call) => !saysNo('copyStrategy', call)),
  ],
  'TM-20-statuses-kept': [
    'A case that is made of its template has the statuses that the steps of the copied case have.',
    casesBecome('BY_TEST_CASE_TEMPLATES', (testCase, source, state) => {
      const steps = stepsOf(state, source.id).filter(({ isGroup }) => !isGroup);
      const rows = mapSteps(stepsOf(state, testCase.id), (step, index) => {
        const status = (steps[index] as { readonly status?: string } | undefined)?.status;
        return status === undefined ? step : { ...step, status };
      });
      return withSteps(state, testCase, rows);
    }),
  ],
  'TM-20-summary-of-the-case': [
    'A case that is made of its template has the summary of the copied case.',
    casesBecome('BY_TEST_CASE_TEMPLATES', (testCase, source) => ({
      ...testCase,
      fields: { ...testCase.fields, summary: source.fields['summary'] },
    })),
  ],
  'TM-20-preconditions-of-the-case': [
    'A case that is made of its template has the Preconditions of the copied case.',
    casesBecome('BY_TEST_CASE_TEMPLATES', (testCase, source, state) =>
      withValue(state, testCase, 'preconditions', valueOf(state, source, 'preconditions')),
    ),
  ],
  'TM-21-preconditions-of-the-template': [
    'With BY_TEST_CASES a case has the Preconditions of its template.',
    casesBecome('BY_TEST_CASES', (testCase, _source, state) => {
      const template = templateOf(state, testCase);
      return template === undefined
        ? testCase
        : withValue(state, testCase, 'preconditions', valueOf(state, template, 'preconditions'));
    }),
  ],
  'TM-20-steps-of-the-first-copy': [
    'A case that is made of its template has the steps the template had when it was first copied.',
    casesBecome('BY_TEST_CASE_TEMPLATES', (testCase, source, state) => {
      const asMade = mapSteps(stepsOf(state, source.id), ({ isGroup, cells }) => ({ isGroup, cells }));
      return withSteps(state, testCase, asMade);
    }),
  ],
  'TM-20-old-steps-with-ids': [
    'With issueIds a case that is made of its template has the steps of the copied case.',
    copiesBy('BY_TEST_CASES', ({ body }) => body.issueIds !== undefined),
  ],
  'TM-21-by-cases-ignored': [
    'With BY_TEST_CASES the cases are made of their templates.',
    copiesBy('BY_TEST_CASE_TEMPLATES', () => true),
  ],
  'TM-21-steps-of-the-template': [
    'With BY_TEST_CASES a case has the fields of the copied case and the steps of its template.',
    casesBecome('BY_TEST_CASES', (testCase, _source, state) => {
      const template = templateOf(state, testCase);
      return template === undefined ? testCase : withSteps(state, testCase, stepsOf(state, template.id));
    }),
  ],
  'TM-21-summary-of-the-template': [
    'With BY_TEST_CASES a case has the steps of the copied case and the summary of its template.',
    casesBecome('BY_TEST_CASES', (testCase, _source, state) => {
      const summary = templateOf(state, testCase)?.fields['summary'] ?? testCase.fields['summary'];
      return { ...testCase, fields: { ...testCase.fields, summary } };
    }),
  ],
  'TM-21-case-without-template-left-out': [
    'With BY_TEST_CASES a case that names no template is left out.',
    copiesBecome(({ cases }, { state, body }) => {
      if (body.copyStrategy !== 'BY_TEST_CASES') return;
      for (const testCase of cases) {
        if (templateOf(state, testCase) === undefined) state.tables.issues.delete(testCase.id);
      }
    }),
  ],
  'TM-21-template-forgotten': [
    'With BY_TEST_CASES a case does not name the template of the copied case.',
    casesBecome('BY_TEST_CASES', (testCase, _source, state) => withoutValue(state, testCase, 'test case template')),
  ],
  'TM-21-async-ignores-strategy': [
    'With async true the cases are made of their templates, whatever copyStrategy says.',
    copiesBy('BY_TEST_CASE_TEMPLATES', ({ body }) => body.async),
  ],
  'TM-24-left-out-by-default': [
    'The result holds the created cases only if async is sent.',
    resultsWrite((copy, call) => (saysNo('async', call) ? withoutCases(copy) : copy)),
  ],
  'TM-24-left-out-with-false': [
    'The result does not hold the created cases if async is sent, be it false.',
    resultsWrite((copy, call) => (saysNo('async', call) ? copy : withoutCases(copy))),
  ],
  'TM-24-first-copy-only': [
    'The result holds the created cases of the first copy only.',
    resultsWrite((copy, _call, position) =>
      position === 0 || !('testCases' in copy) ? copy : { ...copy, testCases: [] },
    ),
  ],
  'TM-24-last-case-missing': [
    'The result does not hold the last of the created cases.',
    resultsWrite((copy) => {
      const created = copy['testCases'];
      return Array.isArray(created) ? { ...copy, testCases: created.slice(0, -1) } : copy;
    }),
  ],
  'TM-24-cases-of-the-source': [
    'The result holds the cases of the plan that was copied in place of the created ones.',
    resultsWrite((copy, { state, body }) => {
      const source = findIssue(state, body.testPlanKey);
      if (source === undefined || !('testCases' in copy)) return copy;
      return { ...copy, testCases: casesOf(state, source).map(({ id, key }) => ({ id, key })) };
    }),
  ],
  'TM-25-async-ignored': [
    'With async true the call waits for the cases, and the result holds them.',
    changeRequests('copyPlan', (body) => ({ ...body, async: false })),
  ],
  'TM-25-never-created': ['With async true the cases are never created.', defers('copyPlan', 0)],
  'TM-25-created-twice': ['With async true the cases are created twice.', defers('copyPlan', 2)],
};
