import type { Endpoints } from '../../contracts/index.js';
import { json } from '../server/answer.js';
import type { Answer } from '../server/answer.js';
import { TrackerError } from '../server/errors.js';
import { isAmong } from '../state/tables.js';
import type { IssueRow, ProjectRow } from '../state/tables.js';
import type { CallOf } from '../tracker/call.js';
import { findIssue, findProject, projectOf } from '../tracker/rows.js';
import { createCaseFromCase, createCaseFromTemplate, createTestIssue, requireFew, sizeOf } from './create-cases.js';
import type { MakingCall } from './create-cases.js';
import {
  casesOf,
  isActive,
  locateTestIssue,
  mayCreateIssues,
  requireCreateIssues,
  templateOf,
  testIssueTypeId,
} from './test-issues.js';

/** `GET testplan/test-case-ids/{testPlanKey}` */
export function listTestCaseIds(call: CallOf<Endpoints['listTestCaseIds']>): Answer {
  const plan = locateTestIssue(call, call.parameters.testPlanKey, 'testPlan');
  return json(casesOf(call.state, plan).map(({ id }) => id));
}

/** `GET testplan/test-case-template-ids/{testPlanKey}` */
export function listTestCaseTemplateIds(call: CallOf<Endpoints['listTestCaseTemplateIds']>): Answer {
  const plan = locateTestIssue(call, call.parameters.testPlanKey, 'testPlan');
  const templates = casesOf(call.state, plan).flatMap((testCase) => templateOf(call.state, testCase) ?? []);
  const wanted =
    call.query.onlyActive === 'true' ? templates.filter((template) => isActive(call, template)) : templates;
  return json([...new Set(wanted.map(({ id }) => id))]);
}

type CopyCall = CallOf<Endpoints['copyPlan']>;

/** `POST testplan/copy` (document: Copy test plan body) */
export function copyPlan(call: CopyCall): Answer {
  const source = locateTestIssue(call, call.body.testPlanKey, 'testPlan');
  const targets = targetsOf(call, source);
  checkIssueIds(call);
  const sizes = casesOf(call.state, source).map((testCase) => sizeOf(call.state, copiedFrom(call, testCase)));
  requireFew(targets.length * sizes.reduce((sum, size) => sum + size, 1));
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

/** What the copy of a case starts as. */
function copiedFrom({ state, body }: CopyCall, testCase: IssueRow): IssueRow {
  return (body.copyStrategy === 'BY_TEST_CASES' ? undefined : templateOf(state, testCase)) ?? testCase;
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
      if (!isAmong(project.issueTypeIds, testIssueTypeId(call.state, kind) ?? 0)) {
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

/** `POST testplan/add-test-case-templates` (document: Add templates body) */
export function addTestCaseTemplates(call: CallOf<Endpoints['addTestCaseTemplates']>): Answer {
  const { testPlanKeys, testCaseTemplateKeys, async: later } = call.body;
  const plans = testPlanKeys.map((key) => locateTestIssue(call, key, 'testPlan'));
  const templates = testCaseTemplateKeys.map((key) => locateTestIssue(call, key, 'testCaseTemplate'));
  requireFew(plans.length * sumOf(templates.map((template) => sizeOf(call.state, template))));
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

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

/** A case in each plan for each template; what becomes of an inactive one is TM-N12. */
function addCases(call: MakingCall, plans: readonly IssueRow[], templates: readonly IssueRow[]): IssueRow[] {
  const wanted = templates.filter(
    (template) => call.assumptions['TM-N12'].add === 'created' || isActive(call, template),
  );
  return plans.flatMap((plan) => wanted.map((template) => createCaseFromTemplate(call, plan, template)));
}
