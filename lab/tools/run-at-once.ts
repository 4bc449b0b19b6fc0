/**
 * Runs scripts of lab/package.json, as many at once as there are cores, and starts them in the order in which they are
 * named: `tsx lab/tools/run-at-once.ts check:lint "prism -- --seed 7"`. What one prints comes in one piece when it has ended.
 */
import { availableParallelism } from 'node:os';
import { runAtOnce } from './scripts-at-once.js';

const failed = await runAtOnce(process.argv.slice(2), availableParallelism(), ({ script, code, seconds, output }) => {
  process.stdout.write(`\n${script}: ${code === 0 ? 'passed' : 'failed'} after ${seconds.toFixed(0)} s\n${output}`);
});
if (failed.length > 0) {
  process.stdout.write(`\nFailed: ${failed.join(', ')}. One of them alone: npm run -w lab ${failed[0]}\n`);
  process.exitCode = 1;
}
