import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';

const folder = join(import.meta.dirname, '../../../fixtures/playwright-internals');

test('the README of fixtures/playwright-internals/ has a row for each of its files, and no other', () => {
  const rows = readFileSync(join(folder, 'README.md'), 'utf8').matchAll(/^\| `([^`]+)` /gm);
  const files = readdirSync(folder).filter((file) => file !== 'README.md');

  expect([...rows].map(([, file]) => file)).toEqual(files.sort());
});
