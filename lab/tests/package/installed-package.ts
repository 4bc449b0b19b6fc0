import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test as base } from '@playwright/test';
import { packProject } from '../../tools/pack-project.js';
import type { Packed } from '../../tools/pack-project.js';
import { writeFiles } from '../cli/command.js';
import { execute, projectText, root } from '../fixtures/run-specs.js';

/** A folder in which the package is installed, for one test. */
export type Consumer = ReturnType<typeof consumerIn>;

function consumerIn(folder: string) {
  const playwright = ['../node_modules/@playwright/test/cli.js', 'test', '--reporter=line'];
  return {
    folder,
    write: (files: Readonly<Record<string, string>>) => writeFiles(folder, files),
    /** Runs a program of Node there, with these settings and no other. */
    node: (args: readonly string[], env: Readonly<Record<string, string>> = {}) => execute(args, folder, env),
    playwright: (args: readonly string[] = []) => execute([...playwright, ...args], folder, {}),
  };
}

interface WorkerFixtures {
  /** What `npm pack` makes of this project as it is built. */
  packed: Packed;
  /** A folder outside this project in whose folders the package is installed. */
  installation: string;
}

export const test = base.extend<{ consumer: Consumer }, WorkerFixtures>({
  packed: [
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'tracker-e2e-pack-'));
      await use(packProject(root, folder));
      rmSync(folder, { recursive: true });
    },
    { scope: 'worker', timeout: 90_000 },
  ],

  installation: [
    async ({ packed }, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'tracker-e2e-consumer-'));
      installPackage(folder, packed);
      await use(folder);
      rmSync(folder, { recursive: true });
    },
    { scope: 'worker', timeout: 90_000 },
  ],

  consumer: async ({ installation }, use) => use(consumerIn(mkdtempSync(join(installation, 'of-a-test-')))),
});

/** Does what `npm install` of the tarball does, with the packages that are here already and no network. */
function installPackage(folder: string, { files }: Packed): void {
  const modules = join(folder, 'node_modules');
  for (const file of files) cpSync(join(root, file), join(modules, 'tracker-e2e', file));
  const { dependencies } = JSON.parse(projectText('package.json')) as {
    dependencies: Readonly<Record<string, string>>;
  };
  for (const name of [...Object.keys(dependencies), '@playwright/test', '@types/node', 'typescript']) {
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    symlinkSync(join(root, 'node_modules', name), join(modules, name), 'junction');
  }
}
