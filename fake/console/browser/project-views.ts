import { link, to } from './address.js';
import type { TenantRoute } from './address.js';
import { countOf, lookUp, rowsOf } from './control-api.js';
import type { Parameters, Row } from './control-api.js';
import { badge, code, counted, el, number, quiet } from './dom.js';
import type { Child } from './dom.js';
import { fieldSection, listed, tableView } from './view.js';
import type { Column, Listing } from './view.js';

/** A link to a project; its id if there is no such project. */
export async function projectLink(route: TenantRoute, id: number): Promise<Child> {
  const project = await lookUp(route, 'projects', id);
  return project === undefined ? id : link(route, ['projects', project.key], project.key);
}

type Entry = Row<'entries'>;

const projectColumn: Column<Entry> = { label: 'Project', cell: (row, route) => projectLink(route, row.projectId) };

const templateColumn: Column<Entry> = {
  label: 'Template',
  cell: async ({ templateId }, route) => {
    const template = await lookUp(route, 'templates', templateId);
    return [link(route, ['templates', templateId], template?.name ?? templateId), ' ', quiet(templateId)];
  },
};

/** The default template entries that have a value in a column. */
const entriesWith = (where: Parameters, other: Column<Entry>): Listing<'entries'> => ({
  title: 'Default template entries',
  where,
  search: 'Search its entries',
  empty: 'It has no entry.',
  rows: [
    { label: 'Entry', class: 'count', cell: ({ id }) => id },
    other,
    {
      label: 'For',
      cell: async ({ issueTypeId, requestTypeId }, route) => {
        const type = await lookUp(route, 'issueTypes', issueTypeId);
        const named = type ?? (await lookUp(route, 'requestTypes', requestTypeId));
        const kind = issueTypeId === undefined ? 'request type' : 'issue type';
        const id = issueTypeId ?? requestTypeId;
        return [named?.name ?? id, ' ', quiet(kind, ' ', id)];
      },
    },
    {
      label: 'Transitions',
      cell: ({ transitions }) => transitions.map(({ name }) => name).join(', ') || quiet('none'),
    },
  ],
});

/** The list of projects, and one project with its default template entries. */
export const projectsView = tableView(
  'projects',
  'key',
  'project',
  () => ({
    title: 'Projects',
    search: 'Search projects',
    empty: 'This tenant has no project.',
    rows: [
      { label: 'Key', class: 'name', cell: ({ key }, route) => link(route, ['projects', key], key) },
      { label: 'Name', cell: ({ name }) => name },
      { label: 'Type', cell: ({ type }) => type.replace('_', ' ') },
      { label: 'Workflow', cell: ({ workflow }) => workflow },
      { label: 'Id', class: 'count', cell: ({ id }) => id },
    ],
  }),
  async ({ id, key, name, type, lead, workflow, workflowByIssueType, issueTypeIds }, route) => {
    const [requestTypes, issueCount, leader, ...issueTypes] = await Promise.all([
      rowsOf(route, 'requestTypes', { projectId: id, limit: 1000 }),
      countOf(route, 'issues', 'projectId', id),
      lookUp(route, 'users', lead, 'key'),
      ...issueTypeIds.map((typeId) => lookUp(route, 'issueTypes', typeId)),
    ]);
    const found = issueTypes.filter((issueType) => issueType !== undefined);
    const others = Object.entries(workflowByIssueType).map(([typeId, other]) => {
      const issueType = found.find((one) => String(one.id) === typeId);
      return [el('br'), quiet(`${issueType?.name ?? typeId}: ${other}`)];
    });
    const issues = to(['tenants', route.tenant, 'issues'], { project: key });
    return {
      title: key,
      heading: [name, ' ', quiet(key)],
      facts: [
        ['Id', id],
        ['Type', type.replace('_', ' ')],
        ['Lead', leader?.displayName ?? lead],
        ['Workflow', [workflow, others]],
        ['Issue types', chips(found)],
        ['Request types', requestTypes.total > 0 && chips(requestTypes.rows)],
        ['Issues', el('a', { href: issues }, counted(issueCount, 'issue'))],
      ],
      list: await listed(route, 'entries', entriesWith({ projectId: id }, templateColumn)),
    };
  },
);

function chips(named: readonly Row<'priorities'>[]): HTMLElement {
  const items = named.map(({ name, id }) => el('li', {}, name, ' ', quiet(id)));
  return el('ul', { class: 'chips plain' }, items);
}

/** The list of templates, and one template with its default template entries. */
export const templatesView = tableView(
  'templates',
  'id',
  'template',
  () => ({
    title: 'Templates',
    search: 'Search templates',
    empty: 'This tenant has no template.',
    rows: [
      { label: 'Template', class: 'name', cell: ({ id, name }, route) => link(route, ['templates', id], name) },
      { label: 'Id', class: 'count', cell: ({ id }) => id },
      {
        label: 'Entries',
        class: 'count',
        cell: async ({ id }, route) => number.format(await countOf(route, 'entries', 'templateId', id)),
      },
      { label: 'Fields', class: 'count', cell: ({ fields }) => Object.keys(fields).length },
    ],
  }),
  async ({ id, name, fields }, route) => ({
    title: name,
    heading: [name, ' ', quiet('template ', id)],
    more: await fieldSection(route, fields),
    list: await listed(route, 'entries', entriesWith({ templateId: id }, projectColumn)),
  }),
);

/** The list of connections, and one connection with its synchronized users. */
export const connectionsView = tableView(
  'connections',
  'id',
  'connection',
  () => ({
    title: 'Connections',
    search: 'Search connections',
    empty: 'This tenant has no connection.',
    rows: [
      { label: 'Connection', class: 'name', cell: ({ id, name }, route) => link(route, ['connections', id], name) },
      { label: 'Id', class: 'count', cell: ({ id }) => id },
      { label: 'State', cell: ({ enabled }) => onOrOff(enabled) },
      {
        label: 'Synced users',
        class: 'count',
        cell: async ({ id }, route) => number.format(await countOf(route, 'syncedUsers', 'connectionId', id)),
      },
      { label: 'Attributes', cell: ({ attributes }) => attributes.join(', ') },
    ],
  }),
  async ({ id, name, enabled, userDn, attributes }, route) => ({
    title: name,
    heading: [name, ' ', quiet('connection ', id)],
    facts: [
      ['State', onOrOff(enabled)],
      ['User DN', code(userDn)],
    ],
    list: await listed(route, 'syncedUsers', {
      title: 'Synced users',
      where: { connectionId: id },
      search: 'Search its users',
      empty: 'No user was synchronized over it.',
      rows: [
        { label: 'User', class: 'name', cell: ({ username }) => username },
        { label: 'Key', cell: ({ userKey }) => code(userKey) },
        ...attributes.map((label): Column<Row<'syncedUsers'>> => ({
          label,
          cell: ({ values: { [label]: value = '' } }) => (value === '' ? quiet('–') : value),
        })),
      ],
    }),
  }),
);

function onOrOff(enabled: boolean): HTMLElement {
  return enabled ? badge('enabled', 'good') : badge('disabled', 'idle');
}
