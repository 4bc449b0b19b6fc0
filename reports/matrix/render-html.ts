import { createHash } from 'node:crypto';
import type { FinishedTest } from '../../contracts/report/finished-test.js';
import type { JudgedMatrix, RuleRow } from '../../contracts/report/matrix.js';
import { endpointList } from './page/endpoint-list.js';
import { html, trustedHtml } from './page/html.js';
import type { Html } from './page/html.js';
import { pageFilters } from './page/page-filters.js';
import { pageHeader } from './page/page-header.js';
import { pageScript } from './page/page-script.js';
import { pageStyle } from './page/page-style.js';
import { ruleDetails } from './page/rule-details.js';

type TestsOf = (row: { readonly tests: readonly string[] }) => FinishedTest[];

/**
 * The rule matrix as one HTML page that needs nothing else: no network, no other file. Whatever came from tests or the
 * tracker is escaped, and the page's policy lets no script run but its own.
 */
export function renderHtml(matrix: JudgedMatrix): string {
  const tests = new Map(matrix.tests.map((test) => [test.id, test]));
  const testsOf: TestsOf = (row) => row.tests.flatMap((id) => tests.get(id) ?? []);
  const endpoints = endpointList(matrix.endpoints.map((row) => ({ row, tests: testsOf(row) })));
  const policy = `default-src 'none'; style-src ${hashOf(pageStyle)}; script-src ${hashOf(pageScript)}`;
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${policy}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Rule matrix of ${matrix.target.name}</title>
        ${trustedHtml(`<style>${pageStyle}</style>`)}
      </head>
      <body>
        ${pageHeader(matrix)}
        <main>${pageFilters(matrix.rules)} ${ruleSections(matrix.rules, testsOf)} ${endpoints}</main>
        ${trustedHtml(`<script>${pageScript}</script>`)}
      </body>
    </html> `;
  return page.toString();
}

function ruleSections(rules: readonly RuleRow[], testsOf: TestsOf): Html[] {
  const headings: [heading: string, kind: RuleRow['kind']][] = [
    ['Documented rules', 'documented'],
    ['Open questions of the documents', 'assumed'],
  ];
  return headings.map(([heading, kind]) => {
    const rows = rules.filter((row) => row.kind === kind);
    return html`<section class="rules">
      <h2>${heading}</h2>
      ${rows.map((row) => ruleDetails(row, testsOf(row)))}
    </section>`;
  });
}

function hashOf(source: string): string {
  return `'sha256-${createHash('sha256').update(source).digest('base64')}'`;
}
