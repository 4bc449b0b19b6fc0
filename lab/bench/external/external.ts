import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, createServer, request } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { judgedMatrixSchema } from '../../../contracts/index.js';
import type { JudgedMatrix, WorldInput } from '../../../contracts/index.js';
import { documentsWorld } from '../../../fake/index.js';
import { buildPackage, startServer } from '../servers.js';
import { kindOf, phases, runCostsSchema } from './phases-reporter.js';
import type { RunCosts } from './phases-reporter.js';

const FOLDER = join('tracker-output', 'lab', 'bench-external');
const WORKERS = 4;
const DELAYS = { call: 100, project: 2_000 };
const COMMAND = 'dist/cli/main.js';
const PHASES = join(import.meta.dirname, 'phases-reporter.ts');

/**
 * The suite of the package on the nearest thing to a tracker that others use: the plain fake with the sandbox of the
 * examples, behind a proxy that takes the time of a real tracker. How much of that the calls under test alone would take.
 */
export async function external(): Promise<void> {
  buildPackage();
  mkdirSync(FOLDER, { recursive: true });
  const { world, sandbox } = withTemplates(4 * WORKERS);
  const file = (name: string, content: unknown) => {
    const path = resolve(FOLDER, name);
    writeFileSync(path, JSON.stringify(content));
    return path;
  };
  const worldFile = file('world.json', world);
  const fake = await startServer(process.execPath, (port) => [
    ...[COMMAND, 'fake', '--port', String(port), '--world', worldFile],
  ]);
  const proxy = await startSlowProxy(fake.url, DELAYS);
  const [output, phasesFile] = [resolve(FOLDER, 'output'), resolve(FOLDER, 'phases.json')];
  const started = performance.now();
  const results = `--output=${resolve(FOLDER, 'results')}`;
  const args = ['verify', `--add-reporter=${PHASES}`, `--workers=${WORKERS}`, results];
  const run = spawn(process.execPath, [COMMAND, ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      TRACKER_URL: proxy.url,
      TRACKER_USERNAME: 'admin',
      TRACKER_PASSWORD: 'admin',
      TRACKER_SANDBOX: file('sandbox.json', sandbox),
      TRACKER_OUTPUT: output,
      BENCH_PHASES: phasesFile,
    },
  });
  await once(run, 'exit');
  const seconds = (performance.now() - started) / 1_000;
  const matrix = judgedMatrixSchema.parse(JSON.parse(readFileSync(join(output, 'shared', 'rules.json'), 'utf8')));
  show(seconds, proxy.counts, matrix, runCostsSchema.parse(JSON.parse(readFileSync(phasesFile, 'utf8'))));
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

function show(
  seconds: number,
  counts: ReadonlyMap<string, number>,
  { tests, totals }: JudgedMatrix,
  { costs, waited }: RunCosts,
): void {
  const ran = totals.passed + totals.failed + totals.flaky;
  const sum = (isWanted: (kind: string) => boolean) =>
    [...counts].filter(([kind]) => isWanted(kind)).reduce((total, [, count]) => total + count, 0);
  const all = sum(() => true);
  const underTest = tests.reduce((total, { exchanges }) => total + exchanges.earlier + exchanges.kept.length, 0);
  const alone = (underTest * DELAYS.call) / 1_000 / WORKERS;
  const kinds = {
    leases: sum((kind) => kind.includes('component')),
    'projects created': sum((kind) => kind === 'POST /rest/api/2/project'),
    'issues created and deleted': sum((kind) =>
      /^(POST \/rest\/api\/2\/issue(\/bulk)?|DELETE .*\/issue\/[^/]*)$/.test(kind),
    ),
  };
  console.log(
    `The suite on a tracker of others, ${DELAYS.call} ms a call, ${DELAYS.project} ms a project, ${WORKERS} workers`,
  );
  console.log(`  ${ran} tests ran, ${totals.failed} failed, ${totals.skipped} skipped, in ${seconds.toFixed(0)} s`);
  console.log(`  ${all} requests, ${(all / ran).toFixed(1)} a test; ${underTest} of them calls under test`);
  for (const [kind, count] of Object.entries(kinds)) console.log(`  ${String(count).padStart(6)} ${kind}`);
  const inTests = sumOf(phases.map((phase) => costs[phase].requests));
  const ofWorkers = seconds * WORKERS * 1_000;
  const between = ofWorkers - sumOf(phases.map((phase) => costs[phase].milliseconds));
  const line = (what: string, milliseconds: number, requests: number, kinds: Readonly<Record<string, number>>) => {
    const share = `${((100 * milliseconds) / ofWorkers).toFixed(0)} %`.padStart(5);
    console.log(`  ${what.padEnd(16)} ${share} of the time  ${String(requests).padStart(5)} requests`);
    const most = Object.entries(kinds).sort(([, left], [, right]) => right - left);
    for (const [kind, count] of most.slice(0, 8)) console.log(`    ${String(count).padStart(6)} ${kind}`);
  };
  for (const phase of phases) line(phase, costs[phase].milliseconds, costs[phase].requests, costs[phase].kinds);
  const kindsBetween = [...counts].map(([kind, count]) => {
    return [kind, count - sumOf(phases.map((phase) => costs[phase].kinds[kind] ?? 0))] as const;
  });
  line('between tests', between, all - inTests, Object.fromEntries(kindsBetween));
  const waits = Object.entries(waited).map(([kind, milliseconds]) => `${kind} ${(milliseconds / 1_000).toFixed(0)} s`);
  console.log(`  tests waited for leases (waits of less than a second not counted): ${waits.join(', ') || 'never'}`);
  console.log(`  the calls under test alone: ${alone.toFixed(0)} s; ratio ${(seconds / alone).toFixed(2)}`);
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}

/** How much longer than the fake a tracker takes, in milliseconds. */
interface Delays {
  /** Every call. */
  readonly call: number;
  /** How much longer still to create or remove a project. */
  readonly project: number;
}

/** A proxy that delays and counts. */
interface SlowProxy {
  readonly url: string;
  /** How many requests there were of each kind: method and path, with ids and keys replaced. */
  readonly counts: ReadonlyMap<string, number>;
  stop(): Promise<void>;
}

/** Starts a proxy before a tracker, on a free port of this machine. */
async function startSlowProxy(tracker: string, delays: Delays): Promise<SlowProxy> {
  const counts = new Map<string, number>();
  const agent = new Agent();
  const forward = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const kind = kindOf(incoming.method ?? '', incoming.url ?? '');
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
    await sleep(delays.call + (/^(POST|DELETE) \/rest\/api\/2\/project(\/KEY)?$/.test(kind) ? delays.project : 0));
    const { method, url = '', headers } = incoming;
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
