import type { FinishedTest } from '../../../contracts/report/finished-test.js';
import type { RuleRow } from '../../../contracts/report/matrix.js';
import { badge } from './badge.js';
import { html } from './html.js';
import type { Html } from './html.js';
import { testList } from './test-list.js';

/** A rule of the page: one line that opens to where the rule is from, what is known of it, and its tests. */
export function ruleDetails(row: RuleRow, tests: readonly FinishedTest[]): Html {
  const open = row.state === 'failing' || row.state === 'differs';
  return html` <details
    class="rule"
    id="${row.id}"
    data-api="${row.api}"
    data-state="${row.state}"
    data-kind="${row.kind}"
    ${open && html` open`}
  >
    <summary>
      <b>${row.id}</b>
      <span class="rule-text">${row.text}</span>
      <span class="tests-count">${tests.length === 1 ? '1 test' : `${String(tests.length)} tests`}</span>
      ${badge(row.state)}
    </summary>
    <div class="inside">
      <dl class="facts">
        <dt>Document</dt>
        <dd>${row.section}</dd>
        ${
          row.kind === 'documented' &&
          html`<dt>Reach</dt>
            <dd>${row.reach}</dd>`
        }
        ${
          row.endpoints.length > 0 &&
          html`<dt>Endpoints</dt>
            <dd>${row.endpoints.map((title) => html`<div><code>${title}</code></div>`)}</dd>`
        }
        ${
          row.reasons.length > 0 &&
          html`<dt>Why</dt>
            <dd>${row.reasons.map((reason) => html`<div>${reason}</div>`)}</dd>`
        }
        ${row.kind === 'assumed' && row.observations.map(observation)}
      </dl>
      ${testList(tests)}
    </div>
  </details>`;
}

function observation(seen: Extract<RuleRow, { kind: 'assumed' }>['observations'][number]): Html {
  return html` <dt>Assumed</dt>
    <dd><code>${JSON.stringify(seen.expected)}</code></dd>
    <dt>Observed</dt>
    <dd><code>${JSON.stringify(seen.observed)}</code></dd>`;
}
