import type { RowPage } from '../../control/select-rows.js';
import type { TenantSummary } from '../../control/control.js';
import type { TableName } from '../../state/tables.js';
import { askControl } from './control-api.js';
import type { Query } from './control-api.js';
import { el, number, quiet, time } from './dom.js';
import type { Child, Item } from './dom.js';
import { PAGE, searchForm, to } from './view.js';
import type { Content, ViewRoute, TenantRoute } from './view.js';

type Row = RowPage['rows'][number];

export async function tenantsView({ query }: ViewRoute): Promise<Content> {
  const tenants = await askControl<readonly TenantSummary[]>(['tenants']);
  const words = (query.get('words') ?? '').toLowerCase().split(/\s+/);
  const found = tenants.filter(({ name, contextPath }) => {
    const text = `${name} ${contextPath}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const items = found.slice(0, PAGE).map(({ name, contextPath, opened, journal, faults }): Item => {
    const about = `${contextPath || '/'} · requests ${number.format(journal.last)} · faults ${faults} · opened `;
    return {
      key: `${name} ${opened}`,
      version: about,
      summary: () => [el('a', { href: to(['tenants', name, 'journal']) }, name), quiet(about, time(opened))],
    };
  });
  return {
    title: 'Tenants',
    count: number.format(found.length),
    note: quiet(
      'Each is a tracker of its own: its rows, its clock, its journal.',
      found.length > PAGE && ` These are the first ${PAGE}.`,
    ),
    form: () => searchForm('Names and context paths'),
    items,
    none: tenants.length === 0 ? 'No tenant is open.' : 'No tenant has these words.',
  };
}

/** Tables, and the columns of other tables that identify their rows. */
const references: readonly (readonly [of: TableName, ...columns: string[]])[] = [
  ['projects', 'projectId'],
  ['templates', 'templateId'],
  ['connections', 'connectionId'],
  ['requestTypes', 'requestTypeId'],
  ['issues', 'issueId', 'parentId', 'sourceId', 'targetId'],
  ['linkTypes', 'typeId'],
  ['issueTypes', 'issueTypeId', 'issueTypeIds'],
  ['statuses', 'statusId'],
  ['screens', 'screenId'],
  ['users', 'userKey', 'lead', 'reporter', 'creator', 'author', 'owner', 'updateAuthor', 'favouriteOf'],
  ['workflows', 'workflow'],
];

/** The tables whose rows belong to a row of another table, and the column that identifies it. */
const belongings: readonly (readonly [of: TableName, column: string, tables: readonly TableName[]])[] = [
  ['projects', 'projectId', ['entries', 'issues', 'requestTypes', 'components', 'versions']],
  ['templates', 'templateId', ['entries']],
  ['connections', 'connectionId', ['syncedUsers', 'directoryUsers']],
  ['issueTypes', 'issueTypeId', ['issues', 'entries', 'requestTypes']],
  ['statuses', 'statusId', ['issues']],
  ['users', 'userKey', ['syncedUsers', 'directoryUsers']],
  ['users', 'reporter', ['issues']],
  ['issues', 'parentId', ['issues']],
  ['issues', 'issueId', ['comments', 'attachments', 'remoteLinks']],
  ['issues', 'sourceId', ['links']],
  ['issues', 'targetId', ['links']],
];

/** The columns that name and identify a row, as far as it has them. */
const naming = ['id', 'of', 'connectionId', 'key', 'displayName', 'name', 'username', 'userKey', 'filename'];

/** The column by which other rows name a row of a table. */
function keyOf(table: TableName): string {
  return { users: 'key', workflows: 'name' }[table as string] ?? 'id';
}

function rowsAt({ description }: TenantRoute, table: string, query: Query = {}): string {
  return to(['tenants', description.name, 'tables', table], query);
}

/** JSON in lines. What identifies another row, or a custom field, is a link to it. */
function linked(route: TenantRoute, column: string, value: unknown, indent = '\n'): Child {
  if (typeof value !== 'object' || value === null) {
    const [of] = references.find(([, ...columns]) => columns.includes(column)) ?? [];
    return linkTo(route, of, value);
  }
  const isList = Array.isArray(value);
  const inner = `${indent}  `;
  const parts = Object.entries(value).map(([name, part], place) => {
    const [, field] = /^customfield_(\d+)$/.exec(name) ?? [];
    const title = field === undefined ? JSON.stringify(name) : linkTo(route, 'customFields', field, name);
    return [place > 0 && ',', inner, !isList && [title, ': '], linked(route, isList ? column : name, part, inner)];
  });
  const [open, close] = isList ? '[]' : '{}';
  return [open, parts, parts.length > 0 && indent, close];
}

function linkTo(route: TenantRoute, table: TableName | undefined, key: unknown, title = key): Child {
  const text = JSON.stringify(title);
  if (table === undefined || key === null) return text;
  return el('a', { href: rowsAt(route, table, { [keyOf(table)]: textOf(key) }) }, text);
}

function rowInFull(route: TenantRoute, table: TableName, row: Row): Child {
  const key = textOf(row[keyOf(table)]);
  const links = belongings.flatMap(([of, column, tables]) =>
    (of === table ? tables : []).map((other) =>
      el('a', { href: rowsAt(route, other, { [column]: key }) }, `${other} (${column})`),
    ),
  );
  return [
    el('nav', { 'aria-label': 'What belongs to it' }, links),
    el('pre', { tabindex: '0' }, linked(route, '', row)),
  ];
}

function itemOf(route: TenantRoute, table: TableName, row: Row, isOnly: boolean): Item {
  const filled = Object.entries(row).filter(([, value]) => (value ?? '') !== '');
  const name = filled.flatMap(([column, value]) => (naming.includes(column) ? textOf(value) : [])).join(' ');
  const rest = filled.flatMap(([column, value]) => (naming.includes(column) ? [] : `${column} ${textOf(value)}`));
  return {
    key: `${table} ${name}`,
    version: JSON.stringify([row, isOnly]),
    summary: () => [el('b', {}, name), quiet(rest.join(' · '))],
    detail: () => rowInFull(route, table, row),
    ...(isOnly && { isOpen: true }),
  };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The answer that was given last. It is asked for again only if the data of the tenant has changed. */
let lastAnswer: { readonly of: string; readonly page: RowPage } | undefined;

export async function dataView(route: TenantRoute): Promise<Content> {
  const { steps, query, description } = route;
  const table = (steps[3] ?? 'projects') as TableName;
  const of = [description.opened, description.revision, to(steps, query)].join(' ');
  if (lastAnswer?.of !== of) {
    lastAnswer = { of, page: await askControl<RowPage>(['tenants', description.name, 'tables', table], query) };
  }
  const { total, rows } = lastAnswer.page;
  const { words: _, offset = '0', ...where } = Object.fromEntries(query);
  const pages = { Previous: Number(offset) - PAGE, Next: Number(offset) + PAGE };
  const pageLinks = Object.entries(pages)
    .filter(([, start]) => start > -PAGE && start < total)
    .map(([label, start]) => {
      const there = { ...Object.fromEntries(query), offset: String(Math.max(start, 0)) };
      return el('a', { href: to(steps, there) }, label);
    });
  const only = Object.entries(where).map(([column, value]) => `${column} ${value}`);
  const tables = Object.entries(description.rows).filter(([name, count]) => count > 0 || name === table);
  return {
    title: table,
    count: number.format(total),
    note: [
      el(
        'nav',
        { 'aria-label': 'Tables' },
        tables.map(([name, count]) =>
          el(
            'a',
            { href: rowsAt(route, name), 'aria-current': name === table && 'page' },
            name,
            ' ',
            number.format(count),
          ),
        ),
      ),
      only.length > 0 && el('p', {}, `Only ${only.join(', ')}. `, el('a', { href: rowsAt(route, table) }, 'Show all')),
      pageLinks.length > 0 && el('nav', { 'aria-label': 'Pages' }, pageLinks),
    ],
    form: () => searchForm('All values of a row'),
    items: rows.map((row) => itemOf(route, table, row, total === 1)),
    none: 'There is no such row.',
  };
}
