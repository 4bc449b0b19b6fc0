import { link } from './address.js';
import type { TenantRoute } from './address.js';
import { countOf, lookUp, rowsOf } from './control-api.js';
import type { Page, Row } from './control-api.js';
import { badge, counted, el, nothing, number, quiet, section, time } from './dom.js';
import type { Child } from './dom.js';
import { projectLink } from './project-views.js';
import { fieldSection, listed, PAGE, tableOf, tableView } from './view.js';
import type { Column } from './view.js';

type Issue = Row<'issues'>;

/** The badges of statuses, by their categories. */
const badges: Readonly<Record<string, string>> = { indeterminate: 'blue', done: 'good' };

const columns = {
  key: { label: 'Key', class: 'name', cell: ({ key }, route) => link(route, ['issues', key], key) },
  summary: { label: 'Summary', cell: (issue) => summaryOf(issue) ?? quiet('none') },
  type: {
    label: 'Type',
    cell: async ({ issueTypeId }, route) => (await lookUp(route, 'issueTypes', issueTypeId))?.name ?? issueTypeId,
  },
  status: {
    label: 'Status',
    cell: async ({ statusId }, route) => {
      const { name = `status ${statusId}`, category = '' } = (await lookUp(route, 'statuses', statusId)) ?? {};
      return badge(name, badges[category] ?? 'idle');
    },
  },
  reporter: { label: 'Reporter', cell: ({ reporter }, route) => userName(route, reporter) },
  project: { label: 'Project', cell: ({ projectId }, route) => projectLink(route, projectId) },
} satisfies Record<string, Column<Issue>>;

function summaryOf({ fields }: Issue): string | undefined {
  return typeof fields['summary'] === 'string' ? fields['summary'] : undefined;
}

async function userName(route: TenantRoute, key: string): Promise<string> {
  return (await lookUp(route, 'users', key, 'key'))?.displayName ?? key;
}

/** The list of issues, and the details of one. */
export const issuesView = tableView(
  'issues',
  'key',
  'issue',
  async (route) => {
    const key = route.parameters.get('project');
    const project = await lookUp(route, 'projects', key, 'key');
    const only = key !== null && ['Of ', link(route, ['projects', key], key), ' only. '];
    return {
      title: 'Issues',
      // No project has the id 0.
      where: key === null ? {} : { projectId: project?.id ?? 0 },
      search: 'Search issues',
      empty: 'There is no issue.',
      note: only && el('p', {}, only, link(route, ['issues'], 'Show all')),
      rows: [columns.key, columns.summary, columns.type, columns.status, columns.reporter],
    };
  },
  async (issue, route) => {
    const ofIssue = { issueId: issue.id, limit: PAGE };
    const [read, parent, children, comments, attachments] = await Promise.all([
      fieldReader(route),
      lookUp(route, 'issues', issue.parentId),
      rowsOf(route, 'issues', { parentId: issue.id, limit: PAGE }),
      rowsOf(route, 'comments', ofIssue),
      rowsOf(route, 'attachments', ofIssue),
    ]);
    const { steps, template } = read(issue);
    const others = Object.entries(issue.fields).filter(([, value]) => value !== steps && value !== template);
    const isPlan = issue.issueTypeId === route.description.testIssueTypes?.testPlan;
    return {
      title: issue.key,
      heading: [summaryOf(issue) ?? issue.key, ' ', quiet(issue.key)],
      facts: [
        ['Id', issue.id],
        ['Project', columns.project.cell(issue, route)],
        ['Type', columns.type.cell(issue, route)],
        ['Status', columns.status.cell(issue, route)],
        ['Test plan', isPlan && link(route, ['plans', issue.key], 'Its cases and their steps')],
        ['Parent', parent && link(route, ['issues', parent.key], parent.key)],
        ['Made from', template && templateLink(route, template)],
        ['Reporter', columns.reporter.cell(issue, route)],
        ['Created', time(issue.created)],
        ['Updated', time(issue.updated)],
      ],
      more: [
        await fieldSection(route, Object.fromEntries(others)),
        steps && el('section', {}, el('h2', {}, 'Steps'), await stepsTable(route, issue, steps)),
        await subTasks(route, children),
        await commentList(route, comments),
        attachmentList(attachments),
      ],
    };
  },
);

async function subTasks(route: TenantRoute, { total, rows }: Page<'issues'>): Promise<Child> {
  const shown = [columns.key, columns.summary, columns.type, columns.status];
  return total > 0 && section('Sub-tasks', total, await tableOf(route, 'Sub-tasks', shown, rows));
}

async function commentList(route: TenantRoute, { total, rows }: Page<'comments'>): Promise<Child> {
  const items = rows.map(async ({ author, created, body }) => {
    const from = el('p', { class: 'quiet' }, await userName(route, author), ', ', time(created));
    return el('article', { class: 'card' }, from, el('p', { class: 'text' }, body));
  });
  return total > 0 && section('Comments', total, await Promise.all(items));
}

function attachmentList({ total, rows }: Page<'attachments'>): Child {
  const items = rows.map(({ filename, mimeType, size }) =>
    el('li', {}, filename, ' ', quiet(mimeType, ', ', counted(size, 'byte'))),
  );
  return total > 0 && section('Attachments', total, el('ul', {}, items));
}

/** The key of the test case template that a case was made from, as a link if there is such an issue. */
async function templateLink(route: TenantRoute, key: string): Promise<Child> {
  const template = await lookUp(route, 'issues', key, 'key');
  return template === undefined ? key : link(route, ['issues', key], key);
}

interface StepsRow {
  readonly isGroup?: boolean;
  readonly cells: readonly string[];
  readonly status?: string;
  readonly comments?: readonly { readonly body: string }[];
  readonly attachments?: readonly unknown[];
}

/** The value of the Steps field of an issue. */
interface Steps {
  readonly rows?: readonly StepsRow[];
  readonly stepsRows?: readonly StepsRow[];
}

/** Gives a function that reads the fields of test management from an issue: its steps, and the template it was made from. */
async function fieldReader(route: TenantRoute) {
  const types = ['steps', 'test case template'];
  const { rows } = await rowsOf(route, 'customFields', { type: types, limit: 1000 });
  const [stepsId, templateId] = types.map((type) => rows.find((row) => row.type === type)?.id);
  return ({ fields }: Issue) => {
    const template = fields[`customfield_${templateId ?? ''}`];
    const steps = fields[`customfield_${stepsId ?? ''}`] as Steps | null | undefined;
    return { steps: steps ?? undefined, template: typeof template === 'string' ? template : undefined };
  };
}

/** The Steps table of an issue. Only test cases have statuses, because only they are executed. */
async function stepsTable(route: TenantRoute, issue: Issue, steps: Steps): Promise<HTMLElement> {
  const rows = steps.rows ?? steps.stepsRows ?? [];
  if (rows.length === 0) return nothing('It has no step.');
  const project = await lookUp(route, 'projects', issue.projectId);
  const settings = project?.tests ?? route.description.assumptions['TM-N04'];
  const isExecuted = issue.issueTypeId === route.description.testIssueTypes?.testCase;
  const numbered = rows.filter(({ isGroup }) => isGroup !== true);
  const shown: readonly Column<StepsRow>[] = [
    { label: '#', class: 'count', cell: (row) => numbered.indexOf(row) + 1 },
    ...settings.columns.map((label, index): Column<StepsRow> => {
      return { label, class: 'text', cell: ({ cells }) => cells[index] };
    }),
    ...(isExecuted ? [{ label: 'Status', cell: (row: StepsRow) => stepStatus(settings, row) }] : []),
  ];
  const titleOf = ({ isGroup, cells }: StepsRow) => (isGroup === true ? cells[0] : undefined);
  return tableOf(route, `Steps of ${issue.key}`, shown, rows, titleOf);
}

type TestSettings = TenantRoute['description']['assumptions']['TM-N04'];

function stepStatus({ statuses, defaultStatus }: TestSettings, row: StepsRow): Child {
  const { status = defaultStatus, comments = [], attachments = [] } = row;
  const dot = el('span', { class: 'dot', 'aria-hidden': 'true' });
  dot.style.backgroundColor = statuses.find(({ name }) => name === status)?.color ?? 'transparent';
  const extras = [
    ...(comments.length > 0 ? [counted(comments.length, 'comment')] : []),
    ...(attachments.length > 0 ? [counted(attachments.length, 'attachment')] : []),
  ];
  return [
    el('span', { class: 'step-status' }, dot, status),
    extras.length > 0 && el('div', { class: 'quiet' }, extras.join(', ')),
    comments.map(({ body }) => el('p', { class: 'text quiet' }, body)),
  ];
}

/** How many cases are shown open at first. */
const OPEN_CASES = 5;

/** The list of test plans, and one plan with its cases. */
export const plansView = tableView(
  'issues',
  'key',
  'test plan',
  ({ description: { testIssueTypes } }) => ({
    title: 'Test plans',
    // No type has the id 0.
    where: { issueTypeId: testIssueTypes?.testPlan ?? 0 },
    search: 'Search test plans',
    empty: testIssueTypes === undefined ? 'This tenant does not manage tests.' : 'There is no test plan.',
    rows: [
      { label: 'Plan', class: 'name', cell: ({ key }, at) => link(at, ['plans', key], key) },
      columns.summary,
      columns.project,
      columns.status,
      {
        label: 'Cases',
        class: 'count',
        cell: async ({ id }, at) => {
          const cases = { issueTypeId: testIssueTypes?.testCase ?? 0 };
          return number.format(await countOf(at, 'issues', 'parentId', id, cases));
        },
      },
      columns.reporter,
    ],
  }),
  async (plan, route) => ({
    title: plan.key,
    heading: [summaryOf(plan) ?? plan.key, ' ', quiet(plan.key)],
    facts: [
      ['Project', columns.project.cell(plan, route)],
      ['Status', columns.status.cell(plan, route)],
      ['Reporter', columns.reporter.cell(plan, route)],
      ['Issue', link(route, ['issues', plan.key], plan.key)],
    ],
    list: await listed(route, 'issues', {
      title: 'Test cases',
      where: { parentId: plan.id, issueTypeId: route.description.testIssueTypes?.testCase ?? 0 },
      search: 'Search its cases',
      empty: 'It has no case.',
      rows: async (cases) => {
        const read = await fieldReader(route);
        return Promise.all(cases.map((issue, index) => caseDetails(route, issue, read(issue), index < OPEN_CASES)));
      },
    }),
  }),
);

async function caseDetails(
  route: TenantRoute,
  issue: Issue,
  { steps = {}, template }: { readonly steps?: Steps | undefined; readonly template: string | undefined },
  open: boolean,
): Promise<HTMLElement> {
  const status = await columns.status.cell(issue, route);
  const madeFrom = template !== undefined && [', made from ', link(route, ['issues', template], template)];
  return el(
    'details',
    { class: 'card', 'data-key': issue.key, open },
    el('summary', {}, el('b', {}, issue.key), ' ', summaryOf(issue), ' ', status),
    el('p', {}, link(route, ['issues', issue.key], 'The case'), madeFrom),
    await stepsTable(route, issue, steps),
  );
}
