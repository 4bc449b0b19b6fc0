import type { FinishedTest } from '../../../contracts/report/finished-test.js';
import type { EndpointRow } from '../../../contracts/report/matrix.js';
import { formatTotals } from '../format.js';
import { badge } from './badge.js';
import { html } from './html.js';
import type { Html } from './html.js';

/** An endpoint with its tests. */
export interface TestedEndpoint {
  readonly row: EndpointRow;
  readonly tests: readonly FinishedTest[];
}

/** The view by endpoint: the rules its tests can cover, and what they said. */
export function endpointList(endpoints: readonly TestedEndpoint[]): Html {
  return html`<section class="endpoints">
    <h2>Endpoints</h2>
    ${endpoints.map(endpointItem)}
  </section>`;
}

function endpointItem({ row, tests }: TestedEndpoint): Html {
  return html`<div class="endpoint" data-api="${row.api}">
    <code class="title">${row.title}</code>
    <span class="rule-ids">${row.rules.map((id) => html`<a href="#${id}">${id}</a> `)}</span>
    ${tests.length === 0 ? html`<p class="quiet">no test</p>` : endpointTests(row, tests)}
  </div>`;
}

/** Titles only: the rules show the rest. */
function endpointTests({ totals }: EndpointRow, tests: readonly FinishedTest[]): Html {
  const state = totals.failed > 0 ? 'failed' : totals.passed + totals.flaky > 0 ? 'passed' : 'skipped';
  return html`<details>
    <summary>${badge(state)} ${formatTotals(totals)}</summary>
    <ul class="plain tests">
      ${tests.map(
        ({ status, title, rules }) =>
          html`<li>
            <div class="headline">${badge(status)} <span>${title}</span></div>
            <div class="rule-ids">${rules.map((id) => html`<a href="#${id}">${id}</a> `)}</div>
          </li>`,
      )}
    </ul>
  </details>`;
}
