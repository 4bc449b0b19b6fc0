import { writeFile } from 'node:fs/promises';
import type { TestInfo } from '@playwright/test';
import type { JudgedMatrix } from '../../../contracts/report/matrix.js';
import { renderHtml } from '../../../reports/matrix/render-html.js';

/** Writes the page of a matrix for one test. */
export async function samplePage(testInfo: TestInfo, matrix: JudgedMatrix): Promise<string> {
  const file = testInfo.outputPath('rules.html');
  await writeFile(file, renderHtml(matrix));
  return file;
}
