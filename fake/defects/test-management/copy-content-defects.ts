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
  'TM-20-default-is-by-cases': copiesBy('BY_TEST_CASES', (call) => saysNo('copyStrategy', call)),
  'TM-20-by-templates-ignored': copiesBy('BY_TEST_CASES', (call) => !saysNo('copyStrategy', call)),
  'TM-20-statuses-kept': casesBecome('BY_TEST_CASE_TEMPLATES', (testCase, source, state) => {
    const steps = stepsOf(state, source.id).filter(({ isGroup }) => !isGroup);
    const rows = mapSteps(stepsOf(state, testCase.id), (step, index) => {
      const status = (steps[index] as { readonly status?: string } | undefined)?.status;
      return status === undefined ? step : { ...step, status };
    });
    return withSteps(state, testCase, rows);
  }),
  'TM-20-summary-of-the-case': casesBecome('BY_TEST_CASE_TEMPLATES', (testCase, source) => ({
    ...testCase,
    fields: { ...testCase.fields, summary: source.fields['summary'] },
  })),
  'TM-20-preconditions-of-the-case': casesBecome('BY_TEST_CASE_TEMPLATES', (testCase, source, state) =>
    withValue(state, testCase, 'preconditions', valueOf(state, source, 'preconditions')),
  ),
  'TM-21-preconditions-of-the-template': casesBecome('BY_TEST_CASES', (testCase, _source, state) => {
    const template = templateOf(state, testCase);
    return template === undefined
      ? testCase
      : withValue(state, testCase, 'preconditions', valueOf(state, template, 'preconditions'));
  }),
  'TM-20-steps-of-the-first-copy': casesBecome('BY_TEST_CASE_TEMPLATES', (testCase, source, state) => {
    const asMade = mapSteps(stepsOf(state, source.id), ({ isGroup, cells }) => ({ isGroup, cells }));
    return withSteps(state, testCase, asMade);
  }),
  'TM-20-old-steps-with-ids': copiesBy('BY_TEST_CASES', ({ body }) => body.issueIds !== undefined),
  'TM-21-by-cases-ignored': copiesBy('BY_TEST_CASE_TEMPLATES', () => true),
  'TM-21-steps-of-the-template': casesBecome('BY_TEST_CASES', (testCase, _source, state) => {
    const template = templateOf(state, testCase);
    return template === undefined ? testCase : withSteps(state, testCase, stepsOf(state, template.id));
  }),
  'TM-21-summary-of-the-template': casesBecome('BY_TEST_CASES', (testCase, _source, state) => {
    const summary = templateOf(state, testCase)?.fields['summary'] ?? testCase.fields['summary'];
    return { ...testCase, fields: { ...testCase.fields, summary } };
  }),
  'TM-21-case-without-template-left-out': copiesBecome(({ cases }, { state, body }) => {
    if (body.copyStrategy !== 'BY_TEST_CASES') return;
    for (const testCase of cases) {
      if (templateOf(state, testCase) === undefined) state.tables.issues.delete(testCase.id);
    }
  }),
  'TM-21-template-forgotten': casesBecome('BY_TEST_CASES', (testCase, _source, state) =>
    withoutValue(state, testCase, 'test case template'),
  ),
  'TM-21-async-ignores-strategy': copiesBy('BY_TEST_CASE_TEMPLATES', ({ body }) => body.async),
  'TM-24-left-out-by-default': resultsWrite((copy, call) => (saysNo('async', call) ? withoutCases(copy) : copy)),
  'TM-24-left-out-with-false': resultsWrite((copy, call) => (saysNo('async', call) ? copy : withoutCases(copy))),
  'TM-24-first-copy-only': resultsWrite((copy, _call, position) =>
    position === 0 || !('testCases' in copy) ? copy : { ...copy, testCases: [] },
  ),
  'TM-24-last-case-missing': resultsWrite((copy) => {
    const created = copy['testCases'];
    return Array.isArray(created) ? { ...copy, testCases: created.slice(0, -1) } : copy;
  }),
  'TM-24-cases-of-the-source': resultsWrite((copy, { state, body }) => {
    const source = findIssue(state, body.testPlanKey);
    if (source === undefined || !('testCases' in copy)) return copy;
    return { ...copy, testCases: casesOf(state, source).map(({ id, key }) => ({ id, key })) };
  }),
  'TM-25-async-ignored': changeRequests('copyPlan', (body) => ({ ...body, async: false })),
  'TM-25-never-created': defers('copyPlan', 0),
  'TM-25-created-twice': defers('copyPlan', 2),
};
