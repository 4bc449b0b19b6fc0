import type { Route, TenantRoute } from './address.js';
import type { Page } from './answers.js';
import { stepsOf, to } from './address.js';
import { el, nothing, number, withCount } from './dom.js';
import type { Child } from './dom.js';

/** The functions of the page that views can call. */
export interface PageActions {
  /** Shows the current data at the address. */
  readonly show: () => Promise<void>;
  /** Announces a result to screen readers. */
  readonly announce: (text: string) => void;
}

/** The content of a view. */
export interface Content {
  readonly title: string;
  readonly head: Child;
  /** A label of the search that replaces the view's own. */
  readonly search?: string;
  readonly results?: Child;
  /** Renders the results itself and keeps existing elements; replaces `results`. */
  readonly show?: (actions: PageActions) => Promise<void> | void;
}

/** An address to go to instead. */
export interface Redirect {
  readonly redirect: string;
}

/** One of the views of the console. */
export interface View<Of extends Route = Route> {
  /** The label of the search; without it the view has no search. */
  readonly search?: string;
  /** A form above the results, in place of the search. */
  readonly filters?: (route: Of) => readonly HTMLElement[];
  readonly load: (route: Of) => Promise<Content | Redirect>;
}

/** A view of one tenant. */
export type TenantView = View<TenantRoute>;

/** The text field of the search. */
export function searchInput(route: Route, label: string): HTMLInputElement {
  return el('input', {
    type: 'search',
    name: 'words',
    placeholder: label,
    'aria-label': label,
    autocomplete: 'off',
    spellcheck: 'false',
    value: route.parameters.get('words') ?? '',
  });
}

/** How many rows a page of a table has. */
export const PAGE = 100;

/** A column of a table. */
export interface Column<Row> {
  readonly label: string;
  readonly class?: string;
  readonly cell: (row: Row) => Child;
}

/** A table. The roles keep it a table for screen readers if CSS stacks its cells. */
export function table<Row>(label: string, columns: readonly Column<Row>[], rows: readonly Row[]): HTMLElement {
  const header = columns.map((column) =>
    el('th', { role: 'columnheader', scope: 'col', class: column.class }, column.label),
  );
  const rowOf = (row: Row) =>
    columns.map((column) =>
      el('td', { role: 'cell', class: column.class, 'data-label': column.label }, el('div', {}, column.cell(row))),
    );
  return el(
    'div',
    { class: 'scroll', role: 'region', 'aria-label': label, tabindex: '0' },
    el(
      'table',
      { role: 'table', 'aria-label': label },
      el('thead', { role: 'rowgroup' }, el('tr', { role: 'row' }, header)),
      el(
        'tbody',
        { role: 'rowgroup' },
        rows.map((row) => el('tr', { role: 'row' }, rowOf(row))),
      ),
    ),
  );
}

/** The part of a table that the address selects. */
export function pageOf(route: Route): { readonly words: string; readonly offset: number; readonly limit: number } {
  const offset = Number(route.parameters.get('offset') ?? 0);
  const words = route.parameters.get('words') ?? '';
  return { words, offset: Number.isInteger(offset) && offset > 0 ? offset : 0, limit: PAGE };
}

/** Links to the previous and the next part; nothing if all rows fit on one page. */
export function pager(route: Route, total: number): Child {
  const { words, offset } = pageOf(route);
  if (total <= PAGE && offset === 0) return undefined;
  const last = Math.min(offset + PAGE, total);
  const step = (text: string, start: number) =>
    start < 0 || start >= total
      ? el('span', { class: 'button off' }, text)
      : el(
          'a',
          { class: 'button', href: to(stepsOf(route), { ...(words === '' ? {} : { words }), offset: start }) },
          text,
        );
  const shown = total === 0 ? 'none' : `${number.format(offset + 1)}–${number.format(last)} of ${number.format(total)}`;
  return el(
    'nav',
    { class: 'pager', 'aria-label': 'Pages' },
    step('Previous', offset === 0 ? -1 : Math.max(0, offset - PAGE)),
    el('span', {}, shown),
    step('Next', offset + PAGE),
  );
}

/** One page of a table with its links, or a sentence if the table is empty. */
export function paged<Row>(
  route: Route,
  label: string,
  columns: readonly Column<Row>[],
  { total, rows }: Page<Row>,
  empty: string,
): Child {
  const { words } = pageOf(route);
  if (total === 0) return [nothing(words === '' ? empty : 'Nothing here has these words.')];
  return [table(label, columns, rows), pager(route, total)];
}

/** A view of a table as a whole: its title with the number of its rows, and one page of them. */
export function listed<Row>(
  route: Route,
  title: string,
  columns: readonly Column<Row>[],
  page: Page<Row>,
  empty: string,
): Content {
  return {
    title,
    head: [el('h1', {}, withCount(title, page.total))],
    results: paged(route, title, columns, page, empty),
  };
}

/** A view that shows a list, or one thing of it if the address names one. */
export function listOrOne(
  search: string,
  list: (route: TenantRoute) => Promise<Content>,
  one: (route: TenantRoute) => Promise<Content>,
): TenantView {
  return { search, load: (route) => (route.item === undefined ? list(route) : one(route)) };
}
