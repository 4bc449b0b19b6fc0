import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { judgedMatrixSchema } from '../../contracts/report/matrix.js';
import type { JudgedMatrix } from '../../contracts/report/matrix.js';
import { replaceFile } from '../replace.js';
import { renderHtml } from './render-html.js';
import { renderText } from './render-text.js';

/**
 * Writes a matrix as `rules.txt`, `rules.json` and `rules.html` into a folder, which is made if it is missing. If one of
 * them can't be written, none stays: half a matrix, or an earlier run's matrix, would pass for this run's.
 *
 * @throws ZodError if the matrix is not what `rules.json` promises
 */
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
