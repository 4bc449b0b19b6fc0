import { execFile } from 'node:child_process';
import { join } from 'node:path';
import type { Ending } from './command.js';

/** Runs `npx playwright test` in the folder of a small suite, with these settings and no other. */
export function runPlaywrightIn(
  folder: string,
  args: readonly string[] = [],
  settings: Readonly<Record<string, string>> = {},
): Promise<Ending> {
  const { PATH, HOME, SystemRoot } = process.env;
  const env = { PATH, HOME, SystemRoot, NO_COLOR: '1', ...settings };
  const command = [join(folder, 'node_modules/@playwright/test/cli.js'), 'test', ...args];
  return new Promise((done) => {
    const child = execFile(process.execPath, command, { cwd: folder, env }, (_error, stdout, stderr) => {
      done({ code: child.exitCode, stdout, stderr });
    });
  });
}
