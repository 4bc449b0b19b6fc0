/** Chooses the view, follows what happens, and listens to keys. */
export const mainScript = String.raw`
const tabs = [
  ['requests', 'Requests'],
  ['projects', 'Projects', 'projects'],
  ['templates', 'Templates', 'templates'],
  ['plans', 'Test plans'],
  ['issues', 'Issues', 'issues'],
  ['connections', 'Connections', 'connections'],
];

const SECOND = 1000;
const crumbs = document.querySelector('.crumbs');
const tabBar = document.querySelector('.tabs');
const trouble = document.querySelector('.trouble');
const live = document.querySelector('.live');
const main = document.querySelector('main');
const head = document.querySelector('.head');
const form = document.querySelector('.filters');
const results = document.querySelector('.results');

/** What is on the screen: which view, and the state of the fake it shows. */
const shown = { view: '', seen: '', turn: 0 };

function searchInput(route, label) {
  return el('input', {
    type: 'search', name: 'words', placeholder: label, 'aria-label': label, autocomplete: 'off', spellcheck: 'false',
    value: route.parameters.get('words') ?? '',
  });
}

function showFrame(route) {
  const { contextPath } = route.description ?? {};
  const here = route.space === undefined ? [] : [
    ' / ', el('a', { href: to(['spaces', route.space, 'requests']) }, route.space), contextPath && [' ', code(contextPath)],
  ];
  fill(crumbs, el('a', { class: 'home', href: '#/' }, 'Fake tracker'), here);
  const { rows } = route.description ?? {};
  fill(tabBar, route.space === undefined ? [] : tabs.map(([view, label, counting]) =>
    el('a', { href: to(['spaces', route.space, view]), 'aria-current': route.view === view ? 'page' : undefined }, label,
      counting && rows && [' ', el('span', { class: 'tally' }, number.format(rows[counting]))])));
  tabBar.hidden = route.space === undefined;
}

/** Shows the form of a view: its own, or a search. It stays as long as the view does, so that one can type in it. */
function showForm(route, view, content) {
  const key = route.steps.join('/') + (view.filters ? '' : '/' + (route.item ?? ''));
  if (shown.view === key) return;
  shown.view = key;
  results.replaceChildren();
  const fields = view.filters ? view.filters(route) : [searchInput(route, content.search ?? view.search)];
  form.replaceChildren(...fields);
  form.hidden = !view.filters && (view.search === undefined || (route.item !== undefined && content.search === undefined));
  scrollTo(0, 0);
  tabBar.scrollLeft = (tabBar.querySelector('[aria-current]')?.offsetLeft ?? 0) - 48;
}

/** Shows what the address asks for, as the fake has it now. */
async function show() {
  const turn = ++shown.turn;
  const route = readRoute();
  try {
    const view = Object.hasOwn(views, route.view) ? views[route.view] : undefined;
    if (view === undefined) throw new Refusal(404, 'This page has no view named ' + route.view + '.');
    if (route.space !== undefined) route.description = await ask(['spaces', route.space]);
    const content = await view.load(route);
    if (turn !== shown.turn) return;
    shown.seen = stateSeen(route);
    showFrame(route);
    showForm(route, view, content);
    document.title = [content.title, route.space, 'Fake tracker'].filter(Boolean).join(' · ');
    fill(head, content.head);
    if (content.show === undefined) fill(results, content.results);
    else await content.show();
    say('');
  } catch (error) {
    if (turn === shown.turn) tell(error, route);
  }
}

function tell(error, route) {
  if (!(error instanceof Refusal)) {
    if (!(error instanceof Silence)) console.error(error);
    say(error instanceof Silence ? error.message : 'This page failed: ' + error.message);
    return;
  }
  if (error.status === 401) {
    askForToken(error.message);
    return;
  }
  const known = error.status !== 404 || !error.message.startsWith('There is no space');
  showFrame(known ? route : { steps: [] });
  shown.view = '';
  form.hidden = true;
  document.title = 'Fake tracker';
  fill(head, el('h1', {}, 'Not here'));
  fill(results, el('p', {}, error.message), el('p', {}, el('a', { href: '#/' }, 'All spaces')));
}

/** Asks for the token of the control API; what is being typed stays, however often the fake refuses. */
function askForToken(reason) {
  if (shown.view === 'token') return;
  shown.view = 'token';
  showFrame({ steps: [] });
  form.hidden = true;
  document.title = 'Fake tracker';
  const token = el('input', {
    type: 'password', 'aria-label': 'Token of the control API', pattern: '[!-~]+', required: true, autocomplete: 'off',
  });
  const knock = (event) => {
    event.preventDefault();
    sessionStorage.setItem(tokenKey, token.value);
    shown.view = '';
    void show();
  };
  fill(head, el('h1', {}, 'Token of the control API'));
  fill(results, el('p', {}, sessionStorage.getItem(tokenKey) === null
    ? 'This fake was started with a token, which whoever started it knows. It is kept as long as this tab is open.' : reason),
    el('form', { class: 'filters', onsubmit: knock }, token, el('button', {}, 'Open')));
  token.focus();
}

function say(text) {
  if (trouble.textContent !== text) trouble.textContent = text;
}

/** What a view depends on: while it is the same, there is nothing new to show. */
function stateSeen({ space, view, description }) {
  if (description === undefined) return '';
  const { opened, revision, journal: span } = description;
  return [space, opened, view === 'requests' ? span.first + '-' + span.last : revision].join(' ');
}

/** Looks whether there is something new, and shows it. */
async function follow() {
  const route = readRoute();
  if (route.space === undefined) return show();
  const turn = shown.turn;
  try {
    route.description = await ask(['spaces', route.space]);
    if (turn !== shown.turn) return;
    say('');
    if (stateSeen(route) === shown.seen) showFrame(route);
    else await show();
  } catch (error) {
    if (turn === shown.turn) tell(error, route);
  }
}

const isLive = () => !live.hasAttribute('data-paused');

async function keepFollowing() {
  if (!document.hidden && isLive()) await follow();
  setTimeout(keepFollowing, SECOND);
}

/** Puts what a form says into the address; typing makes no new steps in the browser's history. */
function applyForm() {
  const wanted = [...new FormData(form)].filter(([, value]) => value !== '');
  const route = readRoute();
  if (route.view === 'issues' && route.parameters.has('project')) wanted.push(['project', route.parameters.get('project')]);
  const steps = route.item === undefined ? route.steps : [...route.steps, route.item];
  history.replaceState(null, '', to(steps, wanted.length === 0 ? undefined : wanted));
  void show();
}

let typing;
form.addEventListener('input', (event) => {
  clearTimeout(typing);
  typing = setTimeout(applyForm, event.target.type === 'search' ? 150 : 0);
});
// A reset goes back to what the fields held at first, which the address may have said; what is wanted is none of it.
form.addEventListener('reset', () => setTimeout(() => {
  for (const field of form.elements) {
    if (field.type === 'checkbox') field.checked = false;
    else if (field.name !== '') field.value = '';
  }
  applyForm();
}));
form.addEventListener('submit', (event) => event.preventDefault());

live.addEventListener('click', () => {
  const paused = isLive();
  live.toggleAttribute('data-paused', paused);
  live.textContent = paused ? 'Paused' : 'Live';
  if (!paused) void follow();
});

addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  const typed = event.target.matches('input:not([type=checkbox]), select');
  if (event.key === '/' && !typed && !form.hidden) {
    event.preventDefault();
    form.elements.words.focus();
    form.elements.words.select();
  }
  if (event.key === 'Escape' && !(typed && event.target.value !== '')) closeRequest();
  if (['ArrowDown', 'ArrowUp', 'Home', 'End'].includes(event.key)) moveInList(event);
});

addEventListener('hashchange', () => {
  const { parameters } = readRoute();
  const words = form.elements.words;
  if (words && document.activeElement !== words) words.value = parameters.get('words') ?? '';
  void show();
});
document.addEventListener('visibilitychange', () => {
  if (!document.hidden && isLive()) void follow();
});

void show().then(() => setTimeout(keepFollowing, SECOND));
`;
