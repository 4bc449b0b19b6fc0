import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import type { SubCommand } from './support/sub-command.js';
import { writeSuite } from './init/write-suite.js';
import type { SuiteFile } from './init/write-suite.js';
import { packageFolder } from '../client/package-folder.js';
import { orUsageError, UsageError } from './support/usage-error.js';
import { nearest, ruleIds } from '../contracts/index.js';
import { print } from '../client/print.js';

export function addEjectCommand(command: SubCommand): void {
  command
    .description('copy the specs of a rule, or one spec, from the suite of this package into a suite of yours')
    .argument('<rule|file>', 'a rule, such as DT-01, or a spec, such as directory-sync/list-users.spec.ts')
    .argument('[folder]', 'the folder with the tests of your suite', 'tests')
    .notes([
      'It copies the TypeScript source and the files of the suite that it imports; other imports come from tracker-e2e.',
      'It overwrites nothing: if the spec exists, it copies nothing; support files that exist stay as they are.',
      'Exit codes: 0 done, 2 no such rule or spec, the spec exists already, or the folder can’t be used.',
      'Examples:',
      '  npx tracker-e2e eject DT-01',
      '  npx tracker-e2e eject list-users.spec.ts e2e/tests',
    ])
    .action(eject);
}

function eject(what: string, folder: string): void {
  const specs = join(packageFolder(), 'specs');
  const names = findSpecs(specs, what);
  const there = names.filter((name) => existsSync(join(folder, name)));
  if (there.length > 0) {
    const paths = there.map((name) => join(folder, name)).join(', ');
    throw new UsageError(`Nothing is copied, because it is there: ${paths}. Move it away, or name another folder.`);
  }
  const files = ejectedFiles(specs, names);
  const write = () => writeSuite(folder, files);
  const { written, leftAlone } = orUsageError(write, `No spec can be written to ${folder}`);
  const lines = [
    ...written.map(({ path }) => `Wrote      ${join(folder, path)}`),
    ...leftAlone.map(({ there }) => `Left alone ${join(folder, there)}, which was there`),
    ...neededPackages(files).map((name) => `Install    npm install --save-dev ${name}`),
    `Next       npx playwright test ${names.map((name) => join(folder, name)).join(' ')}`,
  ];
  print(lines.join('\n'));
}

/** The packages that files import and that come with this package, where a suite need not find them. */
function neededPackages(files: readonly SuiteFile[]): string[] {
  const text = readFileSync(join(packageFolder(), 'package.json'), 'utf8');
  const { dependencies } = JSON.parse(text) as { readonly dependencies: Readonly<Record<string, string>> };
  const isImported = (name: string) => files.some(({ text }) => text.includes(` from '${name}'`));
  return Object.entries(dependencies).flatMap(([name, version]) => (isImported(name) ? [`${name}@${version}`] : []));
}

/** The imports of a suite in place of the folders of this project. */
const ENTRIES: Readonly<Record<string, string>> = {
  '../fixtures/index.js': 'tracker-e2e',
  '../builders/index.js': 'tracker-e2e/builders',
};

/** The specs of a rule or of a name, by their paths in the suite. @throws UsageError if there is none */
export function findSpecs(specs: string, what: string): readonly string[] {
  const all = readdirSync(specs, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.spec.ts'))
    .sort();
  const rule = ruleIds.find((id) => id === what.toUpperCase());
  if (rule !== undefined) return all.filter((name) => read(specs, name).includes(`'${rule}'`));
  const wanted = plainName(what);
  const found = all.filter((name) => plainName(name) === wanted || plainName(name).endsWith(`/${wanted}`));
  if (found.length === 1) return found;
  const plain = all.map(plainName);
  const near =
    found.length > 1
      ? found
      : [...nearest(what, ruleIds), ...nearest(wanted, [...plain, ...plain.map((name) => posix.basename(name))])];
  const remedy =
    near.length === 0 ? '`tracker-e2e verify --list` lists the specs.' : `Did you mean ${near.join(' or ')}?`;
  throw new UsageError(
    `${what} is ${found.length > 1 ? 'more than one spec' : 'neither a rule nor a spec of the suite'}. ${remedy}`,
  );
}

/** Specs and everything that they import from the suite. Their imports name this package instead of its sources. */
export function ejectedFiles(specs: string, names: readonly string[]): readonly SuiteFile[] {
  const files = new Map<string, string>();
  const pending = [...names];
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    if (files.has(name)) continue;
    const folder = posix.dirname(name);
    const text = read(specs, name).replace(/ from '(\.[^']+)';$/gm, (line, path: string) => {
      const target = posix.join(folder, path);
      const entry = ENTRIES[target];
      if (entry !== undefined) return ` from '${entry}';`;
      pending.push(target.replace(/\.js$/, '.ts'));
      return line;
    });
    files.set(name, text);
  }
  return [...files].map(([path, text]) => ({ path, text }));
}

function read(specs: string, name: string): string {
  return readFileSync(join(specs, name), 'utf8');
}

/** The plain name of a spec. A user may write `specs/` before it and an ending after it, `.spec.js` too. */
function plainName(name: string): string {
  return name
    .replaceAll('\\', '/')
    .replace(/^(\.\/)?specs\//, '')
    .replace(/(\.spec)?(\.[jt]s)?$/, '');
}
