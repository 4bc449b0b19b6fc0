import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { judgedMatrixSchema } from '../../../contracts/report/matrix.js';
import type { JudgedMatrix } from '../../../contracts/report/matrix.js';
import type { RunTarget } from '../../../contracts/report/run.js';
import type { MatrixReporterOptions } from '../../../reports/matrix-reporter.js';
import { builtModule } from '../built-package.js';
import { isolatedFake, specStart } from './sample-run.js';

/** A small Playwright project to run with the matrix reporter. */
export interface Project {
  /** The source of each file by its name; `test` and `expect` are imported already. */
  readonly files: Readonly<Record<string, string>>;
  /** Default: a fake of its own. `null`: the configuration names no target. */
  readonly target?: RunTarget | null;
  readonly options?: MatrixReporterOptions;
  /** Further properties of the configuration. */
  readonly config?: Readonly<Record<string, unknown>>;
  /** Reporters before the matrix reporter. */
  readonly reporters?: readonly unknown[];
  /** Arguments of `playwright test`. */
  readonly args?: readonly string[];
}

/** What such a run left. */
export interface ProjectRun {
  readonly exitCode: number | null;
  readonly output: string;
  readonly lastLine: string | undefined;
  /** Reads `rules.json`. */
  readonly matrix: () => Promise<JudgedMatrix>;
}

const root = join(import.meta.dirname, '../../..');
const playwright = join(dirname(createRequire(import.meta.url).resolve('@playwright/test/package.json')), 'cli.js');

/** Writes a project into a folder and runs it with the matrix reporter in a process of its own. */
export async function runProject(directory: string, project: Project): Promise<ProjectRun> {
  await mkdir(directory, { recursive: true });
  const modules = join(directory, 'node_modules');
  if (!existsSync(modules)) await symlink(join(root, 'node_modules'), modules, 'junction');
  await writeFile(join(directory, 'package.json'), JSON.stringify({ type: 'module' }));
  await writeFile(join(directory, 'playwright.config.ts'), `export default ${JSON.stringify(configuration(project))};`);
  for (const [name, source] of Object.entries(project.files))
    await writeFile(join(directory, name), (name.endsWith('.spec.ts') ? specStart : '') + source);

  const { exitCode, output } = await execute([playwright, 'test', ...(project.args ?? [])], directory);
  const json = join(directory, project.options?.outputDir ?? 'tracker-output', 'rules.json');
  return {
    exitCode,
    output,
    lastLine: output.trimEnd().split('\n').at(-1),
    matrix: async () => judgedMatrixSchema.parse(JSON.parse(await readFile(json, 'utf8'))),
  };
}

function configuration({ target = isolatedFake, options = {}, config = {}, reporters = [] }: Project): object {
  return {
    testDir: '.',
    metadata: target === null ? {} : { target },
    reporter: [...reporters, [builtModule('reports/matrix-reporter.ts'), { apis: ['default-templates'], ...options }]],
    ...config,
  };
}

async function execute(args: readonly string[], cwd: string): Promise<{ exitCode: number | null; output: string }> {
  const { PATH, HOME, SystemRoot } = process.env;
  return await new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      args,
      { cwd, env: { PATH, HOME, SystemRoot } },
      (_error, stdout, stderr) => {
        resolve({ exitCode: child.exitCode, output: stdout + stderr });
      },
    );
  });
}
