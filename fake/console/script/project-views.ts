/** Projects, templates, and connections with their users. */
export const projectViews = String.raw`
/** The one row of a table whose column has this value. */
async function theOne(route, table, column, what) {
  const { rows } = await rowsOf(route, table, { [column]: route.item, limit: 1 });
  if (rows.length === 0) throw new Refusal(404, 'There is no ' + what + ' ' + route.item + ' in this space.');
  return rows[0];
}

function projectLink(route, project, id) {
  return project === undefined ? String(id) : link(route, ['projects', project.key], project.key);
}

/** Columns of a list of default template entries; what they name is looked up for the page at hand. */
async function entryColumns(route, rows) {
  const [templates, projects, issueTypes, requestTypes] = await Promise.all([
    lookUp(route, 'templates', 'id', rows.map((row) => row.templateId)),
    lookUp(route, 'projects', 'id', rows.map((row) => row.projectId)),
    lookUp(route, 'issueTypes', 'id', rows.map((row) => row.issueTypeId)),
    lookUp(route, 'requestTypes', 'id', rows.map((row) => row.requestTypeId)),
  ]);
  const named = (kind, names, id) => [names.get(String(id))?.name ?? String(id), ' ', quiet(kind + ' ' + id)];
  return {
    id: { label: 'Entry', class: 'id', cell: (row) => row.id },
    project: { label: 'Project', cell: (row) => projectLink(route, projects.get(String(row.projectId)), row.projectId) },
    template: {
      label: 'Template',
      cell: (row) => [
        link(route, ['templates', row.templateId], templates.get(String(row.templateId))?.name ?? row.templateId),
        ' ', quiet(row.templateId),
      ],
    },
    type: {
      label: 'For',
      cell: (row) =>
        row.issueTypeId === undefined
          ? named('request type', requestTypes, row.requestTypeId)
          : named('issue type', issueTypes, row.issueTypeId),
    },
    transitions: {
      label: 'Transitions',
      cell: (row) => (row.transitions.length === 0 ? quiet('none') : row.transitions.map(({ name }) => name).join(', ')),
    },
  };
}

views.projects = {
  search: 'Search projects',
  load: (route) => (route.item === undefined ? listProjects(route) : showProject(route)),
};

async function listProjects(route) {
  const page = await rowsOf(route, 'projects', pageOf(route));
  const columns = [
    { label: 'Key', class: 'name', cell: ({ key }) => link(route, ['projects', key], key) },
    { label: 'Name', cell: ({ name }) => name },
    { label: 'Type', cell: ({ type }) => type.replace('_', ' ') },
    { label: 'Workflow', cell: ({ workflow }) => workflow },
    { label: 'Id', class: 'count', cell: ({ id }) => id },
  ];
  return {
    title: 'Projects',
    head: [el('h1', {}, 'Projects')],
    results: paged(route, 'Projects', columns, page, 'This space has no project.'),
  };
}

async function showProject(route) {
  const project = await theOne(route, 'projects', 'key', 'project');
  const [entries, requestTypes, issueTypes, leads, issues] = await Promise.all([
    rowsOf(route, 'entries', { ...pageOf(route), projectId: project.id }),
    rowsOf(route, 'requestTypes', { projectId: project.id, limit: 1000 }),
    lookUp(route, 'issueTypes', 'id', project.issueTypeIds),
    lookUp(route, 'users', 'key', [project.lead]),
    rowsOf(route, 'issues', { projectId: project.id, limit: 1 }),
  ]);
  const { id, template, type, transitions } = await entryColumns(route, entries.rows);
  const own = Object.entries(project.workflowByIssueType ?? {});
  return {
    title: project.key,
    search: 'Search its entries',
    head: [
      el('h1', {}, project.name, ' ', quiet(project.key)),
      facts([
        ['Id', project.id],
        ['Type', project.type.replace('_', ' ')],
        ['Lead', leads.get(project.lead)?.displayName ?? project.lead],
        ['Workflow', [project.workflow,
          own.map(([typeId, workflow]) => [el('br'), quiet((issueTypes.get(typeId)?.name ?? typeId) + ': ' + workflow)])]],
        ['Issue types', chips([...issueTypes.values()].map(({ name, id }) => [name, id]))],
        ['Request types', requestTypes.total === 0 ? undefined : chips(requestTypes.rows.map(({ name, id }) => [name, id]))],
        ['Issues', el('a', { href: to(['spaces', route.space, 'issues'], { project: project.key }) }, counted(issues.total, 'issue'))],
      ]),
      el('h2', {}, 'Default template entries'),
    ],
    results: paged(route, 'Default template entries', [id, template, type, transitions], entries, 'It has no entry.'),
  };
}

function chips(pairs) {
  return el('ul', { class: 'chips' }, pairs.map(([name, id]) => el('li', {}, name, ' ', quiet(id))));
}

views.templates = {
  search: 'Search templates',
  load: (route) => (route.item === undefined ? listTemplates(route) : showTemplate(route)),
};

async function listTemplates(route) {
  const page = await rowsOf(route, 'templates', pageOf(route));
  const { counts } = await rowsOf(route, 'entries', { count: 'templateId', limit: 1 });
  const columns = [
    { label: 'Template', class: 'name', cell: ({ id, name }) => link(route, ['templates', id], name) },
    { label: 'Id', class: 'count', cell: ({ id }) => id },
    { label: 'Entries', class: 'count', cell: ({ id }) => number.format(counts[id] ?? 0) },
    { label: 'Fields', class: 'count', cell: ({ fields }) => Object.keys(fields).length },
  ];
  return {
    title: 'Templates',
    head: [el('h1', {}, 'Templates')],
    results: paged(route, 'Templates', columns, page, 'This space has no template.'),
  };
}

async function showTemplate(route) {
  const template = await theOne(route, 'templates', 'id', 'template');
  const [entries, names] = await Promise.all([
    rowsOf(route, 'entries', { ...pageOf(route), templateId: template.id }),
    fieldNames(route, Object.keys(template.fields)),
  ]);
  const { id, project, type, transitions } = await entryColumns(route, entries.rows);
  return {
    title: template.name,
    search: 'Search its entries',
    head: [
      el('h1', {}, template.name, ' ', quiet('template ' + template.id)),
      el('h2', {}, 'Fields'),
      fieldFacts(template.fields, names),
      el('h2', {}, 'Default template entries'),
    ],
    results: paged(route, 'Default template entries', [id, project, type, transitions], entries, 'It has no entry.'),
  };
}

views.connections = {
  search: 'Search connections',
  load: (route) => (route.item === undefined ? listConnections(route) : showConnection(route)),
};

async function listConnections(route) {
  const page = await rowsOf(route, 'connections', pageOf(route));
  const { counts } = await rowsOf(route, 'syncedUsers', { count: 'connectionId', limit: 1 });
  const columns = [
    { label: 'Connection', class: 'name', cell: ({ id, name }) => link(route, ['connections', id], name) },
    { label: 'Id', class: 'count', cell: ({ id }) => id },
    { label: 'State', cell: ({ enabled }) => onOrOff(enabled) },
    { label: 'Synced users', class: 'count', cell: ({ id }) => number.format(counts[id] ?? 0) },
    { label: 'Attributes', cell: ({ attributes }) => attributes.join(', ') },
  ];
  return {
    title: 'Connections',
    head: [el('h1', {}, 'Connections')],
    results: paged(route, 'Connections', columns, page, 'This space has no connection.'),
  };
}

async function showConnection(route) {
  const connection = await theOne(route, 'connections', 'id', 'connection');
  const users = await rowsOf(route, 'syncedUsers', { ...pageOf(route), connectionId: connection.id });
  const columns = [
    { label: 'User', class: 'name', cell: ({ username }) => username },
    { label: 'Key', cell: ({ userKey }) => code(userKey) },
    ...connection.attributes.map((name) => ({ label: name, cell: ({ values }) => values[name] || quiet('–') })),
  ];
  return {
    title: connection.name,
    search: 'Search its users',
    head: [
      el('h1', {}, connection.name, ' ', quiet('connection ' + connection.id)),
      facts([['State', onOrOff(connection.enabled)], ['User DN', code(connection.userDn)]]),
      el('h2', {}, 'Synced users'),
    ],
    results: paged(route, 'Synced users', columns, users, 'Nobody was synchronized over it.'),
  };
}

function onOrOff(enabled) {
  return enabled ? badge('enabled', 'good') : badge('disabled', 'idle');
}
`;
