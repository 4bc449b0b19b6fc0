import type { JournalExchange } from '../../control/exchange.js';
import type { FaultReport } from '../../faults/wire-faults.js';
import type { JournalEntry } from '../../tenants/journal.js';
import { copyBeside } from '../../../lab/tools/copy-text.js';
import type { Route } from './address.js';
import { ask, faultsOf, journalSteps, Refusal } from './control-api.js';
import { badge, code, el, milliseconds, nothing, number, pretty, quiet, time } from './dom.js';
import type { Child } from './dom.js';
import { facts } from './view.js';

const BODY_LIMIT = 16_384;

/** One request of a journal in full. */
type Exchange = JournalExchange & { readonly curl: string };

export function statusKind(status: number): string {
  if (status === 0 || status >= 500) return 'bad';
  if (status >= 400) return 'warn';
  return status >= 300 ? 'idle' : 'good';
}

/** A status as text; 0 means that none was sent. */
export function statusText(status: number): string {
  return status === 0 ? 'none' : String(status);
}

/** A badge for a stub, which answers in place of the tracker, or a fault. The prefix of the id tells which it is. */
export function faultBadge(id: string): HTMLElement {
  return badge(id, isStub(id) ? 'blue' : 'warn');
}

export function isStub(id: string): boolean {
  return id.startsWith('stub-');
}

/** The reasons for which a request is refused before its handler runs: as a word, and as a sentence. */
const refusals: Readonly<Record<string, readonly [short: string, told: string]>> = {
  login: ['login refused', 'before its endpoint was asked: no login was sent, or it was not accepted.'],
  request: ['not accepted', 'before its endpoint was asked: its headers, query or body can not be used.'],
};

/** A badge for a request that was refused before its handler ran; nothing for others. */
export function refusalBadge({ refused }: JournalEntry): Child {
  const refusal = refusals[refused ?? ''];
  return refusal && [badge(refusal[0], 'warn'), ' '];
}

/** The request in the address, in full; a sentence if the journal no longer has it. */
export async function requestInFull(route: Route): Promise<Child> {
  try {
    const exchange = await ask<Exchange>([...journalSteps(route), route.item ?? '']);
    const isStruck = exchange.faults.length > 0 && route.tenant !== undefined;
    return await describeExchange(exchange, isStruck ? await faultsOf(route) : []);
  } catch (error) {
    if (error instanceof Refusal) return nothing(error.message);
    throw error;
  }
}

async function describeExchange(exchange: Exchange, inForce: readonly FaultReport[]): Promise<Child> {
  const { status, method, url, contentType, curl } = exchange;
  const refusal = refusals[exchange.refused ?? ''];
  const button = el('button', { type: 'button' }, 'Copy');
  button.addEventListener('click', () => void copyBeside(button));
  return [
    el(
      'h2',
      { class: 'request-title', tabindex: '-1' },
      ...[badge(statusText(status), statusKind(status)), ' ', el('b', {}, method), ' ', code(url)],
    ),
    await facts([
      ['Endpoint', exchange.endpoint ?? quiet('none')],
      ['Query', queryOf(url)],
      ['Refused', refusal && [refusalBadge(exchange), refusal[1]]],
      ['Caller', exchange.caller ?? quiet('nobody')],
      ['Arrived', time(exchange.at)],
      ['Took', milliseconds(exchange.duration)],
      ['Content type', contentType !== null && code(contentType)],
      ['Faults', exchange.faults.length > 0 && exchange.faults.map((id) => struck(id, inForce))],
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

function struck(id: string, inForce: readonly FaultReport[]): HTMLElement {
  const { fault } = inForce.find((one) => one.id === id) ?? {};
  const told = Object.entries(fault ?? {}).filter(([name]) => name !== 'kind' && name !== 'seed');
  const what = told.map(([name, value]) => `${name} ${formatValue(value)}`).join(', ');
  return el('div', {}, faultBadge(id), ' ', fault === undefined ? quiet('no longer in force') : what);
}

export function formatValue(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function nearestTo({ endpoint, faults, nearest }: Exchange): Child {
  if (endpoint !== null || faults.some(isStub)) return undefined;
  if (nearest.length === 0) return el('p', { class: 'near' }, 'It met nothing, and nothing that is served comes near.');
  const items = nearest.map(({ method, path, differences }) => {
    const lines = differences.map((one) => el('div', { class: 'quiet' }, one));
    return el('li', {}, code(el('b', {}, method), ' ', path), lines);
  });
  return el('section', { class: 'near' }, el('h3', {}, 'It met nothing. What comes nearest:'), el('ol', {}, items));
}

function body(title: string, text: string, none: string): Child {
  return [
    el('h3', {}, title),
    text === '' ? el('p', { class: 'quiet' }, none) : el('pre', { tabindex: '0', 'aria-label': title }, pretty(text)),
    text.length >= BODY_LIMIT &&
      el('p', { class: 'quiet' }, `The journal keeps the first ${number.format(BODY_LIMIT)} characters.`),
  ];
}
