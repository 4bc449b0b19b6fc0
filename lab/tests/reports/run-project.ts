import { existsSync } from 'node:fs';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { MatrixReporterOptions } from '../../../reports/matrix-reporter.js';
import { builtModule } from '../built-package.js';
import { execute, playwright, root } from '../fixtures/run-specs.js';
import { readMatrix } from './read-run.js';
import { isolatedFake, specStart } from './sample-run.js';

/** A small Playwright project to run with the matrix reporter. */
export interface Project {
  /** The source of each file by its name; `test` and `expect` are imported already. */
  readonly files: Readonly<Record<string, string>>;
  readonly options?: MatrixReporterOptions;
  /** Further properties of the configuration. */
  readonly config?: Readonly<Record<string, unknown>>;
  /** Reporters before the matrix reporter. */
  readonly reporters?: readonly unknown[];
  /** Arguments of `playwright test`. */
  readonly args?: readonly string[];
}

/** Runs Playwright in a folder, with these settings and no other. */
export function runPlaywright(cwd: string, args: readonly string[], settings: Readonly<Record<string, string>> = {}) {
  return execute([playwright, ...args], cwd, settings);
}

/** Writes a project into a folder and runs it with the matrix reporter in a process of its own. */
export async function runProject(directory: string, project: Project) {
  const { options = {}, config = {}, reporters = [], files, args = [] } = project;
  await mkdir(directory, { recursive: true });
  const modules = join(directory, 'node_modules');
  if (!existsSync(modules)) await symlink(join(root, 'node_modules'), modules, 'junction');
  await writeFile(join(directory, 'package.json'), JSON.stringify({ type: 'module' }));
  const reporter = [builtModule('reports/matrix-reporter.ts'), { apis: ['default-templates'], ...options }];
  const metadata = { target: isolatedFake };
  const configuration = { testDir: '.', metadata, reporter: [...reporters, reporter], ...config };
  await writeFile(join(directory, 'playwright.config.ts'), `export default ${JSON.stringify(configuration)};`);
  for (const [name, source] of Object.entries(files))
    await writeFile(join(directory, name), (name.endsWith('.spec.ts') ? specStart : '') + source);

  const { exitCode, output } = await runPlaywright(directory, ['test', ...args]);
  return {
    exitCode,
    output,
    lastLine: output.trimEnd().split('\n').at(-1),
    /** Reads `rules.json`. */
    matrix: () => readMatrix(join(directory, options.outputDir ?? 'tracker-output')),
  };
}
