import type { TenantDescription } from '../../control/control.js';
import { readRoute, stepsOf, to } from './address.js';
import type { Route, TenantRoute } from './address.js';
import { ask, countUnmatched, NoAnswer, Refusal, rowsOf, TOKEN_KEY, unmatched } from './control-api.js';
import { code, el, fill, find, nodes, withCount } from './dom.js';
import { faultsView } from './faults-view.js';
import { issuesView, plansView } from './issue-views.js';
import { closeItem, isJournal, moveInList, requestsView, returnFocus, unmatchedView } from './journal-view.js';
import { connectionsView, projectsView, templatesView } from './project-views.js';
import { tenantsView } from './tenants-view.js';
import type { Content, View } from './view.js';

/** A view of a tenant, and the number that its tab shows. */
interface Tab {
  readonly label: string;
  readonly view: View<TenantRoute>;
  readonly count: (description: TenantDescription) => number;
}

const tabs: ReadonlyMap<string, Tab> = new Map<string, Tab>([
  ['requests', { label: 'Requests', view: requestsView, count: ({ journal: { first, last } }) => last - first + 1 }],
  ['projects', { label: 'Projects', view: projectsView, count: ({ rows }) => rows.projects }],
  ['templates', { label: 'Templates', view: templatesView, count: ({ rows }) => rows.templates }],
  ['plans', { label: 'Test plans', view: plansView, count: () => plans.count }],
  ['issues', { label: 'Issues', view: issuesView, count: ({ rows }) => rows.issues }],
  ['connections', { label: 'Connections', view: connectionsView, count: ({ rows }) => rows.connections }],
  ['faults', { label: 'Faults and stubs', view: faultsView, count: ({ faults }) => faults }],
]);

const SECOND = 1000;
const crumbs = find(HTMLElement, '.crumbs');
const tabBar = find(HTMLElement, '.tabs');
const trouble = find(HTMLElement, '.trouble');
const live = find(HTMLElement, '.live');
const keys = find(HTMLElement, '#keys');
const head = find(HTMLElement, '.head');
const form = find(HTMLFormElement, '.filters');
const results = find(HTMLElement, '.results');

/** The content of the screen: the view, and the version of the state that it shows. */
const shown = { view: '', seen: '', turn: 0 };

function announce(text: string): void {
  find(HTMLElement, '.done').textContent = text;
}

function showFrame({ tenant, view, description }: Partial<Route>): void {
  fill(
    crumbs,
    el('a', { class: 'home', href: '#/tenants', title: 'All tenants' }, 'Fake tracker'),
    tenant !== undefined && [' / ', el('a', { href: to(['tenants', tenant, 'requests']) }, tenant)],
    description !== undefined && description.contextPath !== '' && [' ', code(description.contextPath)],
  );
  const tab = ([name, { label, count }]: [string, Tab]) => {
    const address = { href: to(['tenants', tenant ?? '', name]), 'aria-current': view === name && 'page' };
    return el('a', address, description === undefined ? label : withCount(label, count(description)));
  };
  fill(tabBar, tenant === undefined ? [] : [...tabs].map(tab));
  tabBar.hidden = tenant === undefined;
}

/** Shows the form of a view. It is rendered once per view, so typing is not interrupted. */
function showForm(route: Route, fields: Content['form']): void {
  const key = to(isJournal(route) ? route.steps : stepsOf(route));
  if (shown.view === key) return;
  shown.view = key;
  results.replaceChildren();
  form.replaceChildren(...nodes(fields));
  form.hidden = fields === undefined;
  scrollTo(0, 0);
  tabBar.scrollLeft = (tabBar.querySelector<HTMLElement>('[aria-current]')?.offsetLeft ?? 0) - 48;
}

/** Loads the content of a route. @throws Refusal if there is no such view */
function load(route: Route | TenantRoute): ReturnType<View> {
  const { view, description } = route;
  const ofTenant = tabs.get(view)?.view;
  if (description !== undefined && ofTenant !== undefined) return ofTenant(route as TenantRoute);
  if (route.tenant === undefined) return (view === 'unmatched' ? unmatchedView : tenantsView)(route);
  throw new Refusal(404, `This page has no view named ${view}.`);
}

/** The number of test plans, and the version of the tenant that has it. */
const plans = { seen: '', count: 0 };

/** Counts the test plans anew only if the tenant has changed. */
async function countPlans(route: TenantRoute): Promise<void> {
  const { opened, revision, testIssueTypes } = route.description;
  const seen = [route.tenant, opened, revision].join(' ');
  if (plans.seen === seen) return;
  const { total } = await rowsOf(route, 'issues', { issueTypeId: testIssueTypes?.testPlan ?? 0, limit: 1 });
  Object.assign(plans, { seen, count: total });
}

/** A route with what the fake tells about its tenant. @throws Refusal if there is no such tenant */
async function withDescription(route: Route): Promise<Route | TenantRoute> {
  const { tenant } = route;
  if (tenant === undefined) return route;
  const found = { ...route, tenant, description: await ask<TenantDescription>(['tenants', tenant]) };
  await countPlans(found);
  return found;
}

/** Shows the current data at the address. */
async function show(): Promise<void> {
  const turn = ++shown.turn;
  const address = location.hash;
  const asked = readRoute();
  try {
    const route = await withDescription(asked);
    const content = await load(route);
    if (turn !== shown.turn) return;
    if ('redirect' in content) {
      // The address may have changed meanwhile. The page is then notified again.
      if (location.hash === address) location.replace(content.redirect);
      return;
    }
    shown.seen = stateSeen(route);
    showFrame(route);
    showForm(route, content.form);
    document.title = [content.title, route.tenant, 'Fake tracker'].filter(Boolean).join(' · ');
    fill(head, content.head);
    if (typeof content.results === 'function') await content.results({ show, announce });
    else fill(results, content.results);
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
  const isToken = error.status === 401;
  const isTenant = error.status === 404 && error.message.startsWith('There is no tenant');
  // The form of a view is rendered anew afterwards. A token that is being typed stays if the fake refuses again.
  if (isToken && shown.view === 'token') return;
  shown.view = isToken ? 'token' : '';
  showFrame(isToken || isTenant ? {} : route);
  form.hidden = true;
  document.title = 'Fake tracker';
  if (isToken) askForToken(error.message);
  else {
    fill(head, el('h1', {}, 'Not here'));
    fill(results, el('p', {}, error.message), el('p', {}, el('a', { href: '#/tenants' }, 'All tenants')));
  }
}

function askForToken(reason: string): void {
  const label = 'Token of the control API';
  const attributes = { type: 'password', pattern: '[!-~]+', required: true, autocomplete: 'off' };
  const token = el('input', { 'aria-label': label, ...attributes });
  const onsubmit = (event: Event) => {
    event.preventDefault();
    sessionStorage.setItem(TOKEN_KEY, token.value);
    shown.view = '';
    void show();
  };
  const isFirst = sessionStorage.getItem(TOKEN_KEY) === null;
  const lead =
    'This fake was started with a token. Ask the person who started it. The token is kept as long as this tab is open.';
  fill(head, el('h1', {}, label));
  results.replaceChildren(
    el('p', {}, isFirst ? lead : reason),
    el('form', { class: 'filters', onsubmit }, token, el('button', {}, 'Open')),
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
  const route = readRoute();
  const project = route.view === 'issues' ? route.parameters.get('project') : null;
  const query = new URLSearchParams(project === null ? {} : { project });
  for (const [name, value] of new FormData(form)) if (typeof value === 'string' && value !== '') query.set(name, value);
  history.replaceState(null, '', to(stepsOf(route), query));
  void show();
}

let typing: ReturnType<typeof setTimeout> | undefined;
form.addEventListener('input', ({ target }) => {
  clearTimeout(typing);
  typing = setTimeout(applyForm, target instanceof HTMLInputElement && target.type === 'search' ? 150 : 0);
});
// A reset restores the initial values, which may come from the address. Without them every field becomes empty.
form.addEventListener('reset', () => {
  for (const input of form.querySelectorAll('input')) {
    input.removeAttribute('value');
    input.removeAttribute('checked');
  }
  setTimeout(applyForm);
});
form.addEventListener('submit', (event) => event.preventDefault());

live.addEventListener('click', () => {
  const isPaused = isLive();
  live.toggleAttribute('data-paused', isPaused);
  live.textContent = isPaused ? 'Paused' : 'Live';
  if (!isPaused) void follow();
});

addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  const { target, key } = event;
  const typed =
    target instanceof Element && target.closest<HTMLInputElement>('input:not([type=checkbox]), select, textarea');
  const words = form.hidden ? null : form.querySelector<HTMLInputElement>('[name=words]');
  if (key === '/' && !typed && words !== null) {
    event.preventDefault();
    words.focus();
    words.select();
  }
  if (key === '?' && !typed) {
    event.preventDefault();
    keys.togglePopover();
  }
  const isOpen = keys.matches(':popover-open');
  if (key === 'Escape' && !isOpen && !(typed && typed.value !== '')) closeItem();
  moveInList(event);
});

addEventListener('hashchange', () => {
  const words = form.querySelector<HTMLInputElement>('[name=words]');
  if (words !== null && document.activeElement !== words) words.value = readRoute().parameters.get('words') ?? '';
  void show();
});
document.addEventListener('visibilitychange', () => {
  if (!document.hidden && isLive()) void follow();
});

void show().then(followLater);
