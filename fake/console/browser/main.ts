import type { TenantDescription, TenantSummary } from '../../control/control.js';
import { askControl, NoAnswer, Refusal, TOKEN_KEY } from './control-api.js';
import { dataView, tenantsView } from './data.js';
import { el, fill, find, number, quiet, showItems } from './dom.js';
import { faultsView } from './faults.js';
import { forgetRequests, requestsView, unmatchedView } from './requests.js';
import { to } from './view.js';
import type { Content, ViewRoute, TenantRoute } from './view.js';

interface Tab {
  readonly label: string;
  readonly view: (route: TenantRoute) => Promise<Content>;
  readonly count: (description: TenantDescription) => number;
}

const tabs: Readonly<Record<string, Tab>> = {
  journal: { label: 'Requests', view: requestsView, count: ({ journal: { first, last } }) => last - first + 1 },
  tables: {
    label: 'Data',
    view: dataView,
    count: ({ rows }) => Object.values(rows).reduce((sum, count) => sum + count, 0),
  },
  faults: { label: 'Faults and stubs', view: faultsView, count: ({ faults }) => faults },
};

const SECOND = 1000;
/** How long nothing is typed before it is searched for, in milliseconds. */
const TYPING = 150;
let typing: ReturnType<typeof setTimeout> | undefined;
const form = find(HTMLElement, '.form');
const list = find(HTMLElement, '.list');
const dialog = find(HTMLDialogElement, 'dialog');
const token = find(HTMLInputElement, 'dialog input');

/** The number of the last attempt to show the address, and the view that is shown. */
const shown = { turn: 0, view: '' };

/** Reads what follows the `#` of the address. @throws URIError */
function readRoute(): ViewRoute {
  const [path = '', query = ''] = location.hash.replace(/^#/, '').split(/\?(.*)/s);
  return { steps: path.split('/').filter(Boolean).map(decodeURIComponent), query: new URLSearchParams(query) };
}

/** Loads the content of a route. @throws Refusal if there is no such tenant or view */
async function load(route: ViewRoute): Promise<Content> {
  const [kind, tenant, view = 'journal', ...more] = route.steps;
  let description: TenantDescription | undefined;
  try {
    if (kind === 'tenants' && tenant !== undefined) description = await askControl<TenantDescription>([kind, tenant]);
  } finally {
    showFrame(route, description);
  }
  const tab = Object.hasOwn(tabs, view) ? tabs[view] : undefined;
  if (description !== undefined && tab !== undefined)
    return tab.view({ ...route, steps: ['tenants', description.name, view, ...more], description });
  if (kind === 'unmatched') return unmatchedView(route);
  if (kind === 'tenants' && tenant === undefined) return tenantsView(route);
  throw new Refusal(404, `This page has no view ${route.steps.join('/')}.`);
}

function showFrame({ steps: [kind, tenant, view = 'journal'] }: ViewRoute, description?: TenantDescription): void {
  const link = (steps: readonly string[], isCurrent: boolean, ...label: readonly (string | HTMLElement)[]) =>
    el('a', { href: to(steps), 'aria-current': isCurrent && 'page' }, label);
  const ofTenant = Object.entries(description === undefined ? {} : tabs).map(([name, { label, count }]) => {
    const shownCount = description && number.format(count(description));
    return link(['tenants', tenant ?? '', name], name === view, label, ' ', quiet(shownCount));
  });
  fill(
    find(HTMLElement, 'header nav'),
    link(['tenants'], kind === 'tenants' && tenant === undefined, 'Fake tracker'),
    description !== undefined && el('b', {}, description.name, ' ', quiet(description.contextPath)),
    ofTenant,
    link(['unmatched'], kind === 'unmatched', 'Reached no tracker'),
  );
}

async function show(): Promise<void> {
  const turn = ++shown.turn;
  try {
    if (location.hash === '') location.replace(await startAddress());
    const route = readRoute();
    const content = await load(route);
    if (turn === shown.turn) showContent(route, content);
  } catch (error) {
    if (turn === shown.turn) showError(error);
  }
}

async function startAddress(): Promise<string> {
  const [first, ...others] = await askControl<readonly TenantSummary[]>(['tenants']);
  return to(first === undefined || others.length > 0 ? ['tenants'] : ['tenants', first.name, 'journal']);
}

function showContent({ steps, query }: ViewRoute, { title, count, note, form: makeForm, items, none }: Content): void {
  document.title = [title, ...steps.slice(1, 2), 'Fake tracker'].join(' · ');
  showMessage('');
  fill(find(HTMLElement, '.head'), el('h1', {}, title, ' ', quiet(count)), el('div', {}, note));
  const view = to(steps);
  if (view !== shown.view) {
    form.replaceChildren(el('div', {}, makeForm?.()));
    list.replaceChildren();
    scrollTo(0, 0);
  }
  shown.view = view;
  for (const field of form.querySelectorAll<HTMLInputElement>('[role=search] [name]')) {
    if (field !== document.activeElement) field.value = query.get(field.name) ?? '';
  }
  showItems(list, items);
  find(HTMLElement, '.nothing').textContent = items.length === 0 ? none : '';
}

function showError(error: unknown): void {
  if (error instanceof Refusal && error.status === 401) {
    find(HTMLElement, 'dialog output').textContent = sessionStorage.getItem(TOKEN_KEY) === null ? '' : error.message;
    if (!dialog.open) dialog.showModal();
  } else if (error instanceof Refusal) {
    showContent(readRoute(), { title: 'Not here', count: '', items: [], none: error.message });
    shown.view = '';
  } else {
    forgetRequests();
    if (!(error instanceof NoAnswer)) reportError(error);
    showMessage(error instanceof NoAnswer ? error.message : `This page failed: ${String(error)}`);
  }
}

function showMessage(text: string): void {
  find(HTMLElement, '.trouble').textContent = text;
}

function followLater(): void {
  setTimeout(() => {
    const following = document.hidden || dialog.open ? Promise.resolve() : show();
    void following.then(followLater);
  }, SECOND);
}

/** Writes the search form into the address. Typing adds no entries to the browser's history. */
form.addEventListener('input', () => {
  const search = form.querySelector<HTMLFormElement>('[role=search]');
  if (search === null) return;
  const { steps, query } = readRoute();
  query.delete('offset');
  for (const [name, value] of new FormData(search)) {
    if (typeof value !== 'string' || value === '') query.delete(name);
    else query.set(name, value);
  }
  history.replaceState(null, '', to(steps, query));
  clearTimeout(typing);
  typing = setTimeout(() => void show(), TYPING);
});

find(HTMLFormElement, 'dialog form').addEventListener('submit', () => {
  sessionStorage.setItem(TOKEN_KEY, token.value);
});
dialog.addEventListener('close', () => void show());
addEventListener('hashchange', () => void show());
addEventListener('faultschange', () => void show());
document.addEventListener('visibilitychange', () => void show());

void show().then(followLater);
