import type { Endpoints } from '../../../contracts/index.js';
import { json } from '../../server/answer.js';
import type { Answer } from '../../server/answer.js';
import type { CallOf } from '../../server/handler.js';
import { TrackerError } from '../../server/tracker-error.js';
import type { IssueRow, ProjectRow } from '../../state/state.js';
import { findIssue } from '../../tracker/issues/find-issue.js';
import { findProject } from '../../tracker/projects/find-project.js';
import { testIssueTypeId } from '../test-settings.js';
import { createCaseFromCase, createCaseFromTemplate, createTestIssue } from './create-cases.js';
import type { MakingCall } from './create-cases.js';
import { casesOf, isActive, locateTestIssue, projectOf, requireCreateIssues, templateOf } from './plan.js';

type CopyCall = CallOf<Endpoints['copyPlan']>;

/** `POST testplan/copy` (document: Copy test plan body) */
export function copyPlan(call: CopyCall): Answer {
  const source = locateTestIssue(call, call.body.testPlanKey, 'testPlan');
  const targets = targetsOf(call, source);
  checkIssueIds(call);
  const plans = targets.map((project) => createTestIssue(call, project, 'testPlan', source.fields));
  const { plans: plansProperty, cases: casesProperty } = call.assumptions['TM-N08'];
  if (call.body.async) {
    call.defer((state) => {
      for (const { id } of plans) {
        const plan = state.tables.issues.get(id);
        if (plan !== undefined) copyCases({ ...call, state }, source, plan, call.body);
      }
    });
    return json({ [plansProperty]: plans.map(renderCreated) });
  }
  const copied = plans.map((plan) => ({
    ...renderCreated(plan),
    [casesProperty]: copyCases(call, source, plan, call.body).map(renderCreated),
  }));
  return json({ [plansProperty]: copied });
}

function targetsOf(call: CopyCall, source: IssueRow): ProjectRow[] {
  const keys = call.body.projects;
  const targets =
    keys === undefined
      ? [projectOf(call.state, source)]
      : keys.map((key) => {
          const project = findProject(call.state, key);
          if (project !== undefined) return project;
          throw new TrackerError(call.assumptions['TM-N06'], `No project could be found with id or key '${key}'.`);
        });
  for (const project of targets) {
    requireCreateIssues(call, project);
    for (const kind of ['testPlan', 'testCase'] as const) {
      if (!project.issueTypeIds.includes(testIssueTypeId(call.state, kind) ?? 0)) {
        throw new TrackerError(400, `Project ${project.key} does not have the issue types of test plans.`);
      }
    }
  }
  return targets;
}

function checkIssueIds({ state, assumptions, body }: CopyCall): void {
  for (const id of body.issueIds ?? []) {
    if (findIssue(state, String(id)) === undefined) {
      throw new TrackerError(assumptions['TM-N06'], `There is no issue with the id ${id}.`);
    }
  }
}

/** Makes the cases of a copied plan, in plan order, as far as `issueIds` names them or their templates. */
function copyCases(
  call: MakingCall,
  source: IssueRow,
  plan: IssueRow,
  { copyStrategy, issueIds }: CopyCall['body'],
): IssueRow[] {
  const wanted = issueIds === undefined ? undefined : new Set(issueIds.map(Number));
  return casesOf(call.state, source).flatMap((testCase) => {
    const template = templateOf(call.state, testCase);
    if (wanted?.has(testCase.id) === false && !(template !== undefined && wanted.has(template.id))) return [];
    if (copyStrategy === 'BY_TEST_CASES') return [createCaseFromCase(call, plan, testCase)];
    if (template === undefined) return [];
    if (call.assumptions['TM-N12'].copy === 'left out' && !isActive(call, template)) return [];
    return [createCaseFromTemplate(call, plan, template)];
  });
}

function renderCreated({ id, key }: IssueRow) {
  return { id, key };
}
