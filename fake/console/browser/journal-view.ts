import { isOfTenant, readRoute, to } from './address.js';
import type { Route } from './address.js';
import type { JournalEntry } from './answers.js';
import { ask, connection, countUnmatched, journalSteps, unmatchedNote } from './control-api.js';
import {
  badge,
  clockTime,
  counted,
  el,
  fieldOf,
  find,
  findOf,
  milliseconds,
  nodes,
  number,
  quiet,
  time,
} from './dom.js';
import { isStub, refusalBadge, requestInFull, statusKind, statusText } from './request-details.js';
import { searchInput } from './view.js';
import type { View } from './view.js';

/**
 * The known requests of the tenant that is shown, or the unmatched requests; newest first. A restarted fake counts from
 * 1 again, so its requests are not the earlier ones with the same ids.
 */
const journal: { of: string | undefined; generation: number; entries: readonly JournalEntry[]; last: number } = {
  of: undefined,
  generation: 0,
  entries: [],
  last: 0,
};

/** How many requests the page keeps. */
const MOST_ENTRIES = 1000;

type Test = (entry: JournalEntry) => boolean;

const statusFilters: Readonly<Record<string, Test>> = {
  '2xx': ({ status }) => status >= 200 && status < 300,
  '3xx': ({ status }) => status >= 300 && status < 400,
  '4xx': ({ status }) => status >= 400 && status < 500,
  '5xx': ({ status }) => status >= 500,
  none: ({ status }) => status === 0,
};

const NOTHING_MET = 'none';
const NOBODY = 'nobody';

/** Fetches new requests, and drops those that the journal no longer keeps. */
async function updateJournal(route: Route): Promise<void> {
  const steps = journalSteps(route);
  const of = `${steps.join('/')}@${route.description?.opened ?? ''}#${connection.losses}`;
  if (journal.of !== of) Object.assign(journal, { of, generation: journal.generation + 1, entries: [], last: 0 });
  const span = route.description?.journal;
  if (span !== undefined && span.last < journal.last) Object.assign(journal, { entries: [], last: 0 });
  const isBehind = span === undefined || span.last > journal.last;
  const fresh = isBehind ? await ask<readonly JournalEntry[]>(steps, { since: journal.last }) : [];
  if (journal.of !== of) return;
  const added = fresh.filter(({ id }) => id > journal.last).reverse();
  const first = span?.first ?? 0;
  journal.entries = [...added, ...journal.entries.filter(({ id }) => id >= first)].slice(0, MOST_ENTRIES);
  journal.last = Math.max(journal.last, ...added.map(({ id }) => id));
}

/** The filters in the address. */
function filterOf(parameters: URLSearchParams): Test {
  const read = (name: string) => parameters.get(name) ?? '';
  const [method, status, endpoint, caller] = ['method', 'status', 'endpoint', 'caller'].map(read);
  const words = read('words').toLowerCase().split(/\s+/).filter(Boolean);
  const failed = parameters.has('failed');
  return (entry) =>
    (method === '' || entry.method === method) &&
    (status === '' || (statusFilters[status ?? '']?.(entry) ?? String(entry.status) === status)) &&
    (endpoint === '' || (entry.endpoint ?? NOTHING_MET) === endpoint) &&
    (caller === '' || (entry.caller ?? NOBODY) === caller) &&
    (!failed || entry.status === 0 || entry.status >= 400 || !entry.faults.every(isStub)) &&
    (words.length === 0 || holds(entry, words));
}

function holds(entry: JournalEntry, words: readonly string[]): boolean {
  const { url, method, endpoint, caller, status, faults, requestBody, responseBody } = entry;
  const text = [url, method, endpoint, caller, status, ...faults, requestBody, responseBody].join('\n').toLowerCase();
  return words.every((word) => text.includes(word));
}

/** The form above the list. */
function journalFilters(route: Route): readonly HTMLElement[] {
  const select = (label: string, name: string) =>
    el('label', {}, label, el('select', { name }, el('option', { value: '' }, 'all')));
  return [
    el('label', { class: 'words' }, 'Search', searchInput(route, 'Addresses, callers, bodies')),
    select('Method', 'method'),
    select('Status', 'status'),
    select('Endpoint', 'endpoint'),
    select('Caller', 'caller'),
    el(
      'label',
      { class: 'check' },
      el('input', { type: 'checkbox', name: 'failed', checked: route.parameters.has('failed') }),
      'failed only',
    ),
    el('button', { type: 'reset' }, 'Reset filters'),
    el('output', {}),
  ];
}

/** Fills the choices of a filter, and keeps the selected one. */
function offer(form: HTMLFormElement, route: Route, name: string, values: readonly string[]): void {
  const select = fieldOf(form, name);
  if (!(select instanceof HTMLSelectElement)) return;
  const chosen = route.parameters.get(name) ?? '';
  const offered = [...new Set([...values, ...(chosen === '' ? [] : [chosen])])].sort();
  const before = [...select.options].slice(1).map(({ value }) => value);
  if (before.join('\n') !== offered.join('\n')) {
    const options = offered.map((value) => el('option', { value }, value));
    select.replaceChildren(el('option', { value: '' }, 'all'), ...options);
  }
  if (select.value !== chosen) select.value = chosen;
}

function offerChoices(form: HTMLFormElement, route: Route): void {
  const { entries } = journal;
  const families = entries.filter(({ status }) => status > 0).map(({ status }) => `${String(status).charAt(0)}xx`);
  offer(
    form,
    route,
    'method',
    entries.map(({ method }) => method),
  );
  offer(form, route, 'status', [...entries.map(({ status }) => statusText(status)), ...families]);
  offer(
    form,
    route,
    'endpoint',
    entries.map(({ endpoint }) => endpoint ?? NOTHING_MET),
  );
  offer(
    form,
    route,
    'caller',
    entries.map(({ caller }) => caller ?? NOBODY),
  );
}

function requestAddress({ steps, parameters }: Route, id?: number): string {
  return to(id === undefined ? steps : [...steps, id], [...parameters]);
}

function requestItem(route: Route, entry: JournalEntry): HTMLElement {
  const { id, status, method, url, endpoint, caller, at, duration, faults } = entry;
  const [path, query] = url.split(/\?(.*)/s);
  return el(
    'li',
    { 'data-id': id },
    el(
      'a',
      { href: requestAddress(route, id), tabindex: '-1' },
      badge(statusText(status), statusKind(status)),
      el('b', { class: 'method' }, method),
      el('code', { class: 'path' }, path, query !== undefined && quiet('?', query)),
      el(
        'span',
        { class: 'met' },
        faults.map((fault) => [badge(fault, isStub(fault) ? 'blue' : 'warn'), ' ']),
        refusalBadge(entry),
        endpoint ?? (faults.some(isStub) ? 'stubbed' : 'no endpoint'),
      ),
      el('span', { class: 'who' }, caller ?? 'nobody'),
      el('span', { class: 'took' }, milliseconds(duration)),
      el('span', { class: 'when' }, time(at, clockTime)),
    ),
  );
}

/** Shows the filtered list. Existing items stay in the page; new ones are added before them. */
function showList(route: Route): void {
  const list = find('.requests');
  if (list.dataset['generation'] !== String(journal.generation)) {
    list.dataset['generation'] = String(journal.generation);
    list.replaceChildren();
  }
  const wanted = journal.entries.filter(filterOf(route.parameters));
  const there = new Map(itemsOf(list).map((item) => [item.dataset['id'], item]));
  const items = wanted.map((entry) => {
    const item = there.get(String(entry.id)) ?? requestItem(route, entry);
    const href = requestAddress(route, entry.id);
    const link = find('a', item);
    if (link.getAttribute('href') !== href) link.setAttribute('href', href);
    if (String(entry.id) === route.item) link.setAttribute('aria-current', 'true');
    else link.removeAttribute('aria-current');
    return item;
  });
  if (items.length !== list.children.length || items.some((item, index) => list.children[index] !== item)) {
    putItems(list, items, there);
  }
  const links = [...list.querySelectorAll('a')];
  const entry = links.find((link) => link === document.activeElement || link.hasAttribute('aria-current')) ?? links[0];
  for (const link of links) link.tabIndex = link === entry ? 0 : -1;
  const all = counted(journal.entries.length, 'request');
  find('.filters output').textContent =
    wanted.length === journal.entries.length ? all : `${number.format(wanted.length)} of ${all}`;
  const none = find('.no-requests');
  none.hidden = wanted.length > 0;
  none.textContent = whyNone(route);
}

function whyNone({ tenant }: Route): string {
  if (journal.entries.length > 0) return 'No request fits these filters.';
  if (tenant === undefined) return 'Every request reached a tracker.';
  return 'Nobody has called yet. Requests appear here as they come.';
}

type Items = ReadonlyMap<string | undefined, HTMLElement>;

/** Puts items into a list that already has some of them. */
function putItems(list: HTMLElement, items: readonly HTMLElement[], there: Items): void {
  const focused = document.activeElement;
  const isThere = (item: HTMLElement) => there.has(item.dataset['id']);
  const top = items.find(isThere);
  if (top !== undefined && items.slice(items.indexOf(top)).every(isThere)) {
    // The usual case: no existing item moves, so scroll position and focus stay.
    for (const item of there.values()) if (!items.includes(item)) item.remove();
    top.before(...items.slice(0, items.indexOf(top)));
  } else list.replaceChildren(...items);
  if (focused instanceof HTMLElement && list.contains(focused)) focused.focus({ preventScroll: true });
}

function itemsOf(list: HTMLElement): HTMLElement[] {
  return [...list.querySelectorAll<HTMLElement>(':scope > li')];
}

const journalViewOf = (title: string, lead?: string): View => ({
  filters: journalFilters,
  async load(route) {
    const counting = isOfTenant(route) ? countUnmatched() : Promise.resolve(0);
    const [unmatched] = await Promise.all([counting, updateJournal(route)]);
    const notes = [lead !== undefined && el('p', { class: 'quiet' }, lead), unmatchedNote(unmatched)];
    return { title, head: [el('h1', {}, title), notes], show: () => showJournal(route) };
  },
});

/** The request journal of a tenant: filters, the list, and next to it the open request. */
export const requestsView = journalViewOf('Requests');

/** The journal of the unmatched requests. */
export const unmatchedView = journalViewOf('Requests that reached no tracker', 'Their path is that of no tenant.');

async function showJournal(route: Route): Promise<void> {
  const results = find('.results');
  if (!results.querySelector('.requests')) {
    results.replaceChildren(
      el(
        'div',
        { class: 'journal' },
        el(
          'div',
          { class: 'listed' },
          el('ol', { class: 'requests', 'aria-label': 'Requests, newest first' }),
          el('p', { class: 'nothing no-requests', hidden: true }),
        ),
        el('section', { class: 'request', 'aria-label': 'The request in full', hidden: true }),
      ),
    );
  }
  offerChoices(findOf(HTMLFormElement, '.filters'), route);
  showList(route);
  const detail = find('.request', results);
  const open = route.item !== undefined;
  find('.journal', results).classList.toggle('split', open);
  const key = open ? [journal.generation, route.tenant, route.item].join('/') : '';
  const isStillWanted = () => detail.dataset['key'] === key;
  if (!isStillWanted()) {
    detail.dataset['key'] = key;
    const content = open ? await requestInFull(route, closeItem) : [];
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

/** Closes the open request, and goes back to its row in the list. */
export function closeItem(): void {
  const route = readRoute();
  if (route.item === undefined) return;
  if (!['requests', 'unmatched'].includes(route.view)) {
    returningTo = to([...route.steps, route.item]);
    location.hash = to(route.steps);
    return;
  }
  document.querySelector('.journal')?.classList.remove('split');
  location.hash = requestAddress(route);
  document.querySelector<HTMLElement>(`.requests li[data-id="${CSS.escape(route.item)}"] a`)?.focus();
}

const listKeys = ['ArrowDown', 'ArrowUp', 'Home', 'End'];

/** The elements that the arrow keys move through: the requests, or the first link of each row of a table. */
function linksOfList(): readonly HTMLAnchorElement[] {
  return [...document.querySelectorAll<HTMLAnchorElement>('.requests a, .results tbody td.name a')];
}

/** Whether an element uses the arrow keys itself. */
function hasOwnKeys(element: Element | null): boolean {
  const own = 'input:not([type=checkbox], [type=search]), select, textarea, .request';
  return element !== null && element.closest(own) !== null;
}

/** Moves through the list by keys. If a request is open, the next one replaces it. */
export function moveInList(event: KeyboardEvent): void {
  if (!listKeys.includes(event.key)) return;
  const links = linksOfList();
  const focused = document.activeElement;
  const isTyping = focused?.matches('input[type=search]') === true;
  // If the open request hides the list, the page gets the keys.
  const isHidden = !links[0]?.offsetParent;
  if (isHidden || hasOwnKeys(focused) || (isTyping && event.key !== 'ArrowDown')) return;
  const here = links.findIndex((link) => link === focused || link.closest('tr')?.contains(focused) === true);
  const at = here === -1 ? links.findIndex((link) => link.hasAttribute('aria-current')) : here;
  const last = links.length - 1;
  const places: Readonly<Record<string, number>> = {
    ArrowDown: at + 1,
    ArrowUp: at === -1 ? last : at - 1,
    Home: 0,
    End: last,
  };
  const link = links[Math.min(Math.max(places[event.key] ?? 0, 0), last)];
  if (link === undefined) return;
  event.preventDefault();
  const isRequest = link.closest('.requests') !== null;
  if (isRequest) for (const other of links) other.tabIndex = other === link ? 0 : -1;
  link.focus();
  if (isRequest && readRoute().item !== undefined) location.replace(link.href);
}
