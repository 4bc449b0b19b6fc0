import { isOfTenant, readRoute, stepsOf, to } from './address.js';
import type { Route, TenantRoute } from './address.js';
import type { TenantDescription } from './answers.js';
import { ask, countUnmatched, NoAnswer, Refusal, rowsOf, TOKEN_KEY, unmatched } from './control-api.js';
import { code, el, fieldOf, fill, find, findOf, isField, withCount } from './dom.js';
import { faultsView, removeFault } from './faults-view.js';
import { issuesView, plansView } from './issue-views.js';
import { closeItem, moveInList, requestsView, returnFocus, unmatchedView } from './journal-view.js';
import { connectionsView, projectsView, templatesView } from './project-views.js';
import { tenantsView } from './tenants-view.js';
import { searchInput } from './view.js';
import type { Content, PageActions, Redirect, TenantView, View } from './view.js';

const views: ReadonlyMap<string, View> = new Map([
  ['tenants', tenantsView],
  ['unmatched', unmatchedView],
]);

interface Tab {
  readonly label: string;
  readonly view: TenantView;
  /** The table, or other number, that is shown. */
  readonly counts: string;
}

const tabs: ReadonlyMap<string, Tab> = new Map<string, Tab>([
  ['requests', { label: 'Requests', view: requestsView, counts: 'requests' }],
  ['projects', { label: 'Projects', view: projectsView, counts: 'projects' }],
  ['templates', { label: 'Templates', view: templatesView, counts: 'templates' }],
  ['plans', { label: 'Test plans', view: plansView, counts: 'plans' }],
  ['issues', { label: 'Issues', view: issuesView, counts: 'issues' }],
  ['connections', { label: 'Connections', view: connectionsView, counts: 'connections' }],
  ['faults', { label: 'Faults and stubs', view: faultsView, counts: 'faults' }],
]);

const SECOND = 1000;
const crumbs = find('.crumbs');
const tabBar = find('.tabs');
const trouble = find('.trouble');
const live = find('.live');
const keys = findOf(HTMLDetailsElement, '.keys');
const head = find('.head');
const form = findOf(HTMLFormElement, '.filters');
const results = find('.results');

/** The content of the screen: the view, and the version of the state that it shows. */
const shown = { view: '', seen: '', turn: 0 };

const actions: PageActions = {
  show,
  announce: (text) => (find('.done').textContent = text),
};

function showFrame({ tenant, view, description }: Partial<Route>): void {
  fill(
    crumbs,
    el('a', { class: 'home', href: '#/tenants', title: 'All tenants' }, 'Fake tracker'),
    tenant !== undefined && [
      ' / ',
      el('a', { href: to(['tenants', tenant, 'requests']) }, tenant),
      description !== undefined && description.contextPath !== '' && [' ', code(description.contextPath)],
    ],
  );
  const counts: Readonly<Record<string, number>> =
    description === undefined ? {} : { ...description.rows, ...countsBeside(description) };
  const tab = ([name, { label, counts: counted }]: [string, Tab]) => {
    const count = counts[counted];
    const address = { href: to(['tenants', tenant ?? '', name]), 'aria-current': view === name && 'page' };
    return el('a', address, count === undefined ? label : withCount(label, count));
  };
  fill(tabBar, tenant === undefined ? [] : [...tabs].map(tab));
  tabBar.hidden = tenant === undefined;
}

/** The numbers of a tenant that are no sizes of tables. */
function countsBeside({ faults, journal, plans }: TenantDescription): Readonly<Record<string, number>> {
  return { faults, requests: journal.last < journal.first ? 0 : journal.last - journal.first + 1, plans: plans ?? 0 };
}

/** Shows the form of a view: its own, or a search. It is rendered once per view, so typing is not interrupted. */
function showForm(route: Route, { filters, search }: FormOf, content: Content): void {
  const key = route.steps.join('/') + (filters ? '' : `/${route.item ?? ''}`);
  if (shown.view === key) return;
  shown.view = key;
  results.replaceChildren();
  form.replaceChildren(...(filters ?? [searchInput(route, content.search ?? search ?? '')]));
  form.hidden = !filters && (search === undefined || (route.item !== undefined && content.search === undefined));
  scrollTo(0, 0);
  tabBar.scrollLeft = (tabBar.querySelector<HTMLElement>('[aria-current]')?.offsetLeft ?? 0) - 48;
}

/** The part of a view above its results. */
interface FormOf {
  readonly filters: readonly HTMLElement[] | undefined;
  readonly search: string | undefined;
}

interface Loaded {
  readonly route: Route;
  readonly form: FormOf;
  readonly content: Content | Redirect;
}

/** Loads the data of a route. @throws Refusal if there is no such view or tenant */
async function load(asked: Route): Promise<Loaded> {
  const route = await withDescription(asked);
  if (isOfTenant(route)) return loadView(tabs.get(route.view)?.view, route);
  return loadView(views.get(route.view), route);
}

async function loadView<Of extends Route>(view: View<Of> | undefined, route: Of): Promise<Loaded> {
  if (view === undefined) throw new Refusal(404, `This page has no view named ${route.view}.`);
  const content = await view.load(route);
  return { route, form: { filters: view.filters?.(route), search: view.search }, content };
}

/** The number of test plans, and the version of the tenant that has it. */
const planCount = { seen: '', count: 0 };

/** Counts the test plans anew only if the tenant has changed. */
async function countPlans(route: TenantRoute): Promise<number> {
  const { opened, revision, testIssueTypes } = route.description;
  const seen = [route.tenant, opened, revision].join(' ');
  if (testIssueTypes === undefined) return 0;
  if (planCount.seen !== seen) {
    const { total } = await rowsOf(route, 'issues', { issueTypeId: testIssueTypes.testPlan, limit: 1 });
    Object.assign(planCount, { seen, count: total });
  }
  return planCount.count;
}

async function withDescription(route: Route): Promise<Route | TenantRoute> {
  if (route.tenant === undefined) return route;
  const description = await ask<TenantDescription>(['tenants', route.tenant]);
  const found = { ...route, tenant: route.tenant, description };
  return { ...found, description: { ...description, plans: await countPlans(found) } };
}

/** Shows the current data at the address. */
async function show(): Promise<void> {
  const turn = ++shown.turn;
  const address = location.hash;
  const asked = readRoute();
  try {
    const { route, form: above, content } = await load(asked);
    if (turn !== shown.turn) return;
    if ('redirect' in content) {
      // The address may have changed meanwhile. The page is then notified again.
      if (location.hash === address) location.replace(content.redirect);
      return;
    }
    shown.seen = stateSeen(route);
    showFrame(route);
    showForm(route, above, content);
    document.title = [content.title, route.tenant, 'Fake tracker'].filter(Boolean).join(' · ');
    fill(head, content.head);
    if (content.show === undefined) fill(results, content.results);
    else await content.show(actions);
    returnFocus();
    showMessage('');
  } catch (error) {
    if (turn === shown.turn) showError(error, asked);
  }
}

function showError(error: unknown, route: Route): void {
  if (error instanceof Refusal) showRefusal(error, route);
  else if (error instanceof NoAnswer) showMessage(error.message);
  else {
    reportError(error);
    showMessage(`This page failed: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function showRefusal(error: Refusal, route: Route): void {
  if (error.status === 401) {
    askForToken(error.message);
    return;
  }
  const isKnown = error.status !== 404 || !error.message.startsWith('There is no tenant');
  showFrame(isKnown ? route : {});
  shown.view = '';
  form.hidden = true;
  document.title = 'Fake tracker';
  fill(head, el('h1', {}, 'Not here'));
  fill(results, el('p', {}, error.message), el('p', {}, el('a', { href: '#/tenants' }, 'All tenants')));
}

/** Asks for the token of the control API. Text that is being typed stays if the fake refuses again. */
function askForToken(reason: string): void {
  if (shown.view === 'token') return;
  shown.view = 'token';
  showFrame({});
  form.hidden = true;
  document.title = 'Fake tracker';
  const token = el('input', {
    type: 'password',
    'aria-label': 'Token of the control API',
    pattern: '[!-~]+',
    required: true,
    autocomplete: 'off',
  });
  const open = (event: Event) => {
    event.preventDefault();
    sessionStorage.setItem(TOKEN_KEY, token.value);
    shown.view = '';
    void show();
  };
  const isFirst = sessionStorage.getItem(TOKEN_KEY) === null;
  const lead =
    'This fake was started with a token. Ask the person who started it. The token is kept as long as this tab is open.';
  fill(head, el('h1', {}, 'Token of the control API'));
  fill(
    results,
    el('p', {}, isFirst ? lead : reason),
    el('form', { class: 'filters', onsubmit: open }, token, el('button', {}, 'Open')),
  );
  token.focus();
}

function showMessage(text: string): void {
  if (trouble.textContent !== text) trouble.textContent = text;
}

/** The version of the data that a view depends on. The view is rendered again only if it changes. */
function stateSeen({ tenant, view, description }: Route): string {
  if (description === undefined) return '';
  const { opened, revision, journal: span } = description;
  const seen = view === 'requests' ? [span.first, span.last, unmatched.count].join('-') : revision;
  return [tenant, opened, seen].join(' ');
}

/** Checks for new data, and shows it. */
async function follow(): Promise<void> {
  const asked = readRoute();
  if (asked.tenant === undefined || asked.view === 'faults') return show();
  const turn = shown.turn;
  try {
    const counting = asked.view === 'requests' ? countUnmatched() : undefined;
    const [route] = await Promise.all([withDescription(asked), counting]);
    if (turn !== shown.turn) return;
    showMessage('');
    if (stateSeen(route) === shown.seen) showFrame(route);
    else await show();
  } catch (error) {
    if (turn === shown.turn) showError(error, asked);
  }
}

const isLive = () => !live.hasAttribute('data-paused');

async function keepFollowing(): Promise<void> {
  if (!document.hidden && isLive()) await follow();
  followLater();
}

function followLater(): void {
  setTimeout(() => void keepFollowing(), SECOND);
}

/** Writes the form into the address. Typing adds no entries to the browser's history. */
function applyForm(): void {
  const wanted = [...new FormData(form)].flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' && value !== '' ? [[name, value]] : [],
  );
  const route = readRoute();
  const project = route.view === 'issues' ? route.parameters.get('project') : null;
  if (project !== null) wanted.push(['project', project]);
  history.replaceState(null, '', to(stepsOf(route), wanted));
  void show();
}

let typing: ReturnType<typeof setTimeout> | undefined;
form.addEventListener('input', ({ target }) => {
  clearTimeout(typing);
  typing = setTimeout(applyForm, target instanceof HTMLInputElement && target.type === 'search' ? 150 : 0);
});
// A reset would restore initial values, which may come from the address. Here every field has to become empty.
form.addEventListener('reset', () =>
  setTimeout(() => {
    for (const field of form.elements) {
      if (!isField(field)) continue;
      if (field instanceof HTMLInputElement && field.type === 'checkbox') field.checked = false;
      else field.value = '';
    }
    applyForm();
  }),
);
form.addEventListener('submit', (event) => event.preventDefault());

results.addEventListener('click', ({ target }) => {
  const button = target instanceof Element ? target.closest('[data-remove]') : null;
  if (button !== null) void removeFault(button.getAttribute('data-remove') ?? '', actions);
});

live.addEventListener('click', () => {
  const isPaused = isLive();
  live.toggleAttribute('data-paused', isPaused);
  live.textContent = isPaused ? 'Paused' : 'Live';
  if (!isPaused) void follow();
});

addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  const { target, key } = event;
  const isTyped =
    target instanceof Element && target.matches('input:not([type=checkbox]), select, textarea') && isField(target);
  if (key === '/' && !isTyped && !form.hidden) {
    event.preventDefault();
    const words = fieldOf(form, 'words');
    words.focus();
    if (words instanceof HTMLInputElement) words.select();
  }
  if (key === '?' && !isTyped) {
    event.preventDefault();
    keys.open = !keys.open;
  }
  if (key === 'Escape' && keys.open) keys.open = false;
  else if (key === 'Escape' && !(isTyped && target.value !== '')) closeItem();
  moveInList(event);
});

addEventListener('click', ({ target }) => {
  if (!(target instanceof Node && keys.contains(target))) keys.open = false;
});

addEventListener('hashchange', () => {
  const { parameters } = readRoute();
  const words = form.elements.namedItem('words');
  if (isField(words) && document.activeElement !== words) words.value = parameters.get('words') ?? '';
  void show();
});
document.addEventListener('visibilitychange', () => {
  if (!document.hidden && isLive()) void follow();
});

void show().then(followLater);
