import { link } from './address.js';
import type { TenantRoute } from './address.js';
import type { FieldValue, Issue, Page, Project, StepsRow, Tables, TestSettings } from './answers.js';
import { countsOf, lookUp, lookUpFor, rowsOf, theOne } from './control-api.js';
import { badge, counted, dateAndTime, el, facts, nothing, number, quiet, section, time, withCount } from './dom.js';
import type { Child } from './dom.js';
import { fieldFacts, fieldNames } from './fields.js';
import { projectLink } from './project-views.js';
import { listOrOne, listed, PAGE, paged, pageOf, pager, table } from './view.js';
import type { Column, Content } from './view.js';

/** Columns of a list of issues. */
async function issueColumns(route: TenantRoute, rows: readonly Issue[]) {
  const [types, statuses, reporters, projects] = await Promise.all([
    lookUpFor(route, rows, 'issueTypes', 'id', (row) => row.issueTypeId),
    lookUpFor(route, rows, 'statuses', 'id', (row) => row.statusId),
    lookUpFor(route, rows, 'users', 'key', (row) => row.reporter),
    lookUpFor(route, rows, 'projects', 'id', (row) => row.projectId),
  ]);
  const column = (label: string, cell: Column<Issue>['cell']): Column<Issue> => ({ label, cell });
  return {
    key: { ...column('Key', ({ key }) => link(route, ['issues', key], key)), class: 'name' },
    summary: column('Summary', ({ fields }) => fields.summary ?? quiet('none')),
    type: column('Type', ({ issueTypeId }) => types.get(String(issueTypeId))?.name ?? issueTypeId),
    status: column('Status', ({ statusId }) => statusBadge(statuses.get(String(statusId)), statusId)),
    reporter: column('Reporter', ({ reporter }) => reporters.get(reporter)?.displayName ?? reporter),
    project: column('Project', ({ projectId }) => projectLink(route, projects.get(String(projectId)), projectId)),
  };
}

const categoryKinds: Readonly<Record<string, string>> = { new: 'idle', indeterminate: 'blue', done: 'good' };

function statusBadge(status: Tables['statuses'] | undefined, id: number): HTMLElement {
  return badge(status?.name ?? `status ${id}`, categoryKinds[status?.category ?? ''] ?? 'idle');
}

/** The list of issues, and the details of one. */
export const issuesView = listOrOne('Search issues', listIssues, showIssue);

async function listIssues(route: TenantRoute): Promise<Content> {
  const key = route.parameters.get('project');
  const project = key === null ? undefined : (await lookUp(route, 'projects', 'key', [key])).get(key);
  const ofProject = key === null ? {} : { projectId: project?.id ?? 0 };
  const page = await rowsOf(route, 'issues', { ...pageOf(route), ...ofProject });
  const { key: name, summary, type, status, reporter } = await issueColumns(route, page.rows);
  return {
    title: 'Issues',
    head: [
      el('h1', {}, withCount('Issues', page.total)),
      key !== null &&
        el('p', {}, 'Of ', link(route, ['projects', key], key), ' only. ', link(route, ['issues'], 'Show all')),
    ],
    results: paged(route, 'Issues', [name, summary, type, status, reporter], page, 'There is no issue.'),
  };
}

async function showIssue(route: TenantRoute): Promise<Content> {
  const issue = await theOne(route, 'issues', 'key', 'issue');
  const readField = await fieldReader(route);
  const steps = readField(issue, 'steps');
  const template = readTemplate(readField, issue);
  const shown = Object.fromEntries(
    Object.entries(issue.fields).filter(([, value]) => value === null || (value !== steps && value !== template)),
  );
  const ofIssue = { issueId: issue.id, limit: PAGE };
  const [columns, parents, children, comments, attachments, cases, project] = await Promise.all([
    issueColumns(route, [issue]),
    lookUp(route, 'issues', 'id', [issue.parentId]),
    rowsOf(route, 'issues', { parentId: issue.id, limit: PAGE }),
    rowsOf(route, 'comments', ofIssue),
    rowsOf(route, 'attachments', ofIssue),
    lookUp(route, 'issues', 'key', [template]),
    lookUp(route, 'projects', 'id', [issue.projectId]),
  ]);
  const parent = parents.get(String(issue.parentId));
  const isPlan = issue.issueTypeId === route.description.testIssueTypes?.testPlan;
  return {
    title: issue.key,
    head: [
      el('h1', {}, issue.fields.summary ?? issue.key, ' ', quiet(issue.key)),
      isPlan && el('p', {}, link(route, ['plans', issue.key], 'Its cases and their steps')),
      facts([
        ['Id', issue.id],
        ['Project', columns.project.cell(issue)],
        ['Type', columns.type.cell(issue)],
        ['Status', columns.status.cell(issue)],
        ['Parent', parent && link(route, ['issues', parent.key], parent.key)],
        [
          'Made from',
          template !== undefined && cases.has(template) ? link(route, ['issues', template], template) : template,
        ],
        ['Reporter', columns.reporter.cell(issue)],
        ['Created', time(issue.created, dateAndTime)],
        ['Updated', time(issue.updated, dateAndTime)],
      ]),
    ],
    results: [
      section(
        withCount('Fields', Object.keys(shown).length),
        fieldFacts(shown, await fieldNames(route, Object.keys(shown))),
      ),
      steps !== undefined &&
        section('Steps', stepsTable(route, project.get(String(issue.projectId)), issue, steps as Steps)),
      await subTasks(route, children),
      await commentList(route, comments),
      attachments.total > 0 &&
        section(
          withCount('Attachments', attachments.total),
          el(
            'ul',
            {},
            attachments.rows.map(({ filename, mimeType, size }) =>
              el('li', {}, filename, ' ', quiet(mimeType, ', ', counted(size, 'byte'))),
            ),
          ),
        ),
    ],
  };
}

async function subTasks(route: TenantRoute, { total, rows }: Page<Issue>): Promise<Child> {
  if (total === 0) return undefined;
  const { key, summary, type, status } = await issueColumns(route, rows);
  return section(withCount('Sub-tasks', total), table('Sub-tasks', [key, summary, type, status], rows));
}

async function commentList(route: TenantRoute, { total, rows }: Page<Tables['comments']>): Promise<Child> {
  if (total === 0) return undefined;
  const authors = await lookUpFor(route, rows, 'users', 'key', ({ author }) => author);
  const comment = ({ author, created, body }: Tables['comments']) =>
    el(
      'article',
      { class: 'card' },
      el('p', { class: 'quiet' }, authors.get(author)?.displayName ?? author, ', ', time(created, dateAndTime)),
      el('p', { class: 'text' }, body),
    );
  return section(withCount('Comments', total), rows.map(comment));
}

type FieldReader = (issue: Issue, type: 'steps' | 'test case template') => FieldValue;

/** Reads the field of a type from an issue: its steps, or the template it was made from. */
async function fieldReader(route: TenantRoute): Promise<FieldReader> {
  const { rows } = await rowsOf(route, 'customFields', { type: ['steps', 'test case template'], limit: 1000 });
  return (issue, type) => {
    const field = rows.find((row) => row.type === type);
    return (field && issue.fields[`customfield_${field.id}`]) ?? undefined;
  };
}

function readTemplate(readField: FieldReader, issue: Issue): string | undefined {
  const template = readField(issue, 'test case template');
  return typeof template === 'string' ? template : undefined;
}

/** The test settings of a project: its own, or the assumed ones. */
function testsOf({ description }: TenantRoute, project: Project | undefined): TestSettings {
  return project?.tests ?? description.assumptions['TM-N04'];
}

/** The value of the Steps field of an issue. */
interface Steps {
  readonly rows?: readonly StepsRow[];
  readonly stepsRows?: readonly StepsRow[];
}

/** The Steps table of an issue. Only test cases have statuses, because only they are executed. */
function stepsTable(route: TenantRoute, project: Project | undefined, issue: Issue, steps: Steps): HTMLElement {
  const rows = steps.rows ?? steps.stepsRows ?? [];
  const { columns, statuses, defaultStatus } = testsOf(route, project);
  const isExecuted = issue.issueTypeId === route.description.testIssueTypes?.testCase;
  const width = 1 + columns.length + (isExecuted ? 1 : 0);
  if (rows.length === 0) return nothing('It has no step.');
  const numbers = rows.map((_, index) => rows.slice(0, index + 1).filter(({ isGroup }) => isGroup !== true).length);
  const group = ({ cells }: StepsRow) =>
    el('tr', { class: 'group' }, el('th', { colspan: width, scope: 'colgroup' }, cells[0]));
  const step = (row: StepsRow, index: number) =>
    el(
      'tr',
      {},
      el('td', { class: 'count' }, numbers[index]),
      columns.map((_, column) => el('td', { class: 'text' }, row.cells[column])),
      isExecuted && el('td', {}, stepStatus(statuses, row.status ?? defaultStatus), stepExtras(row)),
    );
  const label = `Steps of ${issue.key}`;
  return el(
    'div',
    { class: 'scroll', role: 'region', 'aria-label': label, tabindex: '0' },
    el(
      'table',
      { class: 'steps', 'aria-label': label },
      el(
        'thead',
        {},
        el(
          'tr',
          {},
          el('th', { class: 'count', scope: 'col' }, '#'),
          columns.map((name) => el('th', { scope: 'col' }, name)),
          isExecuted && el('th', { scope: 'col' }, 'Status'),
        ),
      ),
      el(
        'tbody',
        {},
        rows.map((row, index) => (row.isGroup === true ? group(row) : step(row, index))),
      ),
    ),
  );
}

function stepStatus(statuses: TestSettings['statuses'], name: string): HTMLElement {
  const dot = el('span', { class: 'dot', 'aria-hidden': 'true' });
  dot.style.backgroundColor = statuses.find((status) => status.name === name)?.color ?? 'transparent';
  return el('span', { class: 'step-status' }, dot, name);
}

function stepExtras({ comments = [], attachments = [] }: StepsRow): Child {
  const extras = [
    ...(comments.length > 0 ? [counted(comments.length, 'comment')] : []),
    ...(attachments.length > 0 ? [counted(attachments.length, 'attachment')] : []),
  ];
  if (extras.length === 0) return undefined;
  return el(
    'div',
    { class: 'quiet' },
    extras.join(', '),
    comments.map(({ body }) => el('p', { class: 'text' }, body)),
  );
}

/** The list of test plans, and one plan with its cases. */
export const plansView = listOrOne('Search test plans', listPlans, showPlan);

async function listPlans(route: TenantRoute): Promise<Content> {
  const types = route.description.testIssueTypes;
  const none = types === undefined ? 'This tenant does not manage tests.' : 'There is no test plan.';
  const page: Page<Issue> =
    types === undefined
      ? { total: 0, rows: [] }
      : await rowsOf(route, 'issues', { ...pageOf(route), issueTypeId: types.testPlan });
  const counts = await countsOf(route, 'issues', 'parentId', { issueTypeId: types?.testCase ?? 0 });
  const { summary, status, reporter, project } = await issueColumns(route, page.rows);
  const columns: readonly Column<Issue>[] = [
    { label: 'Plan', class: 'name', cell: ({ key }) => link(route, ['plans', key], key) },
    summary,
    project,
    status,
    { label: 'Cases', class: 'count', cell: ({ id }) => number.format(counts[id] ?? 0) },
    reporter,
  ];
  return listed(route, 'Test plans', columns, page, none);
}

/** How many cases are shown open at first. */
const OPEN_CASES = 5;

async function showPlan(route: TenantRoute): Promise<Content> {
  const plan = await theOne(route, 'issues', 'key', 'test plan');
  const cases = await rowsOf(route, 'issues', {
    ...pageOf(route),
    parentId: plan.id,
    issueTypeId: route.description.testIssueTypes?.testCase ?? 0,
  });
  const [columns, ofCases, projects] = await Promise.all([
    issueColumns(route, [plan]),
    issueColumns(route, cases.rows),
    lookUp(route, 'projects', 'id', [plan.projectId, ...cases.rows.map(({ projectId }) => projectId)]),
  ]);
  const readField = await fieldReader(route);
  const showCase = (issue: Issue, index: number) => {
    const template = readTemplate(readField, issue);
    const steps = (readField(issue, 'steps') ?? {}) as Steps;
    return el(
      'details',
      { class: 'card', 'data-key': issue.key, open: index < OPEN_CASES },
      el('summary', {}, el('b', {}, issue.key), ' ', issue.fields.summary, ' ', ofCases.status.cell(issue)),
      el(
        'p',
        {},
        link(route, ['issues', issue.key], 'The case'),
        template !== undefined && [', made from ', link(route, ['issues', template], template)],
      ),
      stepsTable(route, projects.get(String(issue.projectId)), issue, steps),
    );
  };
  return {
    title: plan.key,
    search: 'Search its cases',
    head: [
      el('h1', {}, plan.fields.summary ?? plan.key, ' ', quiet(plan.key)),
      facts([
        ['Project', columns.project.cell(plan)],
        ['Status', columns.status.cell(plan)],
        ['Reporter', columns.reporter.cell(plan)],
        ['Issue', link(route, ['issues', plan.key], plan.key)],
      ]),
      el('h2', {}, withCount('Test cases', cases.total)),
    ],
    results:
      cases.total === 0
        ? [nothing(pageOf(route).words === '' ? 'It has no case.' : 'No case has these words.')]
        : [cases.rows.map(showCase), pager(route, cases.total)],
  };
}
