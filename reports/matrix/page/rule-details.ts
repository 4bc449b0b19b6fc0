import type { FinishedTest } from '../../../contracts/report/finished-test.js';
import type { RuleRow } from '../../../contracts/report/matrix.js';
import { badge } from './badge.js';
import { defectList } from './defect-list.js';
import { html } from './html.js';
import type { Html } from './html.js';
import { testList } from './test-list.js';

/** What the page shows of a rule. */
export interface ShownRule {
  readonly row: RuleRow;
  readonly tests: readonly FinishedTest[];
  /** What the run has changed about it; undefined for nothing, or nothing that is known. */
  readonly change: 'worse' | 'better' | 'new' | undefined;
}

/** A rule of the page: one line that opens to where the rule is from, what is known of it, its tests and defects. */
export function ruleDetails({ row, tests, change }: ShownRule): Html {
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
      <b class="id">${row.id}</b>
      <span class="rule-text">${row.text}</span>
      <span class="holds">${holds(row, tests)}</span>
      <span class="badges">${change !== undefined && badge(change)} ${badge(row.state)}</span>
    </summary>
    <div class="inside">
      <dl class="facts">
        ${fact('Document', [row.section])} ${row.kind === 'documented' && fact('Reach', [row.reach])}
        ${fact(
          'Endpoints',
          row.endpoints.map((title) => html`<code>${title}</code>`),
        )}
        ${fact('Why', row.reasons)} ${row.kind === 'assumed' && row.observations.map(observation)}
        ${fact('Link', [html`<a href="#${row.id}">#${row.id}</a>`])}
      </dl>
      ${
        tests.length > 0 &&
        html`<h4>Tests</h4>
          ${testList(tests)}`
      }
      ${row.defects.length > 0 && defectList(row.defects)}
    </div>
  </details>`;
}

function holds({ defects }: RuleRow, tests: readonly FinishedTest[]): string {
  const testCount = tests.length === 1 ? '1 test' : `${tests.length} tests`;
  if (defects.length === 0) return testCount;
  return `${testCount}, ${defects.length === 1 ? '1 defect' : `${defects.length} defects`}`;
}

function fact(term: string, values: readonly (string | Html)[]): Html | undefined {
  if (values.length === 0) return undefined;
  return html`<dt>${term}</dt>
    <dd>${values.map((value) => html`<div>${value}</div>`)}</dd>`;
}

function observation(seen: Extract<RuleRow, { kind: 'assumed' }>['observations'][number]): Html {
  return html`${fact(seen.according === 'profile' ? 'In the profile' : 'Assumed', [html`<code>${JSON.stringify(seen.expected)}</code>`])}
  ${fact('Observed', [html`<code>${JSON.stringify(seen.observed)}</code>`])}`;
}
