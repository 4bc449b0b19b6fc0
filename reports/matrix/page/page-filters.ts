import type { RuleRow } from '../../../contracts/report/matrix.js';
import { html } from './html.js';
import type { Html } from './html.js';

/** The filters of the page; its script shows them, as nothing can be filtered without it. */
export function pageFilters(rows: readonly RuleRow[]): Html {
  return html` <form class="filters" aria-label="Filter the rules" hidden>
    ${choice(
      'API',
      'api',
      rows.map(({ api }) => api),
    )}
    ${choice(
      'Result',
      'state',
      rows.map(({ state }) => state),
    )}
    ${choice(
      'Kind',
      'kind',
      rows.map(({ kind }) => kind),
    )}
    <label>Words <input type="search" name="words" autocomplete="off" /></label>
    <output aria-live="polite"></output>
  </form>`;
}

function choice(label: string, name: string, values: readonly string[]): Html {
  const options = [...new Set(values)].map((value) => html`<option>${value}</option>`);
  return html`<label
    >${label}
    <select name="${name}">
      <option value="">all</option>
      ${options}
    </select></label
  >`;
}
