import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from '@playwright/test';

const tool = join(import.meta.dirname, '../../../tools/run-at-once.ts');
const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;

test('every script runs, what each wrote is in one piece, and those that failed are named', ({}, testInfo) => {
  const says = (text: string, then = '') =>
    `node -e "console.log('${text} begins'); console.error('${text} ends'); ${then}"`;
  const scripts = { one: says('one'), two: says('two', 'process.exit(3)'), three: says('three'), four: says('four') };
  const named = ['one', 'two', 'three', 'four -- with words'];
  const folder = testInfo.outputPath();
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ scripts }));

  const { status, stdout } = spawnSync(process.execPath, ['--import', tsx, tool, ...named], {
    cwd: folder,
    encoding: 'utf8',
  });

  expect(status).toBe(1);
  for (const script of named) {
    const [name] = script.split(' ');
    const ending = name === 'two' ? 'failed' : 'passed';
    expect(stdout).toMatch(new RegExp(`\n${script}: ${ending} after \\d+ s\n${name} begins\n${name} ends\n`));
  }
  expect(stdout).toMatch(/\nFailed: two\. One of them alone: npm run two\n$/);
});
