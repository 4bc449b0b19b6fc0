/*
 * The script of the matrix page: it filters the rules and opens the one the address names (`rules.html#DT-13`). The page
 * can be read whole without it.
 */

const form = find(HTMLFormElement, '.filters');
const shown = find(HTMLElement, '.filters output');
const nothing = find(HTMLElement, '.nothing');
const rules = [...document.querySelectorAll<HTMLDetailsElement>('.rule')];
const texts = new Map<Element, string>();

function find<Found extends Element>(kind: new () => Found, selector: string): Found {
  const found = document.querySelector(selector);
  if (found instanceof kind) return found;
  throw new Error(`The page has no ${selector}.`);
}

/** What can be searched of a rule: all but what its tests sent and were answered. */
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
      words.every((word) => textOf(rule).includes(word));
    rule.hidden = !matches;
    if (matches) count += 1;
  }
  for (const section of document.querySelectorAll<HTMLElement>('section.rules')) {
    section.hidden = section.querySelector('.rule:not([hidden])') === null;
  }
  for (const endpoint of document.querySelectorAll<HTMLElement>('.endpoint')) {
    endpoint.hidden = wanted('api') !== '' && wanted('api') !== endpoint.dataset['api'];
  }
  nothing.hidden = count > 0;
  shown.textContent = `${count} of ${rules.length} rules`;
}

function openNamedRule(): void {
  const id = decodeURIComponent(location.hash.slice(1));
  const rule = rules.find((one) => one.id === id);
  if (rule === undefined) return;
  if (rule.hidden) {
    form.reset();
    applyFilters();
  }
  rule.open = true;
  rule.scrollIntoView();
  rule.querySelector('summary')?.focus({ preventScroll: true });
}

form.hidden = false;
form.addEventListener('input', applyFilters);
form.addEventListener('reset', () => setTimeout(applyFilters));
form.addEventListener('submit', (event) => event.preventDefault());
addEventListener('keydown', (event) => {
  const isTyping = event.target instanceof Element && event.target.matches('input, select');
  if (event.key !== '/' || event.ctrlKey || event.metaKey || isTyping) return;
  event.preventDefault();
  find(HTMLElement, '.filters [name=words]').focus();
});
addEventListener('hashchange', openNamedRule);
// Only then has the browser itself gone to what the address names, which takes the focus away.
addEventListener('load', openNamedRule);
applyFilters();
