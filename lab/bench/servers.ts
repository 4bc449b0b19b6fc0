import { execSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { request } from 'undici';

/** A server in a process of its own. */
export interface RunningServer {
  readonly url: string;
  stop(): Promise<void>;
}

/** How long a server may take to answer at all, in milliseconds. */
const PATIENCE = 60_000;

/**
 * Starts a server in a process of its own and waits until it gives any answer.
 *
 * @param args its arguments, from the port it is to listen on
 */
export async function startServer(command: string, args: (port: number) => readonly string[]): Promise<RunningServer> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(command, args(port), { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  const listen = (text: string) => {
    output = (output + text).slice(-5_000);
  };
  child.stdout.setEncoding('utf8').on('data', listen);
  child.stderr.setEncoding('utf8').on('data', listen);
  child.once('error', (error) => {
    listen(error.message);
  });
  const stop = async () => {
    const ended = once(child, 'exit');
    if (child.exitCode === null && child.signalCode === null && child.kill('SIGKILL')) await ended;
  };
  const deadline = performance.now() + PATIENCE;
  while (!(await answers(url))) {
    if (child.exitCode !== null || child.pid === undefined || performance.now() > deadline) {
      await stop();
      throw new Error(`${command} ${args(port).join(' ')} does not answer: ${output}`);
    }
    await setTimeout(50);
  }
  return { url, stop };
}

async function answers(url: string): Promise<boolean> {
  try {
    const { body } = await request(url, { reset: true });
    await body.dump();
    return true;
  } catch {
    return false;
  }
}

/** A port that was free a moment ago. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

let built = false;

/** Builds the package as it is packed, once a run: figures of what users get are measured on that. */
export function buildPackage(): void {
  if (built) return;
  execSync('npm run build', { stdio: ['ignore', 'ignore', 'inherit'] });
  built = true;
}
