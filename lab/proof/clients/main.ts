/** `npm run clients`: published clients of the tracker call a fake of their own. A call passes if what is seen of it is right. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import * as z from 'zod';
import { startFake } from '../../../fake/index.js';
import { installOutside } from '../../tools/install-outside.js';
import { printTotals, startCommand } from '../processes.js';

const CONTEXT_PATH = '/tracker';

/** More time than any script takes, in milliseconds. */
const TIMEOUT = 120_000;

/** Debian's package and its version in Debian 12; the interpreter is that of Debian too. */
const DEBIAN = { name: 'python3-jira', version: '3.4.1-1' } as const;

const resultSchema = z.discriminatedUnion('passed', [
  z.strictObject({ call: z.string(), passed: z.literal(true) }),
  z.strictObject({ call: z.string(), passed: z.literal(false), reason: z.string() }),
]);

const totals = { passed: 0, failed: 0, skipped: 0 };
const modules = installOutside('jira.js@5.4.0');
await tryClient('jira.js', [process.execPath, 'jira-js.js']);
const reason = installDebian();
if (reason === undefined) await tryClient(DEBIAN.name, ['/usr/bin/python3', 'python3-jira.py']);
else {
  console.log(`${DEBIAN.name}: not tried, ${reason}`);
  totals.skipped += 1;
}
printTotals('clients', totals);
if (totals.failed > 0) process.exitCode = 1;

/** Runs the script of a client, and counts its calls. @throws Error if the script breaks off, or tells no result */
async function tryClient(name: string, [program, script]: readonly [program: string, script: string]): Promise<void> {
  const fake = await startFake({ contextPath: CONTEXT_PATH });
  const settings = {
    TRACKER_URL: `${fake.url}${CONTEXT_PATH}`,
    CLIENT_MODULES: modules,
    // Clients heed a proxy of the environment. Their requests stay on this machine.
    NO_PROXY: '127.0.0.1',
    no_proxy: '127.0.0.1',
    PYTHONDONTWRITEBYTECODE: '1',
  };
  try {
    const command = [program, join(import.meta.dirname, script)];
    const { code, stdout, output } = await startCommand(command, {
      env: { ...process.env, ...settings },
      timeout: TIMEOUT,
    }).ended;
    const lines = stdout.split('\n').filter((line) => line !== '');
    if (code !== 0 || lines.length === 0) {
      throw new Error(`The script of ${name} ended with ${code ?? 'a signal'}:\n${output.slice(-2_000)}`);
    }
    const results = lines.map((line) => resultSchema.parse(JSON.parse(line)));
    const failed = results.flatMap((result) => (result.passed ? [] : [result]));
    console.log(`${name}: ${results.length - failed.length} of ${results.length} calls passed`);
    for (const { call, reason } of failed) console.log(`  ${call}: ${reason}`);
    totals.passed += results.length - failed.length;
    totals.failed += failed.length;
  } finally {
    await fake.close();
  }
}

/** Installs the Debian package if it is not there. @returns why it can't be tried */
function installDebian(): string | undefined {
  if (isInstalled()) return undefined;
  const wanted = `${DEBIAN.name}=${DEBIAN.version}`;
  if (process.getuid?.() !== 0) return `only root can install it: apt-get install --no-install-recommends ${wanted}`;
  const aptGet = (...args: readonly string[]) =>
    spawnSync('apt-get', ['-qq', ...args], {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      stdio: 'ignore',
    });
  const { error } = aptGet('install', '-y', '--no-install-recommends', wanted);
  if (error !== undefined) return 'there is no apt-get here';
  if (isInstalled()) return undefined;
  aptGet('update');
  aptGet('install', '-y', '--no-install-recommends', wanted);
  return isInstalled() ? undefined : `apt-get can't install ${wanted}`;
}

function isInstalled(): boolean {
  const query = ['-W', '-f', '${db:Status-Status} ${Version}', DEBIAN.name];
  const { stdout } = spawnSync('dpkg-query', query, { encoding: 'utf8' });
  return stdout === `installed ${DEBIAN.version}`;
}
