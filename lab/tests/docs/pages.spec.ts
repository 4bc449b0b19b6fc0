import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { Command } from 'commander';
import { createProgram } from '../../../cli/carry-out.js';
import { apis, endpoints } from '../../../contracts/index.js';
import type { CatalogueEndpoint } from '../../../contracts/index.js';
import { leftOut } from '../../../fake/server/left-out.js';
import { settingsIn } from '../fixtures/settings-in.js';
import { readPages, tokensOf } from './snippets.js';

const root = join(import.meta.dirname, '../../..');
const text = (path: string) => readFileSync(join(root, path), 'utf8');
/** The rows of the tables of a page, as cells. */
const rowsOf = (path: string) =>
  text(path)
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()));

test('every command, option and script that a page names is there', async () => {
  const scripts = ['package.json', 'lab/package.json'].flatMap((path) =>
    Object.keys((JSON.parse(text(path)) as { readonly scripts: object }).scripts),
  );
  const known = { program: await createProgram(), scripts };

  expect([...readPages()].flatMap(([page, content]) => commandProblems(page, content, known))).toEqual([]);
});

test('README.md has the example as its spec', () => {
  expect(text('README.md')).toContain(`\`\`\`ts\n${text('examples/first.spec.ts')}\`\`\``);
});

test('docs/settings.md names every setting as it is written in a configuration', ({}, testInfo) => {
  // A configuration does not take these: a run finds them out, or the environment alone has them.
  const internal = [
    ...['runId', 'sharedFake', 'basePathsSet', 'shards', 'observations', 'wholeSuite', 'selection', 'command'],
    'publish',
  ];
  const names = Object.keys(settingsIn(testInfo.outputPath('cwd'), {}).settings ?? {});
  const page = text('docs/settings.md');

  expect(names.length).toBeGreaterThan(internal.length);
  expect(names.filter((name) => !internal.includes(name) && !page.includes(`\`${name}\``))).toEqual([]);
});

test('docs/endpoints.md has every endpoint of the documents, with its call and its documented rules', () => {
  const rows = rowsOf('docs/endpoints.md').filter(([, name = '']) => name.startsWith('`'));
  const documented = Object.entries<CatalogueEndpoint>(endpoints).filter(([, { family }]) =>
    apis.some((api) => api === family),
  );

  expect(rows.map(([, name, call, , rules]) => [name, call, rules])).toEqual(
    documented.map(([name, { method, path, override, rules }]) => [
      `\`${name}\``,
      [`\`${method} ${path}\``, override].filter((part) => part !== undefined).join(' '),
      rules
        .filter((rule) => !rule.includes('-N'))
        .toSorted()
        .join(', '),
    ]),
  );
});

test('docs/fake-limits.md lists what the fake leaves out, with its addresses', () => {
  const rows = rowsOf('docs/fake-limits.md').filter(([, , addresses = '']) => /^`\/(rest|secure)/.test(addresses));

  expect(rows.map((cells) => cells.slice(1, 3))).toEqual(
    leftOut.map(({ what, paths }) => [what, paths.map((path) => `\`${path}\``).join(', ')]),
  );
});

/** The commands and scripts that exist. */
interface Callable {
  readonly program: Command;
  /** The scripts of package.json. */
  readonly scripts: readonly string[];
}

/** Commands that pass unknown options to Playwright. */
const forPlaywright = ['run', 'observe'];

/** Commands that a page tells its readers to call, in a shell block or between backticks, and that do not exist. */
function commandProblems(page: string, text: string, callable: Callable): string[] {
  const code = tokensOf(text).flatMap((token) => {
    if (token.type === 'codespan') return [String(token.text)];
    const isShell = token.type === 'code' && token.lang === 'sh';
    return isShell
      ? String(token.text)
          .replaceAll(/ # .*$/gm, '')
          .split('\n')
      : [];
  });
  return code.flatMap((line) =>
    [...commandsOf(line, callable), ...scriptsOf(line, callable)].map((problem) => `${page}: ${problem}: ${line}`),
  );
}

function commandsOf(code: string, { program }: Callable): string[] {
  return [...code.matchAll(/(?:^|[\s;&|])tracker-e2e((?: +[^\s;&|]+)*)/g)].flatMap(([, rest = '']) => {
    const [name, ...args] = rest.trim().split(/ +/);
    // A name in other letters than a command's, such as one in brackets, stands for any.
    if (name === undefined || !/^[a-z]+$/.test(name)) return [];
    const command = program.commands.find((one) => one.name() === name);
    if (command === undefined) return [`tracker-e2e has no command ${name}`];
    if (forPlaywright.includes(name)) return [];
    const options = ['--help', ...command.options.flatMap(({ long, short }) => [long, short])];
    const named = args.map((arg) => arg.replace(/=.*$/, '')).filter((arg) => /^--?[a-z]/.test(arg));
    return named.filter((arg) => !options.includes(arg)).map((arg) => `tracker-e2e ${name} has no option ${arg}`);
  });
}

function scriptsOf(code: string, { scripts }: Callable): string[] {
  const named = [...code.matchAll(/\bnpm (?:run(?: --silent)?(?: -w lab)? ([\w:-]+)|(start|test)\b)/g)];
  return named
    .flatMap(([, script, short]) => script ?? short ?? [])
    .filter((script) => !scripts.includes(script))
    .map((script) => `package.json has no script ${script}`);
}
