import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { Option } from 'commander';
import type { Command } from 'commander';
import { exitCodes } from '../reports/exit-codes.js';
import { ciKinds } from './init/ci-files.js';
import type { CiKind } from './init/ci-files.js';
import { installCommand, missingPackages, runInstall } from './init/install-packages.js';
import { suiteFiles } from './init/suite-files.js';
import { writeSuite } from './init/write-suite.js';
import type { Written } from './init/write-suite.js';
import { packageFolder } from './package-folder.js';
import { UsageError } from './usage-error.js';

interface InitOptions {
  readonly ci?: CiKind;
  readonly from?: string;
  readonly install: boolean;
}

/** `tracker-e2e init`: a suite of one's own, to start from. */
export function addInitCommand(program: Command, version: string): void {
  program
    .command('init')
    .description(
      'set a suite up in a folder: configuration, .env.example, a spec, a CI file; and install what it needs',
    )
    .summary('set a suite up in a folder')
    .argument('[folder]', 'the folder; it is made where it is not there', '.')
    .addOption(
      new Option(
        '--ci <kind>',
        'whose CI the file is for; if not told, that of the folder’s git remote, else github',
      ).choices(ciKinds),
    )
    .option('--from <spec>', 'what npm installs as tracker-e2e, such as a tarball; if not told, this version')
    .option('--no-install', 'install nothing: tell the command for it')
    .addHelpText(
      'after',
      [
        '',
        'It asks nothing and overwrites nothing: a file that is there stays as it is, and is named. The spec is green at',
        'once, on the bundled fake.',
        'Exit codes: 0 done, 1 the installation failed, 2 the folder can’t be used.',
        'Examples:',
        '  npx tracker-e2e init',
        '  npx tracker-e2e init e2e --ci gitlab',
      ].join('\n'),
    )
    .action((folder: string, options: InitOptions) => init(resolve(folder), options, version));
}

function init(folder: string, { ci, from, install }: InitOptions, version: string): void {
  const [envExample, firstSpec] = [textOf('.env.example'), textOf('examples/first.spec.ts')];
  const files = suiteFiles(packageName(folder), envExample, firstSpec, ci ?? ciOf(folder));
  tell(writeOrUsageError(folder, files));
  const specs = { 'tracker-e2e': from ?? `tracker-e2e@^${version}`, '@playwright/test': '@playwright/test@^1.62.0' };
  const missing = missingPackages(folder, Object.keys(specs)) as (keyof typeof specs)[];
  const command = installCommand(
    folder,
    missing.map((name) => specs[name]),
  );
  const way = relative(process.cwd(), folder);
  const steps = way === '' ? [] : [`cd ${/\s/.test(way) ? JSON.stringify(way) : way}`];
  if (missing.length > 0 && install) {
    process.stdout.write(`Runs       ${command.join(' ')}\n`);
    if (!runInstall(folder, command)) {
      process.stderr.write(`The installation failed. The suite is there; install with: ${command.join(' ')}\n`);
      process.exitCode = exitCodes.testsFailed;
      return;
    }
  } else if (missing.length > 0) steps.push(command.join(' '));
  process.stdout.write(`Next       ${[...steps, 'npx playwright test'].join(' && ')}\n`);
  process.stdout.write(
    'Later      settings for a tracker go to .env, as .env.example shows; npx tracker-e2e doctor looks at it\n',
  );
}

/** The text of a file of this package. */
function textOf(path: string): string {
  return readFileSync(join(packageFolder(), path), 'utf8');
}

function writeOrUsageError(folder: string, files: Parameters<typeof writeSuite>[1]): Written {
  try {
    mkdirSync(folder, { recursive: true });
    return writeSuite(folder, files);
  } catch (cause) {
    throw new UsageError(`No suite can be written to ${folder}: ${(cause as Error).message}.`, undefined, { cause });
  }
}

function tell({ written, leftAlone }: Written): void {
  const lines = [
    ...written.map(({ path }) => `Wrote      ${path}`),
    ...leftAlone.map(({ file, there }) =>
      [`Left alone ${there}, which was there`, file.ifLeftAlone].filter((part) => part !== undefined).join('; '),
    ),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

/** GitLab where the folder is of a repository there, as far as its files tell. */
function ciOf(folder: string): CiKind {
  const config = join(folder, '.git/config');
  const onGitLab = existsSync(config) && readFileSync(config, 'utf8').includes('gitlab');
  return onGitLab || existsSync(join(folder, '.gitlab-ci.yml')) ? 'gitlab' : 'github';
}

/** A name that npm accepts for the package of a folder. */
function packageName(folder: string): string {
  const name = basename(folder)
    .toLowerCase()
    .replace(/[^a-z\d-]+/g, '-')
    .replace(/^-+|-+$/g, '');
  return name === '' || name === 'tracker-e2e' ? 'my-tracker-e2e' : name;
}
