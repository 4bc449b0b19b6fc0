import * as fc from 'fast-check';
import { withAssumptions } from '../../../contracts/index.js';
import { documentsWorld } from '../../../fake/index.js';
import { operation } from './model.js';
import type { Model } from './model.js';
import type { ModelTracker } from './model-tracker.js';

/** The answers of the fake to the open questions of the document. */
const answers = withAssumptions({});

const BASE = '/rest/tms/1.0/api';
const ISSUE = '/rest/api/2/issue';
const STEPS = 'customfield_10101';
const TEMPLATE = 'customfield_10103';

interface Row {
  readonly isGroup: boolean;
  cells: readonly string[];
  status: string;
  comments: readonly string[];
}

interface Template {
  readonly id: number;
  readonly key: string;
  active: boolean;
  rows: readonly Row[];
}

interface Case {
  /** The tracker gives it; unknown until the case was seen. */
  id: number | undefined;
  readonly template: Template;
  rows: readonly Row[];
}

interface Plan {
  readonly key: string;
  readonly cases: Case[];
}

interface Held {
  readonly templates: readonly Template[];
  readonly plans: Plan[];
}

/** More cases than this take long to compare and tell nothing new. */
const MOST_CASES = 16;

const statuses = ['To do', 'In progress', 'Pass', 'Fail'];
const logIn = [group('With a password'), step('Open the form', '', 'It opens'), step('Log in', 'tess', 'It works')];
const logOut = [step('Press the button', '', 'It goes'), group('Afterwards'), step('Go back', '', 'A form')];

const cell = fc.constantFrom('', 'a', 'b', 'Ü');
const rows = fc.array(
  fc.oneof(
    cell.map((name) => group(name)),
    fc.tuple(cell, cell, cell).map((cells) => step(...cells)),
  ),
  { minLength: 1, maxLength: 4 },
);
const place = fc.record({ of: fc.nat({ max: 99 }), row: fc.nat({ max: 3 }) });
const status = fc.constantFrom(...statuses);

/** The test-management API as its document describes it, with the fake's answers to the open questions. */
export const testManagementModel: Model<Held> = {
  world: {
    ...documentsWorld,
    issues: [
      {
        id: 1,
        key: 'QA-1',
        issueTypeId: 10_500,
        statusId: 11,
        reporter: 'JIRAUSER10001',
        fields: written('In', logIn),
      },
      {
        id: 2,
        key: 'QA-2',
        issueTypeId: 10_500,
        statusId: 11,
        reporter: 'JIRAUSER10001',
        fields: written('Out', logOut),
      },
      { id: 3, key: 'QA-3', issueTypeId: 10_501, reporter: 'JIRAUSER10001', fields: { summary: 'A plan' } },
      { id: 4, key: 'QA-4', issueTypeId: 10_501, reporter: 'JIRAUSER10001', fields: { summary: 'Another' } },
      {
        id: 5,
        key: 'QA-5',
        issueTypeId: 10_502,
        reporter: 'JIRAUSER10001',
        parent: 'QA-3',
        fields: { ...written('In', logIn), [TEMPLATE]: 'QA-1' },
      },
    ],
  },
  start: () => {
    const templates = [
      { id: 1, key: 'QA-1', active: true, rows: fresh(logIn) },
      { id: 2, key: 'QA-2', active: true, rows: fresh(logOut) },
    ] as const;
    const first = { id: 5, template: templates[0], rows: fresh(logIn) };
    return {
      templates,
      plans: [
        { key: 'QA-3', cases: [first] },
        { key: 'QA-4', cases: [] },
      ],
    };
  },
  operations: [
    onStep(
      fc.record({ place, status }),
      'status',
      (given) => ({ status: given.status }),
      (row, given) => {
        row.status = given.status;
      },
    ),
    onStep(
      fc.record({ place, comment: cell }),
      'comment',
      (given) => ({ comment: given.comment }),
      (row, given) => {
        row.comments = [...row.comments, given.comment];
      },
    ),
    onStep(
      fc.record({ place, column: fc.nat({ max: 2 }), value: cell }),
      'cell',
      (given) => ({ columnIndex: given.column, cellValue: given.value }),
      (row, given) => {
        row.cells = row.cells.with(given.column, given.value);
      },
    ),
    operation(
      fc.record({ of: fc.nat({ max: 99 }), all: fc.array(fc.tuple(fc.nat({ max: 3 }), status)) }),
      async (given, held, tracker) => {
        const one = caseAt(held, given.of);
        const sent = given.all.map(([rowIndex, name]) => ({ rowIndex, status: name }));
        const answer = await tracker.call('PUT', `${BASE}/steps/statuses`, { issueId: one.id, rows: sent });
        const steps = one.rows.filter(({ isGroup }) => !isGroup);
        const fits = given.all.every(([index]) => index < steps.length);
        tracker.agree('the status', answer.status, fits ? answers['TM-N05'].status : answers['TM-N07']);
        if (!fits) return;
        for (const [index, name] of given.all) (steps[index] as Row).status = name;
      },
    ),
    operation(fc.record({ of: fc.nat({ max: 99 }), ofTemplate: fc.boolean(), rows }), async (given, held, tracker) => {
      const one = given.ofTemplate ? templateAt(held, given.of) : caseAt(held, given.of);
      const { [STEPS]: steps } = written('', given.rows);
      const answer = await tracker.call('PUT', `${ISSUE}/${one.id ?? ''}`, { fields: { [STEPS]: steps } });
      tracker.agree('the status', answer.status, 204);
      one.rows = fresh(given.rows);
    }),
    operation(fc.record({ of: fc.nat({ max: 1 }), active: fc.boolean() }), async (given, held, tracker) => {
      const one = templateAt(held, given.of);
      if (one.active === given.active) return;
      const transition = { id: given.active ? '103' : '101' };
      const answer = await tracker.call('POST', `${ISSUE}/${one.key}/transitions`, { transition });
      tracker.agree('the status', answer.status, 204);
      one.active = given.active;
    }),
    operation(
      fc.record({ plans: places(2), templates: places(2), later: fc.boolean() }),
      async ({ plans, templates, later }, held, tracker) => {
        if (casesOf(held).length > MOST_CASES) return;
        const into = plans.map((at) => planAt(held, at));
        const added = templates.map((at) => templateAt(held, at));
        const body = {
          testPlanKeys: into.map(({ key }) => key),
          testCaseTemplateKeys: added.map(({ key }) => key),
          async: later,
        };
        const { json } = await tracker.call('POST', `${BASE}/testplan/add-test-case-templates`, body);
        tracker.finishWork();
        const made = into.flatMap((plan) => added.map((template) => addCase(plan, template, template.rows)));
        if (later) tracker.agree('the answer', json, {});
        else await learn(made, keysIn(json), tracker);
      },
    ),
    operation(
      fc.record({
        plan: fc.nat({ max: 9 }),
        fromCases: fc.option(fc.boolean()),
        only: fc.option(places(3)),
        later: fc.boolean(),
      }),
      async ({ plan: at, fromCases, only, later }, held, tracker) => {
        if (casesOf(held).length > MOST_CASES) return;
        const source = planAt(held, at);
        const named = only?.map((one) => (one % 3 === 0 ? templateAt(held, one) : caseAt(held, one)));
        const body = {
          testPlanKey: source.key,
          ...(fromCases !== null && { copyStrategy: fromCases ? 'BY_TEST_CASES' : 'BY_TEST_CASE_TEMPLATES' }),
          ...(named !== undefined && { issueIds: named.map(({ id }) => id) }),
          async: later,
        };
        const { json } = await tracker.call('POST', `${BASE}/testplan/copy`, body);
        tracker.finishWork();
        const [copied] = (json as { testPlans: { key: string; testCases?: { key: string }[] }[] }).testPlans;
        const plan: Plan = { key: copied?.key ?? '', cases: [] };
        held.plans.push(plan);
        const meant = source.cases.filter(
          (one) => named === undefined || named.includes(one) || named.includes(one.template),
        );
        const made = meant.map((one) => addCase(plan, one.template, fromCases === true ? one.rows : one.template.rows));
        if (later) tracker.agree('the cases in the answer', copied?.testCases, undefined);
        else await learn(made, copied?.testCases?.map(({ key }) => key) ?? [], tracker);
      },
    ),
    operation(
      fc.record({ plan: fc.nat({ max: 9 }), onlyActive: fc.option(fc.boolean()) }),
      async (given, held, tracker) => {
        const plan = planAt(held, given.plan);
        const query = given.onlyActive === null ? '' : `?onlyActive=${String(given.onlyActive)}`;
        const { json } = await tracker.call('GET', `${BASE}/testplan/test-case-template-ids/${plan.key}${query}`);
        const templates = plan.cases.map(({ template }) => template);
        const wanted = templates.filter(({ active }) => active || given.onlyActive !== true);
        tracker.agree('the templates of the plan', json, [...new Set(wanted.map(({ id }) => id))]);
      },
    ),
  ],
  compare: async (held, tracker) => {
    for (const plan of held.plans) {
      const { json } = await tracker.look('GET', `${BASE}/testplan/test-case-ids/${plan.key}`);
      const ids = json as readonly number[];
      for (const [index, one] of plan.cases.entries()) one.id ??= ids[index];
      const expected = plan.cases.map(({ id }) => id);
      tracker.agree(`the cases of ${plan.key}`, ids, expected);
    }
    for (const one of casesOf(held)) {
      const { json } = await tracker.look('GET', `${ISSUE}/${one.id ?? ''}?fields=${STEPS},${TEMPLATE}`);
      const { fields } = json as { fields: Readonly<Record<string, unknown>> };
      tracker.agree(`the template of case ${one.id ?? ''}`, fields[TEMPLATE], one.template.key);
      tracker.agree(`the steps of case ${one.id ?? ''}`, read(fields[STEPS], true), one.rows);
    }
    for (const one of held.templates) {
      const { json } = await tracker.look('GET', `${ISSUE}/${one.key}?fields=${STEPS}`);
      const { fields } = json as { fields: Readonly<Record<string, unknown>> };
      tracker.agree(`the steps of ${one.key}`, read(fields[STEPS], false), one.rows);
    }
  },
};

/** An operation on one step of a case; a step that is not there is refused. */
function onStep<Given extends { readonly place: { readonly of: number; readonly row: number } }>(
  input: fc.Arbitrary<Given>,
  path: string,
  bodyOf: (given: Given) => object,
  change: (row: Row, given: Given) => void,
) {
  return operation(input, async (given, held: Held, tracker: ModelTracker) => {
    const one = caseAt(held, given.place.of);
    const body = { issueId: one.id, rowIndex: given.place.row, ...bodyOf(given) };
    const answer = await tracker.call('PUT', `${BASE}/steps/${path}`, body);
    const row = one.rows.filter(({ isGroup }) => !isGroup)[given.place.row];
    tracker.agree('the status', answer.status, row === undefined ? answers['TM-N07'] : answers['TM-N05'].status);
    if (row !== undefined) change(row, given);
  });
}

/** The keys in the answer to an addition. */
function keysIn(json: unknown): string[] {
  const { testPlans } = json as { testPlans: { testCases: { key: string }[] }[] };
  return testPlans.flatMap(({ testCases }) => testCases.map(({ key }) => key));
}

/** Gives new cases the ids that their keys lead to. */
async function learn(made: readonly Case[], keys: readonly unknown[], tracker: ModelTracker): Promise<void> {
  tracker.agree('how many cases were made', keys.length, made.length);
  for (const [index, one] of made.entries()) {
    const { json } = await tracker.look('GET', `${ISSUE}/${String(keys[index])}?fields=summary`);
    one.id = Number((json as { id: unknown }).id);
  }
}

function addCase(plan: Plan, template: Template, from: readonly Row[]): Case {
  const made: Case = { id: undefined, template, rows: fresh(from) };
  plan.cases.push(made);
  return made;
}

function places(most: number): fc.Arbitrary<number[]> {
  return fc.array(fc.nat({ max: 9 }), { minLength: 1, maxLength: most });
}

function casesOf({ plans }: Held): Case[] {
  return plans.flatMap(({ cases }) => cases);
}

function caseAt(held: Held, at: number): Case {
  const all = casesOf(held);
  return all[at % all.length] as Case;
}

function planAt({ plans }: Held, at: number): Plan {
  return plans[at % plans.length] as Plan;
}

function templateAt({ templates }: Held, at: number): Template {
  return templates[at % templates.length] as Template;
}

function group(name: string): Row {
  return { isGroup: true, cells: [name], status: '', comments: [] };
}

function step(...cells: readonly string[]): Row {
  return { isGroup: false, cells, status: '', comments: [] };
}

/** The same rows, not executed yet. */
function fresh(from: readonly Row[]): Row[] {
  return from.map(({ isGroup, cells }) => ({ isGroup, cells, status: isGroup ? '' : 'To do', comments: [] }));
}

function written(summary: string, from: readonly Row[]) {
  return { summary, [STEPS]: { stepsRows: from.map(({ isGroup, cells }) => ({ isGroup, cells: [...cells] })) } };
}

/** A Steps table as the tracker answers it, in the words of the model; a template's steps have no status. */
function read(value: unknown, isCase: boolean): Row[] {
  interface Answered {
    readonly isGroup: boolean;
    readonly cells: readonly string[];
    readonly status?: { readonly name: string };
    readonly comments?: readonly { readonly body: string }[];
  }
  return (value as { stepsRows: readonly Answered[] }).stepsRows.map(
    ({ isGroup, cells, status: at, comments = [] }) => ({
      isGroup,
      cells,
      status: isGroup ? '' : isCase ? (at?.name ?? '') : 'To do',
      comments: comments.map(({ body }) => body),
    }),
  );
}
