import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { clauseDocuments } from '../../../contracts/clauses/clause-documents.js';
import { differs, readRevisions, renderRevisions, renderRows } from '../../proof/documents/compare-documents.js';

/** The folder with the three API documents, which are not part of this repository. */
const folder = process.env['TRACKER_DOCUMENTS'] ?? join(import.meta.dirname, '../../../../shared/spec');

test('the documents say what the catalogue says, and have a row for each sentence', () => {
  test.skip(!existsSync(folder), `There is no folder ${folder}: TRACKER_DOCUMENTS names it.`);

  const revisions = readRevisions(folder);

  expect(revisions.some(differs), renderRevisions(folder, revisions)).toBe(false);
  for (const one of revisions) expect(JSON.parse(renderRows(one))).toEqual(clauseDocuments[one.document]);
});
