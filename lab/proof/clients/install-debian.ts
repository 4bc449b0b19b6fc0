import { spawnSync } from 'node:child_process';
import type { PublishedClient } from './manifest.js';

/**
 * Installs Debian packages in the versions that the clients name, if they are not there and this may be done.
 *
 * @returns why a client can't be tried, by its name
 */
export function installDebian(clients: readonly PublishedClient[]): ReadonlyMap<string, string> {
  const missing = clients.filter((client) => installedVersion(client.name) !== client.version);
  if (missing.length === 0) return new Map();
  const wanted = missing.map(({ name, version }) => `${name}=${version}`);
  const command = `apt-get install --no-install-recommends ${wanted.join(' ')}`;
  if (!has('apt-get')) return allOf(missing, 'there is no apt-get here');
  if (process.getuid?.() !== 0) return allOf(missing, `only root can install it: ${command}`);
  process.stdout.write(`Installing ${wanted.join(', ')} …\n`);
  if (!aptGet(['install', '-y', '--no-install-recommends', ...wanted])) {
    aptGet(['update']);
    // One by one: a version that this Debian does not have keeps no other from being installed.
    for (const one of wanted) aptGet(['install', '-y', '--no-install-recommends', one]);
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
