/** Sends random and mutated requests to the fake; `npm run -w lab properties -- --help` lists the options. */
import { randomInt } from 'node:crypto';
import { Command, Option } from 'commander';
import { wholeNumber } from '../processes.js';
import { explore, kinds } from './explore.js';
import type { Exploration } from './explore.js';

interface Options extends Omit<Exploration, 'kind' | 'seed'> {
  readonly scenarios?: Exploration['kind'];
  readonly seed?: number;
}

await new Command('npm run -w lab properties --')
  .description('Sends random and mutated requests to the fake and prints the first scenario with a wrong answer.')
  .addOption(new Option('--scenarios <kind>', 'only requests to the endpoints, or only raw HTTP').choices(kinds))
  .option('--requests <count>', 'at least how many requests to send in each kind of scenario', wholeNumber, 100_000)
  .option('--seed <number>', 'the seed of the random choices; another one each time without it', wholeNumber)
  .option('--path <path>', 'run the one scenario that a failure names')
  .action(async ({ scenarios, seed = randomInt(1_000_000_000), ...options }: Options) => {
    console.log(`Seed ${seed}`);
    for (const kind of kinds.filter((one) => scenarios === undefined || scenarios === one)) {
      const { requests, statuses, failure } = await explore({ kind, seed, ...options });
      console.log(`${requests} requests in scenarios of ${kind}, by status`, Object.fromEntries(statuses));
      if (failure === undefined) continue;
      console.log(`\n${failure}`);
      process.exitCode = 1;
    }
  })
  .parseAsync();
