/**
 * Runs scripts of lab/package.json, as many at once as there are cores, and starts them in the order in which they are
 * named: `tsx lab/tools/run-at-once.ts check:lint "prism -- --seed 7"`. What one prints comes in one piece when it has
 * ended. A script that fails does not stop the others.
 */
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';

const waiting = process.argv.slice(2);
const failed: string[] = [];

await Promise.all(Array.from({ length: availableParallelism() }, runWaiting));
if (failed.length > 0) {
  process.stdout.write(`\nFailed: ${failed.join(', ')}. One of them alone: npm run -w lab ${failed[0]}\n`);
  process.exitCode = 1;
}

async function runWaiting(): Promise<void> {
  for (let script = waiting.shift(); script !== undefined; script = waiting.shift()) {
    const started = performance.now();
    const { code, output } = await runScript(script);
    if (code !== 0) failed.push(script);
    const seconds = ((performance.now() - started) / 1_000).toFixed(0);
    process.stdout.write(`\n${script}: ${code === 0 ? 'passed' : 'failed'} after ${seconds} s\n${output}`);
  }
}

/** @returns its exit code, and its output to stdout and stderr, in order */
function runScript(script: string): Promise<{ readonly code: number; readonly output: string }> {
  const child = spawn('npm', ['run', '--silent', '-w', 'lab', ...script.split(' ')], {
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject).once('close', (code) => resolve({ code: code ?? 1, output }));
  });
}
