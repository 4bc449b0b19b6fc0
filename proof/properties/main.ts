/** Sends random and mutated requests to the fake for as long as wanted; `npm run properties -- --help` tells how. */
import { Command, InvalidArgumentError, Option } from 'commander';
import type { Exploration } from './requests/explore.js';
import { explore } from './requests/explore.js';
import type { StoryKind } from './requests/step.js';

interface Options {
  readonly stories?: StoryKind;
  readonly requests: number;
  readonly seed?: number;
  readonly path?: string;
}

const program = new Command('npm run properties --')
  .description('Sends random and mutated requests to the fake and tells the first story in which an answer is wrong.')
  .addOption(
    new Option(
      '--stories <kind>',
      'only those of requests to the endpoints, or of JQL, faults and control calls',
    ).choices(['requests', 'inputs']),
  )
  .option('--requests <count>', 'at least how many requests to send in each kind of story', wholeNumber, 100_000)
  .option('--seed <number>', 'where the choices start; another one each time where it is left out', wholeNumber)
  .option('--path <path>', 'play the one story that a failure names')
  .action(run);

await program.parseAsync();

async function run({ stories, seed = Date.now() % 2 ** 31, ...options }: Options): Promise<void> {
  console.log(`Seed ${seed}`);
  const kinds: readonly StoryKind[] = stories === undefined ? ['requests', 'inputs'] : [stories];
  for (const kind of kinds) await tellExplored(kind, { ...options, seed });
}

async function tellExplored(
  kind: StoryKind,
  { requests, seed, path }: Pick<Exploration, 'requests' | 'seed' | 'path'>,
): Promise<void> {
  const explored = await explore({ kind, requests, seed, path });
  console.log(`${explored.requests} requests in stories of ${kind}`);
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
