import { spawn } from 'node:child_process';
import { join } from 'node:path';

/**
 * Runs a sub-command of `tracker-e2e` from its sources with these settings.
 *
 * @param env further variables of its environment
 * @returns its exit code
 */
export function runCommand(
  args: readonly string[],
  settings: Readonly<Record<string, string>>,
  env: NodeJS.ProcessEnv = process.env,
): Promise<number> {
  const main = join(import.meta.dirname, '../../../cli/main.ts');
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--import', 'tsx', main, ...args], {
      env: { ...env, ...settings },
      stdio: 'inherit',
    });
    child.once('error', reject).once('close', (code) => resolve(code ?? 1));
  });
}
