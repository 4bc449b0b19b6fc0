import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { test } from './installed-package.js';
import type { Consumer } from './installed-package.js';

const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');

/** A reporter that prints the locations of the steps of calls. */
const reporter = `import { basename } from 'node:path';
export default class {
  onStepEnd(test, result, { category, title, location }) {
    if (category !== 'test.step') return;
    console.log('step ' + title.split(' ')[0] + ' at ' + basename(location?.file ?? '') + ':' + location?.line);
  }
}
`;

const calls = `import { test } from 'tracker-e2e';
import { askTwice } from './asks.js';
test('asks', async ({ issues, defaultTemplates, projects, entries }) => {
  await issues.getServerInfo();
  const project = await projects.provide();
  await askTwice(issues);
  await Promise.all([defaultTemplates.listByProject({ projectIdOrKey: project.key })]);
  await test.step('asks as part of a step', () => issues.getServerInfo());
});
`;

const helper = `export async function askTwice(issues: { getServerInfo(): Promise<unknown> }) {
  await issues.getServerInfo();
  return issues.getServerInfo();
}
`;

/** The spec that README.md shows, and one that takes values of other entries. */
const specs = {
  'a.spec.ts': readFileSync(join(import.meta.dirname, '../../../examples/first.spec.ts'), 'utf8'),
  'b.spec.ts': `import { expect, test } from '@playwright/test';
import { RawBody } from 'tracker-e2e/builders';
import { trackerReporters } from 'tracker-e2e/reporters';

test('values', () => {
  expect(RawBody.json('a number', 1).text).toBe('1');
  expect(trackerReporters).toBeInstanceOf(Function);
});
`,
  'calls.spec.ts': calls,
  'asks.ts': helper,
  'steps.mjs': reporter,
};

const config = `import { defineConfig } from '@playwright/test';
import { apiOnly, describeTarget, loadSettings } from 'tracker-e2e';
import type { SettingsOption, WorkerFixtures } from 'tracker-e2e';
import { trackerReporters } from 'tracker-e2e/reporters';

const settings = loadSettings();
const target = describeTarget(settings);
const trackerSettings: SettingsOption = { timeout: 5_000 };
export default defineConfig<object, WorkerFixtures>({
  testDir: '.',
  metadata: { target },
  use: { ...apiOnly, trackerSettings },
  reporter: [['./steps.mjs'], ...trackerReporters(settings, target, { allure: false, gate: ['DT-01'] })],
});
`;

for (const type of ['commonjs', 'module']) {
  test(`specs in TypeScript run, and a call, of set-up too, is shown where a spec makes it, if the package is ${type}`, async ({
    consumer,
  }) => {
    consumer.write({ 'package.json': JSON.stringify({ type }), 'playwright.config.ts': config, ...specs });

    const { code, output } = await consumer.node(['../node_modules/@playwright/test/cli.js', 'test', '--workers=1']);

    expect(output).toContain('3 passed');
    expect(output.match(/^step .* at (calls|asks)\..*$/gm)).toEqual([
      'step GET at calls.spec.ts:4',
      'step Set-up: at calls.spec.ts:5',
      'step GET at asks.ts:2',
      'step GET at asks.ts:3',
      'step GET at calls.spec.ts:7',
      'step GET at calls.spec.ts:8',
      'step asks at calls.spec.ts:8',
    ]);
    expect(output).toContain('rules.html');
    expect(output).not.toContain('ExperimentalWarning');
    expect(code).toBe(0);
  });
}

test('a script of CommonJS requires every entry, starts a fake and controls it by functions', async ({ consumer }) => {
  const script = `const entries = ['', '/builders', '/fake', '/reporters', '/results'];
console.log(entries.every((entry) => Object.keys(require('tracker-e2e' + entry)).length > 0));
require('tracker-e2e/fake').startFake().then(async (fake) => {
  const tenant = fake.control.open({ contextPath: '/mine' });
  tenant.addFault({ kind: 'error-response', status: 503, endpoint: 'getServerInfo', count: 1 });
  for (const path of ['/mine', '/mine', '']) console.log((await fetch(fake.url + path + '/rest/api/2/serverInfo')).status);
  console.log(tenant.journal().length);
  await fake.close();
});
`;
  consumer.write({ 'package.json': '{}', 'a.cjs': script });

  expect(await consumer.node(['a.cjs'])).toEqual({ code: 0, output: 'true\n503\n200\n200\n2\n' });
});

test('a suite’s own zod works with the schemas and the errors of the package', async ({ consumer }) => {
  const script = `import { z } from 'zod';
import { sandboxSchema } from 'tracker-e2e';

const kept = z.object({ sandbox: sandboxSchema }).safeParse({ sandbox: { projects: 3 } });
console.log(kept.error.issues.map(({ path }) => path.join('.')).includes('sandbox.projects'));
try {
  sandboxSchema.parse({ projects: 3 });
} catch (error) {
  console.log(error instanceof z.ZodError);
}
`;
  consumer.write({ 'package.json': '{}', 'a.mjs': script });

  const ending = await consumer.node(['a.mjs']);

  expect(ending).toEqual({ code: 0, output: 'true\ntrue\n' });
});

const types = `import { expect, test } from 'tracker-e2e';
import type { Issue, Settings } from 'tracker-e2e';
import { seededBuilders } from 'tracker-e2e/builders';
import { startFake } from 'tracker-e2e/fake';
import type { Fake } from 'tracker-e2e/fake';
import { trackerReporters } from 'tracker-e2e/reporters';

export const fake: Promise<Fake> = startFake();
export const key: string = seededBuilders(1).unusedKey();
export const summaryOf = ({ fields }: Issue): unknown => fields;
export const of = [trackerReporters, (settings: Settings) => settings.seed];
test('typed', async ({ defaultTemplates, directorySync, projects }) => {
  // @ts-expect-error it is issueTypes
  await projects.provide({ issueType: 2 });
  // @ts-expect-error it is page
  const { data } = await directorySync.listUsers({ query: { pge: '1' } });
  // @ts-expect-error it is elements
  expect(data.users).toBeDefined();
  // @ts-expect-error it is issueTypeIds
  await defaultTemplates.create({ templateId: 1, body: { defaults: [{ projectId: 1, issueTypes: [1] }] } });
  // @ts-expect-error the endpoint asks for a project
  expect(await defaultTemplates.listByProject({})).toHaveStatus(200);
});
`;

test('types are found in modules of both kinds, by module nodenext', async ({ consumer }) => {
  const files = ['a.mts', 'a.cts'];
  const options = { module: 'nodenext', target: 'es2023', strict: true, noEmit: true, types: ['node'] };
  consumer.write({
    'package.json': '{}',
    'tsconfig.json': JSON.stringify({ compilerOptions: options, files }),
    ...Object.fromEntries(files.map((file) => [file, types])),
  });

  expect(await consumer.node([tsc, '-p', '.'])).toEqual({ code: 0, output: '' });
});

/** A hook of Node's that writes down the URL of every module a process and its children load. */
const recorder = {
  'record.mjs': `import { register } from 'node:module';\nregister('./record-hook.mjs', import.meta.url);\n`,
  'record-hook.mjs': `import { appendFileSync } from 'node:fs';
export function load(url, context, next) {
  appendFileSync(new URL('loaded.txt', import.meta.url), url + '\\n');
  return next(url, context);
}
`,
};

/** What the build says of itself: of which sources each module is made. */
const metafile = join(import.meta.dirname, '../../../dist/metafile.json');

/** The parts of the package that were loaded, and the packages, while something ran. */
async function loadedBy(consumer: Consumer, run: () => Promise<{ code: number | null; output: string }>) {
  consumer.write(recorder);
  const ending = await run();
  expect(ending.output).not.toContain('Error');
  expect(ending.code).toBe(0);
  const file = join(consumer.folder, 'loaded.txt');
  const urls = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const { outputs } = JSON.parse(readFileSync(metafile, 'utf8')) as {
    readonly outputs: Readonly<Record<string, { readonly inputs: Readonly<Record<string, unknown>> }>>;
  };
  const parts = [...urls.matchAll(/tracker-e2e\/(dist\/.*)/g)].flatMap(([, module]) => {
    const sources = Object.keys(outputs[module ?? '']?.inputs ?? {});
    return sources.map((source) => packageOf(source) ?? partOf(source));
  });
  const packages = urls.split('\n').flatMap((url) => packageOf(url) ?? []);
  return new Set([...parts, ...packages.filter((name) => name !== 'tracker-e2e')]);
}

/** The folder of a source. What uses undocumented parts of Playwright, and what prints, is for fixtures and for reporters. */
function partOf(source: string): string {
  return /^fixtures\/(playwright-internals|reporting)\//.exec(source)?.[1] ?? source.replace(/\/.*/, '');
}

/** The package that a file belongs to, be it bundled or loaded from where it is installed. */
function packageOf(path: string): string | undefined {
  return /node_modules\/((?:@[\w.-]+\/)?[\w.-]+)\//.exec(path)?.[1];
}

const faker = '@faker-js/faker';
const playwright = '@playwright/test';

for (const [entry, has, hasNot] of [
  ['tracker-e2e', ['fixtures', playwright], ['fake', faker, '@fastify/busboy']],
  ['tracker-e2e/builders', ['builders', faker], ['fake', 'fixtures', playwright]],
  ['tracker-e2e/fake', ['fake', '@fastify/busboy'], ['builders', 'fixtures', faker, playwright]],
  ['tracker-e2e/reporters', ['reports'], ['fake', 'fixtures', 'builders', faker, playwright]],
] as const) {
  test(`${entry} loads ${has.join(' and ')}, and not ${hasNot.join(', ')}`, async ({ consumer }) => {
    const script = ['--import', './record.mjs', '--input-type=module', '-e', `await import('${entry}')`];

    const loaded = await loadedBy(consumer, () => consumer.node(script));

    expect([...loaded]).toEqual(expect.arrayContaining([...has]));
    expect(hasNot.filter((name) => loaded.has(name))).toEqual([]);
  });
}
