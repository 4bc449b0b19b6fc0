import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { judgedMatrixSchema } from '../../reports/documents/matrix.js';
import type { WorldInput } from '../../contracts/index.js';
import { documentsWorld } from '../../fake/worlds/documents.js';
import { startFake } from '../../fake/index.js';
import type { FaultInput } from '../../fake/index.js';
import { runNode } from '../proof/processes.js';

const FOLDER = resolve('tracker-output', 'lab', 'bench-external');
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
  mkdirSync(FOLDER, { recursive: true });
  const { world, sandbox } = withTemplates(4 * WORKERS);
  const sandboxFile = join(FOLDER, 'sandbox.json');
  writeFileSync(sandboxFile, JSON.stringify(sandbox));
  const fake = await startFake({ world, faults });
  const output = join(FOLDER, 'output');
  const args = ['dist/cli/main.js', 'verify', `--workers=${WORKERS}`, `--output=${join(FOLDER, 'results')}`];
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
  rmSync(FOLDER, { recursive: true });
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
