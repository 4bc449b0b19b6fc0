/** Issues, test plans with their cases, and Steps tables. */
export const issueViews = String.raw`
/** The names of fields by their ids. */
async function fieldNames(route, ids) {
  const own = ids.map((id) => /^customfield_(\d+)$/.exec(id)?.[1]);
  const fields = await lookUp(route, 'customFields', 'id', own);
  return new Map(ids.map((id, index) => [id, fields.get(own[index])?.name ?? id]));
}

/** Fields and their values, each with its id where that is not its name. */
function fieldFacts(fields, names) {
  const pairs = Object.entries(fields).map(([id, value]) => [
    names.get(id) === id ? id : [names.get(id), ' ', quiet(id.replace('customfield_', ''))],
    fieldValue(value),
  ]);
  return pairs.length === 0 ? nothing('It has no field.') : facts(pairs);
}

function fieldValue(value) {
  if (value === null || value === undefined) return quiet('empty');
  if (Array.isArray(value)) return value.length === 0 ? quiet('empty') : value.map(fieldText).join(', ');
  return fieldText(value);
}

function fieldText(value) {
  if (typeof value !== 'object' || value === null) return String(value);
  const named = value.name ?? value.value ?? value.key;
  return typeof named === 'string' ? named : JSON.stringify(value);
}

/** Columns of a list of issues. */
async function issueColumns(route, rows) {
  const [types, statuses, reporters, projects] = await Promise.all([
    lookUp(route, 'issueTypes', 'id', rows.map((row) => row.issueTypeId)),
    lookUp(route, 'statuses', 'id', rows.map((row) => row.statusId)),
    lookUp(route, 'users', 'key', rows.map((row) => row.reporter)),
    lookUp(route, 'projects', 'id', rows.map((row) => row.projectId)),
  ]);
  return {
    key: { label: 'Key', class: 'name', cell: ({ key }) => link(route, ['issues', key], key) },
    summary: { label: 'Summary', cell: ({ fields }) => fields.summary ?? quiet('none') },
    type: { label: 'Type', cell: ({ issueTypeId }) => types.get(String(issueTypeId))?.name ?? issueTypeId },
    status: { label: 'Status', cell: ({ statusId }) => statusBadge(statuses.get(String(statusId)), statusId) },
    reporter: { label: 'Reporter', cell: ({ reporter }) => reporters.get(reporter)?.displayName ?? reporter },
    project: { label: 'Project', cell: ({ projectId }) => projectLink(route, projects.get(String(projectId)), projectId) },
  };
}

const categoryKinds = { new: 'idle', indeterminate: 'blue', done: 'good' };

function statusBadge(status, id) {
  return badge(status?.name ?? 'status ' + id, categoryKinds[status?.category] ?? 'idle');
}

views.issues = {
  search: 'Search issues',
  load: (route) => (route.item === undefined ? listIssues(route) : showIssue(route)),
};

async function listIssues(route) {
  const key = route.parameters.get('project');
  const project = key === null ? undefined : (await lookUp(route, 'projects', 'key', [key])).get(key);
  const where = key === null ? {} : { projectId: project?.id ?? 0 };
  const page = await rowsOf(route, 'issues', { ...pageOf(route), ...where });
  const { key: name, summary, type, status, reporter } = await issueColumns(route, page.rows);
  return {
    title: 'Issues',
    head: [
      el('h1', {}, 'Issues'),
      key !== null && el('p', {}, 'Of ', link(route, ['projects', key], key), ' only. ', link(route, ['issues'], 'Show all')),
    ],
    results: paged(route, 'Issues', [name, summary, type, status, reporter], page, 'There is no issue.'),
  };
}

async function showIssue(route) {
  const issue = await theOne(route, 'issues', 'key', 'issue');
  const fieldOf = await fieldReader(route);
  const [steps, template] = [fieldOf(issue, 'steps'), fieldOf(issue, 'test case template')];
  const shown = Object.fromEntries(
    Object.entries(issue.fields).filter(([, value]) => value === null || (value !== steps && value !== template)));
  const [columns, parents, children, comments, attachments, cases, project] = await Promise.all([
    issueColumns(route, [issue]),
    lookUp(route, 'issues', 'id', [issue.parentId]),
    rowsOf(route, 'issues', { parentId: issue.id, limit: PAGE }),
    rowsOf(route, 'comments', { issueId: issue.id, limit: PAGE }),
    rowsOf(route, 'attachments', { issueId: issue.id, limit: PAGE }),
    template === undefined ? undefined : lookUp(route, 'issues', 'key', [template]),
    lookUp(route, 'projects', 'id', [issue.projectId]),
  ]);
  const authors = await lookUp(route, 'users', 'key', comments.rows.map(({ author }) => author));
  const parent = parents.get(String(issue.parentId));
  const ofChildren = await issueColumns(route, children.rows);
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
        ['Made from', template && (cases.has(template) ? link(route, ['issues', template], template) : template)],
        ['Reporter', columns.reporter.cell(issue)],
        ['Created', time(issue.created, dateAndTime)],
        ['Updated', time(issue.updated, dateAndTime)],
      ]),
    ],
    results: [
      section('Fields', fieldFacts(shown, await fieldNames(route, Object.keys(shown)))),
      steps !== undefined && section('Steps', stepsTable(route, project.get(String(issue.projectId)), issue, steps)),
      children.total > 0 &&
        section('Sub-tasks', table('Sub-tasks', [ofChildren.key, ofChildren.summary, ofChildren.type, ofChildren.status], children.rows)),
      comments.total > 0 && section('Comments', comments.rows.map((comment) =>
        el('article', { class: 'card' },
          el('p', { class: 'quiet' }, authors.get(comment.author)?.displayName ?? comment.author, ', ', time(comment.created, dateAndTime)),
          el('p', { class: 'text' }, comment.body)))),
      attachments.total > 0 && section('Attachments', el('ul', {}, attachments.rows.map(({ filename, mimeType, size }) =>
        el('li', {}, filename, ' ', quiet(mimeType + ', ' + counted(size, 'byte')))))),
    ],
  };
}

/** Reads the field of a type from an issue: its steps, or the template it was made from. */
async function fieldReader(route) {
  const { rows } = await rowsOf(route, 'customFields', { type: ['steps', 'test case template'], limit: 1000 });
  return (issue, type) => issue.fields[fieldIdOf(rows, type)] ?? undefined;
}

function fieldIdOf(fields, type) {
  return 'customfield_' + fields.find((row) => row.type === type)?.id;
}

/** The settings of a project's tests, as its own or as assumed. */
function testsOf(route, project) {
  return project?.tests ?? route.description.assumptions['TM-N04'];
}

/** The Steps table of an issue; only what is executed, a case, has statuses. */
function stepsTable(route, project, issue, value) {
  const rows = value.rows ?? value.stepsRows ?? [];
  const { columns, statuses, defaultStatus } = testsOf(route, project);
  const executed = issue.issueTypeId === route.description.testIssueTypes?.testCase;
  const width = 1 + columns.length + (executed ? 1 : 0);
  if (rows.length === 0) return nothing('It has no step.');
  const numbers = rows.map((row, index) => rows.slice(0, index + 1).filter(({ isGroup }) => !isGroup).length);
  return el('div', { class: 'scroll', role: 'region', 'aria-label': 'Steps of ' + issue.key, tabindex: '0' },
    el('table', { class: 'steps', 'aria-label': 'Steps of ' + issue.key },
      el('thead', {}, el('tr', {},
        el('th', { class: 'count', scope: 'col' }, '#'),
        columns.map((name) => el('th', { scope: 'col' }, name)),
        executed && el('th', { scope: 'col' }, 'Status'))),
      el('tbody', {}, rows.map((row, index) =>
        row.isGroup
          ? el('tr', { class: 'group' }, el('th', { colspan: width, scope: 'colgroup' }, row.cells[0]))
          : el('tr', {},
              el('td', { class: 'count' }, numbers[index]),
              columns.map((name, column) => el('td', { class: 'text' }, row.cells[column] ?? '')),
              executed && el('td', {}, stepStatus(statuses, row.status ?? defaultStatus), stepExtras(row)))))));
}

function stepStatus(statuses, name) {
  const dot = el('span', { class: 'dot', 'aria-hidden': 'true' });
  dot.style.backgroundColor = statuses.find((status) => status.name === name)?.color ?? 'transparent';
  return el('span', { class: 'step-status' }, dot, name);
}

function stepExtras({ comments = [], attachments = [] }) {
  const extras = [
    comments.length > 0 && counted(comments.length, 'comment'),
    attachments.length > 0 && counted(attachments.length, 'attachment'),
  ].filter(Boolean);
  if (extras.length === 0) return undefined;
  return el('div', { class: 'quiet' }, extras.join(', '), comments.map(({ body }) => el('p', { class: 'text' }, body)));
}

views.plans = {
  search: 'Search test plans',
  load: (route) => (route.item === undefined ? listPlans(route) : showPlan(route)),
};

async function listPlans(route) {
  const types = route.description.testIssueTypes;
  const none = types === undefined ? 'This space does not manage tests.' : 'There is no test plan.';
  const page = types === undefined
    ? { total: 0, rows: [] }
    : await rowsOf(route, 'issues', { ...pageOf(route), issueTypeId: types.testPlan });
  const { counts } = await rowsOf(route, 'issues', { issueTypeId: types?.testCase ?? 0, count: 'parentId', limit: 1 });
  const { summary, status, reporter, project } = await issueColumns(route, page.rows);
  const columns = [
    { label: 'Plan', class: 'name', cell: ({ key }) => link(route, ['plans', key], key) },
    summary, project, status,
    { label: 'Cases', class: 'count', cell: ({ id }) => number.format(counts[id] ?? 0) },
    reporter,
  ];
  return {
    title: 'Test plans',
    head: [el('h1', {}, 'Test plans')],
    results: paged(route, 'Test plans', columns, page, none),
  };
}

/** How many cases are open at first. */
const OPEN_CASES = 5;

async function showPlan(route) {
  const plan = await theOne(route, 'issues', 'key', 'test plan');
  const cases = await rowsOf(route, 'issues', {
    ...pageOf(route), parentId: plan.id, issueTypeId: route.description.testIssueTypes?.testCase ?? 0,
  });
  const [columns, ofCases, projects] = await Promise.all([
    issueColumns(route, [plan]),
    issueColumns(route, cases.rows),
    lookUp(route, 'projects', 'id', [plan.projectId, ...cases.rows.map(({ projectId }) => projectId)]),
  ]);
  const fieldOf = await fieldReader(route);
  const showCase = (issue, index) => {
    const template = fieldOf(issue, 'test case template');
    return el('details', { class: 'card', 'data-key': issue.key, open: index < OPEN_CASES },
      el('summary', {},
        el('b', {}, issue.key), ' ', issue.fields.summary ?? '', ' ', ofCases.status.cell(issue)),
      el('p', {}, link(route, ['issues', issue.key], 'The case'),
        template && [', made from ', link(route, ['issues', template], template)]),
      stepsTable(route, projects.get(String(issue.projectId)), issue, fieldOf(issue, 'steps') ?? {}));
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
      el('h2', {}, 'Test cases'),
    ],
    results: cases.total === 0
      ? [nothing(pageOf(route).words === '' ? 'It has no case.' : 'No case has these words.')]
      : [cases.rows.map(showCase), pager(route, cases.total)],
  };
}
`;
