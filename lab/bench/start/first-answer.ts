import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'undici';

/**
 * Starts a server that prints its URL when it listens, asks it for one answer, and ends it.
 *
 * @returns the milliseconds from the start of its process to the whole answer
 */
export async function firstAnswer(args: readonly string[], path: string): Promise<number> {
  const started = performance.now();
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const url = await new Promise<string>((resolve, reject) => {
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      const [found] = /http:\/\/127\.0\.0\.1:\d+/.exec(output) ?? [];
      if (found !== undefined) resolve(found);
    });
    child.once('error', reject).once('exit', () => {
      reject(new Error(`${args.join(' ')} ended before it listened: ${output}`));
    });
  });
  const { body } = await request(url + path, { reset: true });
  await body.text();
  const took = performance.now() - started;
  child.kill('SIGKILL');
  await ended;
  return took;
}
