import type { FinishedTest } from '../../contracts/report/finished-test.js';
import type { JudgedMatrix } from '../../contracts/report/matrix.js';
import type { Trend } from '../../contracts/report/rule-state.js';
import { endpointList } from './page/endpoint-list.js';
import { clauseLedger } from './page/clause-ledger.js';
import { html } from './page/html.js';
import { pageFilters, pageShell } from './page/page-shell.js';
import { pageHeader } from './page/page-header.js';
import { ruleSections } from './page/rule-sections.js';
import type { ShownRule } from './page/rule-sections.js';
import { isAsked } from '../gate.js';

/** The rule matrix as one HTML page that needs nothing else. Whatever came from tests or a tracker is escaped. */
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
    ${ruleSections(rules)} ${endpointList(endpoints, new Map(matrix.rules.map((row) => [row.id, row])))}
    ${clauseLedger(new Set(matrix.rules.map(({ id }) => id)))}`;
  return pageShell(`Rule matrix of ${matrix.target.name}`, pageHeader(matrix), main);
}

function changeOf(id: string, trend: Trend): ShownRule['change'] {
  if ('missing' in trend) return undefined;
  if (trend.rulesAdded.includes(id)) return 'new';
  if (trend.worse.some(({ rule }) => rule === id)) return 'worse';
  return trend.better.some(({ rule }) => rule === id) ? 'better' : undefined;
}
