import type { Assumptions, Endpoints } from '../../contracts/index.js';
import { json } from '../server/answer.js';
import { TrackerError } from '../server/errors.js';
import type { IssueRow, ProjectRow } from '../state/tables.js';
import type { CallOf, SomeHandlers } from '../tracker/call.js';
import { requireInProject } from '../tracker/permissions.js';
import { findIssue, findProject, projectOf } from '../tracker/rows.js';
import {
  createCaseFromCase,
  createCaseFromTemplate,
  createTestIssue,
  requireFew,
  restartCase,
  sizeOf,
} from './create-cases.js';
import type { MakingCall } from './create-cases.js';
import {
  casesOf,
  isActive,
  lacksCreateIssues,
  locateTestIssue,
  mayCreateIssues,
  requireCreateIssues,
  templateOf,
  testIssueTypeId,
} from './test-issues.js';

export const planHandlers = {
  listTestCaseIds(call) {
    const plan = locateTestIssue(call, call.parameters.testPlanKey, 'testPlan');
    return json(renderIds(call, casesOf(call.state, plan)), call.assumptions['TM-N21'].list);
  },
  listTestCaseTemplateIds(call) {
    const plan = locateTestIssue(call, call.parameters.testPlanKey, 'testPlan');
    const templates = casesOf(call.state, plan).flatMap((testCase) => templateOf(call.state, testCase) ?? []);
    const wanted =
      call.query.onlyActive === 'true' ? templates.filter((template) => isActive(call, template)) : templates;
    return json([...new Set(renderIds(call, wanted))], call.assumptions['TM-N21'].list);
  },
  /** `POST testplan/copy` (document: Copy test plan body) */
  copyPlan(call) {
    const source = locateTestIssue(call, call.body.testPlanKey, 'testPlan');
    const targets = targetsOf(call, source);
    const wanted = wantedIds(call);
    const sizes = casesOf(call.state, source).map((testCase) => sizeOf(call.state, copiedFrom(call, testCase)));
    requireFew(targets.length * sizes.reduce((sum, size) => sum + size, 1));
    const plans = targets.map((project) => createTestIssue(call, project, 'testPlan', source.fields));
    const { 'TM-N21': status } = call.assumptions;
    if (call.body.async) {
      call.defer((state) => {
        for (const { id } of plans) {
          const plan = state.tables.issues.get(id);
          if (plan !== undefined) copyCases({ ...call, state }, source, plan, wanted);
        }
      });
      return json(renderCopies(plans.map((plan) => ({ plan }))), status.copyLater);
    }
    const copies = plans.map((plan) => ({ plan, cases: copyCases(call, source, plan, wanted) }));
    return json(renderCopies(copies), status.copy);
  },
  /** `POST testplan/add-test-case-templates` (document: Add templates body) */
  addTestCaseTemplates(call) {
    const { 'TM-N16': usual, 'TM-N21': status } = call.assumptions;
    const { testPlanKeys, testCaseTemplateKeys, async: later = usual } = call.body;
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
      return json({}, status.addLater);
    }
    const refused = plans
      .map((plan) => projectOf(call.state, plan))
      .filter((project) => !mayCreateIssues(call, project));
    const error = { errorMessages: [...new Set(refused.map(lacksCreateIssues))] };
    const { status: ofError, others } = call.assumptions['TM-N24'];
    if (refused.length > 0 && others === 'left') return json({ ...error, errors: {} }, ofError);
    const allowed = plans.filter((plan) => mayCreateIssues(call, projectOf(call.state, plan)));
    const added = renderAdded(addCases(call, allowed, templates).map((cases) => cases.map(({ key }) => key)));
    return refused.length > 0 ? json({ ...added, ...error }, ofError) : json(added, status.add);
  },
  /** `POST testplan/moveToNextIteration`: every case of the plan starts again. What a server answers was not seen. */
  moveToNextIteration(call) {
    const plan = locateTestIssue(call, call.query.testPlanIdOrKey, 'testPlan');
    requireInProject(call, 'EDIT_ISSUES', projectOf(call.state, plan));
    const cases = casesOf(call.state, plan);
    requireFew(sumOf(cases.map((testCase) => sizeOf(call.state, testCase))));
    for (const testCase of cases) restartCase(call, testCase);
    return json({});
  },
} satisfies SomeHandlers;

function renderIds({ assumptions }: Pick<CopyCall, 'assumptions'>, issues: readonly IssueRow[]): (number | string)[] {
  return issues.map(({ id }) => (assumptions['TM-N20'].listedIds === 'text' ? String(id) : id));
}

type CopyCall = CallOf<Endpoints['copyPlan']>;

function copiedFrom({ state, body }: CopyCall, testCase: IssueRow): IssueRow {
  return (body.copyStrategy === 'BY_TEST_CASES' ? undefined : templateOf(state, testCase)) ?? testCase;
}

function targetsOf(call: CopyCall, source: IssueRow): ProjectRow[] {
  const { projects: named, noProjects } = call.assumptions['TM-N20'];
  const sent = listSent(call.body.projects, noProjects, 'projects');
  const targets =
    sent === undefined
      ? [projectOf(call.state, source)]
      : sent.map((name) => {
          const project = findProject(call.state, String(name));
          const isNamed = String(named === 'keys' ? project?.key : project?.id) === String(name);
          if (project !== undefined && isNamed) return project;
          const by = named === 'keys' ? 'key' : 'id';
          throw new TrackerError(call.assumptions['TM-N06'], `No project could be found with ${by} '${name}'.`);
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

/** A list in a copy's body; undefined if it counts as left out (TM-N20). @throws TrackerError 400 if it is empty */
function listSent<Item>(
  sent: readonly Item[] | undefined,
  empty: Assumptions['TM-N20']['noProjects'],
  name: string,
): readonly Item[] | undefined {
  if (sent?.length !== 0 || empty === 'nothing') return sent;
  if (empty === 'as if left out') return undefined;
  throw new TrackerError(400, `${name} is empty: name some, or leave it out.`);
}

/** The cases and templates that a copy is limited to; undefined for all. @throws TrackerError */
function wantedIds({ state, assumptions, body }: CopyCall): ReadonlySet<number> | undefined {
  const { issueIds, noIssueIds } = assumptions['TM-N20'];
  const ids = listSent(body.issueIds, noIssueIds, 'issueIds');
  if (ids === undefined) return undefined;
  for (const id of ids) {
    if (typeof id !== (issueIds === 'numbers' ? 'number' : 'string')) {
      throw new TrackerError(400, `issueIds are ${issueIds}; ${JSON.stringify(id)} was sent.`);
    }
    if (findIssue(state, String(id)) === undefined) {
      throw new TrackerError(assumptions['TM-N06'], `There is no issue with the id ${id}.`);
    }
  }
  return new Set(ids.map(Number));
}

/** Makes the cases of a copied plan, in plan order, as far as `issueIds` names them or their templates. */
function copyCases(
  call: MakingCall & Pick<CopyCall, 'body'>,
  source: IssueRow,
  plan: IssueRow,
  wanted: ReadonlySet<number> | undefined,
): IssueRow[] {
  return casesOf(call.state, source).flatMap((testCase) => {
    const template = templateOf(call.state, testCase);
    if (wanted?.has(testCase.id) === false && !(template !== undefined && wanted.has(template.id))) return [];
    if (call.body.copyStrategy === 'BY_TEST_CASES') return [createCaseFromCase(call, plan, testCase)];
    if (template === undefined) return [];
    if (call.assumptions['TM-N12'].copy === 'left out' && !isActive(call, template)) return [];
    return [createCaseFromTemplate(call, plan, template)];
  });
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

function addCases(call: MakingCall, plans: readonly IssueRow[], templates: readonly IssueRow[]): IssueRow[][] {
  const { add } = call.assumptions['TM-N12'];
  const wanted = templates.filter((template) => add === 'created' || isActive(call, template));
  return plans.map((plan) => wanted.map((template) => createCaseFromTemplate(call, plan, template)));
}

type Named = Pick<IssueRow, 'id' | 'key'>;

export function renderCopies(
  copies: readonly { readonly plan: Named; readonly cases?: readonly Named[] }[],
): Readonly<Record<string, unknown>> {
  return {
    testPlans: copies.map(({ plan, cases }) => ({
      testPlanKey: plan.key,
      ...(cases && { testCases: cases.map(({ id, key }) => ({ id, key })) }),
    })),
  };
}

export function renderAdded(keysOfPlans: readonly (readonly string[])[]): Readonly<Record<string, unknown>> {
  return { testPlans: keysOfPlans.map((keys) => ({ testCases: keys.map((key) => ({ key })) })) };
}
