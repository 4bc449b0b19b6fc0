import { apply, call, name } from '../../support/sequences/code.js';
import { operation } from '../../support/sequences/sequence-model.js';
import type { Check, Operation } from '../../support/sequences/sequence-model.js';
import { fresh, given, table } from './plans-state.js';
import type { Api, Case, State, Template } from './plans-state.js';

const strategies = [undefined, 'BY_TEST_CASE_TEMPLATES', 'BY_TEST_CASES'] as const;

const selections = ['all', 'a case', 'a template', 'a case and a template', 'two cases'] as const;

/** The issues that a selection names, and whether it selects a case. */
function select(cases: readonly Case[], selection: (typeof selections)[number]) {
  const one = cases.at(-1);
  const [of] = cases;
  const byCase = selection === 'all' || one === undefined ? [] : selection.startsWith('a case') ? [one] : [];
  const named = selection === 'two cases' ? [...cases.slice(-1), ...cases.slice(0, 1)] : byCase;
  const template = selection.endsWith('a template') ? of?.template : undefined;
  const isSelected = (testCase: Case) =>
    selection === 'all' || named.includes(testCase) || testCase.template === template;
  return {
    names: [...new Set([...named.map(({ issue }) => issue), ...(template === undefined ? [] : [template])])],
    isSelected,
  };
}

/** A copy. What copied cases keep of statuses, comments and files is open (TM-N15). */
export function copyPlan(projects: Readonly<Record<string, readonly string[]>>, api: Api): Operation<State> {
  const into = ['left out', ...Object.keys(projects)];
  const parameters = {
    from: ['plan', 'the last'],
    into,
    by: strategies,
    only: selections,
    async: [undefined, false, true],
  } as const;
  return operation('copyPlan', parameters, (state: State, { from, into: where, by, only, async }) => {
    // A copy that is elsewhere has other statuses; its project is not that of the templates.
    const source = from === 'plan' || state.last?.project !== 'project' ? state.plan : state.last;
    const { names, isSelected } = select(source.cases, only);
    const copying = {
      project: name('project'),
      plan: name(source.issue),
      ...(where !== 'left out' && { into: (projects[where] ?? []).map((project) => name(project)) }),
      ...(only !== 'all' && { only: names.map((issue) => name(issue)) }),
      ...(by !== undefined && { by }),
      ...(async !== undefined && { async }),
      ...(state.filled.length > 0 && { besides: [...state.filled] }),
      ...(api !== 'testManagement' && { api: name(api) }),
    };
    const line = given(state, 'copied', call('copyPlan', copying));
    const meant = source.cases.filter(isSelected);
    const isByCases = by === 'BY_TEST_CASES';
    const copies = (where === 'left out' ? ['project'] : (projects[where] ?? [])).map((project) => {
      const plan = given(state, 'copy', apply('copyIn', name(line.gives), name(project)));
      const wait = [name('testPlans'), name('tracker'), name(plan.gives), meant.length];
      const made = given(state, 'cases', call('casesOnceMade', ...wait));
      const cases = meant.map(({ template, rows }, index): Case => {
        const from = isByCases ? rows : state.templates[template].rows;
        const status = isByCases ? undefined : name(`${project}.defaultStatus`);
        const copied = fresh(from, status).map((row) => ({ ...row, isComplete: !isByCases }));
        return { issue: `at(${made.gives}, ${index})`, template, rows: copied };
      });
      return { lines: [plan, made], project, plan: { issue: plan.gives, project, cases }, made: made.gives };
    });
    state.last = copies.find(({ project }) => project === 'project' || state.fits)?.plan;
    const scope = where === 'left out' ? 'TM-18' : 'TM-19';
    const order = only === 'all' ? 'TM-23' : 'TM-22';
    const content = isByCases ? 'TM-21' : 'TM-20';
    return {
      rule: scope,
      lines: [line, ...copies.flatMap(({ lines }) => lines)],
      checks: () =>
        copies.flatMap(({ project, plan, made }): Check[] => [
          {
            rule: order,
            seen: call('templateKeysOf', name('issues'), name(project), name(made)),
            matcher: 'toEqual',
            expected: meant.map(({ template }) => name(`${template}.key`)),
          },
          {
            rule: async === true ? 'TM-25' : 'TM-24',
            seen: apply('namedIn', name(`${line.gives}.response`), name(made)),
            matcher: 'toEqual',
            expected: async === true ? [] : apply('keysOf', name(made)),
          },
          ...plan.cases.flatMap((one) =>
            project === 'project' || state.fits ? table(state, content, one.issue, one.rows, project) : [],
          ),
        ]),
    };
  });
}

/** An addition to new plans: what becomes of a template that a plan has already is open, and so is the order (TM-N22). */
export function addTestCaseTemplates(api: Api): Operation<State> {
  const parameters = { plans: [1, 2], templates: [['first'], ['second', 'first']], async: [false, true] } as const;
  return operation('addTestCaseTemplates', parameters, (state: State, { plans: count, templates: added, async }) => {
    const plans = Array.from({ length: count }, () => given(state, 'plan', call('testPlans.provide', name('project'))));
    state.filled.push(...plans.map(({ gives }) => name(gives)));
    const body = {
      testPlanKeys: plans.map(({ gives }) => name(`${gives}.key`)),
      testCaseTemplateKeys: added.map((template) => name(`${template}.key`)),
      async,
    };
    const line = given(state, 'answer', call(`${api}.addTestCaseTemplates`, { body }));
    const filled = plans.map(({ gives }) => {
      const wait = [name('testPlans'), name('tracker'), name(gives), added.length];
      const made = given(state, 'cases', call('casesOnceMade', ...wait));
      const keys = given(state, 'keys', call('templateKeysOf', name('issues'), name('project'), name(made.gives)));
      return { plan: gives, lines: [made, keys], made: made.gives, keys: keys.gives, order: [...added] as Template[] };
    });
    const casesOf = ({ made, order }: (typeof filled)[number]): Case[] =>
      order.map((template, index) => {
        const rows = fresh(state.templates[template].rows, name('project.defaultStatus'));
        return { issue: `at(${made}, ${index})`, template, rows };
      });
    return {
      rule: 'TM-29',
      lines: [...plans, line, ...filled.flatMap(({ lines }) => lines)],
      learn: (scope) => {
        for (const one of filled) {
          const keys = scope[one.keys] as readonly unknown[];
          const keyOf = (template: Template) => (scope[template] as { readonly key: string }).key;
          one.order.sort((left, right) => keys.indexOf(keyOf(left)) - keys.indexOf(keyOf(right)));
        }
        const last = filled.at(-1);
        if (last !== undefined) state.last = { issue: last.plan, project: 'project', cases: casesOf(last) };
      },
      checks: () => [
        { rule: async ? 'TM-32' : 'TM-29', seen: name(line.gives), matcher: 'toSucceed' },
        ...filled.flatMap((one): Check[] => [
          {
            rule: async ? 'TM-32' : 'TM-29',
            seen: apply('inOrder', name(one.keys)),
            matcher: 'toEqual',
            expected: apply(
              'inOrder',
              added.map((template) => name(`${template}.key`)),
            ),
          },
          {
            rule: async ? 'TM-32' : 'TM-30',
            seen: apply('namedIn', name(line.gives), name(one.made)),
            matcher: 'toEqual',
            expected: async ? [] : apply('keysOf', name(one.made)),
          },
          ...casesOf(one).map((testCase) => table(state, 'TM-29', testCase.issue, testCase.rows)),
        ]),
      ],
    };
  });
}
