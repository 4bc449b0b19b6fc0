/** Tries the harness on a tracker it did not make; `npm run -w lab drill -- --help` tells how. */
import { randomInt } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Command, Option } from 'commander';
import { wholeNumber } from '../processes.js';
import { openEnvironment } from './environment.js';
import type { Environment } from './environment.js';
import { runProfile } from './profile.js';
import { print, runKills, runMachines } from './runs.js';

const parts = ['machines', 'kills', 'profile'] as const;
type Part = (typeof parts)[number];

interface Options {
  readonly kills: number;
  readonly seed: number;
  readonly only?: Part;
}

// A run that is under way is ended with the drill.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

await new Command('npm run -w lab drill --')
  .description('Tries the harness on a tracker that stands in for a real one and that somebody else works in.')
  .option('--kills <number>', 'how often a run is killed', wholeNumber, 20)
  .option('--seed <number>', 'what the tracker and the moments come from', wholeNumber, randomInt(1_000_000_000))
  .addOption(new Option('--only <part>', 'one part of the drill instead of all').choices(parts))
  .action(drillAll)
  .parseAsync();

async function drillAll({ kills, seed, only }: Options): Promise<void> {
  const { TRACKER_OUTPUT: output = 'tracker-output' } = process.env;
  const drill = { seed, folder: resolve(output, 'drill') };
  rmSync(drill.folder, { recursive: true, force: true });
  print(`Drill with the seed ${seed}; again with: npm run -w lab drill -- --seed ${seed} --kills ${kills}`);
  let opened: Promise<Environment> | undefined;
  const environment = () => (opened ??= openEnvironment(join(drill.folder, 'environment'), seed));
  const scenarios: Readonly<Record<Part, () => Promise<boolean>>> = {
    machines: async () => runMachines(drill, await environment()),
    kills: async () => runKills(drill, await environment(), kills),
    profile: () => runProfile(drill),
  };
  const failed: Part[] = [];
  try {
    for (const part of parts.filter((one) => only === undefined || only === one)) {
      if (!(await scenarios[part]())) failed.push(part);
    }
  } finally {
    await (await opened)?.close();
  }
  if (failed.length > 0) process.exitCode = 1;
  print('', failed.length === 0 ? 'The drill passed.' : `The drill failed: ${failed.join(', ')} (seed ${seed}).`);
}
