import { spawn } from 'node:child_process';
import { exitCodes } from '../reports/exit-codes.js';
import { playwrightCommand } from './playwright-command.js';

/** Runs Playwright's own command in the working directory. @returns its exit code */
export function runPlaywright(args: readonly string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [playwrightCommand(), ...args], { stdio: 'inherit' });
    // Playwright ends on Ctrl+C by itself, with its reports; this process only waits for it.
    process.on('SIGINT', () => undefined).on('SIGTERM', () => child.kill('SIGTERM'));
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? exitCodes.testsFailed));
  });
}
