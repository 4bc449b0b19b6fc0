import type { TableName } from '../../state/tables.js';
import { searchedWords, stepsOf, to } from './address.js';
import type { Route, TenantRoute } from './address.js';
import { lookUp, Refusal, rowsOf } from './control-api.js';
import type { Parameters, Row } from './control-api.js';
import { el, nothing, number, quiet, section, withCount } from './dom.js';
import type { Child } from './dom.js';

/** The functions of the page that views can call. */
export interface PageActions {
  /** Shows the current data at the address. */
  readonly show: () => Promise<void>;
  /** Announces a result to screen readers. */
  readonly announce: (text: string) => void;
}

export interface Content {
  readonly title: string;
  readonly head: Child;
  /** The form above the results. */
  readonly form?: readonly Child[];
  /** What the view shows, or a function that shows it and keeps existing elements. */
  readonly results: Child | ((actions: PageActions) => Promise<void> | void);
}

/** Loads the content of a view, or an address to go to instead. */
export type View<Of extends Route = Route> = (route: Of) => Promise<Content | { readonly redirect: string }>;

type AttributeOfField = 'placeholder' | 'title' | 'list' | 'min' | 'max' | 'step' | 'value' | 'required' | 'checked';

export interface Field extends Readonly<Partial<Record<AttributeOfField, string | number | boolean>>> {
  readonly name: string;
  readonly label: string;
  /** Default: text */
  readonly type?: 'number' | 'search' | 'checkbox' | 'lines';
  /** The choices, by value. */
  readonly options?: Readonly<Record<string, string>>;
}

export function fieldOf({ label, type, options, ...attributes }: Field): HTMLElement {
  if (options !== undefined) {
    const shown = Object.entries(options).map(([value, text]) => el('option', { value }, text));
    return el('label', {}, label, el('select', attributes, shown));
  }
  if (type === 'checkbox') return el('label', { class: 'check' }, el('input', { type, ...attributes }), label);
  const typed = { autocomplete: 'off', spellcheck: 'false', ...attributes };
  const input = type === 'lines' ? el('textarea', { rows: 3, ...typed }) : el('input', { type, ...typed });
  return el('label', { class: type }, label, input);
}

export function searchField({ parameters }: Route, label: string, placeholder = ''): HTMLElement {
  return fieldOf({ type: 'search', name: 'words', label, placeholder, value: parameters.get('words') ?? '' });
}

/** A value that may have to be looked up. */
export type Cell = Child | Promise<Child>;

export interface Column<Of, At extends Route = TenantRoute> {
  readonly label: string;
  /** The look of its cells: the name of what the row shows, a number, or text with line breaks. */
  readonly class?: 'name' | 'count' | 'text';
  readonly cell: (row: Of, route: At) => Cell;
}

/**
 * A table. The roles keep it a table for screen readers if CSS stacks its cells.
 *
 * @param titleOf the text of a row that is a title of those below it
 */
export async function tableOf<Of, At extends Route>(
  route: At,
  label: string,
  columns: readonly Column<Of, At>[],
  rows: readonly Of[],
  titleOf: (row: Of) => string | undefined = () => undefined,
): Promise<HTMLElement> {
  const header = columns.map((one) => el('th', { role: 'columnheader', scope: 'col', class: one.class }, one.label));
  const cellOf = async (row: Of, column: Column<Of, At>) => {
    const attributes = { role: 'cell', class: column.class, 'data-label': column.label };
    return el('td', attributes, el('div', {}, await column.cell(row, route)));
  };
  const rowOf = async (row: Of) => {
    const title = titleOf(row);
    if (title === undefined)
      return el('tr', { role: 'row' }, await Promise.all(columns.map((one) => cellOf(row, one))));
    return el(
      'tr',
      { role: 'row' },
      el('th', { role: 'rowheader', colspan: columns.length, scope: 'colgroup' }, title),
    );
  };
  const body = await Promise.all(rows.map(rowOf));
  return el(
    'div',
    { class: 'scroll box', role: 'region', 'aria-label': label, tabindex: '0' },
    el(
      'table',
      { role: 'table', 'aria-label': label },
      el('thead', { role: 'rowgroup' }, el('tr', { role: 'row' }, header)),
      el('tbody', { role: 'rowgroup' }, body),
    ),
  );
}

/** A name and a value that belongs to it. */
export type Fact = readonly [name: Child, value: Cell];

/** A list of names and values. A name without a value is left out. */
export async function facts(pairs: readonly Fact[]): Promise<HTMLElement> {
  const known = await Promise.all(pairs.map(async ([name, value]) => [name, await value] as const));
  const shown = known.filter(([, value]) => value !== undefined && value !== null && value !== false && value !== '');
  const items = shown.map(([name, value]) => el('div', {}, el('dt', {}, name), el('dd', {}, value)));
  return el('dl', { class: 'facts' }, items);
}

/** The fields of an issue or a template and their values, each with its id if that is not its name. */
export async function fieldSection(
  route: TenantRoute,
  fields: Readonly<Record<string, unknown>>,
): Promise<HTMLElement> {
  const factOf = async ([id, value]: [string, unknown]): Promise<Fact> => {
    const number = /^customfield_(\d+)$/.exec(id)?.[1];
    const field = await lookUp(route, 'customFields', number);
    return [field === undefined ? id : [field.name, ' ', quiet(number)], fieldValue(value)];
  };
  const pairs = await Promise.all(Object.entries(fields).map(factOf));
  return section(
    'Fields',
    pairs.length,
    pairs.length === 0 ? nothing('It has no field.') : el('div', { class: 'card' }, await facts(pairs)),
  );
}

function fieldValue(value: unknown): Child {
  const values: readonly unknown[] = [value ?? []].flat();
  return values.length === 0 ? quiet('empty') : values.map(fieldText).join(', ');
}

function fieldText(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  const { name, value: inner, key } = value as Readonly<Record<'name' | 'value' | 'key', unknown>>;
  const named = name ?? inner ?? key;
  return typeof named === 'string' ? named : JSON.stringify(value);
}

/** How many rows a page of a table has. */
export const PAGE = 100;

/** How rows of a table of a tenant are shown: by parts, with a search. */
export interface Listing<Name extends TableName> {
  readonly title: string;
  /** The values that its rows have to have, by column. */
  readonly where?: Parameters;
  readonly search: string;
  /** A sentence for a list without rows. */
  readonly empty: string;
  /** A note under the title. */
  readonly note?: Child;
  /** Its columns, or a function that shows its rows otherwise. */
  readonly rows: readonly Column<Row<Name>>[] | ((rows: readonly Row<Name>[]) => Promise<Child>);
}

/** A part of the rows of a table, under their title with the number of all. */
export async function listed<Name extends TableName>(route: TenantRoute, table: Name, listing: Listing<Name>) {
  const { title, where, search, empty, rows: columns } = listing;
  const offset = Math.max(0, Math.trunc(Number(route.parameters.get('offset'))) || 0);
  const words = searchedWords(route).join(' ');
  const { total, rows } = await rowsOf(route, table, { words, offset, limit: PAGE, ...where });
  const none = words === '' ? empty : 'Nothing here has these words.';
  const shown = await (typeof columns === 'function' ? columns(rows) : tableOf(route, title, columns, rows));
  return {
    heading: withCount(title, total),
    form: [searchField(route, search)],
    results: total === 0 ? nothing(none) : [shown, pager(route, total, offset)],
  };
}

/** Links to the previous and the next part; nothing if all rows fit on one page. */
function pager(route: Route, total: number, offset: number): Child {
  if (total <= PAGE && offset === 0) return undefined;
  const step = (text: string, start: number) => {
    if (start <= -PAGE || start >= total) return el('span', { class: 'button off' }, text);
    const query = new URLSearchParams(route.parameters);
    query.set('offset', String(Math.max(0, start)));
    return el('a', { class: 'button', href: to(stepsOf(route), query) }, text);
  };
  const [first, last] = [offset + 1, Math.min(offset + PAGE, total)].map((place) => number.format(place));
  return el(
    'nav',
    { class: 'pager', 'aria-label': 'Pages' },
    step('Previous', offset - PAGE),
    el('span', {}, `${first}–${last} of ${number.format(total)}`),
    step('Next', offset + PAGE),
  );
}

export interface Details {
  readonly title: string;
  readonly heading: Child;
  readonly facts?: readonly Fact[];
  readonly more?: Child;
  /** The rows that belong to it. */
  readonly list?: Awaited<ReturnType<typeof listed>>;
}

/**
 * A view that shows a list, or one row of it if the address names one.
 *
 * @param column the column that the address names a row by
 * @param what what a row is called
 */
export function tableView<Name extends TableName>(
  table: Name,
  column: 'id' | 'key',
  what: string,
  listing: (route: TenantRoute) => Listing<Name> | Promise<Listing<Name>>,
  describe: (row: Row<Name>, route: TenantRoute) => Details | Promise<Details>,
): View<TenantRoute> {
  return async (route) => {
    if (route.item === undefined) {
      const all = await listing(route);
      const { heading, ...shown } = await listed(route, table, all);
      return { title: all.title, head: [el('h1', {}, heading), all.note], ...shown };
    }
    const { rows } = await rowsOf(route, table, { [column]: route.item, limit: 1 });
    const [row] = rows;
    if (row === undefined) throw new Refusal(404, `There is no ${what} ${route.item} in this tenant.`);
    const { title, heading, more, list, ...one } = await describe(row, route);
    const head = [el('h1', {}, heading), one.facts && (await facts(one.facts)), more];
    if (list === undefined) return { title, head, results: undefined };
    return { title, head: [head, el('h2', {}, list.heading)], form: list.form, results: list.results };
  };
}
