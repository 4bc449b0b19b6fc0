import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test as base } from '@playwright/test';
import { format } from 'oxfmt';
import { runHere, standIn, writeFiles } from './command.js';

/** A folder in which nothing is installed, nor in those around it. */
function apartIn(folder: string) {
  return {
    folder,
    write: (files: Readonly<Record<string, string>>) => writeFiles(folder, files),
    text: (path: string) => readFileSync(join(folder, path), 'utf8'),
    /** Runs `init`, which installs nothing. @returns its output */
    init: async (...args: readonly string[]) => {
      const { code, stdout, stderr } = await runHere(['init', ...args, '--no-install'], {}, folder);
      expect(code, stderr).toBe(0);
      return stdout;
    },
  };
}

const test = base.extend<{ apart: ReturnType<typeof apartIn> }>({
  apart: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'tracker-e2e-apart-'));
    await use(apartIn(folder));
    rmSync(folder, { recursive: true });
  },
});

const github = '.github/workflows/tracker-e2e.yml';
const typed = 'typescript@^6.0.0 @types/node@^20.19.0';
const installs = `npm install --save-dev tracker-e2e@^0.1.0 @playwright/test@^1.62.0 ${typed}`;
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

  expect(first.match(/^Left.*/gm)).toStrictEqual([
    'Left alone package.json, which was there',
    'Left alone playwright.config.mts, which was there',
    'Left alone .gitignore, which was there; it should name node_modules, .env, tracker-output/, test-results/',
  ]);
  expect(Object.keys(mine).map(apart.text)).toStrictEqual(Object.values(mine));
  expect(existsSync(join(apart.folder, 'playwright.config.ts'))).toBe(false);
  expect(again).not.toContain('Wrote');
  expect(again.match(/^Left/gm)).toHaveLength(7);
  apart.write({ '.gitignore': '/node_modules/\n.env\ntracker-output\n' });
  expect(await apart.init()).toContain('there; it should name test-results/\n');
});

const remote = '[remote "origin"]\n\turl = git@gitlab.example.com:us/suite.git\n';

const workspace = { 'pnpm-lock.yaml': '', 'pnpm-workspace.yaml': 'packages: [e2e]' };

const placeholder = JSON.stringify('echo "Error: no test specified" && exit 1');

for (const [what, files, says, folder = '.'] of [
  [
    'a Playwright that is too old for the package is installed anew',
    { 'package.json': '{"devDependencies": {"@playwright/test": "^1.55.0"}}' },
    `Next       ${installs} && npx playwright test\n`,
  ],
  [
    'the test of npm init is replaced',
    { 'package.json': `{"scripts": {"test": ${placeholder}}}` },
    'Added      to package.json the scripts test and typecheck\n',
  ],
  [
    'a suite that finds every spec is told how to leave the new ones out',
    { 'playwright.config.ts': "export default { reporter: 'list' };" },
    "           playwright.config.ts finds tracker-tests/ too, unless it says testIgnore: 'tracker-tests/**'\n",
  ],
  [
    'a project of CommonJS with other modules than TypeScript takes for it',
    { 'package.json': '{}', 'tsconfig.json': '{"compilerOptions": {"module": "node16"}}' },
    'Left alone tsconfig.json, which was there; "module" has to be "nodenext"',
  ],
  [
    'a tsconfig.json that leaves the new specs out',
    { 'package.json': '{}', 'tsconfig.json': '{"include": ["src", "*.ts"]}' },
    'Left alone tsconfig.json, which was there; its "include" has to name tests, or the new specs are not checked',
  ],
  ['the root of a workspace of pnpm', workspace, 'Next       pnpm add --save-dev -w tracker-e2e'],
  [
    'the root of a workspace of Yarn 1',
    { 'yarn.lock': '# yarn lockfile v1', 'package.json': '{"private": true, "workspaces": ["e2e"]}' },
    'Next       yarn add --dev -W tracker-e2e',
  ],
  [
    'a package.json names a package manager, and there is no lock file yet',
    { 'package.json': '{"private": true, "packageManager": "pnpm@9.1.0"}' },
    'Next       pnpm add --save-dev tracker-e2e',
  ],
  ['the remote is at GitLab', { '.git/config': remote }, 'Wrote      .gitlab-ci.yml\n'],
  ['a package of a workspace that is no repository', workspace, 'pnpm add --save-dev tracker-e2e', 'e2e'],
  ['the same, for the CI file', workspace, `Wrote      ../${github}\n`, 'e2e'],
] as readonly (readonly [string, Readonly<Record<string, string>>, string, string?])[]) {
  test(`init says what to do: ${what}`, async ({ apart }) => {
    apart.write(files);

    expect(await apart.init(folder)).toContain(says);
  });
}

test('a package.json with tests of its own gets the scripts it lacks, once, and keeps its form', async ({ apart }) => {
  apart.write({ 'package.json': '{\n\t"scripts": {\n\t\t"test": "jest"\n\t},\n\t"name": "mine"\n}\n' });

  const [first, again] = [await apart.init(), await apart.init()];

  const scripts = ['"test": "jest"', '"test:tracker": "playwright test"', '"typecheck": "tsc --noEmit"'];
  expect(apart.text('package.json')).toBe(
    `{\n\t"scripts": {\n\t\t${scripts.join(',\n\t\t')}\n\t},\n\t"name": "mine"\n}\n`,
  );
  expect(first).toMatch(/^Added /m);
  expect(again).not.toContain('Added');
});

for (const [name, lock, lockFile, lines, adds] of [
  [
    'pnpm',
    '',
    'pnpm-lock.yaml',
    ['corepack enable', 'pnpm install --frozen-lockfile', 'pnpm exec playwright test'],
    'pnpm add --save-dev',
  ],
  [
    'yarn',
    '# yarn lockfile v1\n',
    'yarn.lock',
    ['yarn install --frozen-lockfile', 'yarn playwright test'],
    'yarn add --dev',
  ],
  ['npm', '{}', 'package-lock.json', ['npm ci', 'npx playwright test'], 'npm install --save-dev'],
] as const) {
  test(`in a folder of a repository that uses ${name} the CI file goes to its root, and works there with ${name}`, async ({
    apart,
  }) => {
    apart.write({ 'repo/.git/config': remote, [`repo/${lockFile}`]: lock });

    const output = await apart.init('repo/my e2e');
    await apart.init('repo/my e2e', '--ci', 'github');

    const [workflow, job] = [apart.text(`repo/${github}`), apart.text('repo/.gitlab-ci.yml')];
    expect(output).toContain('Wrote      ../.gitlab-ci.yml\n');
    expect(output).toContain(`Next       cd "repo/my e2e" && ${adds} tracker-e2e@^0.1.0`);
    expect(job).toContain(`  script:\n${['cd "my e2e"', ...lines].map((line) => `    - ${line}\n`).join('')}`);
    expect(job).toContain("    paths: ['my e2e/tracker-output/']\n");
    expect(job).toContain("      junit: 'my e2e/tracker-output/*/junit.xml'\n");
    expect(workflow.match(/(?<=- run: ).*/g)).toStrictEqual(lines);
    expect(workflow).toContain("        working-directory: 'my e2e'\n");
    expect(workflow).toContain(`          cache: ${name}\n          cache-dependency-path: '**/${lockFile}'\n`);
    expect(workflow).toContain("          path: 'my e2e/tracker-output/'\n");
    expect(apart.text('repo/my e2e/playwright.config.ts')).toContain("  forbidOnly: !!process.env['CI'],\n");
    expect([await formatted(workflow), await formatted(job)]).toStrictEqual([workflow, job]);
  });
}

test('init beside a link to nowhere ends with 2 and writes nothing', async ({ apart }) => {
  mkdirSync(join(apart.folder, 'new'));
  symlinkSync('nowhere', join(apart.folder, 'new/package.json'));

  const ending = await runHere(['init', 'new', '--no-install'], {}, apart.folder);

  const stderr = expect.stringContaining('No suite can be written to');
  expect(ending).toMatchObject({ code: 2, stdout: '', stderr });
  expect(readdirSync(join(apart.folder, 'new'))).toStrictEqual(['package.json']);
});

for (const [status, says] of [
  [0, 'Next       cd '],
  [1, 'The installation failed.'],
] as const) {
  test(`init has npm install the packages that are missing, and ends with ${status} as npm does`, async ({ apart }) => {
    test.skip(process.platform === 'win32', 'The stand-in for npm is a shell script.');
    const told = join(apart.folder, 'told');
    const env = standIn(apart.folder, 'npm', `echo "$*" > '${told}'\nexit ${status}`);

    const { code, stdout, stderr } = await runHere(['init', 'a', '--from', './a.tgz'], env, apart.folder);

    expect(apart.text('told')).toBe(`install --save-dev ./a.tgz @playwright/test@^1.62.0 ${typed}\n`);
    expect(stdout + stderr).toContain(says);
    expect(code).toBe(status);
  });
}
