/** Prints what the package costs who installs it: its size, and what importing each entry takes; `npm run package`. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packProject } from './pack-project.js';

const ROUNDS = 7;

/** How long importing an entry takes in a process of its own, in milliseconds. */
function timeImport(entry: string): number {
  const script = `const start = performance.now();
    await import(${JSON.stringify(entry)});
    console.log(performance.now() - start);`;
  return Number(execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' }));
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

const { name, exports } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  readonly name: string;
  readonly exports: Readonly<Record<string, unknown>>;
};
// Those that are named by a path alone are JSON files.
const entries = Object.entries(exports).flatMap(([path, entry]) =>
  typeof entry === 'string' ? [] : [`${name}${path.slice(1)}`],
);

const folder = mkdtempSync(join(tmpdir(), 'tracker-e2e-pack-'));
const { tarball, unpackedSize, files } = packProject(process.cwd(), folder);
rmSync(folder, { recursive: true });

console.log(`packed     ${(tarball.length / 1_000).toFixed(0)} kB`);
console.log(`unpacked   ${(unpackedSize / 1_000).toFixed(0)} kB in ${files.length} files`);
console.log(`\nimport of, median of ${ROUNDS} processes`);
// Round by round, so that other load on the machine affects all alike.
const rounds = Array.from({ length: ROUNDS }, () => entries.map(timeImport));
for (const [index, entry] of entries.entries()) {
  const time = median(rounds.map((round) => round[index] ?? 0));
  console.log(`  ${entry.padEnd(24)} ${time.toFixed(0).padStart(5)} ms`);
}
