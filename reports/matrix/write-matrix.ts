import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { judgedMatrixSchema } from '../../contracts/report/matrix.js';
import type { JudgedMatrix, EndpointRow, RuleRow } from '../../contracts/report/matrix.js';
import { replaceFile } from '../replace.js';
import type { FinishedTest } from '../../contracts/report/finished-test.js';
import { printable } from '../../fixtures/reporting/print.js';
import { formatDuration, formatSelected, formatStart, formatTotals, formatTracker } from './format.js';
import type { Trend } from '../../contracts/report/rule-state.js';
import { endpointList } from './page/endpoint-list.js';
import { clauseLedger } from './page/clause-ledger.js';
import { html } from './page/html.js';
import { pageFilters, pageShell } from './page/page-shell.js';
import { pageHeader } from './page/page-header.js';
import { ruleSections } from './page/rule-sections.js';
import type { ShownRule } from './page/rule-sections.js';
import { isAsked } from '../gate.js';

/** Writes a matrix in three forms. If one can't be written, none stays: an earlier run's would pass for it. */
export function writeMatrix(matrix: JudgedMatrix, directory: string) {
  const json = JSON.stringify(judgedMatrixSchema.parse(matrix), null, 2);
  const files = {
    text: join(directory, 'rules.txt'),
    json: join(directory, 'rules.json'),
    html: join(directory, 'rules.html'),
  };
  try {
    replaceFile(files.text, renderText(matrix));
    replaceFile(files.json, `${json}\n`);
    replaceFile(files.html, renderHtml(matrix));
    return files;
  } catch (error) {
    for (const file of Object.values(files)) rmSync(file, { force: true });
    throw error;
  }
}

export function renderText(matrix: JudgedMatrix): string {
  const tests = new Map(matrix.tests.map((test) => [test.id, test]));
  const lines = [
    `Rule matrix of ${matrix.target.name}`,
    `${formatStart(matrix)}, ${formatDuration(matrix.durationMs)}: ${formatTotals(matrix.totals)}`,
    `Tracker: ${formatTracker(matrix.about) ?? 'it did not say what it is'}`,
    `Rule catalogue: ${matrix.catalogueVersion}, tracker-e2e ${matrix.about.harnessVersion}`,
    ...(matrix.about.command === undefined ? [] : [`Repeat it: ${matrix.about.command}`]),
    ...(matrix.run.selected === undefined ? [] : [`Selected: ${formatSelected(matrix.run.selected)}`]),
    ...(matrix.knownNotes ?? []).map((note) => `Known failures: ${note}`),
    `Verdict: ${matrix.verdict.verdict}`,
    ...matrix.verdict.reasons.map((reason) => indent(reason, 2)),
    ...sections(matrix.rules).flatMap(([title, rows]) => ['', title, ...rows.flatMap((row) => ruleLines(row, tests))]),
    '',
    'Endpoints',
    ...matrix.endpoints.map(endpointLine),
  ];
  return printable(`${lines.join('\n')}\n`);
}

function sections(rows: readonly RuleRow[]): [title: string, rows: RuleRow[]][] {
  const byTitle = new Map<string, RuleRow[]>();
  for (const row of rows) {
    const title = `${row.api}: ${row.kind === 'documented' ? 'documented rules' : 'open questions'}`;
    byTitle.set(title, [...(byTitle.get(title) ?? []), row]);
  }
  return [...byTitle];
}

function ruleLines(row: RuleRow, tests: ReadonlyMap<string, FinishedTest>): string[] {
  return [
    `  ${row.id.padEnd(7)} ${row.state.padEnd(13)} ${row.text}`,
    ...row.reasons.map((reason) => indent(`why: ${reason}`, 24)),
    ...row.tests.flatMap((id) => testLines(tests.get(id))),
  ];
}

function testLines(test: FinishedTest | undefined): string[] {
  if (test === undefined) return [];
  const place = `${test.file}:${String(test.line)}`;
  return [
    indent(`- ${test.status}: ${test.title} (${place})`, 24),
    ...(test.error === undefined ? [] : [indent(test.error, 26)]),
  ];
}

function endpointLine({ title, tests, totals }: EndpointRow): string {
  return `  ${title.padEnd(72)} ${tests.length === 0 ? 'no test' : formatTotals(totals)}`;
}

function indent(text: string, width: number): string {
  return text.replaceAll(/^(?=.)/gm, ' '.repeat(width));
}

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
