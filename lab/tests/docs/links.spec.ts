import { expect } from '@playwright/test';
import { test } from '../package/installed-package.js';
import { linkProblems } from './link-problems.js';
import { readPages } from './read-snippets.js';

// Processes start slowly on a machine that is busy.
test.describe.configure({ timeout: 90_000 });

test('every link of a page in the package leads to a file and a heading of the package', ({ packed }) => {
  const pages = new Map([...readPages()].filter(([page]) => packed.files.includes(page)));

  expect(pages.size).toBeGreaterThan(10);
  expect([...pages.keys()].flatMap((page) => linkProblems(page, pages, packed.files))).toEqual([]);
});

test('one that leads nowhere is told by the page and its line', () => {
  const pages = new Map([
    [
      'README.md',
      '# It\n\n[a](docs/a.md#its-part), [gone](docs/gone.md), [far](https://example.com/a), [docs](docs)\n' +
        '<picture><source media="print" srcset="docs/dark.png"><img alt="it" src="docs/it.png"></picture>\n',
    ],
    ['docs/a.md', '# A\n\n## It’s part\n\n```ts\n[b](b.md)\n```\n\nSee [it](#a), [b](#b), [up](../README.md#it).\n'],
  ]);

  const files = [...pages.keys(), 'docs/it.png'];
  const problems = [...pages.keys()].flatMap((page) => linkProblems(page, pages, files));

  expect(problems).toEqual([
    'README.md:3: there is no docs/gone.md',
    'README.md:4: there is no docs/dark.png',
    'docs/a.md:9: docs/a.md has no #b',
  ]);
});
