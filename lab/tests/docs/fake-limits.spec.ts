import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { leftOut, leftOutAt } from '../../../fake/server/left-out.js';

test('docs/fake-limits.md lists what the fake leaves out, with its addresses', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/fake-limits.md'), 'utf8');
  const rows = page.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));

  expect(
    rows.filter(([, , addresses = '']) => /^`\/(rest|secure)/.test(addresses)).map((cells) => cells.slice(1, 3)),
  ).toEqual(leftOut.map(({ what, paths }) => [what, paths.map((path) => `\`${path}\``).join(', ')]));
});

for (const { path, what } of [
  { path: '/rest/api/2/filter/10000', what: 'filters and dashboards' },
  { path: '/rest/api/latest/issue/DEMO-1/notify?x=1', what: 'mails' },
  { path: '/rest/agile/1.0/board', what: 'boards, sprints, epics and ranks' },
  { path: '/rest/api/2/mypreferences?key=x', what: 'what users set for themselves, and passwords' },
  { path: '/rest/auth/latest/websudo', what: 'what users set for themselves, and passwords' },
  { path: '/rest/api/2/project/DEMO/securitylevel', what: 'security levels of issues' },
  { path: '/rest/api/2/filters', what: undefined },
  { path: '/rest/api/2/issue/DEMO-1/notifies', what: undefined },
]) {
  test(`${path} asks for ${what ?? 'nothing that trackers have'}`, () => {
    expect(leftOutAt(path)).toBe(what);
  });
}
