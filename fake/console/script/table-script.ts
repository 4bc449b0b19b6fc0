/** Tables, a page at a time. */
export const tableScript = String.raw`
const PAGE = 100;

/** A table; each column has a label, a cell for a row and perhaps a class. It stays one where CSS stacks its cells. */
function table(label, columns, rows) {
  return el('div', { class: 'scroll', role: 'region', 'aria-label': label, tabindex: '0' },
    el('table', { role: 'table', 'aria-label': label },
      el('thead', { role: 'rowgroup' },
        el('tr', { role: 'row' }, columns.map((column) =>
          el('th', { role: 'columnheader', scope: 'col', class: column.class }, column.label)))),
      el('tbody', { role: 'rowgroup' }, rows.map((row) =>
        el('tr', { role: 'row' }, columns.map((column) =>
          el('td', { role: 'cell', class: column.class, 'data-label': column.label }, el('div', {}, column.cell(row)))))))));
}

/** Which part of a table the address asks for. */
function pageOf(route) {
  const offset = Number(route.parameters.get('offset') ?? 0);
  const words = route.parameters.get('words') ?? '';
  return { words, offset: Number.isInteger(offset) && offset > 0 ? offset : 0, limit: PAGE };
}

/** The ways to the parts before and after; nothing where all is on one page. */
function pager(route, total) {
  const { words, offset } = pageOf(route);
  if (total <= PAGE && offset === 0) return undefined;
  const last = Math.min(offset + PAGE, total);
  const steps = route.item === undefined ? route.steps : [...route.steps, route.item];
  const step = (text, start) =>
    start < 0 || start >= total
      ? el('span', { class: 'button off' }, text)
      : el('a', { class: 'button', href: to(steps, { ...(words === '' ? {} : { words }), offset: start }) }, text);
  return el('nav', { class: 'pager', 'aria-label': 'Pages' },
    step('Previous', offset === 0 ? -1 : Math.max(0, offset - PAGE)),
    el('span', {}, total === 0 ? 'none' : number.format(offset + 1) + '–' + number.format(last) + ' of ' + number.format(total)),
    step('Next', offset + PAGE));
}

/** A page of a table with the ways to the others, or a sentence where there is nothing. */
function paged(route, label, columns, { total, rows }, empty) {
  const { words } = pageOf(route);
  if (total === 0) return [nothing(words === '' ? empty : 'Nothing here has these words.')];
  return [table(label, columns, rows), pager(route, total)];
}
`;
