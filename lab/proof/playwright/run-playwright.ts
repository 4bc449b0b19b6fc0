import { spawn } from 'node:child_process';
import type { ChildProcess, StdioOptions } from 'node:child_process';
import { playwrightCommand } from '../../../cli/support/playwright.js';

/** How a run of Playwright is started. */
export interface PlaywrightRun {
  readonly env: NodeJS.ProcessEnv;
  readonly stdio: StdioOptions;
}

/** Runs Playwright's own command in a process of its own. @returns its exit code; 1 if a signal ended it */
export function runPlaywright(args: readonly string[], { env, stdio }: PlaywrightRun): Promise<number> {
  const child: ChildProcess = spawn(process.execPath, [playwrightCommand(), ...args], { env, stdio });
  return new Promise((resolve, reject) => {
    child.once('error', reject).once('close', (code) => resolve(code ?? 1));
  });
}
