import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { apis, endpoints } from '../../../contracts/index.js';
import type { CatalogueEndpoint } from '../../../contracts/index.js';

const page = readFileSync(join(import.meta.dirname, '../../../docs/endpoints.md'), 'utf8');

test('docs/endpoints.md has every endpoint of the documents, with its call and its documented rules', () => {
  const rows = page.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));
  const documented = Object.entries<CatalogueEndpoint>(endpoints).filter(([, { family }]) =>
    apis.some((api) => api === family),
  );

  expect(
    rows.filter(([, name = '']) => name.startsWith('`')).map(([, ...cells]) => [cells[0], cells[1], cells[3]]),
  ).toEqual(
    documented.map(([name, { method, path, override, rules }]) => [
      `\`${name}\``,
      [`\`${method} ${path}\``, override].filter((part) => part !== undefined).join(' '),
      rules.filter((rule) => !rule.includes('-N')).join(', '),
    ]),
  );
});
