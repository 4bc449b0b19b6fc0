import type { Route } from './address.js';
import type { Exchange, Fault, FaultInForce, JournalEntry } from './answers.js';
import { copyBeside } from '../../../lab/tools/copy-text.js';
import { ask, journalSteps, Refusal } from './control-api.js';
import { badge, code, dateAndTime, el, facts, milliseconds, nothing, number, pretty, quiet, time } from './dom.js';
import type { Child } from './dom.js';

const BODY_LIMIT = 16_384;

/** The colour of a status. */
export function statusKind(status: number): string {
  if (status === 0 || status >= 500) return 'bad';
  if (status >= 400) return 'warn';
  return status >= 300 ? 'idle' : 'good';
}

/** A status as text; 0 means that none was sent. */
export function statusText(status: number): string {
  return status === 0 ? 'none' : String(status);
}

/** A stub answers in place of the tracker; a fault does not. The prefix of the id tells which it is. */
export function isStub(id: string): boolean {
  return id.startsWith('stub-');
}

/** The reasons for which a request is refused before its handler runs: as a word, and as a sentence. */
const refusals: Readonly<Record<string, { readonly short: string; readonly told: string }>> = {
  login: { short: 'login refused', told: 'before its endpoint was asked: no login was sent, or it was not accepted.' },
  request: {
    short: 'not accepted',
    told: 'before its endpoint was asked: its headers, query or body can not be used.',
  },
};

/** A badge for a request that was refused before its handler ran; nothing for others. */
export function refusalBadge({ refused }: JournalEntry): Child {
  const refusal = refusals[refused ?? ''];
  return refusal && [badge(refusal.short, 'warn'), ' '];
}

/** The request in the address, in full; a sentence if the journal no longer has it. */
export async function requestInFull(route: Route, close: () => void): Promise<Child> {
  try {
    const exchange = await ask<Exchange>([...journalSteps(route), route.item ?? '']);
    const inForce =
      exchange.faults.length === 0 || route.tenant === undefined
        ? []
        : await ask<readonly FaultInForce[]>(['tenants', route.tenant, 'faults']);
    const faults = new Map(inForce.map(({ id, fault }) => [id, fault]));
    return [closeButton(close), describeExchange(exchange, faults)];
  } catch (error) {
    if (error instanceof Refusal) return [closeButton(close), nothing(error.message)];
    throw error;
  }
}

function closeButton(close: () => void): HTMLElement {
  return el('button', { type: 'button', class: 'close', onclick: close, title: 'Esc closes it too' }, 'Close');
}

function describeExchange(exchange: Exchange, faults: ReadonlyMap<string, Fault>): Child {
  const { status, method, url, endpoint, caller, at, duration, contentType, requestBody, responseBody, curl } =
    exchange;
  const refusal = refusals[exchange.refused ?? ''];
  return [
    el(
      'h2',
      { class: 'request-title', tabindex: '-1' },
      badge(statusText(status), statusKind(status)),
      ' ',
      el('b', {}, method),
      ' ',
      code(url),
    ),
    facts([
      ['Endpoint', endpoint ?? quiet('none')],
      ['Query', queryOf(url)],
      ['Refused', refusal && [refusalBadge(exchange), refusal.told]],
      ['Caller', caller ?? quiet('nobody')],
      ['Arrived', time(at, dateAndTime)],
      ['Took', milliseconds(duration)],
      ['Content type', contentType === null ? undefined : code(contentType)],
      ['Faults', exchange.faults.length === 0 ? undefined : exchange.faults.map((id) => struck(id, faults.get(id)))],
    ]),
    nearestTo(exchange),
    body('Sent', requestBody, contentType === null ? 'Nothing was sent.' : 'What was sent was not read.'),
    body('Answered', responseBody, status === 0 ? 'No answer was sent.' : 'The answer had no text.'),
    el('h3', {}, 'To repeat it'),
    el('div', { class: 'copied' }, el('pre', { tabindex: '0' }, curl), copyButton()),
  ];
}

/** The decoded query; undefined if there is none. */
function queryOf(url: string): Child {
  const [, query] = url.split(/\?(.*)/s);
  const pairs = [...new URLSearchParams(query ?? '')];
  if (pairs.length === 0) return undefined;
  return pairs.map(([name, value]) => el('div', {}, code(name), ' ', quiet('='), ' ', code(value)));
}

function struck(id: string, fault: Fault | undefined): HTMLElement {
  const what = fault === undefined ? quiet('no longer in force') : describeFault(fault);
  return el('div', {}, badge(id, isStub(id) ? 'blue' : 'warn'), ' ', what);
}

function describeFault(fault: Fault): string {
  const told = Object.entries(fault).filter(([name]) => name !== 'kind' && name !== 'seed');
  return told.map(([name, value]) => `${name} ${formatValue(value)}`).join(', ');
}

/** A value of a fault as text. */
export function formatValue(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function nearestTo({ endpoint, faults, nearest }: Exchange): Child {
  if (endpoint !== null || faults.some(isStub)) return undefined;
  if (nearest.length === 0) return el('p', { class: 'near' }, 'It met nothing, and nothing that is served comes near.');
  const item = ({ method, path, differences }: Exchange['nearest'][number]) =>
    el(
      'li',
      {},
      code(el('b', {}, method), ' ', path),
      differences.map((one) => el('div', { class: 'quiet' }, one)),
    );
  return el(
    'section',
    { class: 'near' },
    el('h3', {}, 'It met nothing. What comes nearest:'),
    el('ol', {}, nearest.map(item)),
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

function copyButton(): HTMLElement {
  const button = el('button', { type: 'button' }, 'Copy');
  button.addEventListener('click', () => void copyBeside(button));
  return button;
}
