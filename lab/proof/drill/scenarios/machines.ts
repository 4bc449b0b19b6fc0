import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { LEASE_PREFIX } from '../../../../fixtures/cleanup/leases/component-leases.js';
import { readHolder } from '../../../../fixtures/cleanup/leases/lease-holder.js';
import { addToRunTotals, compareAloud, print } from '../drill.js';
import type { Drill } from '../drill.js';
import { startHarness } from '../harness.js';
import type { Environment } from '../environment.js';
import { printEnding } from './suite.js';

/** Runs a command on what is another machine for it: with another name, and another numbering of processes. */
const OTHER_MACHINE = [
  ...['unshare', '--map-root-user', '--uts', '--pid', '--fork', '--kill-child', '--mount-proc'],
  ...['sh', '-c', 'hostname other-machine && exec "$@"', 'sh'],
];

/** How often the drill looks who holds leases, in milliseconds. */
const LOOK_EVERY = 2_000;

/**
 * The whole suite twice at once, on two machines that share one sandbox and nothing else.
 *
 * @returns whether both runs passed, each machine held leases, and the tracker is as it would be without them
 */
export async function runMachines(drill: Drill, environment: Environment): Promise<boolean> {
  print('', 'Two runs at once on two machines, with one sandbox:');
  if (spawnSync('unshare', [...OTHER_MACHINE.slice(1), 'true']).status !== 0) {
    print('  this system lets nobody make a second machine: `unshare` of Linux is needed, and user namespaces');
    return false;
  }
  const folder = join(drill.folder, 'machines');
  rmSync(folder, { recursive: true, force: true });
  const runs = [[], OTHER_MACHINE].map((wrap, index) => {
    const output = join(folder, String(index + 1));
    const words = ['run', '--workers=1', '--retries=3', `--output=tracker-output/lab/drill/machine-${index + 1}`];
    return { output, ended: startHarness(words, { ...environment.settings, TRACKER_OUTPUT: output }, wrap).ended };
  });
  const ended = Promise.all(runs.map((run) => run.ended));
  const holders = await watchHolders(environment, ended);
  print(`  leases were held by ${[...holders].sort().join(' and ') || 'nobody'}`);
  const endings = await ended;
  const verified = endings.map((ending, index) =>
    printEnding(ending, join(runs[index]?.output ?? '', 'shared/rules.json'), {}),
  );
  const differences = await compareAloud(environment);
  const outcomes = [...verified, holders.size === runs.length, differences.length === 0];
  addToRunTotals(drill, 'machines', outcomes);
  return outcomes.every(Boolean);
}

/** The machines that hold leases on the tracker while something goes on. */
async function watchHolders({ fake }: Environment, goesOn: Promise<unknown>): Promise<ReadonlySet<string>> {
  const holders = new Set<string>();
  const over = goesOn.then(() => true);
  do {
    const { components = [] } = await fake.state();
    for (const { name, description } of components) {
      const lease = String(name).startsWith(LEASE_PREFIX) ? readHolder(String(description)) : undefined;
      if (lease !== undefined) holders.add(`${lease.holder.host} (${lease.holder.machine})`);
    }
  } while (!(await Promise.race([sleep(LOOK_EVERY, false), over])));
  return holders;
}
