/*
 * The script of the matrix page: it filters the rules, opens the one the address names (`rules.html#DT-13`), and copies
 * commands. The page can be read whole without it.
 */

import { copyBeside } from '../../../lab/tools/copy-text.js';

const form = find(HTMLFormElement, '.filters');
const shown = find(HTMLElement, '.filters output');
const nothing = find(HTMLElement, '.nothing');
const endpoints = [...document.querySelectorAll<HTMLElement>('.endpoint')];
/** The rules that the filters choose from; a page of several runs has others above them. */
const rules = [...(form.parentElement ?? document).querySelectorAll<HTMLDetailsElement>('.rule')];
const texts = new Map<Element, string>();

function find<Found extends Element>(kind: new () => Found, selector: string): Found {
  const found = document.querySelector(selector);
  if (found instanceof kind) return found;
  throw new Error(`The page has no ${selector}.`);
}

function textOf(element: Element): string {
  const known = texts.get(element);
  if (known !== undefined) return known;
  const parts = [...element.querySelectorAll('summary, .facts, .headline, .quiet, .inside.sides')];
  const searched = parts.filter((part) => part.closest('.exchanges') === null);
  const text = searched.map((part) => part.textContent.toLowerCase()).join(' ');
  texts.set(element, text);
  return text;
}

function chosenFilters(): URLSearchParams {
  const pairs = [...new FormData(form)].filter(([, value]) => value !== '');
  return new URLSearchParams(pairs as [string, string][]);
}

function filter(): void {
  const chosen = chosenFilters();
  applyFilters(chosen);
  history.replaceState(null, '', `${location.pathname}${chosen.size === 0 ? '' : `?${chosen}`}${location.hash}`);
}

/** Takes the filters from the address; values that the page does not have choose nothing. */
function readAddress(): void {
  const chosen = new URLSearchParams(location.search);
  for (const field of form.querySelectorAll<HTMLInputElement>('input, select')) {
    if (field.type === 'checkbox') field.checked = chosen.has(field.name);
    else field.value = chosen.get(field.name) ?? '';
  }
}

function applyFilters(chosen: URLSearchParams): void {
  const searched = (chosen.get('words') ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  const fits = (element: HTMLElement, keys: readonly string[]) =>
    keys.every((key) => (chosen.get(key) ?? element.dataset[key]) === element.dataset[key]) &&
    searched.every((word) => textOf(element).includes(word));
  for (const rule of rules) {
    const isAsked = rule.dataset['unasked'] === undefined || chosen.has('unasked');
    rule.hidden = !isAsked || !fits(rule, ['api', 'state', 'kind']);
  }
  for (const endpoint of endpoints) endpoint.hidden = !fits(endpoint, ['api']);
  for (const group of document.querySelectorAll<HTMLElement>('.rules, .endpoints, .endpoints > .more')) {
    group.hidden = group.querySelector('.rule:not([hidden]), .endpoint:not([hidden])') === null;
  }
  const count = rules.filter(({ hidden }) => !hidden).length;
  nothing.hidden = count > 0;
  shown.textContent = `${count} of ${rules.length} rules`;
}

function reveal(element: Element | null | undefined): void {
  const details = element?.closest('details');
  if (details === null || details === undefined) return;
  details.open = true;
  reveal(details.parentElement);
}

function openNamedRule(): void {
  const rule = document.getElementById(decodeURIComponent(location.hash.slice(1)));
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
  document.querySelector('.rule:not([hidden]), .endpoint:not([hidden])')?.scrollIntoView({ block: 'nearest' });
});
form.addEventListener('reset', () => setTimeout(filter));
form.addEventListener('submit', (event) => event.preventDefault());
addEventListener('hashchange', openNamedRule);
// Only then has the browser itself gone to the target of the address, which takes the focus away.
addEventListener('load', openNamedRule);
readAddress();
if (location.search !== '') reveal(form);
applyFilters(chosenFilters());
