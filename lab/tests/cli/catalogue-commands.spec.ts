import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { ejectedFiles, findSpecs } from '../../../cli/eject.js';
import { ruleIds } from '../../../contracts/index.js';
import { defects } from '../../../fake/index.js';
import { runHere } from './command.js';

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
