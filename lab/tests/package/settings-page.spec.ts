import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { settingsIn } from '../fixtures/settings-in.js';

const page = readFileSync(join(import.meta.dirname, '../../../docs/settings.md'), 'utf8');

/** Settings that a configuration does not take: a run finds them out, or the environment alone has them. */
const internal = [
  'runId',
  'sharedFake',
  'basePathsSet',
  'shards',
  'observations',
  'wholeSuite',
  'selection',
  'command',
  'publish',
];

test('docs/settings.md names every setting as it is written in a configuration', ({}, testInfo) => {
  const names = Object.keys(settingsIn(testInfo.outputPath('cwd'), {}).settings ?? {});

  expect(names.length).toBeGreaterThan(internal.length);
  expect(names.filter((name) => !internal.includes(name) && !page.includes(`\`${name}\``))).toEqual([]);
});
