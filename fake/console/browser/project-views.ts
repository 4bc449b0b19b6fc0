import { link, to } from './address.js';
import type { TenantRoute } from './address.js';
import type { Entry, Project, Tables } from './answers.js';
import { countsOf, lookUp, lookUpFor, rowsOf, theOne } from './control-api.js';
import { badge, code, counted, el, facts, number, quiet, withCount } from './dom.js';
import type { Child } from './dom.js';
import { fieldFacts, fieldNames } from './fields.js';
import { listOrOne, listed, paged, pageOf } from './view.js';
import type { Column, Content } from './view.js';

/** A link to a project; its id if there is no such project. */
export function projectLink(route: TenantRoute, project: Project | undefined, id: number): Child {
  return project === undefined ? id : link(route, ['projects', project.key], project.key);
}

/** Columns of a list of default template entries. Names are looked up for the entries of one page. */
async function entryColumns(route: TenantRoute, rows: readonly Entry[]) {
  const [templates, projects, issueTypes, requestTypes] = await Promise.all([
    lookUpFor(route, rows, 'templates', 'id', (row) => row.templateId),
    lookUpFor(route, rows, 'projects', 'id', (row) => row.projectId),
    lookUpFor(route, rows, 'issueTypes', 'id', (row) => row.issueTypeId),
    lookUpFor(route, rows, 'requestTypes', 'id', (row) => row.requestTypeId),
  ]);
  const named = (kind: string, names: ReadonlyMap<string, { readonly name: string }>, id: number | undefined) => [
    names.get(String(id))?.name ?? String(id),
    ' ',
    quiet(kind, ' ', id),
  ];
  const id: Column<Entry> = { label: 'Entry', class: 'id', cell: (row) => row.id };
  const project: Column<Entry> = {
    label: 'Project',
    cell: (row) => projectLink(route, projects.get(String(row.projectId)), row.projectId),
  };
  const template: Column<Entry> = {
    label: 'Template',
    cell: ({ templateId }) => [
      link(route, ['templates', templateId], templates.get(String(templateId))?.name ?? templateId),
      ' ',
      quiet(templateId),
    ],
  };
  const type: Column<Entry> = {
    label: 'For',
    cell: ({ issueTypeId, requestTypeId }) =>
      issueTypeId === undefined
        ? named('request type', requestTypes, requestTypeId)
        : named('issue type', issueTypes, issueTypeId),
  };
  const transitions: Column<Entry> = {
    label: 'Transitions',
    cell: (row) => (row.transitions.length === 0 ? quiet('none') : row.transitions.map(({ name }) => name).join(', ')),
  };
  return { id, project, template, type, transitions };
}

/** The list of projects, and one project with its default template entries. */
export const projectsView = listOrOne('Search projects', listProjects, showProject);

async function listProjects(route: TenantRoute): Promise<Content> {
  const page = await rowsOf(route, 'projects', pageOf(route));
  const columns: readonly Column<Project>[] = [
    { label: 'Key', class: 'name', cell: ({ key }) => link(route, ['projects', key], key) },
    { label: 'Name', cell: ({ name }) => name },
    { label: 'Type', cell: ({ type }) => type.replace('_', ' ') },
    { label: 'Workflow', cell: ({ workflow }) => workflow },
    { label: 'Id', class: 'count', cell: ({ id }) => id },
  ];
  return listed(route, 'Projects', columns, page, 'This tenant has no project.');
}

async function showProject(route: TenantRoute): Promise<Content> {
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
  const issuesOfProject = to(['tenants', route.tenant, 'issues'], { project: project.key });
  return {
    title: project.key,
    search: 'Search its entries',
    head: [
      el('h1', {}, project.name, ' ', quiet(project.key)),
      facts([
        ['Id', project.id],
        ['Type', project.type.replace('_', ' ')],
        ['Lead', leads.get(project.lead)?.displayName ?? project.lead],
        [
          'Workflow',
          [
            project.workflow,
            own.map(([typeId, workflow]) => [
              el('br'),
              quiet(`${issueTypes.get(typeId)?.name ?? typeId}: ${workflow}`),
            ]),
          ],
        ],
        ['Issue types', chips([...issueTypes.values()])],
        ['Request types', requestTypes.total === 0 ? undefined : chips(requestTypes.rows)],
        ['Issues', el('a', { href: issuesOfProject }, counted(issues.total, 'issue'))],
      ]),
      el('h2', {}, withCount('Default template entries', entries.total)),
    ],
    results: paged(route, 'Default template entries', [id, template, type, transitions], entries, 'It has no entry.'),
  };
}

function chips(named: readonly Tables['issueTypes'][]): HTMLElement {
  return el(
    'ul',
    { class: 'chips' },
    named.map(({ name, id }) => el('li', {}, name, ' ', quiet(id))),
  );
}

/** The list of templates, and one template with its default template entries. */
export const templatesView = listOrOne('Search templates', listTemplates, showTemplate);

async function listTemplates(route: TenantRoute): Promise<Content> {
  const page = await rowsOf(route, 'templates', pageOf(route));
  const counts = await countsOf(route, 'entries', 'templateId');
  const columns: readonly Column<Tables['templates']>[] = [
    { label: 'Template', class: 'name', cell: ({ id, name }) => link(route, ['templates', id], name) },
    { label: 'Id', class: 'count', cell: ({ id }) => id },
    { label: 'Entries', class: 'count', cell: ({ id }) => number.format(counts[id] ?? 0) },
    { label: 'Fields', class: 'count', cell: ({ fields }) => Object.keys(fields).length },
  ];
  return listed(route, 'Templates', columns, page, 'This tenant has no template.');
}

async function showTemplate(route: TenantRoute): Promise<Content> {
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
      el('h1', {}, template.name, ' ', quiet('template ', template.id)),
      el('h2', {}, withCount('Fields', Object.keys(template.fields).length)),
      fieldFacts(template.fields, names),
      el('h2', {}, withCount('Default template entries', entries.total)),
    ],
    results: paged(route, 'Default template entries', [id, project, type, transitions], entries, 'It has no entry.'),
  };
}

/** The list of connections, and one connection with its synchronized users. */
export const connectionsView = listOrOne('Search connections', listConnections, showConnection);

async function listConnections(route: TenantRoute): Promise<Content> {
  const page = await rowsOf(route, 'connections', pageOf(route));
  const counts = await countsOf(route, 'syncedUsers', 'connectionId');
  const columns: readonly Column<Tables['connections']>[] = [
    { label: 'Connection', class: 'name', cell: ({ id, name }) => link(route, ['connections', id], name) },
    { label: 'Id', class: 'count', cell: ({ id }) => id },
    { label: 'State', cell: ({ enabled }) => onOrOff(enabled) },
    { label: 'Synced users', class: 'count', cell: ({ id }) => number.format(counts[id] ?? 0) },
    { label: 'Attributes', cell: ({ attributes }) => attributes.join(', ') },
  ];
  return listed(route, 'Connections', columns, page, 'This tenant has no connection.');
}

async function showConnection(route: TenantRoute): Promise<Content> {
  const connection = await theOne(route, 'connections', 'id', 'connection');
  const users = await rowsOf(route, 'syncedUsers', { ...pageOf(route), connectionId: connection.id });
  const columns: readonly Column<Tables['syncedUsers']>[] = [
    { label: 'User', class: 'name', cell: ({ username }) => username },
    { label: 'Key', cell: ({ userKey }) => code(userKey) },
    ...connection.attributes.map((name): Column<Tables['syncedUsers']> => ({
      label: name,
      cell: ({ values: { [name]: value = '' } }) => (value === '' ? quiet('–') : value),
    })),
  ];
  return {
    title: connection.name,
    search: 'Search its users',
    head: [
      el('h1', {}, connection.name, ' ', quiet('connection ', connection.id)),
      facts([
        ['State', onOrOff(connection.enabled)],
        ['User DN', code(connection.userDn)],
      ]),
      el('h2', {}, withCount('Synced users', users.total)),
    ],
    results: paged(route, 'Synced users', columns, users, 'No user was synchronized over it.'),
  };
}

function onOrOff(enabled: boolean): HTMLElement {
  return enabled ? badge('enabled', 'good') : badge('disabled', 'idle');
}
