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
  const isTold = `if (process.argv.at(-1) !== 'words') process.exit(3)`;
  const scripts = {
    one: says('one'),
    two: says('two', 'process.exit(3)'),
    three: says('three'),
    four: says('four', isTold),
  };
  const endings = { one: 'passed', two: 'failed', three: 'passed', 'four -- with words': 'passed' };
  const folder = testInfo.outputPath();
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ scripts }));

  const { status, stdout } = spawnSync(process.execPath, ['--import', tsx, tool, ...Object.keys(endings)], {
    cwd: folder,
    encoding: 'utf8',
  });

  expect(status).toBe(1);
  for (const [script, ending] of Object.entries(endings)) {
    const [name] = script.split(' ');
    expect(stdout).toMatch(new RegExp(`\n${script}: ${ending} after \\d+ s\n${name} begins\n${name} ends\n`));
  }
  expect(stdout).toMatch(/\nFailed: two\. One of them alone: npm run two\n$/);
});
