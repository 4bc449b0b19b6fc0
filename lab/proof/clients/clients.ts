import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A published client of the tracker, and the script that calls what it has. */
export interface PublishedClient {
  /** The name of its package, and of its script. */
  readonly name: string;
  readonly language: 'JavaScript' | 'Perl' | 'Python' | 'Ruby';
  readonly source: 'npm' | 'debian';
  readonly version: string;
  /** The command that runs the script. */
  readonly command: readonly [program: string, script: string];
}

/** The folder that says which npm clients are installed. */
export const NPM_FOLDER = join(import.meta.dirname, 'npm-clients');

function scriptOf(file: string): string {
  return join(import.meta.dirname, 'scripts', file);
}

function npmClients(): PublishedClient[] {
  const text = readFileSync(join(NPM_FOLDER, 'package.json'), 'utf8');
  const { dependencies } = JSON.parse(text) as { readonly dependencies: Readonly<Record<string, string>> };
  return Object.entries(dependencies).map(([name, version]) => ({
    ...{ name, version, language: 'JavaScript', source: 'npm' },
    command: [process.execPath, scriptOf(`${name.replace('@', '').replace(/[./]/, '-')}.js`)],
  }));
}

/** The interpreter is the one of Debian's own packages: others can be installed too. */
function debianClient(
  language: 'Perl' | 'Python' | 'Ruby',
  name: string,
  version: string,
  ending: string,
): PublishedClient {
  const program = language === 'Python' ? '/usr/bin/python3' : `/usr/bin/${language.toLowerCase()}`;
  const command = [program, scriptOf(`${name}.${ending}`)] as const;
  return { name, language, source: 'debian', version, command };
}

/** Every client that the fake is tried with. Versions of Debian packages are from Debian 12. */
export const publishedClients: readonly PublishedClient[] = [
  ...npmClients(),
  debianClient('Python', 'python3-jira', '3.4.1-1', 'py'),
  debianClient('Ruby', 'ruby-jira', '2.1.5-4', 'rb'),
  debianClient('Perl', 'libjira-rest-perl', '0.023-1', 'pl'),
  debianClient('Python', 'bugwarrior', '1.8.0-7', 'py'),
];

/** Packages that one only recommends, and can do nothing here without. */
const RECOMMENDED: Readonly<Record<string, readonly string[]>> = { bugwarrior: ['python3-jira'] };

/**
 * Installs Debian packages in the versions that the clients name, if they are not there and this may be done.
 *
 * @returns why a client can't be tried, by its name
 */
export function installDebian(clients: readonly PublishedClient[]): ReadonlyMap<string, string> {
  const missing = clients.filter((client) => installedVersion(client.name) !== client.version);
  if (missing.length === 0) return new Map();
  const wanted = missing.map(({ name, version }) => [`${name}=${version}`, ...(RECOMMENDED[name] ?? [])]);
  const command = `apt-get install --no-install-recommends ${wanted.flat().join(' ')}`;
  if (!has('apt-get')) return allOf(missing, 'there is no apt-get here');
  if (process.getuid?.() !== 0) return allOf(missing, `only root can install it: ${command}`);
  process.stdout.write(`Installing ${wanted.flat().join(', ')} …\n`);
  if (!aptGet(['install', '-y', '--no-install-recommends', ...wanted.flat()])) {
    aptGet(['update']);
    // One by one: a version that this Debian does not have keeps no other from being installed.
    for (const one of wanted) aptGet(['install', '-y', '--no-install-recommends', ...one]);
  }
  return allOf(
    missing.filter((client) => installedVersion(client.name) !== client.version),
    `apt-get can't install this version: ${command}`,
  );
}

function allOf(clients: readonly PublishedClient[], reason: string): ReadonlyMap<string, string> {
  return new Map(clients.map(({ name }) => [name, reason]));
}

function installedVersion(name: string): string | undefined {
  const { status, stdout } = spawnSync('dpkg-query', ['-W', '-f', '${db:Status-Status} ${Version}', name], {
    encoding: 'utf8',
  });
  const [state, version] = status === 0 ? stdout.split(' ') : [];
  return state === 'installed' ? version : undefined;
}

function has(program: string): boolean {
  return spawnSync(program, ['--version']).error === undefined;
}

function aptGet(args: readonly string[]): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return spawnSync('apt-get', ['-qq', ...args], { env, stdio: ['ignore', 'ignore', 'ignore'] }).status === 0;
}
