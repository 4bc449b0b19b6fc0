import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { sourceFiles } from './own-bundle.js';

export interface Packed {
  readonly tarball: Buffer;
  /** The paths of its files, without a leading dot or slash. */
  readonly files: readonly string[];
  /** The installed size, in bytes. */
  readonly unpackedSize: number;
}

interface PackReport {
  readonly filename: string;
  readonly unpackedSize: number;
  readonly files: readonly { readonly path: string }[];
}

/** Packs this project as it is, into a folder. @throws Error with what the compiler says if it can't be built */
export function packProject(root: string, folder: string): Packed {
  ensureBuilt(root);
  const args = ['pack', '--ignore-scripts', '--json', '--loglevel=error', `--pack-destination=${folder}`];
  const output = execFileSync('npm', args, { cwd: root, encoding: 'utf8', shell: process.platform === 'win32' });
  const [report] = JSON.parse(output) as readonly PackReport[];
  if (report === undefined) throw new Error('npm packed nothing.');
  return {
    tarball: readFileSync(join(folder, report.filename)),
    files: report.files.map(({ path }) => path),
    unpackedSize: report.unpackedSize,
  };
}

/** How often is looked whether another process has built, in milliseconds. */
const POLL = 100;

/** How long a build may take, in milliseconds. */
const LONGEST = 120_000;

/**
 * Builds the package if nothing is built yet or a source has changed since. If several processes call this at once, one
 * builds and the others wait for it.
 *
 * @throws Error with what the compiler says
 */
function ensureBuilt(root: string): void {
  const lock = join(root, 'node_modules/.tracker-e2e-build');
  for (let waited = 0; !isFresh(root); waited += POLL) {
    if (waited > LONGEST) throw new Error(`Another build does not end. If there is none, remove ${lock}.`);
    if (!takes(lock)) {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, POLL);
      continue;
    }
    try {
      if (!isFresh(root)) build(root);
    } finally {
      rmdirSync(lock);
    }
  }
}

function takes(lock: string): boolean {
  try {
    mkdirSync(lock);
    return true;
  } catch {
    return false;
  }
}

function build(root: string): void {
  const npm = { cwd: root, encoding: 'utf8', shell: process.platform === 'win32' } as const;
  const { status, stdout, stderr } = spawnSync('npm', ['run', '--silent', 'build'], npm);
  if (status !== 0) throw new Error(`The package can't be built: ${stdout}${stderr}`);
}

function isFresh(root: string): boolean {
  // A build writes this file last.
  const built = statSync(join(root, 'dist/schemas/gate.schema.json'), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const others = ['tsconfig.json', 'lab/tsconfig.build.json', 'package.json', 'package-lock.json'].map((name) =>
    join(root, name),
  );
  return [...others, ...sourceFiles('specs')].every((path) => statSync(path).mtimeMs <= built);
}
