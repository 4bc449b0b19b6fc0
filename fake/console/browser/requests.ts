import type { JournalEntry, JournalSpan } from '../../tenants/journal.js';
import { copyBeside } from '../../../lab/tools/copy-text.js';
import { askControl } from './control-api.js';
import { badge, el, number, quiet, time } from './dom.js';
import type { Child, Item } from './dom.js';
import { faultBadge, isStub } from './faults.js';
import { PAGE, searchForm } from './view.js';
import type { Content, ViewRoute, TenantRoute } from './view.js';

/** The requests that are known, newest first, of the journal that was shown last. */
let known: { readonly of: string; readonly entries: readonly JournalEntry[] } = { of: '', entries: [] };

let losses = 0;

/** Forgets what is known: the fake did not answer, so another one may run now, which counts from 1 again. */
export function forgetRequests(): void {
  losses += 1;
}

const MOST_ENTRIES = 1000;

/** Asks for the new requests of a journal, and drops those that it no longer keeps. */
async function requestsOf(steps: readonly string[], opened: number, { first, last }: JournalSpan) {
  const of = `${steps.join('/')}@${opened}#${losses}`;
  const entries = known.of === of ? known.entries : [];
  const newest = entries[0]?.id ?? 0;
  const fresh = last > newest ? await askControl<readonly JournalEntry[]>(steps, { since: String(newest) }) : [];
  const kept = [...[...fresh].reverse(), ...entries.filter(({ id }) => id >= first)].slice(0, MOST_ENTRIES);
  known = { of, entries: kept };
  return kept;
}

function fits(query: URLSearchParams, entry: JournalEntry): boolean {
  const words = (query.get('words') ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  const { url, method, status, faults, requestBody, responseBody } = entry;
  const text = [url, method, status, ...faults, meaningOf(entry), callerOf(entry), requestBody, responseBody];
  const searched = text.join('\n').toLowerCase();
  return words.every((word) => searched.includes(word));
}

/** The reasons for which a request is refused before its handler runs. */
const refusals: Readonly<Record<string, string>> = { login: 'login refused', request: 'not accepted' };

/** The endpoint that a request met, and what kept the endpoint from handling it. */
function meaningOf({ endpoint, faults, refused }: JournalEntry): string {
  const met = endpoint ?? (faults.some(isStub) ? 'stubbed' : 'no endpoint');
  return [refusals[refused ?? ''], met].filter(Boolean).join(': ');
}

function callerOf({ caller }: JournalEntry): string {
  return caller ?? 'nobody';
}

function statusBadge(status: number): HTMLElement {
  const failed = status === 0 || status >= 500 ? 'bad' : 'warn';
  return badge(status === 0 ? 'none' : String(status), status > 0 && status < 400 ? 'good' : failed);
}

export async function requestsView(route: TenantRoute): Promise<Content> {
  const { opened, journal } = route.description;
  const entries = await requestsOf(route.steps, opened, journal);
  return contentOf(route, 'Requests', entries, 'No request has come yet. Each will appear here.');
}

export async function unmatchedView(route: ViewRoute): Promise<Content> {
  const entries = await requestsOf(route.steps, 0, { first: 0, last: Infinity });
  return contentOf(route, 'Requests that reached no tracker', entries, 'Every request reached a tracker.');
}

function contentOf(
  { steps, query }: ViewRoute,
  title: string,
  entries: readonly JournalEntry[],
  none: string,
): Content {
  const found = entries.filter((entry) => fits(query, entry));
  const [all, some] = [number.format(entries.length), number.format(found.length)];
  return {
    title,
    count: found.length === entries.length ? all : `${some} of ${all}`,
    note: found.length > PAGE && quiet(`These are the newest ${PAGE}.`),
    form: () => searchForm('Methods, addresses, statuses, endpoints, callers, bodies'),
    items: found.slice(0, PAGE).map((entry) => itemOf(steps, entry)),
    none: entries.length === 0 ? none : 'No request has these words.',
  };
}

function itemOf(steps: readonly string[], entry: JournalEntry): Item {
  const { id, at, method, url, status, faults, duration } = entry;
  return {
    key: `${known.of} ${id}`,
    summary: () => [
      el('span', {}, statusBadge(status)),
      el('b', {}, method),
      el('code', { class: 'url' }, url),
      el(
        'span',
        {},
        faults.map((fault) => [faultBadge(fault), ' ']),
        meaningOf(entry),
      ),
      quiet(`${callerOf(entry)}, ${number.format(Number(duration.toFixed(1)))} ms`),
      quiet(time(at)),
    ],
    detail: async () => requestInFull(await askControl<Repeatable>([...steps, String(id)])),
  };
}

const BODY_LIMIT = 16_384;

type Repeatable = JournalEntry & { readonly curl: string };

function requestInFull(exchange: Repeatable): Child {
  const { status, contentType, curl, requestBody, responseBody } = exchange;
  const button = el('button', { type: 'button', onclick: () => void copyBeside(button) }, 'Copy');
  return [
    body(`Sent ${contentType ?? ''}`, requestBody, contentType === null ? 'Nothing.' : 'What was sent was not read.'),
    body('Answered', responseBody, status === 0 ? 'Nothing.' : 'The answer had no text.'),
    el('h3', {}, 'To repeat it'),
    el('div', { class: 'copied' }, el('pre', { tabindex: '0' }, curl), button),
  ];
}

function body(title: string, text: string, none: string): Child {
  const isCut = text.length >= BODY_LIMIT;
  return [
    el('h3', {}, title, isCut && `: the first ${number.format(BODY_LIMIT)} characters, which the journal keeps`),
    text === '' ? el('p', { class: 'quiet' }, none) : el('pre', { tabindex: '0', 'aria-label': title }, pretty(text)),
  ];
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
