/** The request journal: filters, the list, and beside it the request that is open. */
export const journalView = String.raw`
/** The requests that are known, newest first, of the space or the strays that are shown. */
const journal = { of: undefined, entries: [], last: 0 };

const statusFilters = {
  '2xx': ({ status }) => status >= 200 && status < 300,
  '3xx': ({ status }) => status >= 300 && status < 400,
  '4xx': ({ status }) => status >= 400 && status < 500,
  '5xx': ({ status }) => status >= 500,
  none: ({ status }) => status === 0,
};

const NOTHING_MET = 'none';
const NOBODY = 'nobody';

/** Fetches what has come since, and forgets what the journal no longer keeps. */
async function updateJournal(route) {
  const steps = route.space === undefined ? ['strays'] : ['spaces', route.space, 'journal'];
  const of = steps.join('/') + '@' + (route.description?.opened ?? '');
  if (journal.of !== of) Object.assign(journal, { of, entries: [], last: 0 });
  const span = route.description?.journal;
  if (span !== undefined && span.last < journal.last) Object.assign(journal, { entries: [], last: 0 });
  const fresh = span === undefined || span.last > journal.last ? await ask(steps, { since: journal.last }) : [];
  if (journal.of !== of) return;
  const added = fresh.filter(({ id }) => id > journal.last).reverse();
  const first = span?.first ?? 0;
  journal.entries = [...added, ...journal.entries.filter(({ id }) => id >= first)].slice(0, 1000);
  journal.last = Math.max(journal.last, ...added.map(({ id }) => id));
}

function readFilters(parameters) {
  const read = (name) => parameters.get(name) ?? '';
  return {
    words: read('words').toLowerCase().split(/\s+/).filter(Boolean),
    method: read('method'), status: read('status'), endpoint: read('endpoint'), caller: read('caller'),
    failed: parameters.has('failed'),
  };
}

function fits(entry, { words, method, status, endpoint, caller, failed }) {
  return (
    (method === '' || entry.method === method) &&
    (status === '' || (statusFilters[status]?.(entry) ?? String(entry.status) === status)) &&
    (endpoint === '' || (entry.endpoint ?? NOTHING_MET) === endpoint) &&
    (caller === '' || (entry.caller ?? NOBODY) === caller) &&
    (!failed || entry.status === 0 || entry.status >= 400 || entry.faults.length > 0) &&
    (words.length === 0 || holds(entry, words))
  );
}

function holds({ url, method, endpoint, caller, status, faults, requestBody, responseBody }, words) {
  const text = [url, method, endpoint, caller, status, ...faults, requestBody, responseBody].join('\n').toLowerCase();
  return words.every((word) => text.includes(word));
}

/** The form above the list. */
function journalFilters(route) {
  const select = (label, name, options) =>
    el('label', {}, label, el('select', { name }, el('option', { value: '' }, 'all'), options));
  return [
    el('label', { class: 'words' }, 'Words', searchInput(route, 'In addresses, callers and bodies')),
    select('Method', 'method'),
    select('Status', 'status'),
    select('Endpoint', 'endpoint'),
    select('Caller', 'caller'),
    el('label', { class: 'check' },
      el('input', { type: 'checkbox', name: 'failed', checked: route.parameters.has('failed') }), 'failed only'),
    el('button', { type: 'reset' }, 'Show all'),
    el('output', {}),
  ];
}

/** Offers what there is to choose from, and keeps what is chosen. */
function offer(form, route, name, values) {
  const select = form.elements[name];
  const chosen = route.parameters.get(name) ?? '';
  const offered = [...new Set([...values, ...(chosen === '' ? [] : [chosen])])].sort();
  const before = [...select.options].slice(1).map(({ value }) => value);
  if (before.join('\n') !== offered.join('\n')) {
    select.replaceChildren(el('option', { value: '' }, 'all'), ...offered.map((value) => el('option', { value }, value)));
  }
  if (select.value !== chosen) select.value = chosen;
}

function offerChoices(form, route) {
  const { entries } = journal;
  offer(form, route, 'method', entries.map(({ method }) => method));
  offer(form, route, 'status', [
    ...entries.map(({ status }) => (status === 0 ? 'none' : String(status))),
    ...entries.filter(({ status }) => status > 0).map(({ status }) => String(status)[0] + 'xx'),
  ]);
  offer(form, route, 'endpoint', entries.map(({ endpoint }) => endpoint ?? NOTHING_MET));
  offer(form, route, 'caller', entries.map(({ caller }) => caller ?? NOBODY));
}

function requestAddress(route, id) {
  const { space, steps, parameters } = route;
  const kept = Object.fromEntries(parameters);
  return to(id === undefined ? steps : [...steps, id], Object.keys(kept).length === 0 ? undefined : kept);
}

function requestItem(route, entry) {
  const { id, status, method, url, endpoint, caller, at, duration, faults } = entry;
  const [path, query] = url.split(/\?(.*)/s);
  return el('li', { 'data-id': id },
    el('a', { href: requestAddress(route, id), tabindex: '-1' },
      badge(statusText(status), statusKind(status)),
      el('b', { class: 'method' }, method),
      el('code', { class: 'path' }, path, query === undefined ? undefined : quiet('?' + query)),
      el('span', { class: 'met' },
        faults.map((fault) => [badge(fault, 'warn'), ' ']),
        endpoint === null ? 'no endpoint' : endpoint),
      el('span', { class: 'who' }, caller ?? 'nobody'),
      el('span', { class: 'took' }, milliseconds(duration)),
      el('span', { class: 'when' }, time(at, clockTime))));
}

/** Shows the list as the filters have it. Items that are there stay: what is new comes before them. */
function showList(route) {
  const list = document.querySelector('.requests');
  const filters = readFilters(route.parameters);
  const wanted = journal.entries.filter((entry) => fits(entry, filters));
  const there = new Map([...list.children].map((item) => [item.dataset.id, item]));
  const items = wanted.map((entry) => {
    const item = there.get(String(entry.id)) ?? requestItem(route, entry);
    const href = requestAddress(route, entry.id);
    const link = item.firstElementChild;
    if (link.getAttribute('href') !== href) link.setAttribute('href', href);
    if (String(entry.id) === route.item) link.setAttribute('aria-current', 'true');
    else link.removeAttribute('aria-current');
    return item;
  });
  if (items.length !== list.children.length || items.some((item, index) => list.children[index] !== item)) {
    const focused = document.activeElement;
    const top = items.find((item) => there.has(item.dataset.id));
    if (top !== undefined && items.slice(items.indexOf(top)).every((item) => there.has(item.dataset.id))) {
      // The usual case, in which nothing that is there moves: reading on and the focus are not disturbed.
      for (const [id, item] of there) if (!items.includes(item)) item.remove();
      top.before(...items.slice(0, items.indexOf(top)));
    } else list.replaceChildren(...items);
    if (list.contains(focused)) focused.focus({ preventScroll: true });
  }
  const links = [...list.querySelectorAll('a')];
  const entry = links.find((link) => link === document.activeElement || link.hasAttribute('aria-current')) ?? links[0];
  for (const link of links) link.tabIndex = link === entry ? 0 : -1;
  document.querySelector('.filters output').textContent =
    wanted.length === journal.entries.length
      ? counted(wanted.length, 'request')
      : number.format(wanted.length) + ' of ' + counted(journal.entries.length, 'request');
  const none = document.querySelector('.no-requests');
  none.hidden = wanted.length > 0;
  none.textContent = journal.entries.length > 0
    ? 'No request fits these filters.'
    : route.space === undefined ? 'Every request reached a tracker.' : 'Nobody has called yet. Requests appear here as they come.';
}

const journalViewOf = (title, lead) => ({
  filters: journalFilters,
  async load(route) {
    await updateJournal(route);
    return { title, head: [el('h1', {}, title), lead && el('p', { class: 'quiet' }, lead)], show: () => showJournal(route) };
  },
});

views.requests = journalViewOf('Requests');
views.strays = journalViewOf('Requests that reached no tracker', 'Their path is that of no space.');

async function showJournal(route) {
  const results = document.querySelector('.results');
  if (!results.querySelector('.requests')) {
    results.replaceChildren(el('div', { class: 'journal' },
      el('div', { class: 'listed' },
        el('ol', { class: 'requests', 'aria-label': 'Requests, newest first' }),
        el('p', { class: 'nothing no-requests', hidden: true })),
      el('section', { class: 'request', 'aria-label': 'The request in full', hidden: true })));
  }
  offerChoices(document.querySelector('.filters'), route);
  showList(route);
  const detail = results.querySelector('.request');
  const open = route.item !== undefined;
  results.querySelector('.journal').classList.toggle('split', open);
  const key = open ? (route.space ?? '') + '/' + route.item : '';
  if (detail.dataset.key !== key) {
    detail.dataset.key = key;
    const content = open ? await requestInFull(route) : [];
    if (detail.dataset.key !== key) return;
    detail.replaceChildren(...nodes(content));
    detail.scrollTop = 0;
    if (open && matchMedia('(max-width: 900px)').matches) detail.querySelector('.request-title')?.focus();
  }
  detail.hidden = !open;
  results.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
}

/** Closes the request that is open, and goes back to where it stands in the list. */
function closeRequest() {
  const route = readRoute();
  if (route.item === undefined) return;
  const { item } = route;
  document.querySelector('.journal')?.classList.remove('split');
  location.hash = requestAddress(route, undefined);
  document.querySelector('.requests li[data-id="' + CSS.escape(item) + '"] a')?.focus();
}

/** Moves through the list by keys; where a request is open, the next one is opened in its place. */
function moveInList(event) {
  const links = [...document.querySelectorAll('.requests a')];
  const at = links.indexOf(document.activeElement);
  const fromFilter = document.activeElement?.matches('.filters input[type=search]') === true;
  if (links.length === 0 || (at === -1 && !(fromFilter && event.key === 'ArrowDown'))) return;
  const places = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: links.length - 1 };
  const link = links[Math.min(Math.max(places[event.key], 0), links.length - 1)];
  event.preventDefault();
  for (const other of links) other.tabIndex = other === link ? 0 : -1;
  link.focus();
  if (readRoute().item !== undefined) location.replace(link.getAttribute('href'));
}
`;
