import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { documentFiles } from '../../../contracts/clauses/clause.js';
import { directorySyncSections } from '../../../contracts/clauses/directory-sync.js';
import { catalogueVersion } from '../../../contracts/index.js';
import { documentsFolder, whyNoDocuments } from '../documents/documents-folder.js';
import { runHere } from './command.js';

test('documents of other words end with 7, with what is new and every rule as suspect, as JSON too', async ({}, testInfo) => {
  const cwd = testInfo.outputPath('cwd');
  mkdirSync(join(cwd, 'new'), { recursive: true });
  for (const file of documentFiles) {
    writeFileSync(join(cwd, 'new', file), '# Votes\n\n## Rules\n\nA vote counts once.\n');
  }

  const { code, stdout, stderr } = await runHere(cwd, ['documents', 'new']);
  const written = await runHere(cwd, ['documents', 'new', '--json', '-o', 'changes.json']);

  expect({ code, stderr }).toEqual({ code: 7, stderr: '' });
  expect(stdout).toMatch(`Rule catalogue ${catalogueVersion}, compared with the documents in new\n`);
  expect(stdout).toContain('  new      Rules, paragraph 1.1\n           now: A vote counts once.\n');
  expect(stdout).toContain('\n  DT-01   Listing a project by its id gives exactly the entries of that project.\n');
  expect(written).toMatchObject({ code: 7, stdout: '' });
  const because = { change: 'removed', document: 'directory-sync.md', section: 'Limits', position: 'row 1' };
  expect(JSON.parse(readFileSync(join(cwd, 'changes.json'), 'utf8'))).toMatchObject({
    ...{ schemaVersion: 1, catalogueVersion, folder: 'new' },
    documents: documentFiles.map((document) => ({
      ...{ document, unchanged: 0, moved: [], changed: [] },
      new: [{ section: 'Rules', position: 'paragraph 1.1', text: 'A vote counts once.' }],
    })),
    suspects: expect.arrayContaining([
      expect.objectContaining({ id: 'AD-09', because: expect.arrayContaining([because]) }),
    ]),
  });
});

test('the documents of the catalogue end with 0 and nothing to do, and --rows prints the rows of contracts/clauses/', async ({}, testInfo) => {
  test.skip(!existsSync(documentsFolder), whyNoDocuments);

  const { code, stdout } = await runHere(testInfo.outputPath('cwd'), ['documents', documentsFolder]);
  const rows = await runHere(testInfo.outputPath('cwd'), ['documents', documentsFolder, '--rows', 'directory-sync.md']);

  expect(stdout).toMatch(/\nThe documents say what the catalogue says\.\n$/);
  expect([code, rows.code]).toEqual([0, 0]);
  expect(JSON.parse(rows.stdout)).toEqual(directorySyncSections);
});
