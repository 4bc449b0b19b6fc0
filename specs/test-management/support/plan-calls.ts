import { at, inOrder } from '../../support/values.js';
import { operation } from '../../support/sequences/sequence-model.js';
import type { Check, Operation } from '../../support/sequences/sequence-model.js';
import { casesOnceMade, copyIn } from './copies.js';
import { keysOf, namedIn, templateKeysOf } from './issues.js';
import { fresh, table } from './plans-state.js';
import type { Api, Case, State, Template } from './plans-state.js';

const strategies = [undefined, 'BY_TEST_CASE_TEMPLATES', 'BY_TEST_CASES'] as const;

const selections = ['all', 'a case', 'a template', 'a case and a template', 'two cases'] as const;

/** The issues that a selection names, and whether it selects a case. */
function select({ data }: State, cases: readonly Case[], selection: (typeof selections)[number]) {
  const one = cases.at(-1);
  const [of] = cases;
  const byCase = selection === 'all' || one === undefined ? [] : selection.startsWith('a case') ? [one] : [];
  const named = selection === 'two cases' ? [...cases.slice(-1), ...cases.slice(0, 1)] : byCase;
  const template = selection.endsWith('a template') ? of?.template : undefined;
  const isSelected = (testCase: Case) =>
    selection === 'all' || named.includes(testCase) || testCase.template === template;
  return {
    only: [...named.map(({ issue }) => issue), ...(template === undefined ? [] : [data[template]])],
    isSelected,
  };
}

type Into = Readonly<Record<string, readonly ('project' | 'other')[]>>;

/** A copy. What copied cases keep of statuses, comments and files is open (TM-N15). */
export function copyPlan(projects: Into, api: Api): Operation<State> {
  const into = ['left out', ...Object.keys(projects)];
  const parameters = {
    from: ['plan', 'the last'],
    into,
    by: strategies,
    only: selections,
    async: [undefined, false, true],
  } as const;
  return operation('copyPlan', parameters, (state: State, { from, into: where, by, only: selection, async }) => {
    const { data, fixtures } = state;
    const { issues, tracker, testPlans } = fixtures;
    const order = selection === 'all' ? 'TM-23' : 'TM-22';
    const content = by === 'BY_TEST_CASES' ? 'TM-21' : 'TM-20';
    const named = where === 'left out' ? undefined : (projects[where] ?? []).map((project) => data[project]);
    const make = async (): Promise<Check[]> => {
      // A copy that is elsewhere has other statuses; its project is not that of the templates.
      const source = from === 'plan' || state.last?.project !== data.project ? state.plan : state.last;
      const { only, isSelected } = select(state, source.cases, selection);
      const copied = await fixtures.copyPlan({
        project: data.project,
        plan: source.issue,
        ...(named !== undefined && { into: named }),
        ...(selection !== 'all' && { only }),
        ...(by !== undefined && { by }),
        ...(async !== undefined && { async }),
        ...(state.filled.length > 0 && { besides: state.filled }),
        ...(api !== 'testManagement' && { api: fixtures[api] }),
      });
      const meant = source.cases.filter(isSelected);
      const checks: Check[] = [];
      state.last = undefined;
      for (const project of named ?? [data.project]) {
        const plan = copyIn(copied, project);
        const made = await casesOnceMade(testPlans, tracker, plan, meant.length);
        // If one is missing, the check of the templates fails.
        const cases = meant.slice(0, made.length).map(({ template, rows }, index): Case => {
          const [source, status] =
            content === 'TM-21' ? [rows, undefined] : [state.templates[template].rows, project.defaultStatus];
          const fromThere = fresh(source, status).map((row) => ({ ...row, isComplete: content === 'TM-20' }));
          return { issue: at(made, index), template, rows: fromThere };
        });
        const fits = project === data.project || state.fits;
        if (fits) state.last ??= { issue: plan, project, cases };
        checks.push(
          {
            rule: order,
            seen: () => templateKeysOf(issues, project, made),
            matcher: 'toEqual',
            expected: meant.map(({ template }) => data[template].key),
          },
          {
            rule: async === true ? 'TM-25' : 'TM-24',
            seen: () => namedIn(copied.response, made),
            matcher: 'toEqual',
            expected: async === true ? [] : keysOf(made),
          },
          ...(fits ? cases.map((one) => table(state, content, one.issue, one.rows, project)) : []),
        );
      }
      return checks;
    };
    return { rule: where === 'left out' ? 'TM-18' : 'TM-19', make };
  });
}

/** An addition to new plans: what becomes of a template that a plan has already is open, and so is the order (TM-N22). */
export function addTestCaseTemplates(api: Api): Operation<State> {
  const parameters = { plans: [1, 2], templates: [['first'], ['second', 'first']], async: [false, true] } as const;
  return operation('addTestCaseTemplates', parameters, (state: State, { plans: count, templates: added, async }) => {
    const { data, fixtures } = state;
    const { issues, tracker, testPlans } = fixtures;
    const keys = added.map((template) => data[template].key);
    const make = async (): Promise<Check[]> => {
      const plans = [];
      for (let index = 0; index < count; index += 1) plans.push(await testPlans.provide(data.project));
      state.filled.push(...plans);
      const body = { testPlanKeys: plans.map(({ key }) => key), testCaseTemplateKeys: keys, async };
      const answer = await fixtures[api].addTestCaseTemplates({ body });
      const checks: Check[] = [{ rule: async ? 'TM-32' : 'TM-29', seen: () => answer, matcher: 'toSucceed' }];
      for (const plan of plans) {
        const made = await casesOnceMade(testPlans, tracker, plan, added.length);
        const found = await templateKeysOf(issues, data.project, made);
        const placeOf = (template: Template) => found.indexOf(data[template].key);
        const cases = added
          .toSorted((left, right) => placeOf(left) - placeOf(right))
          .slice(0, made.length)
          .map((template, index): Case => {
            const rows = fresh(state.templates[template].rows, data.project.defaultStatus);
            return { issue: at(made, index), template, rows };
          });
        state.last = { issue: plan, project: data.project, cases };
        checks.push(
          {
            rule: async ? 'TM-32' : 'TM-29',
            seen: () => inOrder(found),
            matcher: 'toEqual',
            expected: inOrder(keys),
          },
          {
            rule: async ? 'TM-32' : 'TM-30',
            seen: () => namedIn(answer, made),
            matcher: 'toEqual',
            expected: async ? [] : keysOf(made),
          },
          ...cases.map((one) => table(state, 'TM-29', one.issue, one.rows)),
        );
      }
      return checks;
    };
    return { rule: 'TM-29', make };
  });
}
