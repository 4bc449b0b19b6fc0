import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { check } from 'prettier';
import { test as base } from './installed-package.js';
import type { Consumer, Ending } from './installed-package.js';

const test = base.extend<{ apart: string }>({
  /** A folder in which nothing is installed, nor in those around it. */
  apart: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'tracker-e2e-apart-'));
    await use(folder);
    rmSync(folder, { recursive: true });
  },
});

// Processes start slowly on a machine that is busy.
test.describe.configure({ timeout: 90_000 });

const root = join(import.meta.dirname, '../../..');
const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
const command = '../node_modules/tracker-e2e/dist/cli/main.js';

const files = [
  'package.json',
  'tsconfig.json',
  'playwright.config.ts',
  'tests/first.spec.ts',
  '.env.example',
  '.gitignore',
];
const github = '.github/workflows/tracker-e2e.yml';

function init(
  consumer: Consumer,
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<Ending> {
  return consumer.node([command, 'init', ...args], env);
}

function textOf({ folder }: Consumer, path: string): string {
  return readFileSync(join(folder, path), 'utf8');
}

test('a new suite in an empty folder is green on the fake, and its types are right', async ({ consumer }) => {
  const ending = await init(consumer);

  expect(ending.output.match(/^Wrote.*/gm)).toEqual([...files, github].map((path) => `Wrote      ${path}`));
  expect(ending.output).toContain('Next       npx playwright test\n');
  expect(ending.code).toBe(0);
  const suite = await consumer.node(['../node_modules/@playwright/test/cli.js', 'test']);
  expect(suite.output).toContain('1 passed');
  expect(suite.output).toContain('Verdict    passed');
  expect(suite.code).toBe(0);
  expect(await consumer.node([tsc])).toEqual({ code: 0, output: '' });
});

test('a new suite is green as a whole run of the command, on a tracker of each test and on one that all share', async ({
  consumer,
}) => {
  await init(consumer);

  for (const [args, mode] of [
    [[], 'own-space'],
    [['--shared'], 'shared'],
  ] as const) {
    const { code, output } = await consumer.node([command, 'run', ...args]);

    expect(output).toContain('1 passed');
    expect(output).toContain(`Matrix     reports/output/${mode}/rules.html`);
    expect(code, output).toBe(0);
  }
});

test('the files of a new suite are formatted, and its spec is the one that README.md shows', async ({ consumer }) => {
  await init(consumer);

  const paths = ['package.json', 'tsconfig.json', 'playwright.config.ts', 'tests/first.spec.ts', github];
  const fits = paths.map((path) =>
    check(textOf(consumer, path), { filepath: path, printWidth: 120, singleQuote: true }),
  );
  expect(await Promise.all(fits)).toEqual(paths.map(() => true));
  expect(textOf(consumer, 'tests/first.spec.ts')).toBe(readFileSync(join(root, 'examples/first.spec.ts'), 'utf8'));
  expect(textOf(consumer, '.env.example')).toBe(readFileSync(join(root, '.env.example'), 'utf8'));
});

test('init overwrites nothing and says what it left alone', async ({ consumer }) => {
  const mine = { 'package.json': '{"name": "mine"}', 'playwright.config.mts': '// mine', '.gitignore': 'mine\n' };
  consumer.write(mine);

  const first = await init(consumer);
  const again = await init(consumer);

  expect(first.output.match(/^Left.*/gm)).toEqual([
    'Left alone package.json, which was there',
    'Left alone playwright.config.mts, which was there',
    'Left alone .gitignore, which was there; it should name node_modules, .env, reports/output/, test-results/',
  ]);
  expect(Object.keys(mine).map((path) => textOf(consumer, path))).toEqual(Object.values(mine));
  expect(existsSync(join(consumer.folder, 'playwright.config.ts'))).toBe(false);
  expect(again.output).not.toContain('Wrote');
  expect(again.output.match(/^Left/gm)).toHaveLength(7);
  expect(again.code).toBe(0);
});

test('init takes a folder, makes it, and gives it a CI file for GitLab where its remote is there', async ({
  consumer,
}) => {
  consumer.write({ 'My Suite/.git/config': '[remote "origin"]\n\turl = git@gitlab.example.com:us/suite.git\n' });

  const { output, code } = await init(consumer, ['My Suite']);

  expect(output).toContain('Wrote      .gitlab-ci.yml\n');
  expect(output).toContain('Next       cd "My Suite" && npx playwright test\n');
  expect(code).toBe(0);
  expect(JSON.parse(textOf(consumer, 'My Suite/package.json'))).toMatchObject({ name: 'my-suite', type: 'module' });
  expect(await check(textOf(consumer, 'My Suite/.gitlab-ci.yml'), { parser: 'yaml', printWidth: 120 })).toBe(true);
});

const refused = [
  { args: ['--ci', 'jenkins'], says: "argument 'jenkins' is invalid. Allowed choices are github, gitlab, none." },
  { args: ['a-file/suite'], says: 'No suite can be written to' },
  { args: ['--no-instal'], says: '(Did you mean --no-install?)' },
];

for (const { args, says } of refused) {
  test(`init ${args.join(' ')} ends with 2 and says why`, async ({ consumer }) => {
    consumer.write({ 'a-file': '' });

    const { code, output } = await init(consumer, args);

    expect(output).toContain(says);
    expect(code).toBe(2);
  });
}

test.describe('where the packages are missing', () => {
  test.skip(process.platform === 'win32', 'The stand-in for npm is a shell script.');

  const installs = [
    { what: 'has npm install them', args: ['--from', './a.tgz'], status: 0, code: 0, says: 'Next       cd ' },
    {
      what: 'says so where npm fails',
      args: ['--from', './a.tgz'],
      status: 1,
      code: 1,
      says: 'The installation failed.',
    },
  ];

  for (const { what, args, status, code, says } of installs) {
    test(`init ${what}`, async ({ consumer, apart }) => {
      consumer.write({ 'bin/npm': `#!/bin/sh\necho "npm was told: $*"\nexit ${status}\n` });
      chmodSync(join(consumer.folder, 'bin/npm'), 0o755);
      const PATH = `${join(consumer.folder, 'bin')}:${process.env['PATH'] ?? ''}`;

      const ending = await init(consumer, [apart, ...args], { PATH });

      expect(ending.output).toContain('npm was told: install --save-dev ./a.tgz @playwright/test@^1.62.0\n');
      expect(ending.output).toContain(says);
      expect(ending.code).toBe(code);
    });
  }

  test('init --no-install tells the command, that of the package manager at hand', async ({ consumer, apart }) => {
    writeFileSync(join(apart, 'pnpm-lock.yaml'), '');

    const ending = await init(consumer, [apart, '--no-install']);

    expect(ending.output).toContain(
      '&& pnpm add --save-dev tracker-e2e@^0.1.0 @playwright/test@^1.62.0 && npx playwright test\n',
    );
    expect(ending.code).toBe(0);
  });
});
