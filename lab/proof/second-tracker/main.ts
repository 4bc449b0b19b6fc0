/** Runs the suite on a tracker that was written from the documents alone; `npm run second -- --help` tells how. */
import { Command } from 'commander';
import { Source } from '../../../builders/source.js';
import { COMMAND, runNode, wholeNumber } from '../processes.js';
import { choices } from './choices.js';
import { settingsFor } from './sandbox.js';
import { startSecondTracker } from './server.js';

interface Options {
  readonly seed?: number;
  readonly choices?: string;
}

await new Command('npm run second --')
  .description('Runs the suite on a tracker that was written from the documents alone.')
  .allowUnknownOption()
  .argument('[arguments...]', 'of `tracker-e2e run`, such as names of specs, or another command, such as `doctor`')
  .option(
    '--seed <number>',
    'draws the choices that the documents leave open; without it they are natural',
    wholeNumber,
  )
  .option('--choices <json>', 'some choices, such as {"secondTemplate":"replaces"}')
  .action(run)
  .parseAsync();

async function run(given: readonly string[], { seed, choices: some = '{}' }: Options): Promise<void> {
  const chosen = { ...(seed !== undefined && draw(seed)), ...(JSON.parse(some) as Record<string, unknown>) };
  const tracker = await startSecondTracker(chosen);
  process.stdout.write(`${tracker.url} with ${JSON.stringify(chosen)}\n`);
  const known = ['run', 'doctor', 'observe', 'sweep'];
  const command = known.includes(given[0] ?? '') ? given : ['run', ...given];
  const folder = { TRACKER_OUTPUT: 'tracker-output/second-tracker' };
  const env = { ...folder, ...process.env, ...settingsFor(tracker.url) };
  process.exitCode = await runNode([COMMAND, ...command], { env });
  await tracker.close();
}

function draw(seed: number): Record<string, unknown> {
  const { helpers } = new Source(seed).faker;
  return Object.fromEntries(
    Object.entries(choices).map(([name, { natural, others }]) => [
      name,
      helpers.arrayElement<unknown>([natural, ...others]),
    ]),
  );
}
