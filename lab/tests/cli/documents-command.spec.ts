import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { documentFiles } from '../../../contracts/clauses/clause.js';
import { directorySyncSections } from '../../../contracts/clauses/directory-sync.js';
import { catalogueVersion } from '../../../contracts/index.js';
import { documentsFolder, whyNoDocuments } from '../documents/documents-folder.js';
import { run } from './command.js';

// Processes start slowly on a machine that is busy.
test.describe.configure({ timeout: 90_000 });

/** The folder `new` with three made-up documents. */
function madeUp(cwd: string): string {
  const folder = join(cwd, 'new');
  mkdirSync(folder, { recursive: true });
  for (const file of documentFiles) writeFileSync(join(folder, file), '# Votes\n\n## Rules\n\nA vote counts once.\n');
  return folder;
}

/** The folder `new` with a copy of the real documents. */
function copied(cwd: string): string {
  const folder = join(cwd, 'new');
  cpSync(documentsFolder, folder, { recursive: true });
  return folder;
}

test('documents of other words end with 7, with what is new and every rule as suspect', async ({}, testInfo) => {
  madeUp(testInfo.outputPath('cwd'));

  const { code, stdout, stderr } = await run(testInfo.outputPath('cwd'), ['documents', 'new']);

  expect({ code, stderr }).toEqual({ code: 7, stderr: '' });
  expect(stdout).toMatch(`Rule catalogue ${catalogueVersion}, compared with the documents in new\n`);
  expect(stdout).toContain('  new      Rules, paragraph 1.1\n           now: A vote counts once.\n');
  expect(stdout).toContain('\n  DT-01   Listing a project by its id gives exactly the entries of that project.\n');
  expect(stdout.trimEnd()).toMatch(/\ndocs\/documents\.md says what to do with each\.$/);
});

test('as JSON they have the same', async ({}, testInfo) => {
  madeUp(testInfo.outputPath('cwd'));

  const { code, stdout } = await run(testInfo.outputPath('cwd'), ['documents', 'new', '--json', '-o', 'changes.json']);
  const json: unknown = JSON.parse(readFileSync(testInfo.outputPath('cwd/changes.json'), 'utf8'));

  expect({ code, stdout }).toEqual({ code: 7, stdout: '' });
  expect(json).toMatchObject({
    schemaVersion: 1,
    catalogueVersion,
    folder: 'new',
    documents: documentFiles.map((document) => ({
      ...{ document, unchanged: 0, moved: [], changed: [] },
      new: [{ section: 'Rules', position: 'paragraph 1.1', text: 'A vote counts once.' }],
    })),
    suspects: expect.arrayContaining([
      expect.objectContaining({
        id: 'AD-09',
        because: expect.arrayContaining([
          { change: 'removed', document: 'directory-sync.md', section: 'Limits', position: 'row 1' },
        ]),
      }),
    ]),
  });
});

test('the documents of the catalogue end with 0 and nothing to do', async ({}, testInfo) => {
  test.skip(!existsSync(documentsFolder), whyNoDocuments);

  const { code, stdout } = await run(testInfo.outputPath('cwd'), ['documents', documentsFolder]);

  expect(stdout).toMatch(/\nThe documents say what the catalogue says\.\n$/);
  expect(code).toBe(0);
});

test('a sentence of the real documents that changes makes its rules suspect, one that moves does not', async ({}, testInfo) => {
  test.skip(!existsSync(documentsFolder), whyNoDocuments);
  const file = join(copied(testInfo.outputPath('cwd')), 'directory-sync.md');
  const text = readFileSync(file, 'utf8');
  const [moved = ''] = /^Paths are relative .*\n/m.exec(text) ?? [];
  writeFileSync(file, `${text.replace(moved, '').replace('25 results per page', '50 results per page')}\n\n${moved}`);

  const { code, stdout } = await run(testInfo.outputPath('cwd'), ['documents', 'new', '--json']);

  expect(code).toBe(7);
  expect((JSON.parse(stdout) as { suspects: { id: string }[] }).suspects.map(({ id }) => id)).toEqual(['AD-09']);
});

test('--rows prints the rows of the real document as they are in contracts/clauses/', async ({}, testInfo) => {
  test.skip(!existsSync(documentsFolder), whyNoDocuments);

  const { code, stdout } = await run(testInfo.outputPath('cwd'), [
    ...['documents', documentsFolder, '--rows', 'directory-sync.md'],
  ]);

  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toEqual(directorySyncSections);
});

const faults = [
  {
    what: 'a folder that is not there',
    prepare: (folder: string) => rmSync(folder, { recursive: true }),
    says: /^The folder new can't be read: ENOENT.*Name the folder that holds default-template\.md, directory-sync\.md, test-management\.md\.\n$/,
  },
  {
    what: 'a file in place of the folder',
    prepare: (folder: string) => {
      rmSync(folder, { recursive: true });
      writeFileSync(folder, '# Votes');
    },
    says: /^The folder new can't be read: ENOTDIR/,
  },
  {
    what: 'a folder without a document',
    prepare: (folder: string) => rmSync(join(folder, 'directory-sync.md')),
    says: /^new lacks directory-sync\.md\.\n$/,
  },
  {
    what: 'a document under another name',
    prepare: (folder: string) => {
      rmSync(join(folder, 'default-template.md'));
      writeFileSync(join(folder, 'default-templates.md'), '# Votes');
    },
    says: /^new lacks default-template\.md \(rename default-templates\.md\?\)\.\n$/,
  },
  {
    what: 'a document that is HTML',
    prepare: (folder: string) => writeFileSync(join(folder, 'directory-sync.md'), '<html><p>Votes</p></html>'),
    says: /^new.directory-sync\.md is no Markdown document: it has no text below a heading such as "## Endpoints"\.\n$/,
  },
  {
    what: 'a document that is no text',
    prepare: (folder: string) =>
      writeFileSync(join(folder, 'directory-sync.md'), Buffer.from([0x50, 0x4b, 3, 4, 0xff])),
    says: /^new.directory-sync\.md is no Markdown document: it is not UTF-8\.\n$/,
  },
  {
    what: 'a folder in place of a document',
    prepare: (folder: string) => {
      rmSync(join(folder, 'directory-sync.md'));
      mkdirSync(join(folder, 'directory-sync.md'));
    },
    says: /^new.directory-sync\.md can't be read: EISDIR/,
  },
];

for (const { what, prepare, says } of faults) {
  test(`${what} ends with 2 and what is missing`, async ({}, testInfo) => {
    prepare(madeUp(testInfo.outputPath('cwd')));

    const { code, stdout, stderr } = await run(testInfo.outputPath('cwd'), ['documents', 'new']);

    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(says);
  });
}

test('--rows of a document that is mistyped ends with 2 and the one that is meant', async ({}, testInfo) => {
  const { code, stderr } = await run(testInfo.outputPath('cwd'), ['documents', 'new', '--rows', 'directory-synk.md']);

  expect(code).toBe(2);
  expect(stderr).toContain('Did you mean directory-sync.md?');
});
