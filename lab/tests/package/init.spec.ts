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
const typed = 'typescript@^6.0.0 @types/node@^20.19.0';
const installs = `npm install --save-dev tracker-e2e@^0.1.0 @playwright/test@^1.62.0 ${typed}`;

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
  const ending = await init(consumer, ['--no-install']);

  expect(ending.output.match(/^Wrote.*/gm)).toEqual([...files, github].map((path) => `Wrote      ${path}`));
  expect(ending.output).toContain(`Next       ${installs} && npx playwright test\n`);
  expect(ending.code).toBe(0);
  const suite = await consumer.node(['../node_modules/@playwright/test/cli.js', 'test']);
  expect(suite.output).toContain('1 passed');
  expect(suite.output).toContain('Verdict    passed');
  expect(suite.code).toBe(0);
  expect(await consumer.node([tsc])).toEqual({ code: 0, output: '' });
});

test('the configuration of a new suite takes the options of the package, and TypeScript knows them', async ({
  consumer,
}) => {
  await init(consumer, ['--no-install']);
  const config = textOf(consumer, 'playwright.config.ts');
  const options = (timeout: string) =>
    config.replace('use: apiOnly', `use: { ...apiOnly, trackerSettings: { timeout: ${timeout} }, fakeOverrides: [] }`);

  consumer.write({ 'playwright.config.ts': options('5_000') });
  expect(await consumer.node([tsc])).toEqual({ code: 0, output: '' });
  consumer.write({ 'playwright.config.ts': options("'long'") });
  expect((await consumer.node([tsc])).output).toContain("Type 'string' is not assignable to type 'number'");
});

test('a new suite is green as a whole run of the command, on a tracker of each test and on one that all share', async ({
  consumer,
}) => {
  await init(consumer, ['--no-install']);

  for (const [args, mode] of [
    [[], 'isolated'],
    [['--shared'], 'shared'],
  ] as const) {
    const { code, output } = await consumer.node([command, 'run', ...args]);

    expect(output).toContain('1 passed');
    expect(output).toContain(`Matrix     tracker-output/${mode}/rules.html`);
    expect(code, output).toBe(0);
  }
});

test('the files of a new suite are formatted, and its spec is the one that README.md shows', async ({ consumer }) => {
  await init(consumer, ['--no-install']);

  const paths = ['package.json', 'tsconfig.json', 'playwright.config.ts', 'tests/first.spec.ts', github];
  const fits = paths.map((path) =>
    check(textOf(consumer, path), { filepath: path, printWidth: 120, singleQuote: true }),
  );
  expect(await Promise.all(fits)).toEqual(paths.map(() => true));
  expect(textOf(consumer, 'tests/first.spec.ts')).toBe(readFileSync(join(root, 'examples/first.spec.ts'), 'utf8'));
  expect(textOf(consumer, '.env.example')).toBe(readFileSync(join(root, '.env.example'), 'utf8'));
});

test('init overwrites nothing and says what it left alone', async ({ consumer }) => {
  const scripts = { test: 'mine', typecheck: 'mine', 'test:tracker': 'mine' };
  const mine = {
    'package.json': JSON.stringify({ name: 'mine', scripts }),
    'playwright.config.mts': "import 'tracker-e2e';",
    '.gitignore': 'mine\n',
  };
  consumer.write(mine);

  const first = await init(consumer, ['--no-install']);
  const again = await init(consumer, ['--no-install']);

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
  expect((await init(consumer, ['--no-install'])).output).toContain('there; it should name test-results/\n');
  expect(again.code).toBe(0);
});

test('a folder with the specs of another suite is refused, and nothing is written', async ({ consumer }) => {
  consumer.write({ 'playwright.config.ts': "export default { testDir: 'e2e' };\n", 'e2e/mine.spec.ts': '' });

  const ending = await init(consumer, ['e2e', '--no-install']);

  expect(ending.code).toBe(2);
  expect(ending.output).toMatch(/e2e holds specs of the suite in .+, which a suite of its own would break\./);
  expect(existsSync(join(consumer.folder, 'e2e/package.json'))).toBe(false);
});

test('a Playwright that is too old for the package is installed anew', async ({ consumer }) => {
  consumer.write({ 'package.json': '{"devDependencies": {"@playwright/test": "^1.55.0"}}' });

  const ending = await init(consumer, ['--no-install']);

  expect(ending.output).toContain(`Next       ${installs} && npx playwright test\n`);
});

test('beside a suite of Playwright, a new one has its own configuration, which finds its spec and writes what CI keeps', async ({
  consumer,
}) => {
  const theirs = {
    'playwright.config.js':
      "export default { testDir: 'e2e', projects: [{ name: 'a' }, { name: 'b' }], reporter: 'list' };",
    'e2e/shop.spec.js': "import { test } from '@playwright/test';\ntest('sells', () => {});\n",
    'package.json': '{"type": "module", "scripts": {"test": "playwright test"}}',
  };
  consumer.write(theirs);
  const playwright = (...args: string[]) => consumer.node(['../node_modules/@playwright/test/cli.js', 'test', ...args]);

  const { output, code } = await init(consumer, ['--no-install']);

  expect(code, output).toBe(0);
  expect(output).toContain(
    'Beside     playwright.config.js, which stays as it is: tracker.config.ts is for tracker-tests/\n',
  );
  expect(output).not.toContain('testIgnore');
  expect(output).toContain(' && npx playwright test --config tracker.config.ts\n');
  expect(output).toContain('Added      to package.json the scripts test:tracker and typecheck\n');
  expect(JSON.parse(textOf(consumer, 'package.json'))).toMatchObject({
    scripts: { test: 'playwright test', 'test:tracker': 'playwright test --config tracker.config.ts' },
  });
  expect(textOf(consumer, 'playwright.config.js')).toBe(theirs['playwright.config.js']);
  expect((await playwright('--list')).output).toContain('Total: 2 tests in 1 file');
  const listed = await playwright('--list', '--config', 'tracker.config.ts');
  expect(listed.output).toMatch(/first\.spec\.ts:\d+:\d+ › .*lists what was assigned/);
  expect(listed.output).toContain('Total: 1 test in 1 file');
  const workflow = textOf(consumer, github);
  const [, command = ''] = /- run: npx playwright (test .*)/.exec(workflow) ?? [];
  const [, kept = ''] = /path: (\S+)/.exec(workflow) ?? [];
  const ran = await playwright(...command.split(' ').slice(1));
  expect(ran.output).toContain('1 passed');
  expect(existsSync(join(consumer.folder, kept, 'isolated/rules.json'))).toBe(true);
  const again = await init(consumer, ['--no-install']);
  expect(again.output).toContain('Left alone tracker.config.ts, which was there\n');
  expect(again.output).not.toMatch(/^(Wrote|Added)/m);
});

test('init says how a suite that finds every spec leaves the new ones out', async ({ consumer }) => {
  consumer.write({ 'playwright.config.ts': "export default { reporter: 'list' };" });

  expect((await init(consumer, ['--no-install'])).output).toContain(
    "           playwright.config.ts finds tracker-tests/ too, unless it says testIgnore: 'tracker-tests/**'\n",
  );
});

const manifests = [
  {
    what: 'with nothing in it',
    before: '{}',
    after: '{\n  "scripts": {\n    "test": "playwright test",\n    "typecheck": "tsc --noEmit"\n  }\n}',
  },
  {
    what: 'as npm init writes it',
    before:
      '{\n  "name": "mine",\n  "scripts": {\n    "test": "echo \\"Error: no test specified\\" && exit 1"\n  }\n}\n',
    after:
      '{\n  "name": "mine",\n  "scripts": {\n    "test": "playwright test",\n    "typecheck": "tsc --noEmit"\n  }\n}\n',
  },
  {
    what: 'with tests of its own, tabs, a mark of the order of its bytes and line ends of Windows',
    before: '\uFEFF{\r\n\t"scripts": {\r\n\t\t"test": "jest"\r\n\t},\r\n\t"name": "mine"\r\n}\r\n',
    after:
      '\uFEFF{\r\n\t"scripts": {\r\n\t\t"test": "jest",\r\n\t\t"test:tracker": "playwright test",\r\n\t\t"typecheck": "tsc --noEmit"\r\n\t},\r\n\t"name": "mine"\r\n}\r\n',
  },
  { what: 'that can not be read', before: '{"scripts": ', after: '{"scripts": ' },
];

for (const { what, before, after } of manifests) {
  test(`a package.json ${what} gets the scripts it lacks, once, and keeps its form`, async ({ consumer }) => {
    consumer.write({ 'package.json': before });

    const first = await init(consumer, ['--no-install']);
    const again = await init(consumer, ['--no-install']);

    expect(textOf(consumer, 'package.json')).toBe(after);
    expect(/^Added .*$/m.test(first.output)).toBe(before !== after);
    expect(again.output).not.toContain('Added');
  });
}

test('init takes a folder, makes it, and gives it a CI file for GitLab if its remote is there', async ({
  consumer,
}) => {
  consumer.write({ 'My Suite/.git/config': '[remote "origin"]\n\turl = git@gitlab.example.com:us/suite.git\n' });

  const { output, code } = await init(consumer, ['My Suite', '--no-install']);

  expect(output).toContain('Wrote      .gitlab-ci.yml\n');
  expect(output).toContain(`Next       cd "My Suite" && ${installs} && npx playwright test\n`);
  expect(code).toBe(0);
  expect(JSON.parse(textOf(consumer, 'My Suite/package.json'))).toMatchObject({ name: 'my-suite', type: 'module' });
  expect(await check(textOf(consumer, 'My Suite/.gitlab-ci.yml'), { parser: 'yaml', printWidth: 120 })).toBe(true);
});

test('in a folder of a repository, the workflow goes where GitHub reads it and works in the suite', async ({
  consumer,
}) => {
  consumer.write({ 'repo/.git/config': '', 'repo/package.json': '{}' });

  const { output, code } = await init(consumer, ['repo/tests/e2e', '--no-install']);

  expect(output).toContain(`Wrote      ../../${github}\n`);
  expect(code).toBe(0);
  const workflow = textOf(consumer, `repo/${github}`);
  expect(workflow).toContain('    defaults:\n      run:\n        working-directory: tests/e2e\n');
  expect(workflow).toContain("          cache-dependency-path: '**/package-lock.json'\n");
  expect(workflow).toContain('          path: tests/e2e/tracker-output/\n');
  expect(await check(workflow, { parser: 'yaml', printWidth: 120, singleQuote: true })).toBe(true);
});

test('in a folder of a worktree of a repository on GitLab, the job goes to its root and works in the suite', async ({
  consumer,
}) => {
  consumer.write({
    'main/.git/config': '[remote "origin"]\n\turl = git@gitlab.example.com:us/suite.git\n',
    'main/.git/worktrees/repo/commondir': '../..\n',
    'repo/.git': 'gitdir: ../main/.git/worktrees/repo\n',
  });

  const { output } = await init(consumer, ['repo/my e2e', '--no-install']);

  expect(output).toContain('Wrote      ../.gitlab-ci.yml\n');
  const job = textOf(consumer, 'repo/.gitlab-ci.yml');
  expect(job).toContain('  script:\n    - cd "my e2e"\n    - npm ci\n');
  expect(job).toContain("    paths: ['my e2e/tracker-output/']\n");
  expect(job).toContain("      junit: 'my e2e/tracker-output/*/junit.xml'\n");
  expect(await check(job, { parser: 'yaml', printWidth: 120, singleQuote: true })).toBe(true);
});

test('init tells how to get Allure reports if nothing of Allure is installed', async ({ consumer }) => {
  consumer.write({ 'b/node_modules/allure-playwright/package.json': '{}' });

  const without = await init(consumer, ['a', '--no-install']);
  const withAllure = await init(consumer, ['b', '--no-install']);

  expect(without.output).toContain(
    'Allure     npm install --save-dev allure allure-playwright gives each run an Allure report too\n',
  );
  expect(withAllure.output).not.toContain('Allure ');
});

const managers = [
  {
    what: 'pnpm',
    lock: { 'pnpm-lock.yaml': '' },
    cache: 'pnpm',
    lines: ['corepack enable', 'pnpm install --frozen-lockfile', 'pnpm exec playwright test'],
    adds: 'pnpm add --save-dev',
  },
  {
    what: 'Yarn 1',
    lock: { 'yarn.lock': '# yarn lockfile v1\n' },
    cache: 'yarn',
    lines: ['yarn install --frozen-lockfile', 'yarn playwright test'],
    adds: 'yarn add --dev',
  },
  {
    what: 'a newer Yarn',
    lock: { 'yarn.lock': '__metadata:\n  version: 8\n' },
    cache: 'yarn',
    lines: ['corepack enable', 'yarn install --immutable', 'yarn playwright test'],
    adds: 'yarn add --dev',
  },
  { what: 'npm', lock: {}, cache: 'npm', lines: ['npm ci', 'npx playwright test'], adds: 'npm install --save-dev' },
];

for (const { what, lock, cache, lines, adds } of managers) {
  test(`the CI file of a repository that uses ${what} does so too`, async ({ consumer }) => {
    consumer.write(
      Object.fromEntries(Object.entries({ '.git/config': '', ...lock }).map(([path, text]) => [`repo/${path}`, text])),
    );

    const { output } = await init(consumer, ['repo', '--no-install']);
    await init(consumer, ['repo', '--no-install', '--ci', 'gitlab']);

    const workflow = textOf(consumer, `repo/${github}`);
    expect(workflow.match(/(?<=- run: ).*/g)).toEqual(lines);
    expect(workflow).toContain(`          cache: ${cache}\n`);
    const job = textOf(consumer, 'repo/.gitlab-ci.yml');
    expect(job).toContain(`  script:\n${lines.map((line) => `    - ${line}\n`).join('')}  artifacts:`);
    expect(output).toContain(`&& ${adds} tracker-e2e@^0.1.0`);
    const fits = [workflow, job].map((text) => check(text, { parser: 'yaml', printWidth: 120, singleQuote: true }));
    expect(await Promise.all(fits)).toEqual([true, true]);
  });
}

test('the lock file of a repository tells the package manager of a folder in it too', async ({ consumer }) => {
  consumer.write({ 'repo/.git/config': '', 'repo/pnpm-lock.yaml': '' });

  const { output } = await init(consumer, ['repo/e2e', '--no-install']);

  expect(output).toContain('&& pnpm add --save-dev');
  expect(textOf(consumer, `repo/${github}`)).toContain("cache-dependency-path: '**/pnpm-lock.yaml'");
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

test.describe('if the packages are missing', () => {
  test.skip(process.platform === 'win32', 'The stand-in for npm is a shell script.');

  const endings = [
    { what: 'has npm install them', args: ['--from', './a.tgz'], status: 0, code: 0, says: 'Next       cd ' },
    {
      what: 'says so if npm fails',
      args: ['--from', './a.tgz'],
      status: 1,
      code: 1,
      says: 'The installation failed.',
    },
  ];

  for (const { what, args, status, code, says } of endings) {
    test(`init ${what}`, async ({ consumer, apart }) => {
      consumer.write({ 'bin/npm': `#!/bin/sh\necho "npm was told: $*"\nexit ${status}\n` });
      chmodSync(join(consumer.folder, 'bin/npm'), 0o755);
      const PATH = `${join(consumer.folder, 'bin')}:${process.env['PATH'] ?? ''}`;

      const ending = await init(consumer, [apart, ...args], { PATH });

      expect(ending.output).toContain(`npm was told: install --save-dev ./a.tgz @playwright/test@^1.62.0 ${typed}\n`);
      expect(ending.output).toContain(says);
      expect(ending.code).toBe(code);
    });
  }

  const named =
    '"tracker-e2e": "^0.1.0", "@playwright/test": "^1.62.0", "typescript": "^6.0.0", "@types/node": "^20.19.0"';
  const manifests = [
    {
      what: 'names none of them',
      manifest: '{}',
      runs: `install --save-dev tracker-e2e@^0.1.0 @playwright/test@^1.62.0 ${typed}`,
    },
    {
      what: 'names one of them',
      manifest: '{"devDependencies": {"@playwright/test": "1.65.1"}}',
      runs: `install --save-dev tracker-e2e@^0.1.0 ${typed}`,
    },
    { what: 'names all of them, and they are there', manifest: `{"devDependencies": {${named}}}`, runs: undefined },
  ];

  for (const { what, manifest, runs } of manifests) {
    test(`init goes by the suite’s own package.json if it ${what}`, async ({ consumer }) => {
      consumer.write({
        'bin/npm': '#!/bin/sh\necho "npm was told: $*"\n',
        'package.json': `{"dependencies": {${named}}}`,
        'e2e/package.json': manifest,
      });
      chmodSync(join(consumer.folder, 'bin/npm'), 0o755);
      const PATH = `${join(consumer.folder, 'bin')}:${process.env['PATH'] ?? ''}`;

      const { output } = await init(consumer, ['e2e'], { PATH });

      expect(/(?<=^npm was told: ).*/m.exec(output)?.[0]).toBe(runs);
    });
  }

  test('init installs what package.json names where it is not there', async ({ consumer, apart }) => {
    writeFileSync(join(apart, 'package.json'), `{"devDependencies": {${named}}}`);

    const { output } = await init(consumer, [apart, '--no-install']);

    expect(output).toContain('&& npm install && npx playwright test\n');
  });

  test('init takes a tarball from where it is called, and the one that a folder around has the package from', async ({
    consumer,
  }) => {
    consumer.write({ 'a.tgz': '', 'package.json': '{"devDependencies": {"tracker-e2e": "file:b.tgz"}}' });

    const told = await init(consumer, ['told', '--from', 'a.tgz', '--no-install']);
    const found = await init(consumer, ['found', '--no-install']);

    expect(told.output).toContain(`--save-dev ${join(consumer.folder, 'a.tgz')} `);
    expect(found.output).toContain(`--save-dev ${join(consumer.folder, 'b.tgz')} `);
  });

  test('init --no-install tells the command, that of the package manager at hand', async ({ consumer, apart }) => {
    writeFileSync(join(apart, 'pnpm-lock.yaml'), '');

    const ending = await init(consumer, [apart, '--no-install']);

    expect(ending.output).toContain(
      `&& pnpm add --save-dev tracker-e2e@^0.1.0 @playwright/test@^1.62.0 ${typed} && pnpm exec playwright test\n`,
    );
    expect(ending.code).toBe(0);
  });
});

test('in a project of CommonJS, init says what its tsconfig.json lacks, and with that the types are right', async ({
  consumer,
}) => {
  const tsconfig = (module: string) =>
    JSON.stringify({ compilerOptions: { module, strict: true, skipLibCheck: true, noEmit: true, types: ['node'] } });
  consumer.write({ 'package.json': '{}', 'tsconfig.json': tsconfig('node16') });

  const { output } = await init(consumer, ['--no-install']);
  const refused = await consumer.node([tsc]);
  consumer.write({ 'tsconfig.json': tsconfig('nodenext') });

  expect(output).toContain('Left alone tsconfig.json, which was there; "module" has to be "nodenext"');
  expect(refused.output).toContain('error TS1479');
  expect(await consumer.node([tsc])).toEqual({ code: 0, output: '' });
  expect((await init(consumer, ['--no-install'])).output).toContain('Left alone tsconfig.json, which was there\n');
});
