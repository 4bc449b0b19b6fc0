import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { request } from 'undici';
import { startServer } from '../proof/processes.js';
import { formatCosts, formatRatio, interleave, ratioOf } from './interleave.js';

const ROUNDS = 9;

/** The options of Node for a script in an argument. */
const SCRIPT = ['--input-type=module', '--eval'];

/** The memory of each started fake after its first answer, in megabytes; nothing on systems that do not tell. */
const memory: number[] = [];

/** From the start of a process to the first answer, with the memory that is then taken, and from `startFake` to a server that listens. */
export async function start(): Promise<void> {
  const costs = await interleave(
    {
      fake: () =>
        firstAnswer(['dist/cli/main.js', 'fake', '--port', '0'], '/rest/api/2/serverInfo', (pid) => {
          memory.push(...residentMemory(pid));
        }),
      bare: () => firstAnswer([...SCRIPT, bareServer], '/'),
      inProcess: async () => Number((await promisify(execFile)(process.execPath, [...SCRIPT, startInProcess])).stdout),
    },
    ROUNDS,
  );
  console.log('From the start of a process to its first answer');
  console.log(`  tracker-e2e fake  ${formatCosts(costs.fake, 0)}`);
  console.log(`  bare node:http    ${formatCosts(costs.bare, 0)}`);
  console.log(`  tracker-e2e takes ${formatRatio(ratioOf(costs.fake, costs.bare))} times as long`);
  const [least, most] = [Math.min(...memory), Math.max(...memory)];
  if (memory.length > 0) console.log(`  tracker-e2e then takes ${least} to ${most} MB of memory (RSS)`);
  console.log('In a process that has imported the fake, from startFake() to its promise');
  console.log(`  the sample world  ${formatCosts(costs.inProcess, 1)}`);
}

/** The least that a server of Node does. */
const bareServer = `import { createServer } from 'node:http';
const server = createServer((_, response) => response.end('{}'));
server.listen(0, '127.0.0.1', () => console.log('http://127.0.0.1:' + server.address().port));`;

/** Prints how long `startFake()` takes after the import of the package. */
const startInProcess = `import { startFake } from './dist/fake/index.js';
const started = performance.now();
const { close } = await startFake();
console.log(performance.now() - started);
await close();`;

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
