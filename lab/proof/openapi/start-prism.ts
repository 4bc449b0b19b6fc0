import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** A Prism that runs. */
export interface Prism {
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts Prism as a proxy that checks what passes by a document, and says so in a header of its answers. */
export async function startPrism(command: string, document: string, upstream: string): Promise<Prism> {
  const child = spawn(process.execPath, [command, 'proxy', document, upstream, '--port', '0'], {
    env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const url = await new Promise<string>((resolve, reject) => {
    const listen = (text: string) => {
      output = (output + text).slice(-20_000);
      const [, address] = /Prism is listening on (http:\S+)/.exec(output) ?? [];
      if (address !== undefined) resolve(address);
    };
    child.stdout.setEncoding('utf8').on('data', listen);
    child.stderr.setEncoding('utf8').on('data', listen);
    child.once('error', reject).once('exit', () => reject(new Error(`Prism ended before it listened: ${output}`)));
  });
  return {
    url,
    stop: async () => {
      const ended = once(child, 'exit');
      if (child.exitCode === null && child.kill()) await ended;
    },
  };
}
