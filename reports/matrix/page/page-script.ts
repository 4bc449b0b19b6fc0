/**
 * The script of the matrix page: it filters the rules and opens the one the address names (`rules.html#DT-13`). The page
 * can be read whole without it.
 */
export const pageScript = `
'use strict';
const form = document.querySelector('.filters');
const rules = [...document.querySelectorAll('.rule')];
const shown = form.querySelector('output');

function applyFilters() {
  const wanted = new FormData(form);
  const words = String(wanted.get('words')).toLowerCase().split(' ').filter(Boolean);
  let count = 0;
  for (const rule of rules) {
    const text = rule.textContent.toLowerCase();
    const matches =
      ['api', 'state', 'kind'].every((key) => wanted.get(key) === '' || wanted.get(key) === rule.dataset[key]) &&
      words.every((word) => text.includes(word));
    rule.hidden = !matches;
    if (matches) count += 1;
  }
  for (const section of document.querySelectorAll('.rules')) {
    section.hidden = !section.querySelector('.rule:not([hidden])');
  }
  shown.textContent = count + ' of ' + rules.length + ' rules';
}

function openNamedRule() {
  const rule = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!rule || !rule.matches('.rule')) return;
  form.reset();
  applyFilters();
  rule.open = true;
  rule.scrollIntoView();
  rule.querySelector('summary').focus({ preventScroll: true });
}

form.hidden = false;
form.addEventListener('input', applyFilters);
form.addEventListener('submit', (event) => event.preventDefault());
addEventListener('hashchange', openNamedRule);
applyFilters();
openNamedRule();
`;
