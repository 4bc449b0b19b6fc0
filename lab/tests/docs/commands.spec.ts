import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { createProgram } from '../../../cli/create-program.js';
import { commandProblems } from './command-problems.js';
import { readPages } from './read-snippets.js';

const scripts = ['../../package.json', '../../../package.json'].flatMap((path) => {
  const manifest = JSON.parse(readFileSync(join(import.meta.dirname, path), 'utf8')) as {
    readonly scripts: Readonly<Record<string, string>>;
  };
  return Object.keys(manifest.scripts);
});
const known = { program: createProgram(), scripts };

test('every command, option and script that a page names is there', () => {
  const problems = [...readPages()].flatMap(([page, text]) => commandProblems(page, text, known));

  expect(problems).toEqual([]);
});

test('one that is not there is told by the page and its line', () => {
  const page = [
    ...['Run `tracker-e2e wrold --json`, `npx tracker-e2e fake --prot 1`', 'or `npm run fkae`.', ''],
    ...['```sh', 'npm run bench -- --quick && npx tracker-e2e doctor --jsno   # looks', 'npm start', '```'],
    ...['A run with `tracker-e2e run --grep @DT-13` takes what Playwright takes.', ''],
  ].join('\n');

  expect(commandProblems('docs/wrong.md', page, known)).toEqual([
    'docs/wrong.md:1: tracker-e2e has no command wrold',
    'docs/wrong.md:1: tracker-e2e fake has no option --prot',
    'docs/wrong.md:2: package.json has no script fkae',
    'docs/wrong.md:5: tracker-e2e doctor has no option --jsno',
  ]);
});
