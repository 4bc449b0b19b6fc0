import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { judgedMatrixSchema } from '../documents/matrix.js';
import type { JudgedMatrix } from '../documents/matrix.js';
import { replaceFile } from '../replace.js';
import { endpointList } from './page/endpoint-list.js';
import { clauseLedger, ruleSections } from './page/rule-sections.js';
import { html } from './page/html.js';
import { pageFilters, pageShell } from './page/page-shell.js';
import { pageHeader } from './page/page-header.js';
import { isAsked } from '../gate.js';

/** Writes a matrix as JSON and as a page. If one can't be written, only the `rules.json` stays that the run began with. */
export function writeMatrix(matrix: JudgedMatrix, directory: string) {
  const json = JSON.stringify(judgedMatrixSchema.parse(matrix), null, 2);
  const files = {
    json: join(directory, 'rules.json'),
    html: join(directory, 'rules.html'),
  };
  try {
    replaceFile(files.html, renderHtml(matrix));
    replaceFile(files.json, `${json}\n`);
    return files;
  } catch (error) {
    rmSync(files.html, { force: true });
    throw error;
  }
}

/** The rule matrix as one HTML page that needs nothing else. Whatever came from tests or a tracker is escaped. */
export function renderHtml(matrix: JudgedMatrix): string {
  const tests = new Map(matrix.tests.map((test) => [test.id, test]));
  const rules = matrix.rules.map((row) => ({
    row,
    tests: row.tests.flatMap((id) => tests.get(id) ?? []),
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
