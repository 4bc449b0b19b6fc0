/** Sends random and mutated requests to the fake for as long as wanted; `npm run properties -- --help` tells how. */
import { Command, InvalidArgumentError } from 'commander';
import { explore } from './requests/explore.js';

interface Options {
  readonly requests: number;
  readonly seed?: number;
  readonly path?: string;
}

const program = new Command('npm run properties --')
  .description('Sends random and mutated requests to the fake and tells the first story in which an answer is wrong.')
  .option('--requests <count>', 'at least how many requests to send', wholeNumber, 100_000)
  .option('--seed <number>', 'where the choices start; another one each time where it is left out', wholeNumber)
  .option('--path <path>', 'play the one story that a failure names')
  .action(run);

await program.parseAsync();

async function run({ requests, seed = Date.now() % 2 ** 31, path }: Options): Promise<void> {
  console.log(`Seed ${seed}`);
  const explored = await explore({ requests, seed, path });
  console.log(`${explored.requests} requests`);
  for (const [status, count] of [...explored.statuses].sort(([left], [right]) => left - right)) {
    console.log(`  ${String(count).padStart(8)} answered with ${status}`);
  }
  const rarest = [...explored.succeeded].sort(([, left], [, right]) => left - right).slice(0, 5);
  console.log(`Rarest successes: ${rarest.map(([name, count]) => `${name} ${count}`).join(', ')}`);
  if (explored.failure === undefined) return;
  console.log(`\n${explored.failure}`);
  process.exitCode = 1;
}

function wholeNumber(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('It has to be a whole number.');
  return Number(text);
}
