import type { TenantDescription } from '../../control/control.js';
import { addressOf } from './control-api.js';
import type { Query, Step } from './control-api.js';
import { el } from './dom.js';
import type { Child, Item } from './dom.js';

/** What follows the `#` of the address: an address of the control API. */
export interface ViewRoute {
  readonly steps: readonly string[];
  readonly query: URLSearchParams;
}

export interface TenantRoute extends ViewRoute {
  readonly description: TenantDescription;
}

export interface Content {
  readonly title: string;
  readonly count: string;
  readonly note?: Child;
  /** Made once for each view, so what is typed there stays. */
  readonly form?: () => Child;
  readonly items: readonly Item[];
  /** Says that there are no rows. */
  readonly none: string;
}

/** How many rows a list shows at most. */
export const PAGE = 100;

/** The address of a view, for links. */
export function to(steps: readonly Step[], query: Query = {}): string {
  return `#${addressOf(steps, query)}`;
}

/** The form that filters a list by words. Its field is set from the address. */
export function searchForm(what: string): HTMLElement {
  const search = el('input', { type: 'search', name: 'words', placeholder: what, autocomplete: 'off' });
  const form = { class: 'filters', role: 'search', onsubmit: (event: Event) => event.preventDefault() };
  return el('form', form, el('label', { class: 'search' }, 'Search', search));
}
