/**
 * Runs the suite as a small container would: no browser, an empty home, a PATH with Node and nothing else, and no other
 * variable of the environment.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const nothing = mkdtempSync(join(tmpdir(), 'tracker-e2e-bare-'));
const bin = join(nothing, 'bin');
const home = join(nothing, 'home');
const browsers = join(nothing, 'browsers');
for (const folder of [bin, home, browsers]) mkdirSync(folder);
const node = join(bin, 'node');
symlinkSync(process.execPath, node);

const { status } = spawnSync(node, ['node_modules/@playwright/test/cli.js', 'test'], {
  env: { PATH: bin, HOME: home, PLAYWRIGHT_BROWSERS_PATH: browsers },
  stdio: 'inherit',
});
rmSync(nothing, { recursive: true });
process.exitCode = status ?? 1;
