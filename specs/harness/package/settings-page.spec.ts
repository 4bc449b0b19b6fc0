import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { settingsIn } from '../fixtures/settings-in.js';

const page = readFileSync(join(import.meta.dirname, '../../../docs/settings.md'), 'utf8');

/** What a run tells itself, or finds out: nobody sets them. */
const internal = [
  'runId',
  'sharedFake',
  'basePathsSet',
  'shards',
  'observations',
  'wholeSuite',
  'selection',
  'command',
];

test('docs/settings.md names every setting as it is written in a configuration', ({}, testInfo) => {
  const names = Object.keys(settingsIn(testInfo.outputPath('cwd'), {}).settings ?? {});

  expect(names.length).toBeGreaterThan(internal.length);
  expect(names.filter((name) => !internal.includes(name) && !page.includes(`\`${name}\``))).toEqual([]);
});
