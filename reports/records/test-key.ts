import type { TestCase } from '@playwright/test/reporter';

/**
 * The name of a test in records: its project in brackets if that has a name, its spec file (relative to `testDir`) and its
 * titles, joined by ` › `. It stays the same if lines or other tests change.
 */
export function testKey(test: Pick<TestCase, 'titlePath'>): string {
  const [, project = '', ...titles] = test.titlePath();
  return [...(project === '' ? [] : [`[${project}]`]), ...titles].join(' › ');
}
