import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { TestCase } from '@playwright/test/reporter';
import { affectedByChanges, changedFiles } from '../../../reports/selection/changes.js';

const files = {
  'specs/a.spec.ts': `import { help } from './support/help.js';`,
  'specs/b.spec.ts': `export * from '../shared/base';\nimport { gone } from './support/gone.js';`,
  'specs/support/help.ts': `import base from "../../shared/base.js"; const lazy = () => import('./lazy.js');`,
  'specs/support/lazy.ts': '',
  'shared/base.ts': `import { testOf } from './index.js';`,
  'shared/other.ts': '',
};

/** The tests that these changed files of the suite select. */
function asked(folder: string, changed: readonly string[], rows: Parameters<typeof affectedByChanges>[2]['rows'] = []) {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  const specs = ['specs/a.spec.ts', 'specs/b.spec.ts'].map((name) => join(folder, name));
  const tests = specs.map((file) => ({ location: { file, line: 1, column: 1 } }) as TestCase);
  const {
    all,
    endpoints,
    rules,
    specs: found,
  } = affectedByChanges(
    changed.map((name) => join(folder, name)),
    tests,
    { rows, folder },
  );
  return { all, endpoints, rules, specs: [...found].map((file) => file.slice(folder.length + 1)) };
}

const nothing = { all: false, endpoints: [], rules: [], specs: [] };
const cases = [
  { title: 'a spec: itself', changed: ['specs/a.spec.ts'], asks: { specs: ['specs/a.spec.ts'] } },
  {
    title: 'what one spec imports: that spec',
    changed: ['specs/support/lazy.ts'],
    asks: { specs: ['specs/a.spec.ts'] },
  },
  {
    title: 'what all import: all of these',
    changed: ['shared/base.ts'],
    asks: { specs: ['specs/a.spec.ts', 'specs/b.spec.ts'] },
  },
  {
    title: 'a removed file that a spec imports: that spec',
    changed: ['specs/support/gone.ts'],
    asks: { specs: ['specs/b.spec.ts'] },
  },
  { title: 'a removed spec: nothing', changed: ['specs/c.spec.ts'], asks: {} },
  { title: 'prose: nothing', changed: ['README.md', 'docs/picture.png'], asks: {} },
  { title: 'what no spec imports: every test', changed: ['package.json'], asks: { all: true } },
  {
    title: 'a file beside one that is told: every test',
    changed: ['README.md', 'shared/other.ts'],
    asks: { all: true },
  },
];

for (const { title, changed, asks } of cases) {
  test(`a change asks for the tests of ${title}`, ({}, testInfo) => {
    expect(asked(testInfo.outputPath('suite'), changed)).toEqual({ ...nothing, ...asks });
  });
}

test('the first row that names a file says what its change asks for', ({}, testInfo) => {
  const rows = [
    { files: /^shared\/base/, endpoints: ['create'] },
    { files: /^shared\//, rules: ['DT-*'] },
    { files: /^tools\// },
  ];

  const changed = ['shared/base.ts', 'shared/other.ts', 'tools/build.ts', 'specs/b.spec.ts'];
  expect(asked(testInfo.outputPath('suite'), changed, rows)).toEqual({
    all: false,
    endpoints: ['create'],
    rules: ['DT-*'],
    specs: ['specs/b.spec.ts'],
  });
});

test.describe('since a commit', () => {
  const git = (cwd: string, ...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], { cwd, encoding: 'utf8' });

  /** A repository with two commits, a change that is not committed, and a new file with a blank in its name. */
  function repository(folder: string): string {
    mkdirSync(join(folder, 'in'), { recursive: true });
    git(folder, 'init', '--quiet', '--initial-branch=main');
    for (const [name, text] of [
      ['old.ts', '1'],
      ['in/changed.ts', '1'],
    ] as const)
      writeFileSync(join(folder, name), text);
    git(folder, 'add', '.');
    git(folder, 'commit', '--quiet', '-m', 'one');
    writeFileSync(join(folder, 'second.ts'), '1');
    git(folder, 'add', '.');
    git(folder, 'commit', '--quiet', '-m', 'two');
    writeFileSync(join(folder, 'in/changed.ts'), '2');
    writeFileSync(join(folder, 'new one.ts'), '1');
    return folder;
  }

  test('files count that a commit after it or nobody has committed, from every folder', ({}, testInfo) => {
    const folder = repository(testInfo.outputPath('repository'));

    const expected = ['in/changed.ts', 'new one.ts', 'second.ts'].map((name) => join(folder, name));
    expect(changedFiles('main~1', join(folder, 'in')).sort()).toEqual(expected);
  });

  test('a commit that is not there is told, with what to do if the clone is not whole', ({}, testInfo) => {
    const folder = repository(testInfo.outputPath('repository'));
    const clone = testInfo.outputPath('clone');
    git(folder, 'clone', '--quiet', '--depth=1', `file://${folder}`, clone);

    expect(() => changedFiles('--all', folder)).toThrow(
      '--changed-since --all names no commit that is here: name a commit, a branch or a tag that `git log` knows.',
    );
    expect(() => changedFiles('main~1', clone)).toThrow(/this clone does not have the whole history; fetch it/);
  });

  test('a folder without a repository is told', () => {
    expect(() => changedFiles('main', '/')).toThrow(
      /^The changes can't be listed: git rev-parse failed in \/: fatal: /,
    );
  });
});
