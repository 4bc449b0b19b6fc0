import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { WorldInput } from '../../contracts/index.js';
import { startFake } from '../../fake/index.js';
import type { FaultInput } from '../../fake/index.js';
import { documentsWorld } from '../../fake/worlds/documents.js';
import { judgedMatrixSchema } from '../../reports/documents/matrix.js';
import { runNode, startCommand, withoutSettings } from '../proof/processes.js';
import { ownBundle } from '../tools/own-bundle.js';
import { interleave, medianOf, ratioOf, spreadOf } from './interleave.js';

const FOLDER = join('tracker-output', 'lab', 'bench');
const ROUNDS = 5;
const FILES = 10;
const options = "outputDir: 'out', respectGitIgnore: false";

/** How long `npm start` takes, with all its reports, against as many empty tests in bare Playwright. */
export async function suite(): Promise<void> {
  const start = () => run(' passed, 0 failed', ['lab/tools/start.js', 'run']);
  const { output } = await start();
  const count = Number(/^(\d+) passed, 0 failed, 0 skipped$/m.exec(output)?.[1]);
  const perFile = Math.ceil(count / FILES);
  for (let from = 0; from < count; from += perFile) {
    const tests = `for (let at = ${from}; at < ${Math.min(count, from + perFile)}; at += 1) test(String(at), () => {});`;
    write(`empty/empty-${from}.spec.ts`, `import { test } from '@playwright/test';\n${tests}\n`);
  }
  write('empty/playwright.config.ts', `export default { fullyParallel: true, ${options} };`);
  const measures = {
    suite: async () => (await start()).took,
    empty: async () => (await playwright('empty', `${count} passed`, ['--reporter=dot', '--workers=2'])).took,
  };
  const costs = await interleave(measures, ROUNDS);
  rmSync(FOLDER, { recursive: true });
  const each = (times: readonly number[]) => `${spreadOf(times)} ms, ${(medianOf(times) / count).toFixed(1)} ms a test`;
  console.log(`The suite, ${count} tests, 2 workers, ${ROUNDS} rounds in turns`);
  console.log(`  npm start    ${each(costs.suite)}`);
  console.log(`  empty tests  ${each(costs.empty)}`);
  console.log(`  ratio ${ratioOf(costs.suite, costs.empty)}`);
}

const TESTS_PER_FILE = 30;

/** The same tests of three requests each, with our fixtures and in bare Playwright with its `request` fixture. */
export async function harness(): Promise<void> {
  const fake = await startFake();
  writeSuites(fake.url, FILES, 200);

  console.log(`${FILES * TESTS_PER_FILE} tests of three requests each, start of Playwright included`);
  for (const workers of [1, 2]) {
    const says = `${FILES * TESTS_PER_FILE} passed`;
    const measure = (name: string) => async () => (await playwright(name, says, [`--workers=${workers}`])).took;
    const costs = await interleave({ subject: measure('subject'), bare: measure('bare') }, ROUNDS);
    console.log(`  workers: ${workers}`);
    console.log(`    our fixtures     ${spreadOf(costs.subject)} ms`);
    console.log(`    bare Playwright  ${spreadOf(costs.bare)} ms`);
    console.log(`    tracker-e2e takes ${ratioOf(costs.subject, costs.bare)} times as long`);
  }
  await fake.close();
  rmSync(FOLDER, { recursive: true });
}

/** As many failing tests, with our fixtures as a package and in a clone, and in bare Playwright. */
export async function red(): Promise<void> {
  const fake = await startFake();
  writeSuites(fake.url, 1, 418);
  const measure =
    (name: string, env = {}) =>
    async () =>
      (await playwright(name, `${TESTS_PER_FILE} failed`, ['--workers=1'], env)).took;
  const measures = { bare: measure('bare'), package: measure('subject'), clone: measure('clone', ownBundle().env) };
  const costs = await interleave(measures, ROUNDS);
  console.log(`${TESTS_PER_FILE} failing tests of three requests each, one worker, ${ROUNDS} rounds in turns`);
  console.log(`  bare Playwright  ${spreadOf(costs.bare)} ms`);
  console.log(`  the package      ${ratioOf(costs.package, costs.bare)} times as long`);
  console.log(`  a clone          ${ratioOf(costs.clone, costs.bare)} times as long`);
  await fake.close();
  rmSync(FOLDER, { recursive: true });
}

/** @param last the status that the last call of each test is expected to answer */
function writeSuites(url: string, files: number, last: number): void {
  for (let file = 0; file < files; file += 1) {
    write(`subject/entries-${file}.spec.ts`, subjectSpec('tracker-e2e', last));
    write(`clone/entries-${file}.spec.ts`, subjectSpec('../../../../fixtures/index.js', last));
    write(`bare/entries-${file}.spec.ts`, bareSpec(`${url}/rest/api/it/1.0/default-template`, last));
  }
  write('bare/playwright.config.ts', `export default { ${options} };`);
  // The configuration that the documents of this project give: one line.
  const config = (from: string) => `import { apiOnly } from '${from}';\nexport default { use: apiOnly, ${options} };`;
  write('subject/playwright.config.ts', config('tracker-e2e'));
  write('clone/playwright.config.ts', config('../../../../fixtures/index.js'));
  for (const name of ['subject', 'bare', 'clone']) write(`${name}/package.json`, '{ "type": "module" }');
  // As its users have it: Playwright compiles and maps all other code.
  const installed = join(FOLDER, 'subject/node_modules/tracker-e2e');
  for (const part of ['package.json', 'dist']) cpSync(part, join(installed, part), { recursive: true });
}

/** Assigns a template in a project of its own, lists its entries, removes them. */
const subjectSpec = (from: string, last: number) => `import { expect, test } from '${from}';

for (let at = 0; at < ${TESTS_PER_FILE}; at += 1) {
  test('assigns, lists and removes ' + at, async ({ defaultTemplates, projects, templates, build }) => {
    const project = await projects.provide({ issueTypes: 1 });
    const template = await templates.provide();
    const body = build.defaults.issueTypes(project, project.issueTypes).build();
    expect(await defaultTemplates.create({ templateId: template.id, body })).toHaveStatus(200);
    const listed = await defaultTemplates.listByProject({ projectIdOrKey: project.key });
    expect(listed).toHaveStatus(200);
    expect(listed.json).toMatchObject([{ templateId: template.id }]);
    expect(await defaultTemplates.deleteByProject({ projectIdOrKey: project.key })).toHaveStatus(${last});
  });
}
`;

/** The same in bare Playwright, with a template and a project for each worker that are there from the start. */
const bareSpec = (api: string, last: number) => `import { expect, test } from '@playwright/test';

const headers = { authorization: 'Basic ${btoa('admin:admin')}' };
const projectKey = ['DEMO', 'PLAIN'][Number(process.env['TEST_PARALLEL_INDEX'])];

for (let at = 0; at < ${TESTS_PER_FILE}; at += 1) {
  test('assigns, lists and removes ' + at, async ({ request }) => {
    const data = { defaults: [{ projectKey, issueTypeIds: [10001] }] };
    expect((await request.post('${api}/template/7', { headers, data })).status()).toBe(200);
    const listed = await request.get('${api}/project/' + projectKey, { headers });
    expect(listed.status()).toBe(200);
    expect(await listed.json()).toMatchObject([{ templateId: 7 }]);
    expect((await request.delete('${api}/project/' + projectKey, { headers })).status()).toBe(${last});
  });
}
`;

function playwright(folder: string, says: string, more: readonly string[], env?: Readonly<Record<string, string>>) {
  return run(says, ['node_modules/@playwright/test/cli.js', 'test', '-c', join(FOLDER, folder), ...more], env);
}

function write(path: string, text: string): void {
  mkdirSync(dirname(join(FOLDER, path)), { recursive: true });
  writeFileSync(join(FOLDER, path), text);
}

/** Runs a program of Node on its bundled fake. @returns its output, which has to say that, and how many milliseconds it took */
async function run(says: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const started = performance.now();
  const { output } = await startCommand([process.execPath, ...args], { env: withoutSettings(env) }).ended;
  if (!output.includes(says)) throw new Error(output);
  return { output, took: performance.now() - started };
}

const WORKERS = 4;
/** How much longer than the fake a tracker takes, in milliseconds: each call, and each that makes or removes a project. */
const DELAYS = { call: 100, project: 2_000 };
const faults: readonly FaultInput[] = [
  { kind: 'latency', milliseconds: DELAYS.call },
  { kind: 'latency', milliseconds: DELAYS.project, endpoint: 'createProject' },
  { kind: 'latency', milliseconds: DELAYS.project, endpoint: 'deleteProject' },
];

/**
 * The suite of the package on the nearest thing to a tracker that others use: the plain fake with the sandbox of the
 * examples, with faults that delay each call as a real tracker would. How much of that the calls under test alone would take.
 */
export async function external(): Promise<void> {
  const folder = resolve(FOLDER);
  mkdirSync(folder, { recursive: true });
  const { world, sandbox } = withTemplates(4 * WORKERS);
  const sandboxFile = join(folder, 'sandbox.json');
  writeFileSync(sandboxFile, JSON.stringify(sandbox));
  const fake = await startFake({ world, faults });
  const output = join(folder, 'output');
  const args = ['dist/cli/main.js', 'verify', `--workers=${WORKERS}`, `--output=${join(folder, 'results')}`];
  const started = performance.now();
  await runNode(args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...{ ...process.env, TRACKER_URL: fake.url, TRACKER_USERNAME: 'admin', TRACKER_PASSWORD: 'admin' },
      ...{ TRACKER_SANDBOX: sandboxFile, TRACKER_OUTPUT: output },
    },
  });
  const seconds = (performance.now() - started) / 1_000;
  const { tests, totals } = judgedMatrixSchema.parse(
    JSON.parse(readFileSync(join(output, 'shared', 'rules.json'), 'utf8')),
  );
  // Each call, and each that makes a project.
  const [requests = 0, projects = 0] = fake.control
    .tenant('main')
    .faults()
    .map(({ struck }) => struck);
  await fake.close();
  rmSync(folder, { recursive: true });
  const ran = totals.passed + totals.failed + totals.flaky;
  const underTest = tests.reduce((total, { exchanges }) => total + exchanges.earlier + exchanges.kept.length, 0);
  const alone = (underTest * DELAYS.call) / 1_000 / WORKERS;
  console.log(`The suite with ${WORKERS} workers, ${DELAYS.call} ms more a call, ${DELAYS.project} ms more a project`);
  console.log(`  ${ran} tests ran, ${totals.failed} failed, ${totals.skipped} skipped, in ${seconds.toFixed(0)} s`);
  console.log(`  ${requests} requests, ${(requests / ran).toFixed(1)} a test; ${underTest} of them calls under test`);
  console.log(`  ${projects} projects created`);
  console.log(`  the calls under test alone: ${alone.toFixed(0)} s; ratio ${(seconds / alone).toFixed(2)}`);
}

/** The fake's own world with copies of the template of the examples' sandbox, each told from the others by its values. */
function withTemplates(count: number): { world: WorldInput; sandbox: object } {
  const sandbox = JSON.parse(readFileSync('examples/sandbox.json', 'utf8')) as Pick<WorldInput, 'templates'>;
  const { templates = [] } = sandbox;
  const copies = Array.from({ length: count - 1 }, (_, index) => {
    const own = { summary: `Bug ${index}`, description: `Steps ${index}`, labels: [`template-${index}`] };
    return { id: 2_000 + index, fields: { ...templates[0]?.fields, ...own } };
  });
  const named = copies.map((template) => ({ ...template, name: `Bug report ${template.id}` }));
  return {
    world: { ...documentsWorld, templates: [...(documentsWorld.templates ?? []), ...named] },
    sandbox: { ...sandbox, templates: [...templates, ...copies] },
  };
}
