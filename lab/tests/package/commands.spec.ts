import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { format } from 'oxfmt';
import { readMatrix } from '../reports/read-run.js';
import { test } from './installed-package.js';
import type { Consumer } from './installed-package.js';

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
const style = { printWidth: 120, singleQuote: true };

/** Runs `init`, which installs nothing. */
const init = (consumer: Consumer, ...args: readonly string[]) =>
  consumer.node([command, 'init', ...args, '--no-install']);

function textOf({ folder }: Consumer, path: string): string {
  return readFileSync(join(folder, path), 'utf8');
}

test('a new suite in an empty folder is green on the fake, isolated and shared, formatted, and typed', async ({
  consumer,
}) => {
  const ending = await init(consumer);

  expect(ending.output.match(/^Wrote.*/gm)).toEqual([...files, github].map((path) => `Wrote      ${path}`));
  expect(ending.output).toContain(`Next       ${installs} && npx playwright test\n`);
  expect(ending.code).toBe(0);
  const suite = await consumer.node([playwright, 'test']);
  expect(suite).toMatchObject({ code: 0, output: expect.stringMatching(/Verdict {4}passed\n\n1 passed/) });
  const shared = await consumer.node([command, 'run', '--shared']);
  expect(shared).toMatchObject({
    code: 0,
    output: expect.stringContaining('Matrix     tracker-output/shared/rules.h'),
  });
  const paths = ['package.json', 'tsconfig.json', 'playwright.config.ts', 'tests/first.spec.ts', github];
  const texts = paths.map((path) => textOf(consumer, path));
  const formatted = await Promise.all(paths.map((path, index) => format(path, texts[index] ?? '', style)));
  expect(formatted.map(({ code }) => code)).toEqual(texts);
  expect(textOf(consumer, 'tests/first.spec.ts')).toBe(readFileSync(join(root, 'examples/first.spec.ts'), 'utf8'));
  expect(textOf(consumer, '.env.example')).toBe(readFileSync(join(root, '.env.example'), 'utf8'));

  const withOptions = `use: { ...apiOnly, trackerSettings: { timeout: 5_000 }, fakeOverrides: [] },
    // @ts-expect-error it is a number
    projects: [{ use: { trackerSettings: { timeout: 'long' } } }]`;
  const config = textOf(consumer, 'playwright.config.ts').replace('use: apiOnly', withOptions);
  consumer.write({ 'playwright.config.ts': config });
  expect(await consumer.node([tsc])).toEqual({ code: 0, output: '' });
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

test('in a project of CommonJS, init says what its tsconfig.json lacks', async ({ consumer }) => {
  const tsconfig = (module: string) =>
    JSON.stringify({ compilerOptions: { module, strict: true, skipLibCheck: true, noEmit: true, types: ['node'] } });
  consumer.write({ 'package.json': '{}', 'tsconfig.json': tsconfig('node16') });

  const { output } = await init(consumer);
  consumer.write({ 'tsconfig.json': tsconfig('nodenext') });

  expect(output).toContain('Left alone tsconfig.json, which was there; "module" has to be "nodenext"');
  expect(await consumer.node([tsc])).toEqual({ code: 0, output: '' });
  expect((await init(consumer)).output).toContain('Left alone tsconfig.json, which was there\n');
});

test('an empty folder verifies the fake, in shards that are merged, and a defect of it is found', async ({
  consumer,
}) => {
  const asked = ['--rules', 'DT-01', '--grep', 'list', '--shard=1/1'];
  const shard = await consumer.node([command, 'verify', ...asked], { TRACKER_OUTPUT: 'shards/1' });
  const merged = await consumer.node([command, 'merge', 'shards']);
  const { rules, about } = readMatrix(join(consumer.folder, 'tracker-output/merged'));
  const red = await consumer.node([command, 'verify', '--rules', 'DT-01', 'list-by-project'], {
    TRACKER_DEFECT: 'DT-01-last-entry-dropped',
  });

  expect(shard.code, shard.output).toBe(0);
  expect(merged.output).toMatch(/Verdict +passed/);
  expect(merged.code).toBe(0);
  expect(rules.find(({ id }) => id === 'DT-01')).toMatchObject({ state: 'verified' });
  expect(about.command).toContain('npx tracker-e2e verify --rules DT-01 --grep list');
  expect(existsSync(join(consumer.folder, 'shards/1/test-results/isolated'))).toBe(true);
  expect(red.output).toMatch(/Verdict +tests failed/);
  expect(red.output).toContain('list-by-project.spec.js:');
  expect(red.code).toBe(1);
});

test('a folder without a configuration observes a tracker with the suite of the package', async ({ consumer }) => {
  const asked = ['directory-sync/every-call.questions', '--grep', 'AD-N16'];
  const { code, output } = await consumer.node([command, 'observe', ...asked]);

  expect(output).toContain('all that was seen is as expected');
  expect(code).toBe(0);
  expect(readFileSync(join(consumer.folder, 'profile.json'), 'utf8')).toContain('AD-N16');
});

test('a spec is copied into a suite, runs there, and is not overwritten', async ({ consumer }) => {
  expect((await consumer.node([command, 'init', '--no-install'])).code).toBe(0);

  const copied = await consumer.node([command, 'eject', 'directory-sync/list-connections']);
  const run = await consumer.playwright(['list-connections']);
  const types = await consumer.node(['../node_modules/typescript/bin/tsc']);
  const again = await consumer.node([command, 'eject', 'AD-01']);

  expect(copied.code, copied.output).toBe(0);
  expect(run.output).toMatch(/\d+ passed/);
  expect(run.code).toBe(0);
  expect(types).toEqual({ code: 0, output: '' });
  expect(again.output).toContain(
    'Nothing is copied, because it is there: tests/directory-sync/list-connections.spec.ts',
  );
  expect(again.code).toBe(2);
});
