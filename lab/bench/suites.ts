import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { startFake } from '../../fake/index.js';
import { startCommand, withoutSettings } from '../proof/processes.js';
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
