import type { FinishedTest } from '../../../contracts/report/finished-test.js';
import type { RuleRow } from '../../../contracts/report/matrix.js';
import type { RuleDefect } from '../../../contracts/report/defect-matrix.js';
import { formatDuration } from '../format.js';
import { badge } from './badge.js';
import { clausesOf } from './clause-ledger.js';
import { exchangeList } from './exchange-list.js';
import { html } from './html.js';
import type { Html } from './html.js';

const shownCatches = 3;

/** The defects that break a rule, and the tests that caught each. */
function defectList(defects: readonly RuleDefect[]): Html {
  return html`<h4>Defects</h4>
    <ul class="plain defects">
      ${defects.map(defectItem)}
    </ul>`;
}

function defectItem({ name, breaks, state, reason, caughtBy = [] }: RuleDefect): Html {
  const more = caughtBy.length - shownCatches;
  return html` <li>
    <div class="headline">${badge(state ?? 'not run')} <span>${breaks}</span></div>
    <div class="quiet"><code>${name}</code></div>
    ${reason !== undefined && html`<div class="quiet">${reason}</div>`}
    ${caughtBy.slice(0, shownCatches).map(
      ({ title, file, line, message }) =>
        html`<div class="caught">
          Caught by “${title}” <code class="quiet">${file}:${line}</code>
          <div class="quiet">${message.split('\n', 1)[0]}</div>
        </div>`,
    )}
    ${more > 0 && html`<div class="quiet">and by ${more === 1 ? '1 test' : `${more} tests`} more</div>`}
  </li>`;
}

/** What the page shows of a rule. */
export interface ShownRule {
  readonly row: RuleRow;
  readonly tests: readonly FinishedTest[];
  /** What the run has changed about it; undefined for nothing, or nothing that is known. */
  readonly change: 'worse' | 'better' | 'new' | undefined;
  /** Whether the run was to say something of it; the page hides others at first. */
  readonly isAsked: boolean;
}

/** A rule of the page: one line that opens to its source, its state, its tests and its defects. */
export function ruleDetails({ row, tests, change, isAsked }: ShownRule): Html {
  const open = row.state === 'failing' || row.state === 'differs';
  return html` <details
    class="rule"
    id="${row.id}"
    data-api="${row.api}"
    data-state="${row.state}"
    data-kind="${row.kind}"
    ${!isAsked && html` data-unasked`}
    ${open && html` open`}
  >
    <summary>
      <b class="id">${row.id}</b>
      <span class="rule-text">${row.text}</span>
      <span class="holds">${holds(row, tests)}</span>
      <span class="badges"
        >${change !== undefined && badge(change)} ${row.knownBy !== undefined && badge('known')}
        ${badge(row.state)}</span
      >
    </summary>
    <div class="inside">
      <dl class="facts">
        ${fact('Document', [row.section])} ${fact('Clauses', clausesOf(row.id))}
        ${row.kind === 'documented' && fact('Scope', [row.scope])}
        ${fact(
          'Endpoints',
          row.endpoints.map((title) => html`<code>${title}</code>`),
        )}
        ${fact('Known', row.knownBy ?? [])} ${fact('Why', row.reasons)}
        ${row.kind === 'assumed' && row.observations.map(observation)}
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

/** Tests with their place, how they ended and why, and their exchanges; those that failed come first. */
function testList(tests: readonly FinishedTest[]): Html {
  const failed = tests.filter(hasFailed);
  const others = tests.filter((test) => !hasFailed(test));
  return html`<ul class="plain tests">
    ${[...failed, ...others].map(testItem)}
  </ul>`;
}

function hasFailed({ status }: FinishedTest): boolean {
  return status === 'failed' || status === 'flaky' || status === 'known failure';
}

function testItem(test: FinishedTest): Html {
  const { status, title, file, line, project, durationMs, reason, error, notes = [], exchanges } = test;
  return html` <li>
    <div class="headline">${badge(status)} <span>${title}</span></div>
    <div class="quiet">
      <code>${file}:${line}</code>${project !== '' && html` · ${project}`} · ${formatDuration(durationMs)}
    </div>
    ${reason !== undefined && html`<div>${reason}</div>`} ${error !== undefined && html`<pre>${error}</pre>`}
    ${notes.map((note) => html`<div class="quiet">${note}</div>`)} ${exchangeList(exchanges, hasFailed(test))}
  </li>`;
}
