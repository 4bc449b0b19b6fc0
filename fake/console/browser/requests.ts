import type { JournalExchange } from '../../control/exchange.js';
import type { JournalEntry } from '../../tenants/journal.js';
import { copyBeside } from '../../../lab/tools/copy-text.js';
import { ask, connection, Refusal } from './control-api.js';
import { badge, code, el, milliseconds, nothing, number, pretty, quiet, time } from './dom.js';
import type { Child } from './dom.js';
import { faultBadge, isStub } from './faults.js';
import { facts, offsetIn, PAGE, pager, rowLink, searchedWords, searchForm, tableOf } from './view.js';
import type { Column, Content, Route, TenantRoute, View } from './view.js';

interface KnownRequests {
  /** The tenant and the fake that the requests are of. A restarted fake counts from 1 again. */
  readonly of: string;
  readonly entries: readonly JournalEntry[];
  readonly last: number;
}

/** The known requests, newest first: those of the tenant that was shown last, and those that reached no tracker. */
const known = new Map<'tenant' | 'unmatched', KnownRequests>();

/** How many requests the page keeps. */
const MOST_ENTRIES = 1000;

/** Asks for the new requests of a tenant. Drops those that its journal no longer keeps. */
function requestsOf({ tenant, description: { opened, journal } }: TenantRoute): Promise<readonly JournalEntry[]> {
  return updated('tenant', ['tenants', tenant, 'journal'], opened, journal);
}

/** Asks for the new requests that reached no tracker. */
export function unmatchedRequests(): Promise<readonly JournalEntry[]> {
  return updated('unmatched', ['unmatched'], 0, { first: 0, last: Infinity });
}

async function updated(
  which: 'tenant' | 'unmatched',
  steps: readonly string[],
  opened: number,
  { first, last }: { readonly first: number; readonly last: number },
): Promise<readonly JournalEntry[]> {
  const of = `${steps.join('/')}@${opened}#${connection.losses}`;
  const before = known.get(which);
  const { entries, last: newest } =
    before === undefined || before.of !== of || last < before.last ? { entries: [], last: 0 } : before;
  const fresh = last > newest ? await ask<readonly JournalEntry[]>(steps, { since: newest }) : [];
  const kept = [...[...fresh].reverse(), ...entries.filter(({ id }) => id >= first)].slice(0, MOST_ENTRIES);
  // Another call may have brought newer ones meanwhile.
  if (known.get(which) === before) known.set(which, { of, entries: kept, last: fresh.at(-1)?.id ?? newest });
  return kept;
}

/** The filters, and the values that each offers. */
const filters = {
  Method: ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS'],
  Status: ['2xx', '3xx', '4xx', '5xx', 'failed'],
};

/** Whether a request fits the filters in the address. */
function fits({ parameters }: Route, words: readonly string[], entry: JournalEntry): boolean {
  const { url, method, status, faults, requestBody, responseBody } = entry;
  const group = status === 0 || status >= 400 ? ['failed'] : [];
  const values = { method: [method], status: [`${Math.floor(status / 100)}xx`, ...group] };
  const isChosen = Object.entries(values).every(([name, own]) => {
    const chosen = parameters.get(name) ?? '';
    return chosen === '' || own.includes(chosen);
  });
  if (!isChosen || words.length === 0) return isChosen;
  const text = [url, method, status, ...faults, meaningOf(entry), callerOf(entry), requestBody, responseBody];
  const searched = text.join('\n').toLowerCase();
  return words.every((word) => searched.includes(word));
}

/** The reasons for which a request is refused before its handler runs. */
const refusals: Readonly<Record<string, string>> = { login: 'login refused', request: 'not accepted' };

/** The endpoint that a request met, and what kept the endpoint from handling it. */
function meaningOf({ endpoint, faults, refused }: JournalEntry): string {
  return [refusals[refused ?? ''], endpoint ?? (faults.some(isStub) ? 'stubbed' : 'no endpoint')]
    .filter(Boolean)
    .join(': ');
}

function callerOf({ caller }: JournalEntry): string {
  return caller ?? 'nobody';
}

/** A badge of a status; 0 means that none was sent. */
function statusBadge(status: number): HTMLElement {
  const failed = status === 0 || status >= 500 ? 'bad' : 'warn';
  return badge(status === 0 ? 'none' : String(status), status > 0 && status < 400 ? 'good' : failed);
}

function columnsOf(route: Route): readonly Column<JournalEntry>[] {
  return [
    { label: 'Status', class: 'word', cell: ({ status }) => statusBadge(status) },
    { label: 'Method', class: 'word', cell: ({ method }) => el('b', {}, method) },
    { label: 'Request', class: 'name', cell: ({ id, url }) => rowLink(route, [id], code(url)) },
    { label: 'Endpoint', cell: (entry) => [entry.faults.map((id) => [faultBadge(id), ' ']), meaningOf(entry)] },
    { label: 'Caller', class: 'word', cell: callerOf },
    { label: 'Took', class: 'count', cell: ({ duration }) => milliseconds(duration) },
    { label: 'Arrived', class: 'count', cell: ({ at }) => time(at, true) },
  ];
}

/** A list of requests, and the one that is open. */
async function listOf(route: Route, title: string, entries: readonly JournalEntry[], none: string): Promise<Content> {
  const words = searchedWords(route);
  const found = entries.filter((entry) => fits(route, words, entry));
  const start = offsetIn(route);
  const [all, some] = [number.format(entries.length), number.format(found.length)];
  return {
    title,
    count: found.length === entries.length ? all : `${some} of ${all}`,
    form: searchForm('Addresses, endpoints, callers, bodies', filters),
    list:
      found.length === 0
        ? nothing(entries.length === 0 ? none : 'No request fits these filters.')
        : [tableOf(title, columnsOf(route), found.slice(start, start + PAGE)), pager(route, found.length)],
    opened: await requestInFull(route),
  };
}

export const requestsView: View<TenantRoute> = async (route) =>
  listOf(route, 'Requests', await requestsOf(route), 'Nobody has called yet. Requests appear here as they come.');

export const unmatchedView: View = async (route) =>
  listOf(route, 'Requests that reached no tracker', await unmatchedRequests(), 'Every request reached a tracker.');

/** One request of a journal in full. */
type Exchange = JournalExchange & { readonly curl: string };

/** The request that was opened last. It does not change, and its nearest endpoints are costly to find. */
let lastOpened: { readonly at: string; readonly exchange: Exchange } | undefined;

/** The request in the address, in full; a sentence if the journal no longer has it. */
async function requestInFull(route: Route | TenantRoute): Promise<Child> {
  const { tenant, item } = route;
  if (item.length === 0) return undefined;
  const steps = tenant === undefined ? ['unmatched', ...item] : ['tenants', tenant, 'journal', ...item];
  const opened = 'description' in route ? route.description.opened : '';
  const at = `${steps.join('/')}@${opened}#${connection.losses}`;
  try {
    if (lastOpened?.at !== at) lastOpened = { at, exchange: await ask<Exchange>(steps) };
    return describe(lastOpened.exchange);
  } catch (error) {
    if (error instanceof Refusal) return nothing(error.message);
    throw error;
  }
}

const BODY_LIMIT = 16_384;

function describe(exchange: Exchange): Child {
  const { status, method, url, contentType, faults, curl } = exchange;
  const button = el('button', { type: 'button' }, 'Copy');
  button.addEventListener('click', () => void copyBeside(button));
  return [
    el('h2', { tabindex: '-1' }, statusBadge(status), ' ', el('b', {}, method), ' ', code(url)),
    facts([
      ['Endpoint', meaningOf(exchange)],
      ['Query', queryOf(url)],
      ['Caller', callerOf(exchange)],
      ['Arrived', time(exchange.at)],
      ['Took', milliseconds(exchange.duration)],
      ['Content type', contentType !== null && code(contentType)],
      ['Faults', faults.length > 0 && faults.map((id) => [faultBadge(id), ' '])],
    ]),
    nearestTo(exchange),
    body('Sent', exchange.requestBody, contentType === null ? 'Nothing was sent.' : 'What was sent was not read.'),
    body('Answered', exchange.responseBody, status === 0 ? 'No answer was sent.' : 'The answer had no text.'),
    el('h3', {}, 'To repeat it'),
    el('div', { class: 'copied' }, el('pre', { tabindex: '0' }, curl), button),
  ];
}

/** The decoded query; undefined if there is none. */
function queryOf(url: string): Child {
  const [, query] = url.split(/\?(.*)/s);
  const pairs = [...new URLSearchParams(query ?? '')];
  if (pairs.length === 0) return undefined;
  return pairs.map(([name, value]) => el('div', {}, code(name), ' ', quiet('='), ' ', code(value)));
}

function nearestTo({ endpoint, faults, nearest }: Exchange): Child {
  if (endpoint !== null || faults.some(isStub)) return undefined;
  if (nearest.length === 0)
    return el('p', { class: 'card near' }, 'It met nothing, and nothing that is served comes near.');
  const items = nearest.map(({ method, path, differences }) => {
    const lines = differences.map((one) => el('div', { class: 'quiet' }, one));
    return el('li', {}, code(el('b', {}, method), ' ', path), lines);
  });
  return el(
    'section',
    { class: 'card near' },
    el('h3', {}, 'It met nothing. What comes nearest:'),
    el('ol', {}, items),
  );
}

function body(title: string, text: string, none: string): Child {
  return [
    el('h3', {}, title),
    text === '' ? el('p', { class: 'quiet' }, none) : el('pre', { tabindex: '0', 'aria-label': title }, pretty(text)),
    text.length >= BODY_LIMIT &&
      el('p', { class: 'quiet' }, `The journal keeps the first ${number.format(BODY_LIMIT)} characters.`),
  ];
}
