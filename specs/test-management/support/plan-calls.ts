import { isDeepStrictEqual } from 'node:util';
import type { CopyPlanBuilder } from '../../../builders/index.js';
import type { ProvidedIssue, ProvidedTestManagementProject } from '../../../fixtures/index.js';
import { at, inOrder } from '../../support/values.js';
import type { Choices, EndpointName } from '../../support/sequences/deal-calls.js';
import {
  EarlierDifference,
  firstFailing,
  operationsOn,
  same,
  succeeded,
} from '../../support/sequences/sequence-model.js';
import type { Check, Operation, Values } from '../../support/sequences/sequence-model.js';
import { casesOnceMade, copyIn } from './copies.js';
import { keysOf, moveOn, namedIn, sourcesOf } from './issues.js';
import { fresh } from './plans-state.js';
import type { Case, PlansState as State } from './plans-state.js';

const operation = operationsOn<State>();

const selections = ['all', 'one', 'several'] as const;

/** The issues that a selection names, and the cases that it selects: of a template of two cases that is open (TM-N29). */
function select({ data }: State, cases: readonly Case[], selection: (typeof selections)[number], isOfCases: boolean) {
  if (selection === 'all') return { meant: cases };
  const isAlone = ({ template }: Case) => cases.filter((one) => one.template === template).length === 1;
  const named = cases.filter((one) => isOfCases || isAlone(one)).toReversed();
  const chosen = selection === 'one' ? named.slice(0, 1) : named;
  return {
    only: chosen.map(({ issue, template }) => (isOfCases ? issue : data[template])),
    meant: cases.filter((one) => chosen.includes(one)),
  };
}

/** A plan that a call fills: its cases, and what tells the sources of which they are. */
async function filledBy(
  { fixtures }: State,
  plan: ProvidedIssue,
  project: ProvidedTestManagementProject,
  count: number,
  by?: Parameters<CopyPlanBuilder['by']>[0],
) {
  const made = await casesOnceMade(fixtures.testPlans, fixtures.tracker, plan, count);
  return { made, found: await sourcesOf(fixtures.trackerApi, project, made, by) };
}

const targets = {
  'left out': undefined,
  'another project': ['other'],
  'its own and another': ['other', 'project'],
  'its own': ['project'],
} as const;

/** The rule of a strategy, if as many cases are made as are to be, but of other sources. */
function ruleOfStrategy(found: readonly unknown[], sources: readonly unknown[], isOfCases: boolean) {
  const isOfOthers = found.length === sources.length && !isDeepStrictEqual(inOrder(found), inOrder(sources));
  return isOfOthers ? (isOfCases ? 'TM-21' : 'TM-20') : undefined;
}

const added = { plans: 1, in: 'new', templates: ['second', 'first'], async: false };
const ofCases = { from: 'plan', into: 'left out', by: 'BY_TEST_CASES', only: 'all' };

/** Makes a call that the data of another needs. @throws EarlierDifference if it does not do what its rule says */
async function before(state: State, endpoint: EndpointName, { run, ruleOf }: Operation<State>, given: Values<Choices>) {
  const rule = ruleOf(given);
  try {
    const end = await run(state, given, rule);
    const found = await firstFailing('exchange' in end ? [succeeded(rule, end)] : end);
    if (found !== undefined) throw new EarlierDifference(endpoint, found.rule, found.error);
  } catch (error) {
    throw error instanceof EarlierDifference ? error : new EarlierDifference(endpoint, rule, error);
  }
}

/** A call that may be about a copy of a case: there is one before. */
export function withCopy(of: Operation<State>): Operation<State> {
  const run: typeof of.run = async (state, given, rule) => {
    const isMade = !Object.values(given).includes('copy') || state.copy !== undefined;
    if (!isMade) await before(state, 'copyPlan', copyPlan(['left out']), ofCases);
    return of.run(state, given, rule);
  };
  return { ...of, run };
}

/** A copy. What copied cases keep of statuses, comments and files is open (TM-N15). */
export function copyPlan(into: readonly (keyof typeof targets)[]): Operation<State> {
  const parameters = {
    from: ['plan', 'the last'],
    into,
    by: [undefined, 'BY_TEST_CASE_TEMPLATES', 'BY_TEST_CASES'],
    only: selections,
    async: [undefined, false, true],
  } as const;
  return operation(
    parameters,
    (given) => (given.into === 'left out' ? 'TM-18' : 'TM-19'),
    async (state, { from, into: target, by, only: selection, async }) => {
      const { data, fixtures, plan } = state;
      const isOfCases = by === 'BY_TEST_CASES';
      // A copy that is elsewhere has other statuses; its project is not that of the templates.
      const mayBeLast = state.last?.project === data.project && (isOfCases || state.last.isOfCases !== true);
      const isOfPlan = from === 'plan';
      if (!isOfPlan && !mayBeLast) await before(state, 'addTestCaseTemplates', addTestCaseTemplates, added);
      const source = isOfPlan ? plan : (state.last ?? plan);
      const { only, meant } = select(state, source.cases, selection, isOfCases);
      const named = targets[target]?.map((project) => data[project]);
      const copied = await fixtures.copyPlan({
        project: data.project,
        plan: source.issue,
        ...(named && { into: named }),
        ...(only && { only }),
        ...(by && { by }),
        ...(async !== undefined && { async }),
        besides: [plan.issue, ...state.filled],
        api: state.api,
      });
      const sources = isOfCases
        ? await sourcesOf(
            fixtures.trackerApi,
            data.project,
            meant.map(({ issue }) => issue),
            by,
          )
        : meant.map(({ template }) => data[template].key);
      const checks: Check[] = [];
      state.last = undefined;
      for (const project of named ?? [data.project]) {
        const plan = copyIn(copied, project);
        const { made, found } = await filledBy(state, plan, project, meant.length, by);
        checks.push(
          same(
            ruleOfStrategy(found, sources, isOfCases) ?? (selection === 'all' ? 'TM-23' : 'TM-22'),
            () => found,
            sources,
          ),
          same(async ? 'TM-25' : 'TM-24', () => namedIn(copied.response, made), async ? [] : keysOf(made)),
        );
        // What becomes of the cells in a project with more or less columns is open.
        if (project.columns.length !== data.project.columns.length) continue;
        // If one is missing, the check of the templates fails.
        const cases = meant.slice(0, made.length).map(({ template, rows }, index): Case => ({
          issue: at(made, index),
          template,
          rows: isOfCases
            ? fresh(rows, undefined, false)
            : fresh(state.templates[template].rows, project.defaultStatus),
        }));
        state.last ??= { issue: plan, project, cases, isOfCases };
        if (isOfCases && project === data.project) [state.copy] = cases;
        checks.push(...cases.map((one) => state.reads(isOfCases ? 'TM-21' : 'TM-20', one, project)));
      }
      return checks;
    },
  );
}

const plansToFill = ['new', 'of another status', 'emptied'] as const;

async function providePlan({ fixtures, data }: State, which: (typeof plansToFill)[number]): Promise<ProvidedIssue> {
  const { testPlans, trackerApi } = fixtures;
  const plan = await testPlans.provide(data.project, { templates: which === 'emptied' ? [data.first] : [] });
  if (which === 'of another status') await moveOn(trackerApi, plan.key);
  for (const { key } of plan.cases) await trackerApi.deleteIssue({ issueIdOrKey: key });
  return plan;
}

/** An addition to plans without cases: what becomes of a template that a plan has already is open, and so is the order (TM-N22). */
export const addTestCaseTemplates = operation(
  { plans: [1, 2, 3], in: plansToFill, templates: [['first'], ['second', 'first']], async: [false, true] },
  'TM-29',
  async (state, { plans: count, in: which, templates, async }) => {
    const { project } = state.data;
    const keys = templates.map((template) => state.data[template].key);
    const plans: ProvidedIssue[] = [];
    while (plans.length < count) plans.push(await providePlan(state, which));
    state.filled.push(...plans);
    const body = { testPlanKeys: plans.map(({ key }) => key), testCaseTemplateKeys: keys, async };
    const answer = await state.api.addTestCaseTemplates({ body });
    const rule = async ? 'TM-32' : 'TM-29';
    const checks = [succeeded(rule, answer)];
    for (const plan of plans) {
      const { made, found } = await filledBy(state, plan, project, keys.length);
      const placeOf = (template: (typeof templates)[number]) => found.indexOf(state.data[template].key);
      const ordered = templates.toSorted((left, right) => placeOf(left) - placeOf(right)).slice(0, made.length);
      const cases = ordered.map((template, index): Case => {
        return { issue: at(made, index), template, rows: fresh(state.templates[template].rows, project.defaultStatus) };
      });
      state.last = { issue: plan, project, cases };
      checks.push(
        same(rule, () => inOrder(found), inOrder(keys)),
        same(async ? 'TM-32' : 'TM-30', () => namedIn(answer, made), async ? [] : keysOf(made)),
        ...cases.map((one) => state.reads('TM-29', one)),
      );
    }
    return checks;
  },
);
