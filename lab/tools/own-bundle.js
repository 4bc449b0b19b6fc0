/**
 * The modules of this package as a bundle, which is made anew if a source has changed. Playwright compiles each source for
 * older engines, and a fake made of those takes half as long again.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, statSync } from 'node:fs';
import modules from 'node:module';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const sources = ['builders', 'cli', 'client', 'contracts', 'fake', 'fixtures', 'provide', 'reports', 'lab/tools'];

/**
 * Makes the bundle if it is not there.
 *
 * @returns its command as a file for Node, and the environment in which other processes load it in place of the sources
 */
export function ownBundle() {
  const folder = join(root, 'node_modules/.cache/tracker-e2e', stateOfSources());
  if (!existsSync(folder)) {
    const args = ['--import', 'tsx', join(root, 'lab/tools/make-bundle.ts'), folder];
    const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
    if (status !== 0) process.exit(status ?? 1);
  }
  // The code of functions that a cache has is counted less precisely by coverage.
  const keepsCode = !('enableCompileCache' in modules) && process.env['NODE_V8_COVERAGE'] === undefined;
  const hooks = ['prefer-bundle.cjs', ...(keepsCode ? ['code-cache.cjs'] : [])].map((name) => {
    return `--require "${join(root, 'lab/tools', name).replaceAll(/[\\"]/g, '\\$&')}"`;
  });
  return {
    command: join(folder, 'dist/cli/main.js'),
    env: {
      NODE_OPTIONS: [process.env['NODE_OPTIONS'] ?? '', ...hooks].join(' ').trim(),
      TRACKER_BUNDLE: folder,
    },
  };
}

function stateOfSources() {
  const hash = createHash('sha256');
  for (const file of [...sourceFiles(), join(root, 'package.json'), join(root, 'package-lock.json')]) {
    const { mtimeMs, size } = statSync(file);
    hash.update(`${file} ${mtimeMs} ${size}\n`);
  }
  return hash.digest('hex').slice(0, 16);
}

/**
 * The source files of this package and of its build, in order.
 *
 * @param {string[]} more further folders
 * @returns {string[]}
 */
export function sourceFiles(...more) {
  /** @type {string[]} */
  const files = [...sources, ...more]
    .map((folder) => join(root, folder))
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)));
  return files.filter((path) => /\.(ts|js|css)$/.test(path)).sort();
}
