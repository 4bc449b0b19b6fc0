import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { WorldInput } from '../../contracts/index.js';
import { documentsWorld, startFake } from '../../fake/index.js';
import { formatCosts, formatRatio, interleave, ratioOf } from './interleave.js';
import { withoutSettings } from '../proof/processes.js';

const PLAYWRIGHT = 'node_modules/@playwright/test/cli.js';
const FOLDER = join('tracker-output', 'lab', 'bench-harness');
const FILES = 10;
const TESTS_PER_FILE = 30;
const ROUNDS = 5;

/** The same tests of three requests each, with our fixtures and in bare Playwright with its `request` fixture. */
export async function harness(): Promise<void> {
  const fake = await startFake({ world: bareWorld() });
  writeSuites(fake.url);
  console.log(`${FILES * TESTS_PER_FILE} tests of three requests each, start of Playwright included`);
  for (const workers of [1, 2]) {
    const measures = { subject: () => wallTime('subject', workers), bare: () => wallTime('bare', workers) };
    const costs = await interleave(measures, ROUNDS);
    console.log(`  ${workers === 1 ? 'one worker' : `${workers} workers`}`);
    console.log(`    our fixtures     ${formatCosts(costs.subject, 0)}`);
    console.log(`    bare Playwright  ${formatCosts(costs.bare, 0)}`);
    console.log(`    tracker-e2e takes ${formatRatio(ratioOf(costs.subject, costs.bare))} times as long`);
  }
  await fake.close();
  rmSync(FOLDER, { recursive: true });
}

function writeSuites(url: string): void {
  const write = (suite: string, name: string, text: string) => {
    mkdirSync(join(FOLDER, suite), { recursive: true });
    writeFileSync(join(FOLDER, suite, name), text);
  };
  for (let file = 0; file < FILES; file += 1) {
    const places = Array.from({ length: TESTS_PER_FILE }, (_, index) => file * TESTS_PER_FILE + index);
    write('subject', `entries-${file}.spec.ts`, subjectSpec(places));
    write('bare', `entries-${file}.spec.ts`, bareSpec(places, url));
  }
  write('subject', 'playwright.config.ts', subjectConfig);
  write('bare', 'playwright.config.ts', "export default { outputDir: 'out', respectGitIgnore: false };\n");
  for (const suite of ['subject', 'bare']) write(suite, 'package.json', '{ "type": "module" }\n');
  installInto(join(FOLDER, 'subject'));
}

/** Puts the package into `node_modules`, as its users have it: Playwright compiles and maps all other code. */
function installInto(folder: string): void {
  const target = join(folder, 'node_modules/tracker-e2e');
  for (const part of ['package.json', 'dist']) cpSync(part, join(target, part), { recursive: true });
}

async function wallTime(suite: string, workers: number): Promise<number> {
  const args = [PLAYWRIGHT, 'test', '-c', join(FOLDER, suite), `--workers=${workers}`];
  const started = performance.now();
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    // Each suite runs on its bundled fake.
    env: withoutSettings(),
  });
  const took = performance.now() - started;
  if (!stdout.includes(`${FILES * TESTS_PER_FILE} passed`)) throw new Error(`Not every test passed: ${stdout}`);
  return took;
}

const ISSUE_TYPE = 10001;
const TEMPLATE = 7;

/** The configuration that the documents of this project give: one line. */
const subjectConfig =
  "import { apiOnly } from 'tracker-e2e';\nexport default { use: apiOnly, outputDir: 'out', respectGitIgnore: false };\n";

/** A file of tests with our fixtures: each assigns a template in a project of its own, lists its entries, removes them. */
function subjectSpec(places: readonly number[]): string {
  const tests = places.map(
    (place) => `
test('assigns, lists and removes ${place}', async ({ defaultTemplates, projects, templates, build }) => {
  const project = await projects.provide({ issueTypes: 1 });
  const template = await templates.provide();
  const body = build.defaults.issueTypes(project, project.issueTypes).build();

  const created = await defaultTemplates.create({ templateId: template.id, body });
  expect(created).toHaveStatus(200);

  const listed = await defaultTemplates.listByProject({ projectIdOrKey: project.key });
  expect(listed).toHaveStatus(200);
  expect(listed.json).toMatchObject([{ templateId: template.id }]);

  const removed = await defaultTemplates.deleteByProject({ projectIdOrKey: project.key });
  expect(removed).toHaveStatus(200);
});
`,
  );
  return `import { expect, test } from 'tracker-e2e';\n${tests.join('')}`;
}

/**
 * The same in bare Playwright. The template and a project for each worker are there from the start, so that a test need not
 * make them.
 */
function bareSpec(places: readonly number[], url: string): string {
  const api = `${url}/rest/api/it/1.0/default-template`;
  const tests = places.map(
    (place) => `
test('assigns, lists and removes ${place}', async ({ request }) => {
  const created = await request.post('${api}/template/${TEMPLATE}', {
    headers,
    data: { defaults: [{ projectKey, issueTypeIds: [${ISSUE_TYPE}] }] },
  });
  expect(created.status()).toBe(200);

  const listed = await request.get(\`${api}/project/\${projectKey}\`, { headers });
  expect(listed.status()).toBe(200);
  expect(await listed.json()).toMatchObject([{ templateId: ${TEMPLATE} }]);

  const removed = await request.delete(\`${api}/project/\${projectKey}\`, { headers });
  expect(removed.status()).toBe(200);
});
`,
  );
  return `import { expect, test } from '@playwright/test';

const headers = { authorization: 'Basic ${Buffer.from('admin:admin').toString('base64')}' };
const projectKey = ['P0', 'P1'][Number(process.env['TEST_PARALLEL_INDEX'])];
${tests.join('')}`;
}

/** The tracker of the tests in bare Playwright. */
function bareWorld(): WorldInput {
  const regular = documentsWorld.projects.find(({ issueTypeIds }) => issueTypeIds.includes(ISSUE_TYPE));
  if (regular === undefined) throw new Error(`The bundled world has no project with the issue type ${ISSUE_TYPE}.`);
  const projects = [0, 1].map((place) => ({
    ...regular,
    requestTypes: [],
    id: 100_000 + place,
    key: `P${place}`,
    name: `P ${place}`,
  }));
  return { ...documentsWorld, projects: [...documentsWorld.projects, ...projects] };
}
