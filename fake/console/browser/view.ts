import type { TenantDescription } from '../../control/control.js';
import { el, number } from './dom.js';
import type { Child } from './dom.js';

/** The target of an address of the console. */
export interface Route {
  readonly view: string;
  readonly tenant?: string | undefined;
  /** The steps of the address that name the view; none if the address is empty. */
  readonly steps: readonly string[];
  /** The steps that name the open row; none if no row is open. */
  readonly item: readonly string[];
  readonly parameters: URLSearchParams;
}

/** A route that belongs to a tenant, with the fake's information about it. */
export interface TenantRoute extends Route {
  readonly tenant: string;
  readonly description: TenantDescription;
}

/** What a view shows: a list, and the row of it that is open. */
export interface Content {
  readonly title: string;
  /** How many rows there are. */
  readonly count?: string;
  readonly note?: Child;
  /** A form that is made anew only if its markup changes, so typing is not interrupted. */
  readonly form?: Child;
  readonly list: Child;
  readonly opened?: Child;
}

/** Loads the content of a view. */
export type View<Of extends Route = Route> = (route: Of) => Promise<Content>;

/** The table whose rows are shown if an address names none. */
const FIRST_TABLE = 'projects';

/** Reads what follows the `#` of the address. @throws URIError */
export function readRoute(): Route {
  const [path = '', query = ''] = location.hash.replace(/^#/, '').split(/\?(.*)/s);
  const [kind, ...others] = path.split('/').filter(Boolean).map(decodeURIComponent);
  const parameters = new URLSearchParams(query);
  const [tenant, view = 'requests', ...item] = others;
  if (kind !== 'tenants') return { view: kind ?? 'tenants', steps: [kind ?? []].flat(), item: others, parameters };
  if (tenant === undefined) return { view: kind, steps: [kind], item: [], parameters };
  const steps = [kind, tenant, view];
  if (view === 'data') steps.push(item.shift() ?? FIRST_TABLE);
  return { view, tenant, steps, item, parameters };
}

export type Step = string | number;

/** An address of steps below a start. */
export function addressOf(start: string, steps: readonly Step[], query = new URLSearchParams()): string {
  return start + steps.map((step) => `/${encodeURIComponent(step)}`).join('') + (query.size === 0 ? '' : `?${query}`);
}

/** The address of a view, for links. */
export function to(steps: readonly Step[], query: Readonly<Record<string, string>> | URLSearchParams = {}): string {
  return addressOf('#', steps, new URLSearchParams(query));
}

/** A link that opens a row of the list that is shown. */
export function rowLink({ steps, item, parameters }: Route, row: readonly Step[], ...children: readonly Child[]) {
  const isOpen = item.length > 0 && item.join('/') === row.join('/');
  return el('a', { href: to([...steps, ...row], parameters), 'aria-current': isOpen && 'true' }, children);
}

/** The words that a row has to contain. */
export function searchedWords({ parameters }: Route): readonly string[] {
  return (parameters.get('words') ?? '').toLowerCase().split(/\s+/).filter(Boolean);
}

/** The form of a list, with selections of a value by name. The page sets its values from the address. */
export function searchForm(
  placeholder: string,
  selections: Readonly<Record<string, readonly string[]>> = {},
): HTMLElement {
  const search = { type: 'search', name: 'words', placeholder, autocomplete: 'off', spellcheck: 'false' };
  const selects = Object.entries(selections).map(([label, values]) => {
    const options = values.map((value) => el('option', { value }, value));
    return el(
      'label',
      {},
      label,
      el('select', { name: label.toLowerCase() }, el('option', { value: '' }, 'all'), options),
    );
  });
  const form = { class: 'filters', role: 'search' };
  return el('form', form, el('label', { class: 'search' }, 'Search', el('input', search)), selects);
}

export interface Column<Of> {
  readonly label: string;
  /** The look of its cells: the link that opens the row, a number, a word, or at most two lines. */
  readonly class?: 'name' | 'count' | 'word' | 'brief' | undefined;
  readonly cell: (row: Of) => Child;
}

/** A table. The roles keep it a table for screen readers if CSS stacks its cells. */
export function tableOf<Of>(label: string, columns: readonly Column<Of>[], rows: readonly Of[]): HTMLElement {
  const header = columns.map((one) => el('th', { role: 'columnheader', scope: 'col', class: one.class }, one.label));
  const cellOf = (row: Of, { class: look, label: of, cell }: Column<Of>) =>
    el('td', { role: 'cell', class: look, 'data-label': of }, el('div', {}, cell(row)));
  const rowOf = (row: Of) =>
    el(
      'tr',
      { role: 'row' },
      columns.map((column) => cellOf(row, column)),
    );
  return el(
    'div',
    { class: 'scroll box', role: 'region', 'aria-label': label, tabindex: '0' },
    el(
      'table',
      { role: 'table', 'aria-label': label },
      el('thead', { role: 'rowgroup' }, el('tr', { role: 'row' }, header)),
      el('tbody', { role: 'rowgroup' }, rows.map(rowOf)),
    ),
  );
}

/** How many rows a page of a list has. */
export const PAGE = 100;

/** The place of the first row of the page in the address. */
export function offsetIn({ parameters }: Route): number {
  return Math.max(0, Math.trunc(Number(parameters.get('offset'))) || 0);
}

/** Links to the previous and the next page; nothing if all rows fit on one. */
export function pager(route: Route, total: number): Child {
  const offset = offsetIn(route);
  if (total <= PAGE && offset === 0) return undefined;
  const step = (text: string, start: number) => {
    if (start <= -PAGE || start >= total) return el('span', { class: 'button off' }, text);
    const query = new URLSearchParams(route.parameters);
    query.set('offset', String(Math.max(0, start)));
    return el('a', { class: 'button', href: to(route.steps, query) }, text);
  };
  const shown = `${number.format(offset + 1)}–${number.format(Math.min(offset + PAGE, total))}`;
  return el(
    'nav',
    { class: 'pager', 'aria-label': 'Pages' },
    step('Previous', offset - PAGE),
    el('span', {}, `${shown} of ${number.format(total)}`),
    step('Next', offset + PAGE),
  );
}

/** A list of names and values. A name without a value is left out. */
export function facts(pairs: readonly (readonly [name: Child, value: Child])[]): HTMLElement {
  const known = pairs.filter(([, value]) => value !== undefined && value !== null && value !== false);
  return el(
    'dl',
    { class: 'facts' },
    known.map(([name, value]) => el('div', {}, el('dt', {}, name), el('dd', {}, value))),
  );
}
