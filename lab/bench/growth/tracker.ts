import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeWorld } from '../../../cli/support/write-world.js';
import type { WorldInput } from '../../../contracts/index.js';
import { startFake } from '../../../fake/index.js';
import { addToState } from '../../../fake/state/add-to-state.js';
import { loadWorld } from '../../../fake/state/load-world.js';
import { saveWorld } from '../../../fake/state/save-world.js';
import { growthRows, growthWorld } from './growth-world.js';

/*
 * Run as a script, in a process whose heap holds nothing else, it saves a tracker of a size to a file, loads the file and
 * prints the milliseconds, or, with a size alone, serves a fake.
 */

const ROUNDS = 3;

/** How long a saved tracker takes to load, from its file to the first answer it could give, in a process of its own. */
export function loading(): void {
  const folder = mkdtempSync(join(tmpdir(), 'tracker-e2e-bench-'));
  try {
    for (const count of [200, 200_000]) {
      const file = join(folder, 'saved.json');
      run('save', file, String(count));
      const took = Array.from({ length: ROUNDS }, () => Number(run('load', file))).sort((left, right) => left - right);
      const seconds = ((took[Math.floor(ROUNDS / 2)] as number) / 1_000).toFixed(2);
      const [rows, size] = [(count * 6).toLocaleString('en-US'), Math.round(statSync(file).size / 1e6)];
      console.log(`  loading a saved tracker of ${rows} rows (${size} MB): ${seconds} s`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function run(...args: readonly string[]): string {
  const flags = ['--max-old-space-size=12288', '--import', 'tsx', import.meta.filename];
  return execFileSync(process.execPath, [...flags, ...args], { encoding: 'utf8' });
}

/** So many each of users, what a directory has of them, what the tracker has of it, entries, issues and what belongs to them. */
function save(file: string, count: number): void {
  const { state, ...world } = loadWorld(growthWorld(count));
  for (const rows of growthRows(count)) addToState(state, rows);
  writeWorld(file, saveWorld(state, world));
}

function load(file: string): number {
  const start = performance.now();
  loadWorld(JSON.parse(readFileSync(file, 'utf8')) as WorldInput);
  return performance.now() - start;
}

/** Starts a fake of a size, and sends its URL to the parent of this process, with which it ends. */
async function serve(count: number): Promise<void> {
  const fake = await startFake({ world: growthWorld(count) });
  for (const rows of growthRows(count)) fake.control.tenant('main').add(rows);
  // What building it left behind would be cleared away during the first calls.
  (globalThis as { gc?: () => void }).gc?.();
  process.send?.(fake.url);
  process.once('disconnect', () => process.exit());
}

const [action, file = '', count] = process.argv.slice(2);
if (process.argv[1] === import.meta.filename) {
  if (action === 'save') save(file, Number(count));
  else if (action === 'load') process.stdout.write(String(load(file)));
  else await serve(Number(action));
}
