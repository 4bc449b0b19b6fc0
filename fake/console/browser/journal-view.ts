import type { JournalEntry } from '../../tenants/journal.js';
import { readRoute, searchedWords, to } from './address.js';
import type { Route } from './address.js';
import { ask, connection, countUnmatched, journalSteps, unmatchedNote } from './control-api.js';
import { badge, counted, el, fill, find, milliseconds, nodes, number, quiet, time } from './dom.js';
import { faultBadge, isStub, refusalBadge, requestInFull, statusKind, statusText } from './request-details.js';
import { fieldOf, searchField } from './view.js';
import type { View } from './view.js';

interface KnownRequests {
  /** The tenant and the fake that the requests are of. A restarted fake counts from 1 again. */
  readonly of: string;
  readonly entries: readonly JournalEntry[];
  readonly last: number;
}

/** The known requests of the tenant that is shown, or the unmatched requests; newest first. */
let journal: KnownRequests = { of: '', entries: [], last: 0 };

/** How many requests the page keeps. */
const MOST_ENTRIES = 1000;

/** Fetches new requests, and drops those that the journal no longer keeps. */
async function updateJournal(route: Route): Promise<void> {
  const steps = journalSteps(route);
  const of = `${steps.join('/')}@${route.description?.opened ?? ''}#${connection.losses}`;
  const { first, last } = route.description?.journal ?? { first: 0, last: Infinity };
  if (journal.of !== of || last < journal.last) journal = { of, entries: [], last: 0 };
  const fresh = last > journal.last ? await ask<readonly JournalEntry[]>(steps, { since: journal.last }) : [];
  if (journal.of !== of) return;
  const added = fresh.filter(({ id }) => id > journal.last).reverse();
  const entries = [...added, ...journal.entries.filter(({ id }) => id >= first)].slice(0, MOST_ENTRIES);
  journal = { of, entries, last: added[0]?.id ?? journal.last };
}

/** The filters by their labels, and the choices that a request fits. */
const filters: Readonly<Record<string, (entry: JournalEntry) => readonly string[]>> = {
  Method: ({ method }) => [method],
  Status: ({ status }) => [statusText(status), ...(status === 0 ? [] : [`${Math.floor(status / 100)}xx`])],
  Endpoint: ({ endpoint }) => [endpoint ?? 'none'],
  Caller: ({ caller }) => [caller ?? 'nobody'],
};

/** Whether a request fits the filters in the address. */
function fits({ parameters }: Route, words: readonly string[], entry: JournalEntry): boolean {
  const { url, method, endpoint, caller, status, faults, requestBody, responseBody } = entry;
  const text = [url, method, endpoint, caller, status, ...faults, requestBody, responseBody].join('\n').toLowerCase();
  return (
    Object.entries(filters).every(([label, choicesOf]) => {
      const chosen = parameters.get(label.toLowerCase()) ?? '';
      return chosen === '' || choicesOf(entry).includes(chosen);
    }) &&
    (!parameters.has('failed') || status === 0 || status >= 400 || !faults.every(isStub)) &&
    words.every((word) => text.includes(word))
  );
}

/** Fills the choices of the filters, and keeps the selected ones. */
function offerChoices({ parameters }: Route): void {
  for (const [label, choicesOf] of Object.entries(filters)) {
    const select = find(HTMLSelectElement, `.filters [name=${label.toLowerCase()}]`);
    const chosen = parameters.get(select.name) ?? '';
    const offered = [...new Set([...journal.entries.flatMap(choicesOf), chosen])].filter(Boolean).sort();
    const options = offered.map((value) => el('option', { value }, value));
    fill(select, el('option', { value: '' }, 'all'), options);
    if (select.value !== chosen) select.value = chosen;
  }
}

function requestAddress({ steps, parameters }: Route, id?: number): string {
  return to(id === undefined ? steps : [...steps, id], parameters);
}

function requestItem(entry: JournalEntry): HTMLElement {
  const { id, status, method, url, endpoint, caller, at, duration, faults } = entry;
  const [path, query] = url.split(/\?(.*)/s);
  return el(
    'li',
    { 'data-id': id },
    el(
      'a',
      { tabindex: '-1' },
      badge(statusText(status), statusKind(status)),
      el('b', { class: 'method' }, method),
      el('code', { class: 'path' }, path, query !== undefined && quiet('?', query)),
      el(
        'span',
        { class: 'met' },
        faults.map((fault) => [faultBadge(fault), ' ']),
        refusalBadge(entry),
        endpoint ?? (faults.some(isStub) ? 'stubbed' : 'no endpoint'),
      ),
      el('span', { class: 'who' }, caller ?? 'nobody'),
      el('span', { class: 'took' }, milliseconds(duration)),
      el('span', { class: 'when' }, time(at, true)),
    ),
  );
}

const items = new WeakMap<JournalEntry, HTMLElement>();

/** Shows the filtered list. Existing items stay in their place, with focus and selection; new ones are added. */
function showList(route: Route): void {
  const list = find(HTMLElement, '.requests');
  const words = searchedWords(route);
  const shown = journal.entries
    .filter((entry) => fits(route, words, entry))
    .map((entry) => {
      const item = items.get(entry) ?? requestItem(entry);
      items.set(entry, item);
      const link = find(HTMLAnchorElement, 'a', item);
      link.href = requestAddress(route, entry.id);
      link.ariaCurrent = String(entry.id) === route.item ? 'true' : null;
      return item;
    });
  const kept = new Set<Element>(shown);
  for (const item of [...list.children]) if (!kept.has(item)) item.remove();
  for (const [place, item] of shown.entries()) {
    if (list.children[place] !== item) list.insertBefore(item, list.children[place] ?? null);
  }
  const links = [...list.querySelectorAll('a')];
  const entry = links.find((link) => link === document.activeElement || link.ariaCurrent !== null) ?? links[0];
  for (const link of links) link.tabIndex = link === entry ? 0 : -1;
  const all = counted(journal.entries.length, 'request');
  find(HTMLElement, '.filters output').textContent =
    shown.length === journal.entries.length ? all : `${number.format(shown.length)} of ${all}`;
  const none = find(HTMLElement, '.no-requests');
  none.hidden = shown.length > 0;
  none.textContent = whyNone(route);
}

function whyNone({ tenant }: Route): string {
  if (journal.entries.length > 0) return 'No request fits these filters.';
  if (tenant === undefined) return 'Every request reached a tracker.';
  return 'Nobody has called yet. Requests appear here as they come.';
}

/** A view of a journal: filters, the list, and next to it the open request. */
function journalView(title: string, lead?: string): View {
  return async (route) => {
    await Promise.all([countUnmatched(), updateJournal(route)]);
    const selects = Object.keys(filters).map((label) =>
      fieldOf({ name: label.toLowerCase(), label, options: { '': 'all' } }),
    );
    return {
      title,
      head: [el('h1', {}, title), lead === undefined ? unmatchedNote() : el('p', {}, quiet(lead))],
      form: [
        searchField(route, 'Search', 'Addresses, callers, bodies'),
        selects,
        fieldOf({ name: 'failed', label: 'failed only', type: 'checkbox', checked: route.parameters.has('failed') }),
        el('button', { type: 'reset' }, 'Reset filters'),
        el('output'),
      ],
      results: () => showJournal(route),
    };
  };
}

export const requestsView = journalView('Requests');

export const unmatchedView = journalView('Requests that reached no tracker', 'Their path is that of no tenant.');

/** Whether a route leads to a journal, which stays in the page if one of its requests is opened. */
export function isJournal({ view }: Route): boolean {
  return view === 'requests' || view === 'unmatched';
}

async function showJournal(route: Route): Promise<void> {
  const results = find(HTMLElement, '.results');
  if (!results.querySelector('.requests')) {
    const list = el('ol', { class: 'requests plain box', 'aria-label': 'Requests, newest first' });
    results.replaceChildren(
      el(
        'div',
        { class: 'journal' },
        el('div', { class: 'listed' }, list, el('p', { class: 'nothing no-requests' })),
        el('section', { class: 'request box', 'aria-label': 'The request in full', hidden: true }),
      ),
    );
  }
  offerChoices(route);
  showList(route);
  const detail = find(HTMLElement, '.request', results);
  const open = route.item !== undefined;
  find(HTMLElement, '.journal', results).classList.toggle('split', open);
  const key = open ? `${journal.of}/${route.item}` : '';
  const isStillWanted = () => detail.dataset['key'] === key;
  if (!isStillWanted()) {
    detail.dataset['key'] = key;
    const close = { type: 'button', class: 'close', onclick: closeItem, title: 'Esc closes it too' };
    const content = open ? [el('button', close, 'Close'), await requestInFull(route)] : [];
    if (!isStillWanted()) return;
    detail.replaceChildren(...nodes(content));
    detail.scrollTop = 0;
    if (open && matchMedia('(max-width: 900px)').matches) detail.querySelector<HTMLElement>('.request-title')?.focus();
  }
  detail.hidden = !open;
  results.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
}

/** The address of the row that a user opened. It gets the focus when the list is shown again. */
let returningTo: string | undefined;

/** Focuses the row from which the user came. */
export function returnFocus(): void {
  const link = linksOfList().find((one) => one.getAttribute('href') === returningTo);
  returningTo = undefined;
  link?.focus();
}

/** Closes the open item, and goes back to its row in the list. */
export function closeItem(): void {
  const route = readRoute();
  if (route.item === undefined) return;
  if (!isJournal(route)) {
    returningTo = to([...route.steps, route.item]);
    location.hash = to(route.steps);
    return;
  }
  document.querySelector('.journal')?.classList.remove('split');
  location.hash = requestAddress(route);
  document.querySelector<HTMLElement>(`.requests li[data-id="${CSS.escape(route.item)}"] a`)?.focus();
}

/** The elements that the arrow keys move through: the requests, or the first link of each row of a table. */
function linksOfList(): readonly HTMLAnchorElement[] {
  return [...document.querySelectorAll<HTMLAnchorElement>('.requests a, .results tbody td.name a')];
}

/** Moves through the list by keys. If a request is open, the next one replaces it. */
export function moveInList(event: KeyboardEvent): void {
  const links = linksOfList();
  const focused = document.activeElement;
  const here = links.findIndex((link) => link === focused || link.closest('tr')?.contains(focused) === true);
  const at = here === -1 ? links.findIndex((link) => link.ariaCurrent !== null) : here;
  const last = links.length - 1;
  const places = {
    ArrowDown: Math.min(at + 1, last),
    ArrowUp: at === -1 ? last : Math.max(at - 1, 0),
    Home: 0,
    End: last,
  };
  const link = links[Object.entries(places).find(([key]) => key === event.key)?.[1] ?? -1];
  // If the open request hides the list, the page gets the keys, and so do elements that use them.
  const usesKeys = 'input:not([type=checkbox], [type=search]), select, textarea, .request, .request *';
  const isTyping = focused?.matches('input[type=search]') === true && event.key !== 'ArrowDown';
  if (!link?.offsetParent || focused?.matches(usesKeys) === true || isTyping) return;
  event.preventDefault();
  if (link.closest('.requests') !== null) {
    for (const other of links) other.tabIndex = other === link ? 0 : -1;
    if (readRoute().item !== undefined) location.replace(link.href);
  }
  link.focus();
}
