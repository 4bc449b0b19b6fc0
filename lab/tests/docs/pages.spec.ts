import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { createProgram } from '../../../cli/carry-out.js';
import { apis, endpoints } from '../../../contracts/index.js';
import type { CatalogueEndpoint } from '../../../contracts/index.js';
import { leftOut } from '../../../fake/server/left-out.js';
import { settingsIn } from '../fixtures/settings-in.js';
import { test } from '../package/installed-package.js';
import { commandProblems, linkProblems } from './page-problems.js';
import { readPages } from './snippets.js';

const root = join(import.meta.dirname, '../../..');
const text = (path: string) => readFileSync(join(root, path), 'utf8');
/** The rows of the tables of a page, as cells. */
const rowsOf = (path: string) =>
  text(path)
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()));

test('every link of a page in the package leads to a file and a heading of the package', ({ packed }) => {
  const pages = new Map([...readPages()].filter(([page]) => packed.files.includes(page)));

  expect(pages.size).toBeGreaterThan(10);
  expect([...pages.keys()].flatMap((page) => linkProblems(page, pages, packed.files))).toEqual([]);
});

test('every command, option and script that a page names is there', async () => {
  const scripts = ['package.json', 'lab/package.json'].flatMap((path) =>
    Object.keys((JSON.parse(text(path)) as { readonly scripts: object }).scripts),
  );
  const known = { program: await createProgram(), scripts };

  expect([...readPages()].flatMap(([page, content]) => commandProblems(page, content, known))).toEqual([]);
});

test('README.md has the example as its spec', () => {
  expect(text('README.md')).toContain(`\`\`\`ts\n${text('examples/first.spec.ts')}\`\`\``);
});

test('docs/settings.md names every setting as it is written in a configuration', ({}, testInfo) => {
  // A configuration does not take these: a run finds them out, or the environment alone has them.
  const internal = [
    ...['runId', 'sharedFake', 'basePathsSet', 'shards', 'observations', 'wholeSuite', 'selection', 'command'],
    'publish',
  ];
  const names = Object.keys(settingsIn(testInfo.outputPath('cwd'), {}).settings ?? {});
  const page = text('docs/settings.md');

  expect(names.length).toBeGreaterThan(internal.length);
  expect(names.filter((name) => !internal.includes(name) && !page.includes(`\`${name}\``))).toEqual([]);
});

test('docs/endpoints.md has every endpoint of the documents, with its call and its documented rules', () => {
  const rows = rowsOf('docs/endpoints.md').filter(([, name = '']) => name.startsWith('`'));
  const documented = Object.entries<CatalogueEndpoint>(endpoints).filter(([, { family }]) =>
    apis.some((api) => api === family),
  );

  expect(rows.map(([, name, call, , rules]) => [name, call, rules])).toEqual(
    documented.map(([name, { method, path, override, rules }]) => [
      `\`${name}\``,
      [`\`${method} ${path}\``, override].filter((part) => part !== undefined).join(' '),
      rules.filter((rule) => !rule.includes('-N')).join(', '),
    ]),
  );
});

test('docs/fake-limits.md lists what the fake leaves out, with its addresses', () => {
  const rows = rowsOf('docs/fake-limits.md').filter(([, , addresses = '']) => /^`\/(rest|secure)/.test(addresses));

  expect(rows.map((cells) => cells.slice(1, 3))).toEqual(
    leftOut.map(({ what, paths }) => [what, paths.map((path) => `\`${path}\``).join(', ')]),
  );
});
