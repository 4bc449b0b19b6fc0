import type { RowPage } from '../../control/select-rows.js';
import type { TenantSummary } from '../../control/control.js';
import { askControl } from './control-api.js';
import { el, number, quiet, time } from './dom.js';
import type { Item } from './dom.js';
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

/** The columns that name and identify a row, as far as it has them. */
const naming = ['id', 'of', 'connectionId', 'key', 'displayName', 'name', 'username', 'userKey', 'filename'];

function itemOf(table: string, row: Row): Item {
  const filled = Object.entries(row).filter(([, value]) => (value ?? '') !== '');
  const name = filled.flatMap(([column, value]) => (naming.includes(column) ? textOf(value) : [])).join(' ');
  const rest = filled.flatMap(([column, value]) => (naming.includes(column) ? [] : `${column} ${textOf(value)}`));
  return {
    key: `${table} ${name}`,
    version: JSON.stringify(row),
    summary: () => [el('b', {}, name), quiet(rest.join(' · '))],
    detail: () => el('pre', { tabindex: '0' }, JSON.stringify(row, null, 2)),
  };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The answer that was given last. It is asked for again only if the data of the tenant has changed. */
let lastAnswer: { readonly of: string; readonly page: RowPage } | undefined;

export async function dataView({ steps, query, description }: TenantRoute): Promise<Content> {
  const table = steps[3] ?? 'projects';
  const of = [description.opened, description.revision, to(steps, query)].join(' ');
  if (lastAnswer?.of !== of) {
    lastAnswer = { of, page: await askControl<RowPage>(['tenants', description.name, 'tables', table], query) };
  }
  const { total, rows } = lastAnswer.page;
  const offset = query.get('offset') ?? '0';
  const pages = { Previous: Number(offset) - PAGE, Next: Number(offset) + PAGE };
  const pageLinks = Object.entries(pages)
    .filter(([, start]) => start > -PAGE && start < total)
    .map(([label, start]) => {
      const there = { ...Object.fromEntries(query), offset: String(Math.max(start, 0)) };
      return el('a', { href: to(steps, there) }, label);
    });
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
            { href: to(['tenants', description.name, 'tables', name]), 'aria-current': name === table && 'page' },
            name,
            ' ',
            number.format(count),
          ),
        ),
      ),
      pageLinks.length > 0 && el('nav', { 'aria-label': 'Pages' }, pageLinks),
    ],
    form: () => searchForm('All values of a row'),
    items: rows.map((row) => itemOf(table, row)),
    none: 'There is no such row.',
  };
}
