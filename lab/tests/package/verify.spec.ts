import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { readMatrix } from '../reports/read-run.js';
import { test } from './installed-package.js';

const command = '../node_modules/tracker-e2e/dist/cli/main.js';

test('an empty folder verifies the fake, in shards that are merged, and a defect of it is found', async ({
  consumer,
}) => {
  const asked = ['--rules', 'DT-01', '--grep', 'list', '--shard=1/1'];
  const shard = await consumer.node([command, 'verify', ...asked], { TRACKER_OUTPUT: 'shards/1' });
  const merged = await consumer.node([command, 'merge', 'shards']);
  const { rules, about } = readMatrix(join(consumer.folder, 'tracker-output/merged'));
  const red = await consumer.node([command, 'verify', '--rules', 'DT-01', 'list-by-project'], {
    TRACKER_DEFECT: 'DT-01-last-entry-dropped',
  });

  expect(shard.code, shard.output).toBe(0);
  expect(merged.output).toMatch(/Verdict +passed/);
  expect(merged.code).toBe(0);
  expect(rules.find(({ id }) => id === 'DT-01')).toMatchObject({ state: 'verified' });
  expect(about.command).toContain('npx tracker-e2e verify --rules DT-01 --grep list');
  expect(existsSync(join(consumer.folder, 'shards/1/test-results/isolated'))).toBe(true);
  expect(red.output).toMatch(/Verdict +tests failed/);
  expect(red.output).toContain('list-by-project.spec.js:');
  expect(red.code).toBe(1);
});

test('a folder without a configuration observes a tracker with the suite of the package', async ({ consumer }) => {
  const asked = ['directory-sync/every-call.questions', '--grep', 'AD-N16'];
  const { code, output } = await consumer.node([command, 'observe', ...asked]);

  expect(output).toContain('all that was seen is as expected');
  expect(code).toBe(0);
  expect(readFileSync(join(consumer.folder, 'profile.json'), 'utf8')).toContain('AD-N16');
});

test('a spec is copied into a suite, runs there, and is not overwritten', async ({ consumer }) => {
  expect((await consumer.node([command, 'init', '--no-install'])).code).toBe(0);

  const copied = await consumer.node([command, 'eject', 'directory-sync/list-connections']);
  const run = await consumer.playwright(['list-connections']);
  const types = await consumer.node(['../node_modules/typescript/bin/tsc']);
  const again = await consumer.node([command, 'eject', 'AD-01']);

  expect(copied.code, copied.output).toBe(0);
  expect(run.output).toMatch(/\d+ passed/);
  expect(run.code).toBe(0);
  expect(types).toEqual({ code: 0, output: '' });
  expect(again.output).toContain(
    'Nothing is copied, because it is there: tests/directory-sync/list-connections.spec.ts',
  );
  expect(again.code).toBe(2);
});
