/** Sends random and mutated requests to the fake; `npm run properties -- --help` lists the options. */
import { randomInt } from 'node:crypto';
import { Command, Option } from 'commander';
import { counted } from '../../../contracts/counted.js';
import { wholeNumber } from '../processes.js';
import { explore } from './explore.js';
import type { Exploration, ScenarioKind } from './explore.js';

const kinds: readonly ScenarioKind[] = ['requests', 'inputs', 'raw'];

interface Options extends Omit<Exploration, 'kind' | 'seed'> {
  readonly scenarios?: ScenarioKind;
  readonly seed?: number;
}

await new Command('npm run properties --')
  .description('Sends random and mutated requests to the fake and prints the first scenario with a wrong answer.')
  .addOption(
    new Option(
      '--scenarios <kind>',
      'only requests to the endpoints, only JQL and control calls, or only raw HTTP',
    ).choices(kinds),
  )
  .option('--requests <count>', 'at least how many requests to send in each kind of scenario', wholeNumber, 100_000)
  .option('--seed <number>', 'the seed of the random choices; another one each time without it', wholeNumber)
  .option('--path <path>', 'run the one scenario that a failure names')
  .action(async ({ scenarios, seed = randomInt(1_000_000_000), ...options }: Options) => {
    console.log(`Seed ${seed}`);
    for (const kind of kinds.filter((one) => scenarios === undefined || scenarios === one)) {
      await printExplored({ kind, seed, ...options });
    }
  })
  .parseAsync();

async function printExplored(exploration: Exploration): Promise<void> {
  const { requests, statuses, succeeded, failure } = await explore(exploration);
  console.log(`${counted(requests, 'request')} in scenarios of ${exploration.kind}`);
  for (const [status, count] of [...statuses].sort(([left], [right]) => left - right)) {
    console.log(`  ${String(count).padStart(8)} answered with ${status}`);
  }
  const rarest = [...succeeded].sort(([, left], [, right]) => left - right).slice(0, 5);
  console.log(`Rarest successes: ${rarest.map(([name, count]) => `${name} ${count}`).join(', ')}`);
  if (failure === undefined) return;
  console.log(`\n${failure}`);
  process.exitCode = 1;
}
