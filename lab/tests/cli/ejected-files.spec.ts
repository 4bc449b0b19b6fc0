import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { ejectedFiles, findSpecs } from '../../../cli/eject.js';
import { ruleIds } from '../../../contracts/index.js';

const specs = join(import.meta.dirname, '../../../specs');

test('each rule has a spec to copy', () => {
  expect(ruleIds.filter((id) => findSpecs(specs, id).length === 0)).toEqual([]);
});

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

test('copied specs import each other and the entries of the package, and nothing else of this project', () => {
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
