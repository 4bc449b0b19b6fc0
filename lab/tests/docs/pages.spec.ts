import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import type { Command } from 'commander';
import { createProgram } from '../../../cli/carry-out.js';
import { apis, endpoints } from '../../../contracts/index.js';
import type { CatalogueEndpoint } from '../../../contracts/index.js';
import { startFake } from '../../../fake/index.js';
import { projectText, root } from '../fixtures/run-specs.js';
import { settingsIn } from '../cli/command.js';
import { readPages, tokensOf } from './snippets.js';

const rowsOf = (path: string) =>
  projectText(path)
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()));

test('every command, option and script that a page names is there', async () => {
  const scripts = ['package.json', 'lab/package.json'].flatMap((path) =>
    Object.keys((JSON.parse(projectText(path)) as { readonly scripts: object }).scripts),
  );
  const { commands } = await createProgram();
  const problemsOf = (line: string) => [
    ...calledIn(line).flatMap(({ name, options }) => commandProblems(commands, name, options)),
    ...scriptsIn(line).flatMap((name) => (scripts.includes(name) ? [] : [`package.json has no script ${name}`])),
  ];

  const problems = [...readPages()].flatMap(([page, content]) =>
    codeIn(content).flatMap((line) => problemsOf(line).map((problem) => `${page}: ${problem}: ${line}`)),
  );
  expect(problems).toStrictEqual([]);
});

test('docs/architecture.md names functions that are in their files', () => {
  const named = [...projectText('docs/architecture.md').matchAll(/`([\w/.-]+\.ts): (\w+)`/g)];
  const gone = named.filter(([, file = '', name = '']) => !new RegExp(`\\b${name}\\b`).test(projectText(file)));

  expect(named.length).toBeGreaterThan(10);
  expect(gone.map(([text]) => text)).toStrictEqual([]);
});

test('README.md has the example as its spec', () => {
  expect(projectText('README.md')).toContain(`\`\`\`ts\n${projectText('examples/first.spec.ts')}\`\`\``);
});

test('docs/settings.md names every setting as it is written in a configuration', ({}, testInfo) => {
  // A configuration does not take these: a run finds them out, or the environment alone has them.
  const internal = [...['runId', 'sharedFake', 'basePathsSet', 'shards', 'observations', 'command', 'publish']];
  const names = Object.keys(settingsIn(testInfo.outputPath('cwd'), {}).settings ?? {});
  const page = projectText('docs/settings.md');

  expect(names.length).toBeGreaterThan(internal.length);
  expect(names.filter((name) => !internal.includes(name) && !page.includes(`\`${name}\``))).toStrictEqual([]);
});

test('docs/endpoints.md has every endpoint of the documents, with its call and its documented rules', () => {
  const rows = rowsOf('docs/endpoints.md').filter(([, , call = '']) => /^`[A-Z]+ \//.test(call));
  const documented = Object.entries<CatalogueEndpoint>(endpoints).filter(([, { family }]) =>
    apis.some((api) => api === family),
  );

  expect(rows.map(([, name, call, , rules]) => [name, call, rules])).toStrictEqual(
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

test('README.md names the versions that package.json asks for, and those of Node that the workflow runs on', () => {
  const { engines, peerDependencies } = JSON.parse(projectText('package.json')) as {
    readonly engines: { readonly node: string };
    readonly peerDependencies: Readonly<Record<string, string>>;
  };
  const page = Object.fromEntries(rowsOf('README.md').map(([, what = '', text = '']) => [what, text]));
  const [, oldest, majors = ''] = /^([\d.]+) or newer in ([\d, ]+\d)$/.exec(page['Node.js'] ?? '') ?? [];

  expect(engines.node).toBe(`>=${oldest}`);
  expect(majors.split(', ')[0]).toBe(oldest?.split('.')[0]);
  expect(projectText('.github/workflows/ci.yml')).toContain(` node: [${majors}]\n`);
  for (const name of ['@playwright/test', 'allure-playwright', 'allure']) {
    const versions = /^([\d.]+) or newer(?:, below (\d+))?(?:, optional)?$/.exec(page[`\`${name}\``] ?? '') ?? [];
    expect(peerDependencies[name]).toBe(`>=${versions[1]}${versions[2] === undefined ? '' : ` <${versions[2]}`}`);
  }
});

test('examples/fake.sh opens a tenant, fills it, uses it, reads its journal and closes it', async () => {
  const controlToken = 'only-for-this-test';
  const fake = await startFake({ controlToken });
  const env = { ...process.env, FAKE_URL: fake.url, TRACKER_CONTROL_TOKEN: controlToken, NO_PROXY: '127.0.0.1' };

  const ran = promisify(execFile)('sh', [join(root, 'examples/fake.sh')], { env });
  await Promise.allSettled([ran]);
  await fake.close();

  expect(JSON.parse((await ran).stdout)).toMatchObject([
    { method: 'GET', url: '/rest/api/2/issue/DEMO-20', status: 200, caller: 'tess' },
    { method: 'POST', url: '/rest/api/2/issue/DEMO-20/comment', status: 201 },
  ]);
  expect(fake.control.list().map(({ name }) => name)).toStrictEqual(['main']);
});

/** What a page tells its readers to call: the lines of its shell blocks, and what stands between backticks. */
function codeIn(content: string): string[] {
  return tokensOf(content).flatMap((token) => {
    if (token.type !== 'codespan' && (token.type !== 'code' || token.lang !== 'sh')) return [];
    return String(token.text)
      .replaceAll(/ # .*$/gm, '')
      .split('\n');
  });
}

/** The commands of `tracker-e2e` in a line. A name in other letters than theirs, such as one in brackets, stands for any. */
function calledIn(line: string) {
  const calls = line.matchAll(/(?:^|[\s;&|])tracker-e2e +([a-z]+)(?![^\s;&|])((?: +[^\s;&|]+)*)/g);
  return [...calls].map(([, name = '', rest = '']) => ({ name, options: rest.match(/(?<= )--?[a-z][^\s=]*/g) ?? [] }));
}

function scriptsIn(line: string): string[] {
  const named = line.matchAll(/\bnpm (?:run(?: --silent)?(?: -w lab)? ([\w:-]+)|(start|test)\b)/g);
  return [...named].map(([, script, short]) => script ?? short ?? '');
}

function commandProblems(commands: readonly Command[], name: string, named: readonly string[]): string[] {
  const command = commands.find((one) => one.name() === name);
  if (command === undefined) return [`tracker-e2e has no command ${name}`];
  // They pass unknown options to Playwright.
  if (['run', 'observe'].includes(name)) return [];
  const options = ['--help', ...command.options.flatMap(({ long, short }) => [long, short])];
  return named.filter((one) => !options.includes(one)).map((one) => `tracker-e2e ${name} has no option ${one}`);
}
