/** Asks a fake of much at once, and ends it; `npm run load -- --help` tells how. */
import { counted } from '../../../contracts/counted.js';
import { Command, InvalidArgumentError } from 'commander';
import { runLoad } from './load.js';
import { renderLoad } from './render-load.js';

interface Options {
  readonly connections: number;
  readonly seconds: number;
  readonly tenants: number;
  readonly seed: number;
}

/** The marks of tenants have three digits, and each tenant has a thousand ids of its own. */
const MOST = 900;

await new Command('npm run load --')
  .description('Asks many tenants of one fake over many connections at once, and ends it while it is asked.')
  .option('--connections <count>', 'over how many connections it is asked', upTo(MOST), 200)
  .option('--seconds <count>', 'how long', upTo(86_400), 60)
  .option('--tenants <count>', 'how many trackers it is', upTo(MOST), 20)
  .option('--seed <number>', 'what the choices come from', upTo(2 ** 31), 1)
  .action(run)
  .parseAsync();

async function run({ connections, seconds, tenants, seed }: Options): Promise<void> {
  console.log(`${counted(tenants, 'tenant')}, ${counted(connections, 'connection')}, ${seconds} s\n`);
  const { lines, passed } = renderLoad(await runLoad({ connections, seconds, tenants, seed }));
  console.log(lines.join('\n'));
  if (!passed) process.exitCode = 1;
}

function upTo(most: number): (text: string) => number {
  return (text) => {
    const number = /^\d{1,10}$/.test(text) ? Number(text) : 0;
    if (number < 1 || number > most) throw new InvalidArgumentError(`It has to be a whole number from 1 to ${most}.`);
    return number;
  };
}
