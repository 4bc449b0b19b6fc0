import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { request } from 'undici';
import { startServer } from '../proof/processes.js';
import { installOutside } from '../tools/install-outside.js';
import { formatCosts, formatRatio, interleave, ratioOf } from './interleave.js';
import { buildPackage } from './servers.js';

const ROUNDS = 9;

/** The memory of each started fake after its first answer, in megabytes; nothing on systems that do not tell. */
const memory: number[] = [];

/** From the start of a process to the first answer, with the memory that is then taken, and from `startFake` to a server that listens. */
export async function start(): Promise<void> {
  buildPackage();
  const folder = mkdtempSync(join(tmpdir(), 'tracker-e2e-bench-'));
  const fastify = join(folder, 'fastify.mjs');
  writeFileSync(fastify, fastifyServer(join(installOutside('fastify@5.12.8'), 'fastify/fastify.js')));
  const inProcess = join(folder, 'in-process.mjs');
  writeFileSync(inProcess, startInProcess(join('dist', 'fake', 'index.js')));
  const costs = await interleave(
    {
      fake: () =>
        firstAnswer(['dist/cli/main.js', 'fake', '--port', '0'], '/rest/api/2/serverInfo', (pid) => {
          memory.push(...residentMemory(pid));
        }),
      fastify: () => firstAnswer([fastify], '/'),
      inProcess: async () => Number((await promisify(execFile)(process.execPath, [inProcess])).stdout),
    },
    ROUNDS,
  );
  rmSync(folder, { recursive: true });
  console.log('From the start of a process to its first answer');
  console.log(`  tracker-e2e fake  ${formatCosts(costs.fake, 0)}`);
  console.log(`  bare Fastify      ${formatCosts(costs.fastify, 0)}`);
  console.log(`  tracker-e2e takes ${formatRatio(ratioOf(costs.fake, costs.fastify))} times as long`);
  const [least, most] = [Math.min(...memory), Math.max(...memory)];
  if (memory.length > 0) console.log(`  tracker-e2e then takes ${least} to ${most} MB of memory (RSS)`);
  console.log('In a process that has imported the fake, from startFake() to its promise');
  console.log(`  the sample world  ${formatCosts(costs.inProcess, 1)}`);
}

function fastifyServer(fastify: string): string {
  return [
    `import fastify from ${JSON.stringify(pathToFileURL(fastify).href)};`,
    'const server = fastify();',
    "server.get('/', () => ({ served: true }));",
    "console.log(await server.listen({ port: 0, host: '127.0.0.1' }));",
  ].join('\n');
}

function startInProcess(fake: string): string {
  return [
    `import { startFake } from ${JSON.stringify(pathToFileURL(fake).href)};`,
    'const started = performance.now();',
    'const { close } = await startFake();',
    'console.log(performance.now() - started);',
    'await close();',
  ].join('\n');
}

/** The resident memory of a process, in megabytes. */
function residentMemory(pid: number): number[] {
  const file = `/proc/${pid}/status`;
  const [, kilobytes] = existsSync(file) ? (/^VmRSS:\s+(\d+)/m.exec(readFileSync(file, 'utf8')) ?? []) : [];
  return kilobytes === undefined ? [] : [Math.round(Number(kilobytes) / 1_024)];
}

/**
 * Starts a server that prints its URL when it listens, asks it for one answer, and ends it.
 *
 * @returns the milliseconds from the start of its process to the whole answer
 */
async function firstAnswer(
  args: readonly string[],
  path: string,
  look: (pid: number) => void = () => undefined,
): Promise<number> {
  const started = performance.now();
  const { url, pid, stop } = await startServer(args, /(http:\/\/127\.0\.0\.1:\d+)/);
  const { body } = await request(url + path, { reset: true });
  await body.text();
  const took = performance.now() - started;
  look(pid ?? 0);
  await stop();
  return took;
}
