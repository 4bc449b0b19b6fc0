import type { Variant } from '../../spaces/behaviour.js';
import type { IssueRow, State } from '../../state/state.js';
import { casesOf, templateOf } from '../../test-management/plans/plan.js';
import { isTestIssue } from '../../test-management/test-settings.js';
import { findIssue } from '../../tracker/issues/find-issue.js';
import { defect } from '../defect.js';
import { copiesAskedFor, copiesBecome, sourceOf } from './copied-plans.js';
import type { CopyCall } from './copied-plans.js';

/** How many cases a copy has that stops too early. */
const FIRST_PAGE = 3;

/** The cases of the plan that is copied, in plan order. */
function sourceCases(call: CopyCall): readonly IssueRow[] {
  const source = sourceOf(call);
  return source === undefined ? [] : casesOf(call.state, source);
}

/** A tracker that takes other ids for those that were sent. */
function idsRead(
  change: (ids: readonly (number | string)[], call: CopyCall) => readonly (number | string)[] | undefined,
): Variant {
  return copiesAskedFor(({ issueIds, ...body }, call) => {
    const read = issueIds === undefined ? undefined : change(issueIds, call);
    return read === undefined ? body : { ...body, issueIds: [...read] };
  });
}

/** A tracker that limits a copy where nobody asked for it. */
function allMeans(change: (cases: readonly IssueRow[], call: CopyCall) => readonly IssueRow[]): Variant {
  return copiesAskedFor((body, call) =>
    body.issueIds === undefined ? { ...body, issueIds: change(sourceCases(call), call).map(({ id }) => id) } : body,
  );
}

/** Puts cases in another order: the ids, which are the order, stay where they are. */
function reorder(state: State, cases: readonly IssueRow[], order: readonly IssueRow[]): void {
  for (const [position, { id, key }] of cases.entries()) {
    state.tables.issues.set({ ...(order[position] as IssueRow), id, key });
  }
}

/** Defects of which cases of a plan are copied, and in which order. */
export const copySelectionDefects = [
  defect(
    'TM-22',
    'ids-ignored',
    'All cases are copied, whatever issueIds name.',
    idsRead(() => undefined),
  ),
  defect(
    'TM-22',
    'first-id-only',
    'Of several issueIds only the first one counts.',
    idsRead((ids) => ids.slice(0, 1)),
  ),
  defect(
    'TM-22',
    'ids-of-cases-unknown',
    'The ids of cases in issueIds select nothing.',
    idsRead((ids, { state }) =>
      ids.filter((id) => {
        const issue = findIssue(state, String(id));
        return issue === undefined || !isTestIssue(state, issue, 'testCase');
      }),
    ),
  ),
  defect(
    'TM-22',
    'ids-of-templates-unknown',
    'The ids of templates in issueIds select nothing.',
    idsRead((ids, { state }) =>
      ids.filter((id) => {
        const issue = findIssue(state, String(id));
        return issue === undefined || !isTestIssue(state, issue, 'testCaseTemplate');
      }),
    ),
  ),
  defect(
    'TM-22',
    'first-case-of-a-template',
    'The id of a template in issueIds selects the first of its cases.',
    idsRead((ids, call) =>
      ids.map((id) => {
        const ofTemplate = sourceCases(call).find((testCase) => templateOf(call.state, testCase)?.id === Number(id));
        return ofTemplate?.id ?? id;
      }),
    ),
  ),
  defect(
    'TM-22',
    'case-brings-its-kind',
    'The id of a case in issueIds selects all cases of the same template.',
    idsRead((ids, { state }) =>
      ids.map((id) => {
        const issue = findIssue(state, String(id));
        return (issue && templateOf(state, issue))?.id ?? id;
      }),
    ),
  ),
  defect(
    'TM-22',
    'nothing-found-means-all',
    'Where issueIds name nothing of the plan, all cases are copied.',
    idsRead((ids, call) => {
      const wanted = new Set(ids.map(Number));
      const found = sourceCases(call).some(
        (testCase) => wanted.has(testCase.id) || wanted.has(templateOf(call.state, testCase)?.id ?? 0),
      );
      return found ? ids : undefined;
    }),
  ),
  defect(
    'TM-22',
    'by-cases-ignores-ids',
    'With BY_TEST_CASES all cases are copied, whatever issueIds name.',
    idsRead((ids, { body }) => (body.copyStrategy === 'BY_TEST_CASES' ? undefined : ids)),
  ),
  defect(
    'TM-23',
    'each-template-once',
    'Without issueIds one case of each template is copied.',
    allMeans((cases, { state }) => {
      const templates = cases.map((testCase) => templateOf(state, testCase)?.id);
      return cases.filter(
        (_, index) => templates[index] === undefined || templates.indexOf(templates[index]) === index,
      );
    }),
  ),
  defect(
    'TM-23',
    'first-page-only',
    `Without issueIds the first ${FIRST_PAGE} cases are copied.`,
    allMeans((cases) => cases.slice(0, FIRST_PAGE)),
  ),
  defect(
    'TM-23',
    'ordered-by-template',
    'The cases of a copy are in the order of their templates.',
    copiesBecome(({ cases }, { state, body }) => {
      if (body.issueIds !== undefined) return;
      const template = (testCase: IssueRow) => templateOf(state, testCase)?.id ?? 0;
      const order = cases.toSorted((left, right) => template(left) - template(right));
      reorder(state, cases, order);
    }),
  ),
  defect(
    'TM-23',
    'by-cases-reversed',
    'With BY_TEST_CASES the last case of the plan comes first in the copy.',
    copiesBecome(({ cases }, { state, body }) => {
      if (body.copyStrategy !== 'BY_TEST_CASES' || body.issueIds !== undefined) return;
      reorder(state, cases, cases.toReversed());
    }),
  ),
];
