/*
 * The script of the matrix page: it filters the rules, opens the one the address names (`rules.html#DT-13`), and copies
 * commands. The page can be read whole without it.
 */

import { copyBeside } from '../../../lab/tools/copy-text.js';

const form = find(HTMLFormElement, '.filters');
const shown = find(HTMLElement, '.filters output');
const nothing = find(HTMLElement, '.nothing');
/** The rules that the filters choose from; a page of several runs has others above them. */
const rules = [...(form.parentElement ?? document).querySelectorAll<HTMLDetailsElement>('.rule')];
const texts = new Map<Element, string>();

function find<Found extends Element>(kind: new () => Found, selector: string): Found {
  const found = document.querySelector(selector);
  if (found instanceof kind) return found;
  throw new Error(`The page has no ${selector}.`);
}

/** The searchable text of a rule: everything but the exchanges of its tests. */
function textOf(rule: Element): string {
  let text = texts.get(rule);
  if (text === undefined) {
    const parts = [...rule.querySelectorAll('summary, .facts, .headline, .quiet')];
    const searched = parts.filter((part) => part.closest('.exchanges') === null);
    text = searched
      .map((part) => part.textContent)
      .join(' ')
      .toLowerCase();
    texts.set(rule, text);
  }
  return text;
}

function textOfEndpoint(endpoint: Element): string {
  return endpoint.textContent.toLowerCase();
}

/** Writes the filters into the address, so that it can be passed on. Those that choose nothing are left out. */
function writeAddress(): void {
  const chosen = new URLSearchParams();
  for (const [name, value] of new FormData(form)) {
    if (typeof value === 'string' && value !== '') chosen.set(name, value);
  }
  const query = chosen.toString();
  history.replaceState(null, '', `${location.pathname}${query === '' ? '' : `?${query}`}${location.hash}`);
}

/** Takes the filters from the address; values that the page does not have choose nothing. */
function readAddress(): void {
  for (const [name, value] of new URLSearchParams(location.search)) {
    const field = form.elements.namedItem(name);
    if (field instanceof HTMLInputElement && field.type === 'checkbox') field.checked = value === field.value;
    else if (field instanceof HTMLInputElement) field.value = value;
    else if (field instanceof HTMLSelectElement && [...field.options].some((option) => option.value === value))
      field.value = value;
  }
}

/** The first rule that the filters leave, or else the first endpoint. */
function firstResult(): HTMLElement | null {
  return document.querySelector('.rule:not([hidden]), .endpoint:not([hidden])');
}

function filter(): void {
  applyFilters();
  writeAddress();
}

function applyFilters(): void {
  const filters = new FormData(form);
  const wanted = (name: string) => {
    const value = filters.get(name);
    return typeof value === 'string' ? value : '';
  };
  const words = wanted('words').toLowerCase().split(/\s+/).filter(Boolean);
  let count = 0;
  for (const rule of rules) {
    const matches =
      ['api', 'state', 'kind'].every((key) => wanted(key) === '' || wanted(key) === rule.dataset[key]) &&
      words.every((word) => textOf(rule).includes(word)) &&
      (rule.dataset['unasked'] === undefined || wanted('unasked') !== '');
    rule.hidden = !matches;
    if (matches) count += 1;
  }
  for (const endpoint of document.querySelectorAll<HTMLElement>('.endpoint')) {
    const matches =
      (wanted('api') === '' || wanted('api') === endpoint.dataset['api']) &&
      words.every((word) => textOfEndpoint(endpoint).includes(word));
    endpoint.hidden = !matches;
  }
  for (const group of document.querySelectorAll<HTMLElement>('.rules, .endpoints, .endpoints > .more')) {
    group.hidden = group.querySelector('.rule:not([hidden]), .endpoint:not([hidden])') === null;
  }
  nothing.hidden = count > 0;
  shown.textContent = `${count} of ${rules.length} rules`;
}

/** Opens what an element is folded in, and the element itself. */
function reveal(element: Element | null): void {
  for (
    let one = element?.closest('details');
    one !== null && one !== undefined;
    one = one.parentElement?.closest('details')
  )
    one.open = true;
}

function openNamedRule(): void {
  const id = decodeURIComponent(location.hash.slice(1));
  const rule = document.getElementById(id);
  if (!(rule instanceof HTMLDetailsElement)) return;
  if (rule.hidden) {
    form.reset();
    const unasked = form.elements.namedItem('unasked');
    if (unasked instanceof HTMLInputElement) unasked.checked = rule.dataset['unasked'] !== undefined;
    filter();
  }
  reveal(rule);
  rule.scrollIntoView();
  rule.querySelector('summary')?.focus({ preventScroll: true });
}

form.hidden = false;
for (const button of document.querySelectorAll<HTMLElement>('.copied button')) {
  button.hidden = false;
  button.addEventListener('click', () => void copyBeside(button));
}
form.addEventListener('input', () => {
  filter();
  firstResult()?.scrollIntoView({ block: 'nearest' });
});
form.addEventListener('reset', () => setTimeout(filter));
form.addEventListener('submit', (event) => {
  event.preventDefault();
  firstResult()?.querySelector('summary')?.focus();
});
addEventListener('keydown', (event) => {
  const isTyping = event.target instanceof Element && event.target.matches('input, select');
  if (event.key !== '/' || event.ctrlKey || event.metaKey || isTyping) return;
  event.preventDefault();
  reveal(form);
  find(HTMLElement, '.filters [name=words]').focus();
});
addEventListener('hashchange', openNamedRule);
// Only then has the browser itself gone to the target of the address, which takes the focus away.
addEventListener('load', openNamedRule);
readAddress();
if (location.search !== '') reveal(form);
applyFilters();
