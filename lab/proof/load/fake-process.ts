import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { COMMAND, processEnv } from '../drill/tracker-e2e.js';

/** The fake as a process of its own. */
export interface FakeProcess {
  readonly origin: string;
  /** The address of its Node inspector. */
  readonly inspector: string;
  /** Sends it a signal. @returns how it ended, and after how many milliseconds */
  end(signal: NodeJS.Signals): Promise<FakeEnding>;
}

/** How it ended. */
export interface FakeEnding {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly milliseconds: number;
  /** Its standard error. */
  readonly stderr: string;
}

/** Starts the command `tracker-e2e fake` on a free port, and waits until it serves. */
export async function startFakeProcess(): Promise<FakeProcess> {
  const child = spawn(process.execPath, ['--inspect=127.0.0.1:0', ...COMMAND, 'fake', '--port', '0'], {
    env: processEnv(),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const kill = (): void => void child.kill('SIGKILL');
  process.once('exit', kill);
  let [stdout, stderr] = ['', ''];
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const ended = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
  const origin = await new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
      const [, url] = / is served at (\S+)\n/.exec(stdout) ?? [];
      if (url !== undefined) resolve(url);
    });
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`The fake ended with ${String(code)}: ${stdout}${stderr}`)));
  });
  return {
    origin,
    inspector: /ws:\/\/\S+/.exec(stderr)?.[0] ?? '',
    end: async (signal) => {
      const told = performance.now();
      child.kill(signal);
      const [code, by] = await ended;
      process.off('exit', kill);
      return { code, signal: by, milliseconds: performance.now() - told, stderr: withoutInspector(stderr) };
    },
  };
}

/** A standard error without Node's lines about its inspector. */
function withoutInspector(stderr: string): string {
  return stderr.replace(/^(Debugger |For help, see).*\n/gm, '');
}
