import { Option } from 'commander';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import type { SubCommand } from './support/sub-command.js';
import { orUsageError, UsageError } from './support/usage-error.js';
import { exitCodes } from '../reports/exit-codes.js';
import { addScripts, alone, beside, suiteFiles, ciKinds } from './init/suite-files.js';
import type { CiKind, SuiteNames } from './init/suite-files.js';
import {
  findRepository,
  foldersUpFrom,
  dependenciesOf,
  installCommand,
  isInstalled,
  runInstall,
  packageManagerOf,
} from './init/package-manager.js';
import { writeSuite } from './init/write-suite.js';
import { configIn } from './support/playwright.js';
import { packageFolder } from '../client/package-folder.js';
import { print, printError } from '../client/print.js';

/** The packages that make Allure reports. A suite also works without them. */
const ALLURE = ['allure', 'allure-playwright'];

interface InitOptions {
  readonly ci?: CiKind;
  readonly from?: string;
  readonly install: boolean;
}

export function addInitCommand(command: SubCommand, version: string): void {
  command
    .description('set up a suite in a folder: configuration, .env.example, a spec, a CI file; and install its packages')
    .argument('[folder]', 'the folder; created if it does not exist', '.')
    .addOption(
      new Option(
        '--ci <kind>',
        'the CI to write a file for; by default the CI of the repository’s git remote, or else github',
      ).choices(ciKinds),
    )
    .option('--from <spec>', 'the package to install as tracker-e2e, such as a tarball; by default this version')
    .option('--no-install', 'install nothing, and print the command')
    .notes([
      'It asks nothing and overwrites nothing: it names the files that exist already, and adds missing scripts to package.json.',
      'A suite of Playwright that is there stays as it is: the new one gets a configuration of its own, tracker.config.ts.',
      'The spec passes at once, on the bundled fake, and so does the script typecheck. The CI file goes to the top folder of',
      'the repository and runs the suite in its folder. It installs with npm, pnpm or yarn, depending on the lock file.',
      'Exit codes: 0 done, 1 the installation failed, 2 the folder can’t be used.',
      'Examples:',
      '  npx tracker-e2e init',
      '  npx tracker-e2e init e2e --ci gitlab',
    ])
    .action((folder: string, options: InitOptions) => init(resolve(folder), options, version));
}

function init(folder: string, { ci, from, install }: InitOptions, version: string): void {
  refuseTestsOfOthers(folder);
  const [envExample, firstSpec] = [textOf('examples/.env.example'), textOf('examples/first.spec.ts')];
  const repository = findRepository(folder);
  const manager = packageManagerOf(folder, repository.root);
  const other = otherConfig(folder);
  const names = other === undefined ? alone : beside;
  const place = { folder, root: repository.root, manager, names };
  const files = suiteFiles(packageName(folder), envExample, firstSpec, ci ?? ciOf(repository), place);
  const { suite, scripts } = orUsageError(() => {
    const suite = writeSuite(folder, files);
    return { suite, scripts: addScripts(join(folder, 'package.json'), names.command) };
  }, `No suite can be written to ${folder}`);
  const leftAlone = suite.leftAlone.filter(({ there }) => there !== 'package.json' || scripts.length === 0);
  printWritten({ ...suite, leftAlone });
  if (other !== undefined) printOther(folder, other, names);
  if (scripts.length > 0) print(`Added      to package.json the scripts ${scripts.join(' and ')}`);
  const specs = {
    'tracker-e2e': packageSpec(folder, version, from),
    '@playwright/test': '@playwright/test@^1.62.0',
    typescript: 'typescript@^6.0.0',
    '@types/node': '@types/node@^20.19.0',
  };
  const command = installCommand(folder, specs, manager);
  const way = relative(process.cwd(), folder);
  const steps = way === '' ? [] : [`cd ${/\s/.test(way) ? JSON.stringify(way) : way}`];
  if (command !== undefined && install) {
    print(`Runs       ${command.join(' ')}`);
    if (!runInstall(folder, command)) {
      const unlisted = 'If npm does not list tracker-e2e, run init again with --from and its tarball.';
      const remedy = from === undefined ? ` ${unlisted}` : '';
      printError(`The installation failed. The suite is there; install with: ${command.join(' ')}.${remedy}`);
      process.exitCode = exitCodes.testsFailed;
      return;
    }
  } else if (command !== undefined) steps.push(command.join(' '));
  print(`Next       ${[...steps, `${manager.run} ${names.command}`].join(' && ')}`);
  print(
    `Later      settings for a tracker go to .env, as .env.example shows; ${manager.run} tracker-e2e doctor looks at it`,
  );
  if (!ALLURE.some((name) => isInstalled(folder, name))) {
    print(`Allure     ${[...manager.add, ...ALLURE].join(' ')} gives each run an Allure report too`);
  }
}

/**
 * The package to install, by default the tarball that a parent folder has installed it from, or else this version. The path of
 * a file is made absolute, because the suite's folder installs it.
 */
function packageSpec(folder: string, version: string, from: string | undefined): string {
  if (from !== undefined) return existsSync(from) ? resolve(from) : from;
  for (const up of foldersUpFrom(folder)) {
    const [, path] = /^file:(.+\.tgz)$/.exec(dependenciesOf(up)['tracker-e2e'] ?? '') ?? [];
    if (path !== undefined) return resolve(up, path);
  }
  return `tracker-e2e@^${version}`;
}

function textOf(path: string): string {
  return readFileSync(join(packageFolder(), path), 'utf8');
}

/** The Playwright configuration of another suite in a folder; undefined if there is none, or it uses this package. */
function otherConfig(folder: string): string | undefined {
  const config = existsSync(folder) ? configIn(folder) : undefined;
  if (config === undefined || readFileSync(join(folder, config), 'utf8').includes('tracker-e2e')) return undefined;
  return config;
}

/** @throws UsageError if a folder holds specs that a configuration of Playwright in a folder around it finds */
function refuseTestsOfOthers(folder: string): void {
  if (!existsSync(folder) || configIn(folder) !== undefined) return;
  const around = foldersUpFrom(dirname(folder)).find((up) => otherConfig(up) !== undefined);
  if (around === undefined || !holdsSpecs(folder)) return;
  throw new UsageError(
    `${folder} holds specs of the suite in ${around}, which a suite of its own would break. ` +
      `Set it up beside that one, by \`tracker-e2e init\` in ${around}, or in another folder.`,
  );
}

function holdsSpecs(folder: string): boolean {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names.some((name) => /\.(spec|test)\.[cm]?[jt]sx?$/.test(name) && !name.includes('node_modules'));
}

function printOther(folder: string, other: string, { config, specs }: SuiteNames): void {
  const findsAll = !readFileSync(join(folder, other), 'utf8').includes('testDir');
  const lines = [
    `Beside     ${other}, which stays as it is: ${config} is for ${specs}/`,
    ...(findsAll ? [`           ${other} finds ${specs}/ too, unless it says testIgnore: '${specs}/**'`] : []),
    '           node_modules/tracker-e2e/docs/writing-a-spec.md has the lines for one configuration of both',
  ];
  print(lines.join('\n'));
}

function printWritten({ written, leftAlone }: ReturnType<typeof writeSuite>): void {
  const lines = [
    ...written.map(({ path }) => `Wrote      ${path}`),
    ...leftAlone.map(
      ({ there, toDo }) => `Left alone ${there}, which was there${toDo === undefined ? '' : `; ${toDo}`}`,
    ),
  ];
  print(lines.join('\n'));
}

function ciOf({ root, config }: ReturnType<typeof findRepository>): CiKind {
  return config.includes('gitlab') || existsSync(join(root, '.gitlab-ci.yml')) ? 'gitlab' : 'github';
}

function packageName(folder: string): string {
  const name = basename(folder)
    .toLowerCase()
    .replace(/[^a-z\d-]+/g, '-')
    .replace(/^-+|-+$/g, '');
  return name === '' || name === 'tracker-e2e' ? 'my-tracker-e2e' : name;
}
