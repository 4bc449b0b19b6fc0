/**
 * The script of the matrix page: it filters the rules and opens the one the address names (`rules.html#DT-13`). The page
 * can be read whole without it.
 */
export const pageScript = `
'use strict';
const form = document.querySelector('.filters');
const rules = [...document.querySelectorAll('.rule')];
const shown = form.querySelector('output');
const nothing = document.querySelector('.nothing');
const texts = new Map();

/** What can be searched of a rule: all but what its tests sent and were answered. */
function textOf(rule) {
  if (!texts.has(rule)) {
    const parts = [...rule.querySelectorAll('summary, .facts, .headline, .quiet')].filter((part) => !part.closest('.exchanges'));
    texts.set(rule, parts.map((part) => part.textContent).join(' ').toLowerCase());
  }
  return texts.get(rule);
}

function applyFilters() {
  const wanted = new FormData(form);
  const words = String(wanted.get('words')).toLowerCase().split(/\\s+/).filter(Boolean);
  let count = 0;
  for (const rule of rules) {
    const matches =
      ['api', 'state', 'kind'].every((key) => wanted.get(key) === '' || wanted.get(key) === rule.dataset[key]) &&
      words.every((word) => textOf(rule).includes(word));
    rule.hidden = !matches;
    if (matches) count += 1;
  }
  for (const section of document.querySelectorAll('section.rules')) {
    section.hidden = !section.querySelector('.rule:not([hidden])');
  }
  for (const endpoint of document.querySelectorAll('.endpoint')) {
    endpoint.hidden = wanted.get('api') !== '' && wanted.get('api') !== endpoint.dataset.api;
  }
  nothing.hidden = count > 0;
  shown.textContent = count + ' of ' + rules.length + ' rules';
}

function openNamedRule() {
  const rule = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!rule || !rule.matches('.rule')) return;
  if (rule.hidden) {
    form.reset();
    applyFilters();
  }
  rule.open = true;
  rule.scrollIntoView();
  rule.querySelector('summary').focus({ preventScroll: true });
}

form.hidden = false;
form.addEventListener('input', applyFilters);
form.addEventListener('reset', () => setTimeout(applyFilters));
form.addEventListener('submit', (event) => event.preventDefault());
addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.target.matches('input, select')) return;
  event.preventDefault();
  form.elements.words.focus();
});
addEventListener('hashchange', openNamedRule);
// Only then has the browser itself gone to what the address names, which takes the focus away.
addEventListener('load', openNamedRule);
applyFilters();
`;
