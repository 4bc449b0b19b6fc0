import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { judgedMatrixSchema } from '../../contracts/report/matrix.js';
import type { JudgedMatrix, EndpointRow } from '../../contracts/report/matrix.js';
import { replaceFile } from '../replace.js';
import type { FinishedTest } from '../../contracts/report/finished-test.js';
import { printable } from '../../fixtures/reporting/print.js';
import { formatDuration, formatSelected, formatStart, formatTotals, formatTracker } from './format.js';
import { endpointList } from './page/endpoint-list.js';
import { clauseLedger } from './page/clause-ledger.js';
import { html } from './page/html.js';
import { pageFilters, pageShell } from './page/page-shell.js';
import { pageHeader } from './page/page-header.js';
import { ruleSections } from './page/rule-sections.js';
import { isAsked } from '../gate.js';
import { errorsOf } from '../finish-test.js';
import { renderRules } from './render-rules.js';

/** Writes a matrix in three forms. If one can't be written, none stays but the `rules.json` that the run began with. */
export function writeMatrix(matrix: JudgedMatrix, directory: string) {
  const json = JSON.stringify(judgedMatrixSchema.parse(matrix), null, 2);
  const files = {
    text: join(directory, 'rules.txt'),
    json: join(directory, 'rules.json'),
    html: join(directory, 'rules.html'),
  };
  try {
    replaceFile(files.text, renderText(matrix));
    replaceFile(files.html, renderHtml(matrix));
    replaceFile(files.json, `${json}\n`);
    return files;
  } catch (error) {
    for (const file of [files.text, files.html]) rmSync(file, { force: true });
    throw error;
  }
}

/** The tests of a row of a matrix. */
function testsIn(matrix: JudgedMatrix): (row: { readonly tests: readonly string[] }) => FinishedTest[] {
  const tests = new Map(matrix.tests.map((test) => [test.id, test]));
  return (row) => row.tests.flatMap((id) => tests.get(id) ?? []);
}

export function renderText(matrix: JudgedMatrix): string {
  const testsOf = testsIn(matrix);
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
    '',
    ...renderRules(matrix.rules, {
      width: Infinity,
      colours: false,
      below: (row, before) => testLines(testsOf(row), before),
    }),
    '',
    'Endpoints',
    ...matrix.endpoints.map(endpointLine),
  ];
  return printable(`${lines.join('\n')}\n`);
}

function testLines(tests: readonly FinishedTest[], before: number): string[] {
  return tests.flatMap(({ status, title, file, line, ...test }) => [
    indent(`- ${status}: ${title} (${file}:${String(line)})`, before),
    ...errorsOf(test).map((error) => indent(error, before + 2)),
  ]);
}

function endpointLine({ title, tests, totals }: EndpointRow): string {
  return `  ${title.padEnd(72)} ${tests.length === 0 ? 'no test' : formatTotals(totals)}`;
}

function indent(text: string, width: number): string {
  return text.replaceAll(/^(?=.)/gm, ' '.repeat(width));
}

/** The rule matrix as one HTML page that needs nothing else. Whatever came from tests or a tracker is escaped. */
export function renderHtml(matrix: JudgedMatrix): string {
  const testsOf = testsIn(matrix);
  const rules = matrix.rules.map((row) => ({
    row,
    tests: testsOf(row),
    isAsked: isAsked(row, matrix.verdict),
  }));
  const main = html`${pageFilters(
      rules.map(({ row }) => row),
      rules.filter(({ isAsked }) => !isAsked).length,
    )}
    <p class="nothing" hidden>No rule fits these filters.</p>
    ${ruleSections(rules)} ${endpointList(matrix.endpoints, new Map(matrix.rules.map((row) => [row.id, row])))}
    ${clauseLedger(new Set(matrix.rules.map(({ id }) => id)))}`;
  return pageShell(`Rule matrix of ${matrix.target.name}`, pageHeader(matrix), main);
}
