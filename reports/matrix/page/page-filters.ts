import type { RuleRow } from '../../../contracts/report/matrix.js';
import { apiNames } from '../../../contracts/rules/rule.js';
import { html } from './html.js';
import type { Html } from './html.js';
import { kindNames } from './kind-names.js';

/** What rules are filtered by. */
type FilteredRow = Pick<RuleRow, 'api' | 'state' | 'kind'>;

type Choices = readonly (readonly [value: string, label: string])[];

/**
 * The filters of a page; its script shows them, as nothing can be filtered without it.
 *
 * @param unasked how many rules the run was not asked for, which a box shows
 */
export function pageFilters(rows: readonly FilteredRow[], unasked = 0): Html {
  return html` <form class="filters" aria-label="Filter the rules" hidden>
    ${choice('API', 'api', counted(rows, 'api', apiNames))} ${choice('Result', 'state', counted(rows, 'state'))}
    ${choice('Kind', 'kind', counted(rows, 'kind', kindNames))}
    <label>Words <input type="search" name="words" autocomplete="off" aria-keyshortcuts="/" placeholder="/" /></label>
    ${
      unasked > 0 &&
      html`<label class="check"
        ><input type="checkbox" name="unasked" value="shown" /> Also ${unasked} that the run was not asked for</label
      >`
    }
    <button type="reset">Show all</button>
    <output aria-live="polite"></output>
  </form>`;
}

/** The values rules have, each with how many have it. */
function counted(
  rows: readonly FilteredRow[],
  key: 'api' | 'state' | 'kind',
  names: Readonly<Record<string, string>> = {},
): Choices {
  const counts = new Map<string, number>();
  for (const row of rows) counts.set(row[key], (counts.get(row[key]) ?? 0) + 1);
  return [...counts].map(([value, count]) => [value, `${names[value] ?? value} (${count})`]);
}

function choice(label: string, name: string, choices: Choices): Html {
  const options = choices.map(([value, text]) => html`<option value="${value}">${text}</option>`);
  return html`<label
    >${label}
    <select name="${name}">
      <option value="">all</option>
      ${options}
    </select></label
  >`;
}
