import { counted } from '../../contracts/counted.js';
import type { FinishedTest } from '../../contracts/report/finished-test.js';
import type { JudgedMatrix, EndpointRow } from '../../contracts/report/matrix.js';
import type { Trend } from '../../contracts/report/rule-state.js';
import { clauseLedger } from './page/clause-ledger.js';
import { html } from './page/html.js';
import type { Html } from './page/html.js';
import { pageFilters, pageShell } from './page/page-shell.js';
import { pageHeader } from './page/page-header.js';
import { ruleSections } from './page/rule-sections.js';
import type { ShownRule } from './page/rule-sections.js';
import { isAsked } from '../gate.js';
import { formatTotals } from './format.js';
import { badge } from './page/badge.js';

/**
 * The rule matrix as one HTML page that needs nothing else: no network, no other file. Whatever came from tests or the
 * tracker is escaped, and the page's policy lets no script run but its own.
 */
export function renderHtml(matrix: JudgedMatrix): string {
  const tests = new Map(matrix.tests.map((test) => [test.id, test]));
  const testsOf = (row: { readonly tests: readonly string[] }): FinishedTest[] =>
    row.tests.flatMap((id) => tests.get(id) ?? []);
  const rules = matrix.rules.map((row) => ({
    row,
    tests: testsOf(row),
    change: changeOf(row.id, matrix.trend),
    isAsked: isAsked(row, matrix.verdict),
  }));
  const endpoints = matrix.endpoints.map((row) => ({ row, tests: testsOf(row) }));
  const main = html`${pageFilters(
      rules.map(({ row }) => row),
      rules.filter(({ isAsked }) => !isAsked).length,
    )}
    <p class="nothing" hidden>No rule fits these filters.</p>
    ${ruleSections(rules)} ${endpointList(endpoints)} ${clauseLedger(new Set(matrix.rules.map(({ id }) => id)))}`;
  return pageShell(`Rule matrix of ${matrix.target.name}`, pageHeader(matrix), main);
}

function changeOf(id: string, trend: Trend): ShownRule['change'] {
  if ('missing' in trend) return undefined;
  if (trend.rulesAdded.includes(id)) return 'new';
  if (trend.worse.some(({ rule }) => rule === id)) return 'worse';
  return trend.better.some(({ rule }) => rule === id) ? 'better' : undefined;
}

/** An endpoint with its tests. */
interface TestedEndpoint {
  readonly row: EndpointRow;
  readonly tests: readonly FinishedTest[];
}

/** The view by endpoint: the rules its tests can cover, and what they said. Those without a test are folded. */
function endpointList(endpoints: readonly TestedEndpoint[]): Html {
  const untested = endpoints.filter(({ tests }) => tests.length === 0);
  return html`<section class="endpoints">
    <h2>Endpoints</h2>
    ${endpoints.filter(({ tests }) => tests.length > 0).map(endpointItem)}
    ${
      untested.length > 0 &&
      html`<details class="more">
        <summary>${counted(untested.length, 'endpoint')} without a test</summary>
        ${untested.map(endpointItem)}
      </details>`
    }
  </section>`;
}

function endpointItem({ row, tests }: TestedEndpoint): Html {
  return html`<div class="endpoint" data-api="${row.api}">
    <code class="title">${row.title}</code>
    <span class="rule-ids">${row.rules.map((id) => html`<a href="#${id}">${id}</a> `)}</span>
    ${tests.length > 0 && endpointTests(row, tests)}
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
