import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

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

export function packProject(root: string, folder: string): Packed {
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
