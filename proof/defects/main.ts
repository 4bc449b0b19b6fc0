/** Runs the suite against every defect of the fake; `npm run defects -- --help` tells how. */
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Command, Option } from 'commander';
import { CHOSEN_DEFECTS, chosenDefects } from './chosen-defects.js';
import { ALL_TESTS } from './which-tests.js';

interface Options {
  readonly mode: 'own-space' | 'shared' | 'both';
  readonly wide?: boolean;
}

const program = new Command('npm run defects --')
  .description('Shows that the suite catches each defect the fake can have, by a test of the rule it breaks.')
  .argument('[defects...]', 'rules or names to try, such as DT-02 or AD; all where none is given')
  .addOption(
    new Option('--mode <mode>', 'a tracker for each test, one for all tests of a defect, or both ways in turn')
      .choices(['own-space', 'shared', 'both'])
      .default('both'),
  )
  .option('--wide', 'run all tests of the API, to find those that fail though they are not about the rule (minutes)')
  .action(run);

await program.parseAsync();

async function run(starts: readonly string[], { mode, wide }: Options): Promise<void> {
  process.env[CHOSEN_DEFECTS] = starts.join(',');
  if (chosenDefects().length === 0) program.error(`No defect starts with ${starts.join(' or ')}.`, { exitCode: 2 });
  if (wide === true) process.env[ALL_TESTS] = 'yes';
  for (const one of mode === 'both' ? (['own-space', 'shared'] as const) : [mode]) {
    const code = await playwright(one);
    if (code !== 0) process.exitCode = code;
  }
}

/** Runs Playwright on the configuration beside this file. @returns its exit code */
function playwright(mode: 'own-space' | 'shared'): Promise<number> {
  const command = join(dirname(createRequire(import.meta.url).resolve('@playwright/test/package.json')), 'cli.js');
  const child = spawn(process.execPath, [command, 'test', '-c', import.meta.dirname], {
    stdio: 'inherit',
    env: { ...process.env, TRACKER_MODE: mode },
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 1));
  });
}
