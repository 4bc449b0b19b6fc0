import { createHash } from 'node:crypto';
import type { FinishedTest } from '../../contracts/report/finished-test.js';
import type { JudgedMatrix } from '../../contracts/report/matrix.js';
import type { Trend } from '../../contracts/report/trend.js';
import { clauseLedger } from './page/clause-ledger.js';
import { endpointList } from './page/endpoint-list.js';
import { html, trustedHtml } from './page/html.js';
import { pageFilters } from './page/page-filters.js';
import { pageHeader } from './page/page-header.js';
import type { ShownRule } from './page/rule-details.js';
import { ruleSections } from './page/rule-sections.js';
import { isAsked } from './is-asked.js';
import { pageSources } from './page-sources.js';

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
  const { script, style } = pageSources();
  const policy = `default-src 'none'; style-src ${hashOf(style)}; script-src ${hashOf(script)}`;
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${policy}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Rule matrix of ${matrix.target.name}</title>
        ${trustedHtml(`<style>${style}</style>`)}
      </head>
      <body>
        ${pageHeader(matrix)}
        <main>
          ${pageFilters(
            rules.map(({ row }) => row),
            rules.filter(({ isAsked }) => !isAsked).length,
          )}
          <p class="nothing" hidden>No rule fits these filters.</p>
          ${ruleSections(rules)} ${endpointList(endpoints)} ${clauseLedger(new Set(matrix.rules.map(({ id }) => id)))}
        </main>
        ${trustedHtml(`<script>${script}</script>`)}
      </body>
    </html> `;
  return page.toString();
}

function changeOf(id: string, trend: Trend): ShownRule['change'] {
  if ('missing' in trend) return undefined;
  if (trend.rulesAdded.includes(id)) return 'new';
  if (trend.worse.some(({ rule }) => rule === id)) return 'worse';
  return trend.better.some(({ rule }) => rule === id) ? 'better' : undefined;
}

function hashOf(source: string): string {
  return `'sha256-${createHash('sha256').update(source).digest('base64')}'`;
}
