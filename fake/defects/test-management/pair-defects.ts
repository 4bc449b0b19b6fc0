import { handlerOf } from '../../tenants/implementation.js';
import { changeHandlers, defect } from '../defect.js';
import { isPrevious } from './access-defects.js';
import { copiesAskedFor, copiesBecome, editsBecome, stepLoses, stepsOf, withSteps } from './test-issues.js';

/** Defects that show only if two features meet. */
export const pairDefects = [
  defect(
    'TM-19-async-first-project-only',
    'With async true the copy is made in the first of several projects only.',
    copiesAskedFor(({ projects, ...body }) => ({
      ...body,
      ...(projects && { projects: body.async ? projects.slice(0, 1) : projects }),
    })),
  ),
  defect(
    'TM-21-async-ignores-strategy',
    'With async true the cases are made of their templates, whatever copyStrategy says.',
    copiesAskedFor((body) => (body.async ? { ...body, copyStrategy: 'BY_TEST_CASE_TEMPLATES' } : body)),
  ),
  defect(
    'TM-22-async-ignores-ids',
    'With async true all cases are copied, whatever issueIds name.',
    copiesAskedFor(({ issueIds, ...body }) => (body.async || !issueIds ? body : { ...body, issueIds })),
  ),
  defect(
    'TM-32-async-first-plan-only',
    'With async true only the first of several plans gets cases.',
    changeHandlers('addTestCaseTemplates', (call, answer) => {
      const { body } = call;
      const testPlanKeys = body.async === true ? body.testPlanKeys.slice(0, 1) : body.testPlanKeys;
      return answer({ ...call, body: { ...body, testPlanKeys } });
    }),
  ),
  defect(
    'TM-34-async-waits',
    'Under the previous URL pattern a copy waits for the cases and answers them, whatever async says.',
    changeHandlers('copyPlan', (call, answer) =>
      answer(isPrevious(call) ? { ...call, body: { ...call.body, async: false } } : call),
    ),
  ),
  defect(
    'TM-34-adding-waits',
    'Under the previous URL pattern an addition waits for the cases and answers them, whatever async says.',
    changeHandlers('addTestCaseTemplates', (call, answer) =>
      answer(isPrevious(call) ? { ...call, body: { ...call.body, async: false } } : call),
    ),
  ),
  defect(
    'TM-20-old-steps-with-ids',
    'With issueIds a case that is made of its template has the steps of the copied case.',
    copiesAskedFor((body) => (body.issueIds ? { ...body, copyStrategy: 'BY_TEST_CASES' } : body)),
  ),
  defect(
    'TM-06-status-lost-with-empty-cell',
    'A step whose cell is emptied is set back to the default status.',
    (implementation) => {
      const emptied = stepLoses('setStepCell', ({ status: _, ...step }) => step)(implementation);
      return changeHandlers('setStepCell', (call, answer) =>
        call.body.cellValue === '' ? handlerOf(emptied, 'setStepCell')(call) : answer(call),
      )(implementation);
    },
  ),
  defect(
    'TM-05-spaces-around-lost',
    'A comment loses the spaces around its text.',
    changeHandlers('addStepComment', (call, answer) =>
      answer({ ...call, body: { ...call.body, comment: call.body.comment.trim() } }),
    ),
  ),
  defect(
    'TM-13-empty-steps-dropped',
    'An edit leaves out steps all of whose cells are empty.',
    editsBecome('editIssue', ({ after }, { state }) => {
      const rows = stepsOf(state, after.id);
      const kept = rows.filter((row) => row.isGroup || row.cells.some((cell) => cell !== ''));
      return kept.length === rows.length ? after : withSteps(state, after, kept);
    }),
  ),
  defect(
    'TM-23-reversed-in-further-projects',
    'In the second of several projects the cases of a copy are in the opposite order.',
    copiesBecome(({ cases }, { state }, position) => {
      if (position === 0) return;
      for (const [index, one] of cases.entries()) {
        state.tables.issues.set({ ...one, fields: cases.at(-1 - index)?.fields ?? one.fields });
      }
    }),
  ),
];
