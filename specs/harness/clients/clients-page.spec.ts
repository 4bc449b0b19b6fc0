import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { clientsPage, partBefore } from '../../../proof/clients/clients-page.js';
import { publishedClients } from '../../../proof/clients/manifest.js';
import { resultOf } from '../../../proof/clients/try-client.js';
import type { PublishedClient } from '../../../proof/clients/manifest.js';

const client: PublishedClient = {
  name: 'tracker-client',
  language: 'Python',
  source: 'debian',
  version: '1.2-1',
  contextPath: '',
  command: ['python3', 'tracker-client.py'],
};
const lines = [
  { call: 'getIssue', passed: true },
  { call: 'getIssue(expand)', passed: true },
  { call: 'Board.move', passed: false, reason: 'found <nothing>' },
  { call: 'close', leftOut: 'no call of the tracker' },
  { surface: ['getIssue', 'Board', 'close'] },
];
const said = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).join('\n');

test('a script says which calls passed, failed and were left out', () => {
  expect(resultOf(client, said(lines))).toEqual({
    client,
    passed: ['getIssue', 'getIssue(expand)'],
    failed: [{ call: 'Board.move', passed: false, reason: 'found <nothing>' }],
    leftOut: new Map([['no call of the tracker', ['close']]]),
  });
});

for (const { what, rows, problem } of [
  {
    what: 'passes over a part of its client',
    rows: [...lines.slice(0, 2), { surface: ['getIssue', 'close'] }],
    problem: 'neither tries nor leaves out: close',
  },
  {
    what: 'does not say what its client has',
    rows: lines.slice(0, 4),
    problem: 'neither tries nor leaves out: all of it',
  },
  {
    what: 'writes something else',
    rows: [{ call: 'getIssue', passed: false }],
    problem: 'wrote no result: {"call":"getIssue","passed":false}',
  },
]) {
  test(`a script that ${what} counts for nothing`, () => {
    expect(() => resultOf(client, said(rows))).toThrow(problem);
  });
}

test('the page keeps what it says of clients that were not tried again', () => {
  const first = clientsPage([resultOf(client, said(lines))], ['tracker-client', 'another'], '');
  const other = resultOf({ ...client, name: 'another' }, said([...lines.slice(3, 4), { surface: ['close'] }]));

  const both = clientsPage([other], ['tracker-client', 'another'], first);

  expect(both).toContain('| `tracker-client` | Python | 1.2-1 | 3 | 2 |');
  expect(both).toContain('| `another` | Python | 1.2-1 | 0 | 0 |');
  expect(partBefore(both, 'tracker-client')).toEqual(partBefore(first, 'tracker-client'));
  expect(partBefore(both, 'tracker-client')?.section).toContain('- `Board.move`: found \\<nothing\\>');
});

test('docs/clients.md has every client in the version that is pinned', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/clients.md'), 'utf8');

  const rows = publishedClients.map(({ name }) =>
    partBefore(page, name)
      ?.row.split('|')
      .map((cell) => cell.trim()),
  );

  expect(rows.map((cells) => cells?.slice(1, 4))).toEqual(
    publishedClients.map(({ name, language, version }) => [`\`${name}\``, language, version]),
  );
  expect(publishedClients.length).toBeGreaterThanOrEqual(8);
  expect(new Set(publishedClients.map(({ language }) => language)).size).toBe(4);
});
