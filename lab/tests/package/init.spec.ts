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
const typed = 'typescript@^6.0.0 @types/node@^20.19.0';
const installs = `npm install --save-dev tracker-e2e@^0.1.0 @playwright/test@^1.62.0 ${typed}`;

const playwright = '../node_modules/@playwright/test/cli.js';
const format = { printWidth: 120, singleQuote: true };

/** Runs `init`, which installs nothing. */
const init = (consumer: Consumer, ...args: readonly string[]) =>
  consumer.node([command, 'init', ...args, '--no-install']);

/** Runs `init` with a stand-in for npm, which says what it was told and ends with a status. */
function initWithNpm(consumer: Consumer, args: readonly string[], status = 0): Promise<Ending> {
  consumer.write({ 'bin/npm': `#!/bin/sh\necho "npm was told: $*"\nexit ${status}\n` });
  chmodSync(join(consumer.folder, 'bin/npm'), 0o755);
  const PATH = `${join(consumer.folder, 'bin')}:${process.env['PATH'] ?? ''}`;
  return consumer.node([command, 'init', ...args], { PATH });
}

function textOf({ folder }: Consumer, path: string): string {
  return readFileSync(join(folder, path), 'utf8');
}

test('a new suite in an empty folder is green on the fake, formatted, and typed', async ({ consumer }) => {
  const ending = await init(consumer);

  expect(ending.output.match(/^Wrote.*/gm)).toEqual([...files, github].map((path) => `Wrote      ${path}`));
  expect(ending.output).toContain(`Next       ${installs} && npx playwright test\n`);
  expect(ending.code).toBe(0);
  const suite = await consumer.node([playwright, 'test']);
  expect(suite).toMatchObject({ code: 0, output: expect.stringMatching(/Verdict {4}passed\n\n1 passed/) });
  const paths = ['package.json', 'tsconfig.json', 'playwright.config.ts', 'tests/first.spec.ts', github];
  const fits = paths.map((path) => check(textOf(consumer, path), { filepath: path, ...format }));
  expect(await Promise.all(fits)).toEqual(paths.map(() => true));
  expect(textOf(consumer, 'tests/first.spec.ts')).toBe(readFileSync(join(root, 'examples/first.spec.ts'), 'utf8'));
  expect(textOf(consumer, '.env.example')).toBe(readFileSync(join(root, '.env.example'), 'utf8'));

  expect(await consumer.node([tsc])).toEqual({ code: 0, output: '' });
  const config = textOf(consumer, 'playwright.config.ts');
  const options = (timeout: string) =>
    config.replace('use: apiOnly', `use: { ...apiOnly, trackerSettings: { timeout: ${timeout} }, fakeOverrides: [] }`);
  consumer.write({ 'playwright.config.ts': options('5_000') });
  expect(await consumer.node([tsc])).toEqual({ code: 0, output: '' });
  consumer.write({ 'playwright.config.ts': options("'long'") });
  expect((await consumer.node([tsc])).output).toContain("Type 'string' is not assignable to type 'number'");
});

for (const [args, mode] of [
  [[], 'isolated'],
  [['--shared'], 'shared'],
] as const) {
  test(`a new suite is green as a whole run of the command, ${mode}`, async ({ consumer }) => {
    await init(consumer);

    const { code, output } = await consumer.node([command, 'run', ...args]);

    expect(output).toContain('1 passed');
    expect(output).toContain(`Matrix     tracker-output/${mode}/rules.html`);
    expect(code, output).toBe(0);
  });
}

test('init overwrites nothing and says what it left alone', async ({ consumer }) => {
  const scripts = { test: 'mine', typecheck: 'mine', 'test:tracker': 'mine' };
  const mine = {
    'package.json': JSON.stringify({ name: 'mine', scripts }),
    'playwright.config.mts': "import 'tracker-e2e';",
    '.gitignore': 'mine\n',
  };
  consumer.write(mine);

  const first = await init(consumer);
  const again = await init(consumer);

  expect(first.output.match(/^Left.*/gm)).toEqual([
    'Left alone package.json, which was there',
    'Left alone playwright.config.mts, which was there',
    'Left alone .gitignore, which was there; it should name node_modules, .env, tracker-output/, test-results/',
  ]);
  expect(Object.keys(mine).map((path) => textOf(consumer, path))).toEqual(Object.values(mine));
  expect(existsSync(join(consumer.folder, 'playwright.config.ts'))).toBe(false);
  expect(again.output).not.toContain('Wrote');
  expect(again.output.match(/^Left/gm)).toHaveLength(7);
  consumer.write({ '.gitignore': '/node_modules/\n.env\ntracker-output\n' });
  expect((await init(consumer)).output).toContain('there; it should name test-results/\n');
  expect(again.code).toBe(0);
});

test('a folder with the specs of another suite is refused, and nothing is written', async ({ consumer }) => {
  consumer.write({ 'playwright.config.ts': "export default { testDir: 'e2e' };\n", 'e2e/mine.spec.ts': '' });

  const ending = await init(consumer, 'e2e');

  expect(ending.code).toBe(2);
  expect(ending.output).toMatch(/e2e holds specs of the suite in .+, which a suite of its own would break\./);
  expect(existsSync(join(consumer.folder, 'e2e/package.json'))).toBe(false);
});

test('beside a suite of Playwright, a new one has a configuration of its own', async ({ consumer }) => {
  const theirs = {
    'playwright.config.js':
      "export default { testDir: 'e2e', projects: [{ name: 'a' }, { name: 'b' }], reporter: 'list' };",
    'e2e/shop.spec.js': "import { test } from '@playwright/test';\ntest('sells', () => {});\n",
    'package.json': '{"type": "module", "scripts": {"test": "playwright test"}}',
  };
  consumer.write(theirs);
  const runPlaywright = (...args: string[]) => consumer.node([playwright, 'test', ...args]);

  const { output, code } = await init(consumer);

  expect(code, output).toBe(0);
  expect(output).toContain(
    'Beside     playwright.config.js, which stays as it is: tracker.config.ts is for tracker-tests/\n',
  );
  expect(output).not.toContain('testIgnore');
  expect(output).toContain(' && npx playwright test --config tracker.config.ts\n');
  expect(output).toContain('Added      to package.json the scripts test:tracker and typecheck\n');
  expect(output).not.toContain('Left alone');
  expect(JSON.parse(textOf(consumer, 'package.json'))).toMatchObject({
    scripts: { test: 'playwright test', 'test:tracker': 'playwright test --config tracker.config.ts' },
  });
  expect(textOf(consumer, 'playwright.config.js')).toBe(theirs['playwright.config.js']);
  expect((await runPlaywright('--list')).output).toContain('Total: 2 tests in 1 file');
  const listed = await runPlaywright('--list', '--config', 'tracker.config.ts');
  expect(listed.output).toMatch(/first\.spec\.ts:\d+:\d+ › .*lists what was assigned/);
  expect(listed.output).toContain('Total: 1 test in 1 file');
  const workflow = textOf(consumer, github);
  const [, command = ''] = /- run: npx playwright (test .*)/.exec(workflow) ?? [];
  const [, kept = ''] = /path: (\S+)/.exec(workflow) ?? [];
  const ran = await runPlaywright(...command.split(' ').slice(1));
  expect(ran.output).toContain('1 passed');
  expect(existsSync(join(consumer.folder, kept, 'isolated/rules.json'))).toBe(true);
  const again = await init(consumer);
  expect(again.output).toContain('Left alone tracker.config.ts, which was there\n');
  expect(again.output).not.toMatch(/^(Wrote|Added)/m);
});

for (const [what, files, args, says] of [
  [
    'a Playwright that is too old for the package is installed anew',
    { 'package.json': '{"devDependencies": {"@playwright/test": "^1.55.0"}}' },
    [],
    `Next       ${installs} && npx playwright test\n`,
  ],
  [
    'a suite that finds every spec is told how to leave the new ones out',
    { 'playwright.config.ts': "export default { reporter: 'list' };" },
    [],
    "           playwright.config.ts finds tracker-tests/ too, unless it says testIgnore: 'tracker-tests/**'\n",
  ],
  [
    'the lock file of a repository tells the package manager of a folder in it too',
    { 'repo/.git/config': '', 'repo/pnpm-lock.yaml': '' },
    ['repo/e2e'],
    '&& pnpm add --save-dev',
  ],
  [
    'nothing of Allure is installed',
    {},
    ['a'],
    'Allure     npm install --save-dev allure allure-playwright gives each run an Allure report too\n',
  ],
] as const) {
  test(`init says what to do: ${what}`, async ({ consumer }) => {
    consumer.write(files);

    expect((await init(consumer, ...args)).output).toContain(says);
  });
}

test('init says nothing of Allure if some of it is installed', async ({ consumer }) => {
  consumer.write({ 'b/node_modules/allure-playwright/package.json': '{}' });

  expect((await init(consumer, 'b')).output).not.toContain('Allure ');
});

const lacked = (indent: string, end: string, ...scripts: readonly string[]) =>
  `${indent}"scripts": {${end}${scripts.map((script) => `${indent}${indent}${script}`).join(`,${end}`)}${end}${indent}}`;
const both = ['"test": "playwright test"', '"typecheck": "tsc --noEmit"'];
const three = ['"test": "jest"', '"test:tracker": "playwright test"', '"typecheck": "tsc --noEmit"'];

for (const [what, before, after] of [
  ['with nothing in it', '{}', `{\n${lacked('  ', '\n', ...both)}\n}`],
  [
    'as npm init writes it',
    `{\n  "name": "mine",\n${lacked('  ', '\n', '"test": "echo \\"Error: no test specified\\" && exit 1"')}\n}\n`,
    `{\n  "name": "mine",\n${lacked('  ', '\n', ...both)}\n}\n`,
  ],
  [
    'with tests of its own, tabs, a mark of the order of its bytes and line ends of Windows',
    `\uFEFF{\r\n${lacked('\t', '\r\n', '"test": "jest"')},\r\n\t"name": "mine"\r\n}\r\n`,
    `\uFEFF{\r\n${lacked('\t', '\r\n', ...three)},\r\n\t"name": "mine"\r\n}\r\n`,
  ],
  ['that can not be read', '{"scripts": ', '{"scripts": '],
] as const) {
  test(`a package.json ${what} gets the scripts it lacks, once, and keeps its form`, async ({ consumer }) => {
    consumer.write({ 'package.json': before });

    const [first, again] = [await init(consumer), await init(consumer)];

    expect(textOf(consumer, 'package.json')).toBe(after);
    expect(/^Added .*$/m.test(first.output)).toBe(before !== after);
    expect(again.output).not.toContain('Added');
  });
}

test('init makes a folder, with a CI file for GitLab if its remote is there', async ({ consumer }) => {
  consumer.write({ 'My Suite/.git/config': '[remote "origin"]\n\turl = git@gitlab.example.com:us/suite.git\n' });

  const { output, code } = await init(consumer, 'My Suite');

  expect(output).toContain('Wrote      .gitlab-ci.yml\n');
  expect(output).toContain(`Next       cd "My Suite" && ${installs} && npx playwright test\n`);
  expect(code).toBe(0);
  expect(JSON.parse(textOf(consumer, 'My Suite/package.json'))).toMatchObject({ name: 'my-suite', type: 'module' });
  expect(await check(textOf(consumer, 'My Suite/.gitlab-ci.yml'), { parser: 'yaml', ...format })).toBe(true);
});

test('in a folder of a repository, the workflow goes where GitHub reads it', async ({ consumer }) => {
  consumer.write({ 'repo/.git/config': '', 'repo/package.json': '{}' });

  const { output, code } = await init(consumer, 'repo/tests/e2e');

  expect(output).toContain(`Wrote      ../../${github}\n`);
  expect(code).toBe(0);
  const workflow = textOf(consumer, `repo/${github}`);
  expect(workflow).toContain('    defaults:\n      run:\n        working-directory: tests/e2e\n');
  expect(workflow).toContain("          cache-dependency-path: '**/package-lock.json'\n");
  expect(workflow).toContain('          path: tests/e2e/tracker-output/\n');
  expect(await check(workflow, { parser: 'yaml', ...format })).toBe(true);
});

test('in a folder of a worktree, the job for GitLab goes to its root', async ({ consumer }) => {
  consumer.write({
    'main/.git/config': '[remote "origin"]\n\turl = git@gitlab.example.com:us/suite.git\n',
    'main/.git/worktrees/repo/commondir': '../..\n',
    'repo/.git': 'gitdir: ../main/.git/worktrees/repo\n',
  });

  const { output } = await init(consumer, 'repo/my e2e');

  expect(output).toContain('Wrote      ../.gitlab-ci.yml\n');
  const job = textOf(consumer, 'repo/.gitlab-ci.yml');
  expect(job).toContain('  script:\n    - cd "my e2e"\n    - npm ci\n');
  expect(job).toContain("    paths: ['my e2e/tracker-output/']\n");
  expect(job).toContain("      junit: 'my e2e/tracker-output/*/junit.xml'\n");
  expect(await check(job, { parser: 'yaml', ...format })).toBe(true);
});

for (const [what, lock, cache, lines, adds] of [
  [
    'pnpm',
    { 'repo/pnpm-lock.yaml': '' },
    'pnpm',
    ['corepack enable', 'pnpm install --frozen-lockfile', 'pnpm exec playwright test'],
    'pnpm add --save-dev',
  ],
  [
    'Yarn 1',
    { 'repo/yarn.lock': '# yarn lockfile v1\n' },
    'yarn',
    ['yarn install --frozen-lockfile', 'yarn playwright test'],
    'yarn add --dev',
  ],
  [
    'a newer Yarn',
    { 'repo/yarn.lock': '__metadata:\n  version: 8\n' },
    'yarn',
    ['corepack enable', 'yarn install --immutable', 'yarn playwright test'],
    'yarn add --dev',
  ],
  ['npm', {}, 'npm', ['npm ci', 'npx playwright test'], 'npm install --save-dev'],
] as const) {
  test(`the CI file of a repository that uses ${what} does so too`, async ({ consumer }) => {
    consumer.write({ 'repo/.git/config': '', ...lock });

    const { output } = await init(consumer, 'repo');
    await init(consumer, 'repo', '--ci', 'gitlab');

    const workflow = textOf(consumer, `repo/${github}`);
    expect(workflow.match(/(?<=- run: ).*/g)).toEqual(lines);
    expect(workflow).toContain(`          cache: ${cache}\n`);
    const job = textOf(consumer, 'repo/.gitlab-ci.yml');
    expect(job).toContain(`  script:\n${lines.map((line) => `    - ${line}\n`).join('')}  artifacts:`);
    expect(output).toContain(`&& ${adds} tracker-e2e@^0.1.0`);
    const fits = [workflow, job].map((text) => check(text, { parser: 'yaml', ...format }));
    expect(await Promise.all(fits)).toEqual([true, true]);
  });
}

test('init with what it can not use ends with 2 and says why', async ({ consumer }) => {
  consumer.write({ 'a-file': '' });

  for (const [args, says] of [
    [['--ci', 'jenkins'], "argument 'jenkins' is invalid. Allowed choices are github, gitlab, none."],
    [['a-file/suite'], 'No suite can be written to'],
    [['--no-instal'], '(Did you mean --no-install?)'],
  ] as const) {
    expect(await init(consumer, ...args)).toEqual({ code: 2, output: expect.stringContaining(says) });
  }
});

test.describe('if the packages are missing', () => {
  test.skip(process.platform === 'win32', 'The stand-in for npm is a shell script.');

  for (const [status, says] of [
    [0, 'Next       cd '],
    [1, 'The installation failed.'],
  ] as const) {
    test(`init has npm install them, and ends with ${status} as npm does`, async ({ consumer, apart }) => {
      const { code, output } = await initWithNpm(consumer, [apart, '--from', './a.tgz'], status);

      expect(output).toContain(`npm was told: install --save-dev ./a.tgz @playwright/test@^1.62.0 ${typed}\n`);
      expect(output).toContain(says);
      expect(code).toBe(status);
    });
  }

  const named =
    '"tracker-e2e": "^0.1.0", "@playwright/test": "^1.62.0", "typescript": "^6.0.0", "@types/node": "^20.19.0"';

  for (const [what, manifest, runs] of [
    ['none of them', '{}', `install --save-dev tracker-e2e@^0.1.0 @playwright/test@^1.62.0 ${typed}`],
    [
      'one of them',
      '{"devDependencies": {"@playwright/test": "1.65.1"}}',
      `install --save-dev tracker-e2e@^0.1.0 ${typed}`,
    ],
    ['all of them, and they are there', `{"devDependencies": {${named}}}`, undefined],
  ] as const) {
    test(`init goes by the suite’s own package.json if it names ${what}`, async ({ consumer }) => {
      consumer.write({ 'package.json': `{"dependencies": {${named}}}`, 'e2e/package.json': manifest });

      const { output } = await initWithNpm(consumer, ['e2e']);

      expect(/(?<=^npm was told: ).*/m.exec(output)?.[0]).toBe(runs);
    });
  }

  for (const [path, text, says] of [
    ['package.json', `{"devDependencies": {${named}}}`, '&& npm install && npx playwright test\n'],
    [
      'pnpm-lock.yaml',
      '',
      `&& pnpm add --save-dev tracker-e2e@^0.1.0 @playwright/test@^1.62.0 ${typed} && pnpm exec playwright test\n`,
    ],
  ] as const) {
    test(`init --no-install tells the command of a folder with ${path}`, async ({ consumer, apart }) => {
      writeFileSync(join(apart, path), text);

      expect(await init(consumer, apart)).toEqual({ code: 0, output: expect.stringContaining(says) });
    });
  }

  test('init takes a tarball that is named, or one that a folder around has', async ({ consumer }) => {
    consumer.write({ 'a.tgz': '', 'package.json': '{"devDependencies": {"tracker-e2e": "file:b.tgz"}}' });

    const told = await init(consumer, 'told', '--from', 'a.tgz');
    const found = await init(consumer, 'found');

    expect(told.output).toContain(`--save-dev ${join(consumer.folder, 'a.tgz')} `);
    expect(found.output).toContain(`--save-dev ${join(consumer.folder, 'b.tgz')} `);
  });
});

test('in a project of CommonJS, init says what its tsconfig.json lacks', async ({ consumer }) => {
  const tsconfig = (module: string) =>
    JSON.stringify({ compilerOptions: { module, strict: true, skipLibCheck: true, noEmit: true, types: ['node'] } });
  consumer.write({ 'package.json': '{}', 'tsconfig.json': tsconfig('node16') });

  const { output } = await init(consumer);
  const refused = await consumer.node([tsc]);
  consumer.write({ 'tsconfig.json': tsconfig('nodenext') });

  expect(output).toContain('Left alone tsconfig.json, which was there; "module" has to be "nodenext"');
  expect(refused.output).toContain('error TS1479');
  expect(await consumer.node([tsc])).toEqual({ code: 0, output: '' });
  expect((await init(consumer)).output).toContain('Left alone tsconfig.json, which was there\n');
});
