import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, createServer, request } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { judgedMatrixSchema } from '../../contracts/index.js';
import type { JudgedMatrix, WorldInput } from '../../contracts/index.js';
import { documentsWorld } from '../../fake/index.js';
import { startServer } from '../proof/processes.js';

const FOLDER = join('tracker-output', 'lab', 'bench-external');
const WORKERS = 4;
/** How much longer than the fake a tracker takes, in milliseconds: each call, and each that makes or removes a project. */
const DELAYS = { call: 100, project: 2_000 };
const COMMAND = 'dist/cli/main.js';

/**
 * The suite of the package on the nearest thing to a tracker that others use: the plain fake with the sandbox of the
 * examples, behind a proxy that takes the time of a real tracker. How much of that the calls under test alone would take.
 */
export async function external(): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  const { world, sandbox } = withTemplates(4 * WORKERS);
  const file = (name: string, content: unknown) => {
    const path = resolve(FOLDER, name);
    writeFileSync(path, JSON.stringify(content));
    return path;
  };
  const args = [COMMAND, 'fake', '--port', '0', '--world', file('world.json', world)];
  const fake = await startServer(args, /(http:\/\/127\.0\.0\.1:\d+)/);
  const proxy = await startSlowProxy(fake.url);
  const output = resolve(FOLDER, 'output');
  const started = performance.now();
  const results = `--output=${resolve(FOLDER, 'results')}`;
  const run = spawn(process.execPath, [COMMAND, 'verify', `--workers=${WORKERS}`, results], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      TRACKER_URL: proxy.url,
      TRACKER_USERNAME: 'admin',
      TRACKER_PASSWORD: 'admin',
      TRACKER_SANDBOX: file('sandbox.json', sandbox),
      TRACKER_OUTPUT: output,
    },
  });
  await once(run, 'exit');
  const seconds = (performance.now() - started) / 1_000;
  const matrix = judgedMatrixSchema.parse(JSON.parse(readFileSync(join(output, 'shared', 'rules.json'), 'utf8')));
  show(seconds, proxy.counts, matrix);
  await proxy.stop();
  await fake.stop();
  rmSync(FOLDER, { recursive: true });
}

/** The fake's own world with copies of the template of the examples' sandbox, each told from the others by its values. */
function withTemplates(count: number): { world: WorldInput; sandbox: object } {
  const sandbox = JSON.parse(readFileSync('examples/sandbox.json', 'utf8')) as {
    readonly templates: readonly { readonly id: number; readonly fields: Readonly<Record<string, unknown>> }[];
  };
  const [first] = sandbox.templates;
  const copies = Array.from({ length: count - 1 }, (_, index) => ({
    id: 2_000 + index,
    fields: { ...first?.fields, summary: `Bug ${index}`, description: `Steps ${index}`, labels: [`template-${index}`] },
  }));
  const named = copies.map(({ id, fields }) => ({ id, name: `Bug report ${id}`, fields }));
  return {
    world: { ...documentsWorld, templates: [...(documentsWorld.templates ?? []), ...named] },
    sandbox: { ...sandbox, templates: [...sandbox.templates, ...copies] },
  };
}

function show(seconds: number, { requests, projects }: SlowProxy['counts'], { tests, totals }: JudgedMatrix): void {
  const ran = totals.passed + totals.failed + totals.flaky;
  const underTest = tests.reduce((total, { exchanges }) => total + exchanges.earlier + exchanges.kept.length, 0);
  const alone = (underTest * DELAYS.call) / 1_000 / WORKERS;
  console.log(
    `The suite on a tracker of others, ${DELAYS.call} ms a call, ${DELAYS.project} ms a project, ${WORKERS} workers`,
  );
  console.log(`  ${ran} tests ran, ${totals.failed} failed, ${totals.skipped} skipped, in ${seconds.toFixed(0)} s`);
  console.log(`  ${requests} requests, ${(requests / ran).toFixed(1)} a test; ${underTest} of them calls under test`);
  console.log(`  ${projects} projects created`);
  console.log(`  the calls under test alone: ${alone.toFixed(0)} s; ratio ${(seconds / alone).toFixed(2)}`);
}

/** A proxy that delays and counts. */
interface SlowProxy {
  readonly url: string;
  /** How many requests there were, and how many of them create a project. */
  readonly counts: { requests: number; projects: number };
  stop(): Promise<void>;
}

/** Starts a proxy before a tracker, on a free port of this machine. */
async function startSlowProxy(tracker: string): Promise<SlowProxy> {
  const counts = { requests: 0, projects: 0 };
  const agent = new Agent();
  const forward = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { method = '', url = '', headers } = incoming;
    const isOfProjects = /^(POST|DELETE) \/rest\/api\/2\/project(\/[A-Z][A-Z0-9]+)?(\?|$)/.test(`${method} ${url}`);
    counts.requests += 1;
    if (isOfProjects && method === 'POST') counts.projects += 1;
    await sleep(DELAYS.call + (isOfProjects ? DELAYS.project : 0));
    const onward = request(new URL(url, tracker), { method, headers, agent }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  };
  const server = createServer((incoming, outgoing) => void forward(incoming, outgoing)).listen(0, '127.0.0.1');
  // A connection that is closed while a call is on its way would fail that call.
  server.keepAliveTimeout = 300_000;
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    counts,
    stop: async () => {
      server.close();
      server.closeAllConnections();
      agent.destroy();
      await once(server, 'close');
    },
  };
}
