import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { startFake } from '../../../fake/index.js';
import { test } from './installed-package.js';
import type { Consumer } from './installed-package.js';

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

for (const command of [['--help'], ['openapi']]) {
  test(`tracker-e2e ${command.join(' ')} does without Playwright and faker`, async ({ consumer }) => {
    const script = ['--import', './record.mjs', '../node_modules/tracker-e2e/dist/cli/main.js', ...command];

    const loaded = await loadedBy(consumer, () => consumer.node(script));

    expect([...loaded]).toContain('cli');
    expect(['@playwright/test', '@faker-js/faker'].filter((name) => loaded.has(name))).toEqual([]);
  });
}

const spec = `import { expect, test } from 'tracker-e2e';
test('asks', async ({ issues }) => expect(await issues.getServerInfo()).toHaveStatus(200));
`;

test('a run loads the fake if it starts one, and not on a tracker', async ({ consumer }) => {
  consumer.write({ 'package.json': '{"type": "module"}', 'a.spec.ts': spec });
  const tracker = await startFake();
  const login = { TRACKER_URL: tracker.url, TRACKER_USERNAME: 'admin', TRACKER_PASSWORD: 'admin' };
  const loaded = (settings: object) =>
    loadedBy(consumer, () => consumer.playwright([], { ...settings, NODE_OPTIONS: '--import ./record.mjs' }));

  // What is loaded is written to the end of one file.
  const there = await loaded(login);
  const own = await loaded({});
  await tracker.close();

  expect([...there]).toContain('fixtures');
  expect([there.has('fake'), own.has('fake')]).toEqual([false, true]);
});
