import type { RowPage } from '../../control/select-rows.js';
import type { TenantSummary } from '../../control/control.js';
import type { TableName } from '../../state/tables.js';
import { ask, Refusal } from './control-api.js';
import type { Parameters } from './control-api.js';
import { code, el, nothing, number, quiet, time, withCount } from './dom.js';
import type { Child } from './dom.js';
import { facts, offsetIn, PAGE, pager, rowLink, searchedWords, searchForm, tableOf, to } from './view.js';
import type { Column, Content, Route, TenantRoute, View } from './view.js';

type Row = RowPage['rows'][number];

const tenantColumns: readonly Column<TenantSummary>[] = [
  { label: 'Tenant', class: 'name', cell: ({ name }) => el('a', { href: to(['tenants', name, 'requests']) }, name) },
  { label: 'Context path', cell: ({ contextPath }) => code(contextPath || '/') },
  { label: 'Opened', cell: ({ opened }) => time(opened) },
  { label: 'Requests', class: 'count', cell: ({ journal }) => number.format(journal.last) },
  { label: 'Faults', class: 'count', cell: ({ faults }) => number.format(faults) },
  ...(['projects', 'templates', 'issues'] as const).map((table): Column<TenantSummary> => ({
    label: nameOf(table),
    class: 'count',
    cell: ({ rows }) => number.format(rows[table]),
  })),
];

/** The tenants of the fake. An empty address leads to the tenant of a fake that has only one. */
export async function tenantsView(route: Route): Promise<Content | { readonly redirect: string }> {
  const tenants = await ask<readonly TenantSummary[]>(['tenants']);
  const [first] = tenants;
  if (route.steps.length === 0 && first !== undefined && tenants.length === 1) {
    return { redirect: to(['tenants', first.name, 'requests']) };
  }
  const words = searchedWords(route);
  const found = tenants.filter(({ name, contextPath }) =>
    words.every((word) => `${name} ${contextPath}`.toLowerCase().includes(word)),
  );
  const start = offsetIn(route);
  return {
    title: 'Tenants',
    count: number.format(found.length),
    note: 'Each is a tracker of its own: its rows, its clock, its journal.',
    form: searchForm('Names and context paths'),
    list:
      found.length === 0
        ? nothing(tenants.length === 0 ? 'No tenant is open.' : 'No tenant has these words.')
        : [tableOf('Tenants', tenantColumns, found.slice(start, start + PAGE)), pager(route, found.length)],
  };
}

/** The name of a table or a column in words: `Synced users`, `Project` for `projectId`. */
function nameOf(identifier: string): string {
  const words = identifier
    .replace(/Id(s?)$/, '$1')
    .replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The columns that identify a row, if they are not only its id. */
const keys: Partial<Record<TableName, readonly string[]>> = {
  users: ['key'],
  workflows: ['name'],
  directoryUsers: ['connectionId', 'userKey'],
  syncedUsers: ['connectionId', 'username'],
  own: ['of', 'key'],
};

function keyColumns(table: TableName): readonly string[] {
  return keys[table] ?? ['id'];
}

/** The columns that identify rows of other tables, and these tables. */
const references: Readonly<Record<string, TableName>> = {
  ...{ projectId: 'projects', templateId: 'templates', connectionId: 'connections', requestTypeId: 'requestTypes' },
  ...{ issueId: 'issues', parentId: 'issues', sourceId: 'issues', targetId: 'issues', typeId: 'linkTypes' },
  ...{ issueTypeId: 'issueTypes', issueTypeIds: 'issueTypes', statusId: 'statuses', screenId: 'screens' },
  ...{ userKey: 'users', lead: 'users', reporter: 'users', creator: 'users', author: 'users', owner: 'users' },
  ...{ updateAuthor: 'users', favouriteOf: 'users', workflow: 'workflows' },
};

/** The tables whose rows belong to a row of another table, by the column that identifies it. */
const belongings: Partial<Record<TableName, Readonly<Record<string, readonly TableName[]>>>> = {
  projects: { projectId: ['entries', 'issues', 'requestTypes', 'components', 'versions'] },
  templates: { templateId: ['entries'] },
  connections: { connectionId: ['syncedUsers', 'directoryUsers'] },
  issueTypes: { issueTypeId: ['issues', 'entries', 'requestTypes'] },
  statuses: { statusId: ['issues'] },
  users: { userKey: ['syncedUsers', 'directoryUsers'], reporter: ['issues'] },
  issues: {
    parentId: ['issues'],
    issueId: ['comments', 'attachments', 'worklogs', 'watchers', 'votes', 'remoteLinks', 'histories'],
    sourceId: ['links'],
    targetId: ['links'],
  },
};

const moments: ReadonlySet<string> = new Set(['created', 'updated', 'started', 'resolved']);

/** The columns that name a row, the best first. */
const naming = ['displayName', 'key', 'name', 'username', 'userKey', 'filename', 'id'];

function namingColumn(row: Row): string {
  return naming.find((column) => row[column] !== undefined) ?? 'id';
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function nameOfRow(row: Row): string {
  return textOf(row[namingColumn(row)]);
}

/** Answers about rows of one version of the data of a tenant, by what was asked. */
const answers = { of: '', known: new Map<string, Promise<RowPage>>() };

/** A part of a table. It is asked for again only if the data of the tenant has changed. */
function rowsOf({ tenant, description }: TenantRoute, table: string, parameters: Parameters): Promise<RowPage> {
  const of = [tenant, description.opened, description.revision].join(' ');
  if (answers.of !== of) Object.assign(answers, { of, known: new Map() });
  const { known } = answers;
  const asked = JSON.stringify([table, parameters]);
  const answer = known.get(asked) ?? ask<RowPage>(['tenants', tenant, 'tables', table], parameters);
  known.set(asked, answer);
  return answer.catch((error: unknown) => {
    known.delete(asked);
    throw error;
  });
}

/** A route, and the names of the rows that the shown rows refer to, by table and key. */
interface NamedRoute extends TenantRoute {
  readonly names: ReadonlyMap<string, string>;
}

/** The id of the custom field that a field of an issue or a template is. */
function customFieldId(field: string): string | undefined {
  return /^customfield_(\d+)$/.exec(field)?.[1];
}

/** Looks up the rows that rows refer to, and the custom fields that they have: one call for each table. */
async function withNames(route: TenantRoute, rows: readonly Row[]): Promise<NamedRoute> {
  const wanted = new Map<TableName, Set<string>>();
  const add = (table: TableName | undefined, value: unknown) => {
    if (table === undefined || value === null || value === undefined) return;
    wanted.set(table, (wanted.get(table) ?? new Set()).add(textOf(value)));
  };
  for (const [column, values] of rows.flatMap((row) => Object.entries(row))) {
    for (const value of [values].flat()) add(references[column], value);
    if (column === 'fields') for (const field of Object.keys(values as Row)) add('customFields', customFieldId(field));
  }
  const found = [...wanted].map(async ([table, some]) => {
    const [column = ''] = keyColumns(table);
    const page = await rowsOf(route, table, { [column]: [...some], limit: 1000 });
    return page.rows.map((row) => [`${table}/${textOf(row[column])}`, nameOfRow(row)] as const);
  });
  return { ...route, names: new Map((await Promise.all(found)).flat()) };
}

/** A link to a row, by its name if that is known. */
function linkTo({ tenant, names }: NamedRoute, table: TableName, key: string): HTMLElement {
  return el('a', { href: to(['tenants', tenant, 'data', table, key]) }, names.get(`${table}/${key}`) ?? key);
}

/** The name of a column or of a custom field, in words. */
function titleOf({ names }: NamedRoute, column: string): string {
  return names.get(`customFields/${customFieldId(column) ?? ''}`) ?? nameOf(column);
}

/** A value of a column in a line: a link if it identifies another row. */
function inLine(route: NamedRoute, column: string, value: unknown): Child {
  if (value === null || value === undefined || value === '') return quiet('–');
  if (typeof value === 'object') {
    const isList = Array.isArray(value);
    const parts = Object.entries(value).map(([name, part]) =>
      isList ? inLine(route, column, part) : [quiet(titleOf(route, name)), ' ', inLine(route, name, part)],
    );
    if (parts.length === 0) return quiet('–');
    return parts.map((part, place) => [place > 0 && (isList ? ', ' : ' · '), part]);
  }
  const table = references[column];
  if (table !== undefined) return linkTo(route, table, textOf(value));
  return moments.has(column) && typeof value === 'number' ? time(value) : textOf(value);
}

function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A value in full: a list of objects as a table, an object as a list of names and values. */
function inFull(route: NamedRoute, column: string, value: unknown): Child {
  if (Array.isArray(value) && value.length > 0 && value.every(isRow)) {
    const cells = columnsIn(value).map((name): Column<Row> => ({
      label: nameOf(name),
      cell: (row) => inFull(route, name, row[name]),
    }));
    return tableOf(nameOf(column), cells, value);
  }
  if (!isRow(value) || Object.keys(value).length === 0) return inLine(route, column, value);
  const pairs = Object.entries(value).map(([name, part]) => {
    const field = customFieldId(name);
    const title = field === undefined ? nameOf(name) : linkTo(route, 'customFields', field);
    return [title, inFull(route, name, part)] as const;
  });
  return facts(pairs);
}

/** The columns that have a value in any row. */
function columnsIn(rows: readonly Row[]): readonly string[] {
  const filled = rows.flatMap((row) => Object.keys(row).filter((column) => (row[column] ?? '') !== ''));
  return [...new Set(filled)];
}

/** The rows of a table, with the columns that they have. */
function listOf(route: NamedRoute, table: TableName, rows: readonly Row[]): HTMLElement {
  const named = namingColumn(rows[0] ?? {});
  const keyOf = (row: Row) => keyColumns(table).map((column) => textOf(row[column]));
  const cell = (row: Row) => rowLink(route, keyOf(row), nameOfRow(row));
  const others = columnsIn(rows).filter((column) => column !== named && column !== 'fields');
  // The fields of an issue begin with its summary.
  const columns = rows.some(({ fields }) => fields !== undefined) ? ['fields', ...others] : others;
  const cells = columns.map((column): Column<Row> => ({
    ...{ label: nameOf(column), class: 'brief' },
    cell: (row) => inLine(route, column, row[column]),
  }));
  return tableOf(nameOf(table), [{ label: nameOf(named), class: 'name', cell }, ...cells], rows);
}

/** The numbers of rows that belong to a row, as links to them. */
async function belongingsOf(route: TenantRoute, table: TableName, key: string): Promise<Child> {
  const pairs = Object.entries(belongings[table] ?? {}).flatMap(([column, tables]) =>
    tables.map((other) => ({ column, other })),
  );
  const links = pairs.map(async ({ column, other }) => {
    const { total } = await rowsOf(route, other, { [column]: key, limit: 1 });
    const href = to(['tenants', route.tenant, 'data', other], { [column]: key });
    return total > 0 && el('a', { class: 'button', href }, withCount(nameOf(other), total));
  });
  return el('p', { class: 'tables' }, await Promise.all(links));
}

/** The row that the address names, in full. @throws Refusal if there is no such row */
async function rowInFull(route: TenantRoute, table: TableName): Promise<Child> {
  const key = Object.fromEntries(keyColumns(table).map((column, place) => [column, route.item[place] ?? '']));
  const [row] = (await rowsOf(route, table, { ...key, limit: 1 })).rows;
  const what = `${nameOf(table)} ${route.item.join(' ')}`;
  if (row === undefined) throw new Refusal(404, `There is no such row in this tenant: ${what}.`);
  return [
    el('h2', { tabindex: '-1' }, nameOfRow(row), ' ', quiet(what)),
    await belongingsOf(route, table, route.item[0] ?? ''),
    inFull(await withNames(route, [row]), table, row),
  ];
}

/** Links to the tables that have rows, and to the one that is shown. */
function tableLinks({ tenant, description }: TenantRoute, table: string): HTMLElement {
  const shown = Object.entries(description.rows).filter(([name, count]) => count > 0 || name === table);
  const links = shown.map(([name, count]) => {
    const attributes = { href: to(['tenants', tenant, 'data', name]), 'aria-current': name === table && 'page' };
    return el('a', attributes, withCount(nameOf(name), count));
  });
  return el('nav', { class: 'tables', 'aria-label': 'Tables' }, links);
}

/** The rows of a table of a tenant: those that the parameters of the address select. */
export const dataView: View<TenantRoute> = async (route) => {
  const table = route.steps.at(-1) as TableName;
  const { words = '', offset: _, ...where } = Object.fromEntries(route.parameters);
  const { total, rows } = await rowsOf(route, table, { words, offset: offsetIn(route), limit: PAGE, ...where });
  const named = await withNames(route, [...rows, where]);
  const only = Object.keys(where).length > 0 && ['Only ', inLine(named, '', where), '. '];
  const all = el('a', { href: to(route.steps) }, 'Show all');
  return {
    title: nameOf(table),
    count: number.format(total),
    note: [tableLinks(route, table), only && el('p', {}, only, all)],
    form: searchForm(`${nameOf(table)} with these words`),
    list: total === 0 ? nothing('There is no such row.') : [listOf(named, table, rows), pager(route, total)],
    opened: route.item.length > 0 && (await rowInFull(route, table)),
  };
};
