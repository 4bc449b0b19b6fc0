import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { COMMAND } from './processes.js';

/*
 * `npm run shards -- 4`: the suite in so many processes that know nothing of each other, as on so many machines, and
 * what they left merged into one run with one verdict. Further arguments go to each of them. The tests are split by the
 * durations that the last run of the suite recorded.
 */

interface Ending {
  readonly code: number;
  readonly output: string;
  readonly seconds: number;
}

const [count = '4', ...args] = process.argv.slice(2);
if (!/^[1-9]\d?$/.test(count)) {
  process.stderr.write('Say how many shards there are to be, for example: npm run shards -- 4\n');
  process.exit(2);
}
const mode = args.includes('--shared') ? 'shared' : 'isolated';
const { TRACKER_OUTPUT: output = 'tracker-output', TRACKER_SEED: seed = String(randomInt(1_000_000_000)) } =
  process.env;
const folder = join(output, 'shards');
rmSync(folder, { recursive: true, force: true });

const { TRACKER_RECORDS: records = join(output, mode) } = process.env;

const numbers = Array.from({ length: Number(count) }, (_, index) => String(index + 1));
const seconds = await Promise.all(
  numbers.map(async (number) => {
    const shard = ['--shard', `${number}/${count}`, '--workers=1', `--output=tracker-output/lab/shards/${number}`];
    const ending = await trackerE2e(['run', ...shard, ...args], {
      TRACKER_OUTPUT: join(folder, number),
      TRACKER_SEED: seed,
      TRACKER_RECORDS: records,
    });
    process.stdout.write(`\n=== shard ${number} of ${count} ended with ${ending.code} ===\n${ending.output}`);
    return ending.seconds;
  }),
);

const mean = seconds.reduce((sum, one) => sum + one, 0) / seconds.length;
const took = seconds.map((one) => `${one.toFixed(1)} s`).join(', ');
process.stdout.write(
  `\nThe shards took ${took}: the slowest ${(Math.max(...seconds) / mean).toFixed(2)} of the mean.\n`,
);

const merged = await trackerE2e(['merge', folder, '--reports', 'html,junit'], { TRACKER_OUTPUT: output });
process.stdout.write(`\n=== merged ===\n${merged.output}`);
process.exitCode = merged.code;

/** Runs the command in a process of its own, with these settings added to the environment. */
function trackerE2e(words: readonly string[], settings: Readonly<Record<string, string>>): Promise<Ending> {
  const child = spawn(process.execPath, [COMMAND, ...words], {
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const started = performance.now();
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (part: string) => (text += part));
  return new Promise((resolve, reject) => {
    child
      .once('error', reject)
      .once('close', (code) =>
        resolve({ code: code ?? 1, output: text, seconds: (performance.now() - started) / 1000 }),
      );
  });
}
