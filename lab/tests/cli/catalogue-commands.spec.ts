import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { ejectedFiles, findSpecs } from '../../../cli/eject.js';
import { documentFiles } from '../../../contracts/clauses/clause.js';
import { clauseDocuments } from '../../../contracts/clauses/clause-documents.js';
import { catalogueVersion, ruleIds } from '../../../contracts/index.js';
import { defects } from '../../../fake/index.js';
import { runHere } from './command.js';

test('documents of other words end with 7, with what is new and every rule as suspect, as JSON too', async ({}, testInfo) => {
  const cwd = testInfo.outputPath('cwd');
  mkdirSync(join(cwd, 'new'), { recursive: true });
  for (const file of documentFiles) {
    writeFileSync(join(cwd, 'new', file), '# Votes\n\n## Rules\n\nA vote counts once.\n');
  }

  const { code, stdout, stderr } = await runHere(['documents', 'new']);
  const written = await runHere(['documents', 'new', '--json', '-o', 'changes.json']);

  expect({ code, stderr }).toEqual({ code: 7, stderr: '' });
  expect(stdout).toMatch(`Rule catalogue ${catalogueVersion}, compared with the documents in new\n`);
  expect(stdout).toContain('  new      Rules, paragraph 1.1\n           now: A vote counts once.\n');
  expect(stdout).toContain('\n  DT-01   Listing a project by its id gives exactly the entries of that project.\n');
  expect(written).toMatchObject({ code: 7, stdout: '' });
  const because = { change: 'removed', document: 'directory-sync.md', section: 'Limits', position: 'row 1' };
  expect(JSON.parse(readFileSync(join(cwd, 'changes.json'), 'utf8'))).toMatchObject({
    ...{ schemaVersion: 1, catalogueVersion, folder: 'new' },
    documents: documentFiles.map((document) => ({
      ...{ document, unchanged: 0, changed: [] },
      new: [{ section: 'Rules', position: 'paragraph 1.1', text: 'A vote counts once.' }],
    })),
    suspects: expect.arrayContaining([
      expect.objectContaining({ id: 'AD-09', because: expect.arrayContaining([because]) }),
    ]),
  });
});

/** The folder with the three API documents, which are not part of this repository. */
const documentsFolder = process.env['TRACKER_DOCUMENTS'] ?? join(import.meta.dirname, '../../../../shared/spec');

test('the documents of the catalogue end with 0 and nothing to do, and --rows prints every row of contracts/clauses/', async () => {
  test.skip(!existsSync(documentsFolder), `There is no folder ${documentsFolder}: TRACKER_DOCUMENTS names it.`);

  const { code, stdout } = await runHere(['documents', documentsFolder]);

  expect(stdout).toMatch(/\nThe documents say what the catalogue says\.\n$/);
  expect(code).toBe(0);
  for (const file of documentFiles) {
    const rows = await runHere(['documents', documentsFolder, '--rows', file]);
    expect(JSON.parse(rows.stdout), 'docs/documents.md says how to bring the rows up to date.').toEqual(
      clauseDocuments[file],
    );
  }
});

test('defects lists every defect under the rule it breaks, or those of one rule as JSON', async () => {
  const { code, stdout, stderr } = await runHere(['defects']);
  const json = await runHere(['defects', 'DT-02', '--json']);

  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(defects.filter(({ name, breaks }) => !stdout.includes(`    ${name}: ${breaks}\n`))).toEqual([]);
  expect(stdout.trimEnd().split('\n').at(-1)).toBe(`${defects.length} defects of 104 rules`);
  const own = defects.filter(({ rule }) => rule === 'DT-02');
  expect(JSON.parse(json.stdout)).toEqual(own.map(({ name, rule, breaks }) => ({ name, rule, breaks })));
});

const specs = join(import.meta.dirname, '../../../specs');

test('a spec is named by its path or its name, and one that is none is refused with what to do', () => {
  for (const name of ['directory-sync/list-users.spec.ts', 'specs/directory-sync/list-users.spec.ts', 'list-users']) {
    expect(findSpecs(specs, name)).toEqual(['directory-sync/list-users.spec.ts']);
  }
  expect(findSpecs(specs, 'list-users.spec.js')).toEqual(['directory-sync/list-users.spec.ts']);
  for (const [typed, meant] of [
    ['DT01', 'Did you mean DT-01'],
    ['list-user', 'Did you mean list-users?'],
    ['sequences', 'sequences is more than one spec. Did you mean default-templates/sequences.spec.ts or '],
    ['nothing-like-it', '`tracker-e2e verify --list` lists the specs'],
  ] as const) {
    expect(() => findSpecs(specs, typed)).toThrow(meant);
  }
});

test('each rule has a spec to copy, and copied specs import each other and the entries of the package only', () => {
  expect(ruleIds.filter((id) => findSpecs(specs, id).length === 0)).toEqual([]);
  const files = ejectedFiles(specs, [...new Set(ruleIds.flatMap((id) => findSpecs(specs, id)))]);
  const imports = files.flatMap(({ path, text }) =>
    [...text.matchAll(/ from '([^']+)'/g)].map(([, from = '']) =>
      from.startsWith('.') ? join(path, '..', from).replace(/\.js$/, '.ts') : from,
    ),
  );
  const known = [...files.map(({ path }) => path), 'tracker-e2e', 'tracker-e2e/builders'];

  expect(files.length).toBeGreaterThan(50);
  expect([...new Set(imports)].filter((from) => !known.includes(from) && !from.startsWith('node:'))).toEqual([]);
  expect(files.filter(({ path }) => !existsSync(join(specs, path)))).toEqual([]);
});
