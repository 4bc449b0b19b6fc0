import { spawn } from 'node:child_process';

/** How a script of lab/package.json ended. */
export interface ScriptEnding {
  readonly script: string;
  readonly code: number;
  readonly seconds: number;
  /** Its output to stdout and stderr, in order. */
  readonly output: string;
}

/**
 * Runs scripts of lab/package.json, some at once, in their order: each is a name, with arguments after
 * ` -- ` if there are any. A script that fails does not stop the others.
 *
 * @param onEnd is called when a script has ended
 * @returns the scripts that failed
 */
export async function runAtOnce(
  scripts: readonly string[],
  atOnce: number,
  onEnd: (ending: ScriptEnding) => void,
): Promise<string[]> {
  const waiting = [...scripts];
  const failed = new Set<string>();
  const runWaiting = async () => {
    for (let script = waiting.shift(); script !== undefined; script = waiting.shift()) {
      const ending = await runScript(script);
      if (ending.code !== 0) failed.add(script);
      onEnd(ending);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, runWaiting));
  return scripts.filter((script) => failed.has(script));
}

function runScript(script: string): Promise<ScriptEnding> {
  const started = performance.now();
  const child = spawn('npm', ['run', '--silent', '-w', 'lab', ...script.split(' ')], {
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject).once('close', (code) => {
      resolve({ script, code: code ?? 1, seconds: (performance.now() - started) / 1_000, output });
    });
  });
}
