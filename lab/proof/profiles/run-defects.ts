import { spawn } from 'node:child_process';
import { join } from 'node:path';

/** Puts every defect on top of the obedient tracker of a seed. @returns the exit code of `npm run defects` */
export function runDefects(seed: number, output: string): Promise<number> {
  const main = join(import.meta.dirname, '../defects/main.ts');
  const words = ['--import', 'tsx', main, '--mode', 'isolated', '--obedient', String(seed)];
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, words, {
      env: { ...process.env, TRACKER_OUTPUT: output },
      stdio: 'inherit',
    });
    child.once('error', reject).once('close', (code) => resolve(code ?? 1));
  });
}
