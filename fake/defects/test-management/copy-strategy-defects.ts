import type { Variant } from '../../spaces/behaviour.js';
import type { IssueRow, State } from '../../state/state.js';
import { casesOf, templateOf } from '../../test-management/plans/plan.js';
import { defect } from '../defect.js';
import { copiesAskedFor, copiesBecome } from './copied-plans.js';
import type { Copy, CopyCall } from './copied-plans.js';
import { mapSteps, stepsOf, withoutValue, withSteps } from './test-issues.js';

/** The cases of a copy beside those they were made of, where all were copied. */
function pairsOf({ source, cases }: Copy, { state, body }: CopyCall): readonly (readonly [IssueRow, IssueRow])[] {
  const sources = casesOf(state, source);
  if (body.issueIds !== undefined || sources.length !== cases.length) return [];
  return cases.map((testCase, index) => [testCase, sources[index] as IssueRow]);
}

/** Whether a copy was asked for without a strategy. */
function saysNoStrategy({ bodyText }: CopyCall): boolean {
  return !bodyText.includes('"copyStrategy"');
}

/** A tracker that makes something else of the cases of copies by one strategy, each beside the one it was made of. */
function casesBecome(
  strategy: CopyCall['body']['copyStrategy'],
  change: (testCase: IssueRow, source: IssueRow, state: State) => IssueRow,
): Variant {
  return copiesBecome((copy, call) => {
    if (call.body.copyStrategy !== strategy) return;
    for (const [testCase, source] of pairsOf(copy, call)) {
      call.state.tables.issues.set(change(testCase, source, call.state));
    }
  });
}

/** Defects of what the cases of a copied plan are made from. */
export const copyStrategyDefects = [
  defect(
    'TM-20',
    'default-is-by-cases',
    'Without a strategy the cases are made of the cases of the plan.',
    copiesAskedFor((body, call) => (saysNoStrategy(call) ? { ...body, copyStrategy: 'BY_TEST_CASES' } : body)),
  ),
  defect(
    'TM-20',
    'by-templates-ignored',
    'With BY_TEST_CASE_TEMPLATES the cases are made of the cases of the plan.',
    copiesAskedFor((body, call) => (saysNoStrategy(call) ? body : { ...body, copyStrategy: 'BY_TEST_CASES' })),
  ),
  defect(
    'TM-20',
    'statuses-kept',
    'A case that is made of its template has the statuses that the steps of the copied case have.',
    casesBecome('BY_TEST_CASE_TEMPLATES', (testCase, source, state) => {
      const steps = stepsOf(state, source.id).filter(({ isGroup }) => !isGroup);
      const rows = mapSteps(stepsOf(state, testCase.id), (step, index) => {
        const status = (steps[index] as { readonly status?: string } | undefined)?.status;
        return status === undefined ? step : { ...step, status };
      });
      return withSteps(state, testCase, rows);
    }),
  ),
  defect(
    'TM-20',
    'summary-of-the-case',
    'A case that is made of its template has the summary of the copied case.',
    casesBecome('BY_TEST_CASE_TEMPLATES', (testCase, source) => ({
      ...testCase,
      fields: { ...testCase.fields, summary: source.fields['summary'] },
    })),
  ),
  defect(
    'TM-20',
    'steps-of-the-first-copy',
    'A case that is made of its template has the steps the template had when it was first copied.',
    casesBecome('BY_TEST_CASE_TEMPLATES', (testCase, source, state) => {
      const asMade = mapSteps(stepsOf(state, source.id), ({ isGroup, cells }) => ({ isGroup, cells }));
      return withSteps(state, testCase, asMade);
    }),
  ),
  defect(
    'TM-21',
    'by-cases-ignored',
    'With BY_TEST_CASES the cases are made of their templates.',
    copiesAskedFor((body) => ({ ...body, copyStrategy: 'BY_TEST_CASE_TEMPLATES' })),
  ),
  defect(
    'TM-21',
    'steps-of-the-template',
    'With BY_TEST_CASES a case has the fields of the copied case and the steps of its template.',
    casesBecome('BY_TEST_CASES', (testCase, _source, state) => {
      const template = templateOf(state, testCase);
      return template === undefined ? testCase : withSteps(state, testCase, stepsOf(state, template.id));
    }),
  ),
  defect(
    'TM-21',
    'summary-of-the-template',
    'With BY_TEST_CASES a case has the steps of the copied case and the summary of its template.',
    casesBecome('BY_TEST_CASES', (testCase, _source, state) => {
      const summary = templateOf(state, testCase)?.fields['summary'] ?? testCase.fields['summary'];
      return { ...testCase, fields: { ...testCase.fields, summary } };
    }),
  ),
  defect(
    'TM-21',
    'case-without-template-left-out',
    'With BY_TEST_CASES a case that names no template is left out.',
    copiesBecome(({ cases }, { state, body }) => {
      if (body.copyStrategy !== 'BY_TEST_CASES') return;
      for (const testCase of cases) {
        if (templateOf(state, testCase) === undefined) state.tables.issues.delete(testCase.id);
      }
    }),
  ),
  defect(
    'TM-21',
    'template-forgotten',
    'With BY_TEST_CASES a case does not name the template of the copied case.',
    casesBecome('BY_TEST_CASES', (testCase, _source, state) => withoutValue(state, testCase, 'test case template')),
  ),
];
