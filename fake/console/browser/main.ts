import type { TenantDescription } from '../../control/control.js';
import { ask, NoAnswer, Refusal, TOKEN_KEY } from './control-api.js';
import { dataView, tenantsView } from './data.js';
import { code, el, fill, find, quiet, withCount } from './dom.js';
import { faultsView } from './faults.js';
import { requestsView, unmatchedRequests, unmatchedView } from './requests.js';
import { readRoute, to } from './view.js';
import type { Content, Route, TenantRoute, View } from './view.js';

/** A view of a tenant, and the number that its tab shows. */
interface Tab {
  readonly label: string;
  readonly view: View<TenantRoute>;
  readonly count: (description: TenantDescription) => number;
}

const tabs: ReadonlyMap<string, Tab> = new Map<string, Tab>([
  ['requests', { label: 'Requests', view: requestsView, count: ({ journal: { first, last } }) => last - first + 1 }],
  [
    'data',
    { label: 'Data', view: dataView, count: ({ rows }) => Object.values(rows).reduce((sum, count) => sum + count, 0) },
  ],
  ['faults', { label: 'Faults and stubs', view: faultsView, count: ({ faults }) => faults }],
]);

const SECOND = 1000;
const NARROW = matchMedia('(max-width: 900px)');
const main = find(HTMLElement, 'main');
const tabBar = find(HTMLElement, '.tabs');
const live = find(HTMLElement, '.live');
const head = find(HTMLElement, '.head');
const form = find(HTMLElement, '.form');
const list = find(HTMLElement, '.list');
const opened = find(HTMLElement, '.opened');

/** What the screen shows: its address, and the number of the last attempt to show one. */
const shown = { turn: 0, view: '', row: '' };

function showFrame({ tenant, view }: Route, unmatched: number, description?: TenantDescription): void {
  fill(
    find(HTMLElement, '.crumbs'),
    el('a', { class: 'home', href: '#/tenants', title: 'All tenants' }, 'Fake tracker'),
    tenant !== undefined && [' / ', el('a', { href: to(['tenants', tenant, 'requests']) }, tenant)],
    description !== undefined && description.contextPath !== '' && [' ', code(description.contextPath)],
  );
  const tabOf = (steps: readonly string[], label: string, count: number) => {
    const isCurrent = steps.at(-1) === view;
    return el('a', { href: to(steps), 'aria-current': isCurrent && 'page' }, withCount(label, count));
  };
  const ofTenant = [...tabs].map(
    ([name, { label, count }]) => description && tabOf(['tenants', tenant ?? '', name], label, count(description)),
  );
  const isUnmatched = unmatched > 0 || view === 'unmatched';
  fill(tabBar, ofTenant, isUnmatched && tabOf(['unmatched'], 'Reached no tracker', unmatched));
}

/** Loads the content of a route. @throws Refusal if there is no such tenant or view */
async function load(route: Route): Promise<Content | { readonly redirect: string }> {
  const { tenant, view } = route;
  const [unmatched, description] = await Promise.all([
    unmatchedRequests(),
    tenant === undefined ? undefined : ask<TenantDescription>(['tenants', tenant]),
  ]);
  showFrame(route, unmatched.length, description);
  const tab = tabs.get(view);
  if (tenant !== undefined && description !== undefined && tab !== undefined) {
    return tab.view({ ...route, tenant, description });
  }
  if (tenant === undefined && view === 'unmatched') return unmatchedView(route);
  if (tenant === undefined && view === 'tenants') return tenantsView(route);
  throw new Refusal(404, `This page has no view named ${view}.`);
}

/** Shows the current data at the address. */
async function show(): Promise<void> {
  const turn = ++shown.turn;
  const address = location.hash;
  try {
    const route = readRoute();
    const content = await load(route);
    if (turn !== shown.turn) return;
    if (!('redirect' in content)) showContent(route, content);
    // The address may have changed meanwhile. The page is then notified again.
    else if (location.hash === address) location.replace(content.redirect);
    showMessage('');
  } catch (error) {
    if (turn === shown.turn) showError(error);
  }
}

function showContent(route: Route, { title, count = '', note, list: rows, ...content }: Content): void {
  document.title = [title, route.tenant, 'Fake tracker'].filter(Boolean).join(' · ');
  fill(head, el('h1', {}, title, ' ', quiet(count)), typeof note === 'string' ? el('p', {}, quiet(note)) : note);
  fill(form, content.form);
  setFields(route);
  fill(list, rows);
  const close = el(
    'button',
    { type: 'button', class: 'close', title: 'Esc closes it too', onclick: closeRow },
    'Close',
  );
  const isOpen = Boolean(content.opened);
  const isOther = fill(opened, isOpen && [close, content.opened]);
  opened.hidden = !isOpen;
  main.classList.toggle('split', isOpen);
  if (isOpen && isOther) opened.scrollTop = 0;
  const [view, row] = [to(route.steps), route.item.join('/')];
  if (view !== shown.view) scrollTo(0, 0);
  else if (row !== shown.row) moveFocus(shown.row);
  Object.assign(shown, { view, row });
  setEntry();
}

/** Sets the fields of the search form to the values in the address, but for the one that the user types in. */
function setFields({ parameters }: Route): void {
  for (const field of form.querySelectorAll<HTMLInputElement>('[role=search] [name]')) {
    if (field !== document.activeElement) field.value = parameters.get(field.name) ?? '';
  }
}

/** The links that open the rows of the list. */
function rowLinks(): readonly HTMLAnchorElement[] {
  return [...list.querySelectorAll<HTMLAnchorElement>('td.name a')];
}

/** Lets the Tab key enter the list at one link: the one with the focus, of the open row, or the first. */
function setEntry(): void {
  const links = rowLinks();
  const entry =
    links.find((link) => link === document.activeElement) ?? links.find((link) => link.ariaCurrent) ?? links[0];
  for (const link of list.querySelectorAll('a')) link.tabIndex = link === entry || link.closest('nav') ? 0 : -1;
}

/** Moves the focus to the row that was opened if it hides the list, and back to its link when it is closed. */
function moveFocus(before: string): void {
  const current = rowLinks().find((link) => link.ariaCurrent);
  current?.scrollIntoView({ block: 'nearest' });
  if (!opened.hidden && NARROW.matches) opened.querySelector<HTMLElement>('h2')?.focus();
  if (!opened.hidden) return;
  const end = before
    .split('/')
    .map((step) => encodeURIComponent(step))
    .join('/');
  rowLinks()
    .find((link) => link.hash.split('?')[0]?.endsWith(`/${end}`))
    ?.focus();
}

function closeRow(): void {
  const { item, steps, parameters } = readRoute();
  if (item.length > 0) location.hash = to(steps, parameters);
}

function showError(error: unknown): void {
  if (error instanceof Refusal) {
    showRefusal(error);
    return;
  }
  const isExpected = error instanceof NoAnswer;
  if (!isExpected) reportError(error);
  const message = error instanceof Error ? error.message : String(error);
  showMessage(isExpected ? message : `This page failed: ${message}`);
}

function showRefusal({ status, message }: Refusal): void {
  const isToken = status === 401;
  document.title = 'Fake tracker';
  opened.hidden = true;
  main.classList.remove('split');
  fill(form);
  if (isToken || message.startsWith('There is no tenant')) fill(tabBar);
  fill(head, el('h1', {}, isToken ? TOKEN_LABEL : 'Not here'));
  if (isToken) askForToken(message);
  else fill(list, el('p', {}, message), el('p', {}, el('a', { href: '#/tenants' }, 'All tenants')));
}

const TOKEN_LABEL = 'Token of the control API';

function askForToken(reason: string): void {
  const attributes = { type: 'password', pattern: '[!-~]+', required: true, autocomplete: 'off' };
  const token = el('input', { 'aria-label': TOKEN_LABEL, ...attributes });
  const onsubmit = (event: Event) => {
    event.preventDefault();
    sessionStorage.setItem(TOKEN_KEY, token.value);
    void show();
  };
  const isFirst = sessionStorage.getItem(TOKEN_KEY) === null;
  const lead =
    'This fake was started with a token. Ask the person who started it. The token is kept as long as this tab is open.';
  const isNew = fill(
    list,
    el('p', {}, isFirst ? lead : reason),
    el('form', { class: 'filters', onsubmit }, token, el('button', {}, 'Open')),
  );
  if (isNew) token.focus();
}

function showMessage(text: string): void {
  find(HTMLElement, '.trouble').textContent = text;
}

const isLive = () => !live.hasAttribute('data-paused');

/** Shows new data once a second. */
function followLater(): void {
  setTimeout(() => {
    const following = !document.hidden && isLive() ? show() : Promise.resolve();
    void following.then(followLater);
  }, SECOND);
}

/** Writes the search form into the address. Typing adds no entries to the browser's history. */
function applyForm(): void {
  const { steps, item, parameters } = readRoute();
  parameters.delete('offset');
  for (const { name, value } of form.querySelectorAll<HTMLInputElement>('[role=search] [name]')) {
    if (value === '') parameters.delete(name);
    else parameters.set(name, value);
  }
  history.replaceState(null, '', to([...steps, ...item], parameters));
  void show();
}

let typing: ReturnType<typeof setTimeout> | undefined;
form.addEventListener('input', ({ target }) => {
  if (!(target instanceof Element) || target.closest('[role=search]') === null) return;
  clearTimeout(typing);
  typing = setTimeout(applyForm, 150);
});
form.addEventListener('submit', (event) => event.preventDefault());

live.addEventListener('click', () => {
  live.toggleAttribute('data-paused');
  live.textContent = isLive() ? 'Live' : 'Paused';
  if (isLive()) void show();
});

/** Moves the focus through the list. If a row is open, the next one replaces it. */
function moveInList(event: KeyboardEvent): void {
  const links = rowLinks();
  const focused = document.activeElement;
  const here = links.findIndex((link) => link === focused);
  const at = here === -1 ? links.findIndex((link) => link.ariaCurrent) : here;
  const last = links.length - 1;
  const places: Readonly<Record<string, number>> = {
    ArrowDown: Math.min(at + 1, last),
    ArrowUp: at === -1 ? last : Math.max(at - 1, 0),
    Home: 0,
    End: last,
  };
  const link = links[places[event.key] ?? -1];
  // If the open row hides the list, the page gets the keys, and so do elements that use them.
  const usesKeys = 'input:not([type=search]), select, textarea, .opened, .opened *';
  const isTyping = focused?.matches('input[type=search]') === true && event.key !== 'ArrowDown';
  if (!link?.offsetParent || focused?.matches(usesKeys) === true || isTyping) return;
  event.preventDefault();
  if (readRoute().item.length > 0) location.replace(link.href);
  link.focus();
}

addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  const { target, key } = event;
  const typed = target instanceof Element && target.closest<HTMLInputElement>('input, select, textarea');
  const search = form.querySelector<HTMLInputElement>('input[type=search]');
  if (key === '/' && !typed && search !== null) {
    event.preventDefault();
    search.focus();
    search.select();
  }
  if (key === 'Escape' && !(typed && typed.value !== '')) closeRow();
  moveInList(event);
});

addEventListener('hashchange', () => void show());
addEventListener('faultschange', () => void show());
document.addEventListener('visibilitychange', () => {
  if (!document.hidden && isLive()) void show();
});

void show().then(followLater);
