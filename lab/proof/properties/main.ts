/** Sends random and mutated requests to the fake ; `npm run properties -- --help` lists the options. */
import { randomInt } from 'node:crypto';
import { Command, Option } from 'commander';
import { counted } from '../../../contracts/counted.js';
import { wholeNumber } from '../processes.js';
import { explore } from './explore.js';
import type { Exploration } from './explore.js';
import type { ScenarioKind } from './step.js';

interface Options {
  readonly scenarios?: ScenarioKind;
  readonly requests: number;
  readonly seed?: number;
  readonly path?: string;
}

const program = new Command('npm run properties --')
  .description('Sends random and mutated requests to the fake and prints the first scenario with a wrong answer.')
  .addOption(
    new Option('--scenarios <kind>', 'only requests to the endpoints, or only JQL, faults and control calls').choices([
      'requests',
      'inputs',
    ]),
  )
  .option('--requests <count>', 'at least how many requests to send in each kind of scenario', wholeNumber, 100_000)
  .option('--seed <number>', 'the seed of the random choices; another one each time without it', wholeNumber)
  .option('--path <path>', 'run the one scenario that a failure names')
  .action(run);

await program.parseAsync();

async function run({ scenarios, seed = randomInt(1_000_000_000), ...options }: Options): Promise<void> {
  console.log(`Seed ${seed}`);
  const kinds: readonly ScenarioKind[] = scenarios === undefined ? ['requests', 'inputs'] : [scenarios];
  for (const kind of kinds) await printExplored(kind, { ...options, seed });
}

async function printExplored(
  kind: ScenarioKind,
  { requests, seed, path }: Pick<Exploration, 'requests' | 'seed' | 'path'>,
): Promise<void> {
  const explored = await explore({ kind, requests, seed, path });
  console.log(`${counted(explored.requests, 'request')} in scenarios of ${kind}`);
  for (const [status, count] of [...explored.statuses].sort(([left], [right]) => left - right)) {
    console.log(`  ${String(count).padStart(8)} answered with ${status}`);
  }
  const rarest = [...explored.succeeded].sort(([, left], [, right]) => left - right).slice(0, 5);
  console.log(`Rarest successes: ${rarest.map(([name, count]) => `${name} ${count}`).join(', ')}`);
  if (explored.failure === undefined) return;
  console.log(`\n${explored.failure}`);
  process.exitCode = 1;
}
