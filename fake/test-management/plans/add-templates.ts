import type { Endpoints } from '../../../contracts/index.js';
import { json } from '../../server/answer.js';
import type { Answer } from '../../server/answer.js';
import type { CallOf } from '../../server/handler.js';
import type { IssueRow } from '../../state/state.js';
import { createCaseFromTemplate } from './create-cases.js';
import type { MakingCall } from './create-cases.js';
import { isActive, locateTestIssue, mayCreateIssues, projectOf, requireCreateIssues } from './plan.js';

/** `POST testplan/add-test-case-templates` (document: Add templates body) */
export function addTestCaseTemplates(call: CallOf<Endpoints['addTestCaseTemplates']>): Answer {
  const { testPlanKeys, testCaseTemplateKeys, async: later } = call.body;
  const plans = testPlanKeys.map((key) => locateTestIssue(call, key, 'testPlan'));
  const templates = testCaseTemplateKeys.map((key) => locateTestIssue(call, key, 'testCaseTemplate'));
  if (later) {
    call.defer((state) => {
      const now = { ...call, state };
      const asTheyAre = (rows: readonly IssueRow[]) => rows.flatMap(({ id }) => state.tables.issues.get(id) ?? []);
      const allowed = asTheyAre(plans).filter((plan) => mayCreateIssues(now, projectOf(state, plan)));
      addCases(now, allowed, asTheyAre(templates));
    });
    return json({});
  }
  for (const plan of plans) requireCreateIssues(call, projectOf(call.state, plan));
  return json({ [call.assumptions['TM-N09']]: addCases(call, plans, templates).map(({ key }) => key) });
}

/** A case in each plan for each template; what becomes of an inactive one is TM-N12. */
function addCases(call: MakingCall, plans: readonly IssueRow[], templates: readonly IssueRow[]): IssueRow[] {
  const wanted = templates.filter(
    (template) => call.assumptions['TM-N12'].add === 'created' || isActive(call, template),
  );
  return plans.flatMap((plan) => wanted.map((template) => createCaseFromTemplate(call, plan, template)));
}
