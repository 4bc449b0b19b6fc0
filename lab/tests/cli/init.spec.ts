import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test as base } from '@playwright/test';
import { format } from 'oxfmt';
import { runHere, writeFiles } from './command.js';

/** A folder in which nothing is installed, nor in those around it. */
interface Apart {
  readonly folder: string;
  write(files: Readonly<Record<string, string>>): void;
  text(path: string): string;
  /** Runs `init`, which installs nothing. @returns its output */
  init(...args: readonly string[]): Promise<string>;
  /** Runs `init` with a stand-in for npm, which writes down what it is told and ends with a status. */
  initWithNpm(args: readonly string[], status?: number): Promise<{ code: number; output: string; told: string }>;
}

const test = base.extend<{ apart: Apart }>({
  apart: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'tracker-e2e-apart-'));
    const path = (name: string) => join(folder, name);
    const write: Apart['write'] = (files) => writeFiles(folder, files);
    await use({
      folder,
      write,
      text: (name) => readFileSync(path(name), 'utf8'),
      init: async (...args) => {
        const { code, stdout, stderr } = await runHere(folder, ['init', ...args, '--no-install']);
        expect(code, stderr).toBe(0);
        return stdout;
      },
      initWithNpm: async (args, status = 0) => {
        write({ 'bin/npm': `#!/bin/sh\necho "$*" > '${path('told')}'\nexit ${status}\n` });
        chmodSync(path('bin/npm'), 0o755);
        const PATH = `${path('bin')}:${process.env['PATH'] ?? ''}`;
        const { code, stdout, stderr } = await runHere(folder, ['init', ...args], { PATH });
        const told = existsSync(path('told')) ? readFileSync(path('told'), 'utf8').trim() : '';
        return { code: code ?? 0, output: stdout + stderr, told };
      },
    });
    rmSync(folder, { recursive: true });
  },
});

const github = '.github/workflows/tracker-e2e.yml';
const typed = 'typescript@^6.0.0 @types/node@^20.19.0';
const packages = `tracker-e2e@^0.1.0 @playwright/test@^1.62.0 ${typed}`;
const installs = `npm install --save-dev ${packages}`;
const formatted = async (text: string) => (await format('ci.yml', text, { printWidth: 120, singleQuote: true })).code;

test('init overwrites nothing and says what it left alone', async ({ apart }) => {
  const scripts = { test: 'mine', typecheck: 'mine', 'test:tracker': 'mine' };
  const mine = {
    'package.json': JSON.stringify({ name: 'mine', scripts }),
    'playwright.config.mts': "import 'tracker-e2e';",
    '.gitignore': 'mine\n',
  };
  apart.write(mine);

  const [first, again] = [await apart.init(), await apart.init()];

  expect(first.match(/^Left.*/gm)).toEqual([
    'Left alone package.json, which was there',
    'Left alone playwright.config.mts, which was there',
    'Left alone .gitignore, which was there; it should name node_modules, .env, tracker-output/, test-results/',
  ]);
  expect(Object.keys(mine).map(apart.text)).toEqual(Object.values(mine));
  expect(existsSync(join(apart.folder, 'playwright.config.ts'))).toBe(false);
  expect(again).not.toContain('Wrote');
  expect(again.match(/^Left/gm)).toHaveLength(7);
  apart.write({ '.gitignore': '/node_modules/\n.env\ntracker-output\n' });
  expect(await apart.init()).toContain('there; it should name test-results/\n');
});

const named =
  '"tracker-e2e": "^0.1.0", "@playwright/test": "^1.62.0", "typescript": "^6.0.0", "@types/node": "^20.19.0"';
const remote = '[remote "origin"]\n\turl = git@gitlab.example.com:us/suite.git\n';

for (const [what, files, args, ...says] of [
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
    'a project of CommonJS with other modules than TypeScript takes for it',
    { 'package.json': '{}', 'tsconfig.json': '{"compilerOptions": {"module": "node16"}}' },
    [],
    'Left alone tsconfig.json, which was there; "module" has to be "nodenext"',
  ],
  [
    'all packages are named',
    { 'package.json': `{"devDependencies": {${named}}}` },
    [],
    'Next       npm install && npx playwright test\n',
  ],
  [
    'the remote is at GitLab',
    { 'My Suite/.git/config': remote },
    ['My Suite'],
    'Wrote      .gitlab-ci.yml\n',
    `Next       cd "My Suite" && ${installs} && npx playwright test\n`,
  ],
] as const) {
  test(`init says what to do: ${what}`, async ({ apart }) => {
    apart.write(files);

    const output = await apart.init(...args);

    for (const part of says) expect(output).toContain(part);
  });
}

const lacked = (indent: string, ...scripts: readonly string[]) =>
  `${indent}"scripts": {\n${scripts.map((script) => `${indent}${indent}${script}`).join(',\n')}\n${indent}}`;
const both = ['"test": "playwright test"', '"typecheck": "tsc --noEmit"'];
const three = ['"test": "jest"', '"test:tracker": "playwright test"', '"typecheck": "tsc --noEmit"'];

for (const [what, before, after] of [
  [
    'as npm init writes it',
    `{\n  "name": "mine",\n${lacked('  ', '"test": "echo \\"Error: no test specified\\" && exit 1"')}\n}\n`,
    `{\n  "name": "mine",\n${lacked('  ', ...both)}\n}\n`,
  ],
  [
    'with tests of its own and tabs',
    `{\n${lacked('\t', '"test": "jest"')},\n\t"name": "mine"\n}\n`,
    `{\n${lacked('\t', ...three)},\n\t"name": "mine"\n}\n`,
  ],
  ['that can not be read', '{"scripts": ', '{"scripts": '],
] as const) {
  test(`a package.json ${what} gets the scripts it lacks, once, and keeps its form`, async ({ apart }) => {
    apart.write({ 'package.json': before });

    const [first, again] = [await apart.init(), await apart.init()];

    expect(apart.text('package.json')).toBe(after);
    expect(/^Added .*$/m.test(first)).toBe(before !== after);
    expect(again).not.toContain('Added');
  });
}

for (const [what, files, folder, written, says] of [
  [
    'in a folder of a repository, the workflow goes where GitHub reads it',
    { 'repo/.git/config': '', 'repo/package.json': '{}' },
    'repo/tests/e2e',
    `../../${github}`,
    [
      '    defaults:\n      run:\n        working-directory: tests/e2e\n',
      "          cache-dependency-path: '**/package-lock.json'\n",
      '          path: tests/e2e/tracker-output/\n',
    ],
  ],
  [
    'in a folder of a repository, the job for GitLab goes to its root',
    { 'repo/.git/config': remote },
    'repo/my e2e',
    '../.gitlab-ci.yml',
    [
      '  script:\n    - cd "my e2e"\n    - npm ci\n',
      "    paths: ['my e2e/tracker-output/']\n",
      "      junit: 'my e2e/tracker-output/*/junit.xml'\n",
    ],
  ],
] as const) {
  test(what, async ({ apart }) => {
    apart.write(files);

    expect(await apart.init(folder)).toContain(`Wrote      ${written}\n`);

    const file = apart.text(join(folder, written));
    for (const part of says) expect(file).toContain(part);
    expect(await formatted(file)).toBe(file);
  });
}

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
  ['npm', {}, 'npm', ['npm ci', 'npx playwright test'], 'npm install --save-dev'],
] as const) {
  test(`the CI file of a repository that uses ${what} does so too`, async ({ apart }) => {
    apart.write({ 'repo/.git/config': '', ...lock });

    const output = await apart.init('repo');
    await apart.init('repo', '--ci', 'gitlab');

    const [workflow, job] = [apart.text(`repo/${github}`), apart.text('repo/.gitlab-ci.yml')];
    expect(workflow.match(/(?<=- run: ).*/g)).toEqual(lines);
    expect(workflow).toContain(`          cache: ${cache}\n`);
    expect(job).toContain(`  script:\n${lines.map((line) => `    - ${line}\n`).join('')}  artifacts:`);
    expect(output).toContain(`&& ${adds} tracker-e2e@^0.1.0`);
    expect([await formatted(workflow), await formatted(job)]).toEqual([workflow, job]);
  });
}

test('init with what it can not use ends with 2, says why and writes nothing', async ({ apart }) => {
  apart.write({
    'a-file': '',
    'playwright.config.ts': "export default { testDir: 'e2e' };\n",
    'e2e/mine.spec.ts': '',
  });

  for (const [args, says] of [
    [['--ci', 'jenkins'], "argument 'jenkins' is invalid. Allowed choices are github, gitlab, none."],
    [['a-file/suite'], 'No suite can be written to'],
    [['--no-instal'], '(Did you mean --no-install?)'],
    [['e2e'], `e2e holds specs of the suite in ${apart.folder}, which a suite of its own would break.`],
  ] as const) {
    const ending = await runHere(apart.folder, ['init', ...args, '--no-install']);
    expect(ending).toMatchObject({ code: 2, stderr: expect.stringContaining(says) });
  }
  expect(existsSync(join(apart.folder, 'e2e/package.json'))).toBe(false);
});

test.describe('if the packages are missing', () => {
  test.skip(process.platform === 'win32', 'The stand-in for npm is a shell script.');

  for (const [status, says] of [
    [0, 'Next       cd '],
    [1, 'The installation failed.'],
  ] as const) {
    test(`init has npm install them, and ends with ${status} as npm does`, async ({ apart }) => {
      const { code, output, told } = await apart.initWithNpm(['a', '--from', './a.tgz'], status);

      expect(told).toBe(`install --save-dev ./a.tgz @playwright/test@^1.62.0 ${typed}`);
      expect(output).toContain(says);
      expect(code).toBe(status);
    });
  }
});
