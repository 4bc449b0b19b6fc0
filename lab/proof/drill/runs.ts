import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { counted } from '../../../contracts/counted.js';
import { COMMAND, printTotals, ROOT, startCommand, withoutSettings } from '../processes.js';
import type { Running } from '../processes.js';
import type { Environment } from './environment.js';

export interface Drill {
  readonly seed: number;
  readonly folder: string;
}

export function print(...lines: readonly string[]): void {
  process.stdout.write(lines.map((line) => `${line}\n`).join(''));
}

/**
 * Starts `tracker-e2e` in a process group of its own.
 *
 * @param settings the only settings of the process
 * @param wrap the command that runs it, such as `unshare`; nothing if it is left out
 */
export function startHarness(
  words: readonly string[],
  settings: Readonly<Record<string, string>>,
  wrap: readonly string[] = [],
): Running {
  return startCommand([...wrap, process.execPath, COMMAND, ...words], { env: withoutSettings(settings), cwd: ROOT });
}

/** The most differences that are printed, and of each so many characters. */
const [MOST, LONGEST] = [20, 400];

export async function compareAloud(environment: Environment): Promise<number> {
  const { differences, rows, done } = await environment.compare();
  const verdict =
    differences.length === 0 ? 'as it would be without the harness' : counted(differences.length, 'difference');
  const user = `the background user has done ${counted(done, 'thing')} so far`;
  print(`  the tracker: ${verdict} (${counted(rows, 'row')}; ${user})`);
  print(...differences.slice(0, MOST).map((line) => `    - ${line.slice(0, LONGEST)}`));
  return differences.length;
}

export function printEnded(code: number | undefined, output: string): void {
  print(output.trimEnd().replaceAll(/^/gm, '  | '), `  ended with ${code ?? 'a signal'}`);
}

export function conclude(part: string, outcomes: readonly boolean[]): boolean {
  const passed = outcomes.filter(Boolean).length;
  printTotals(`drill (${part})`, { passed, failed: outcomes.length - passed, skipped: 0 });
  return passed === outcomes.length;
}

/** The options of a run: a call that meets a limit of the rate fails its test, which is run again. */
export function runOf(name: string, ...words: readonly string[]): string[] {
  return ['run', ...words, '--retries=3', `--output=tracker-output/lab/drill/${name}`];
}

/** Runs a command on what is another machine for it: with another name, and another numbering of processes. */
const OTHER_MACHINE = [
  ...['unshare', '--map-root-user', '--uts', '--pid', '--fork', '--kill-child', '--mount-proc'],
  ...['sh', '-c', 'hostname other-machine && exec "$@"', 'sh'],
];

/**
 * The whole suite twice at once, on two machines that share one sandbox and nothing else.
 *
 * @returns whether both runs passed, one waited for the other, and the tracker is as it would be without them
 */
export async function runMachines(drill: Drill, environment: Environment): Promise<boolean> {
  print('', 'Two runs at once on two machines, with one sandbox:');
  if (spawnSync('unshare', [...OTHER_MACHINE.slice(1), 'true']).status !== 0) {
    print('  this system lets nobody make a second machine: `unshare` of Linux is needed, and user namespaces');
    return false;
  }
  const folder = join(drill.folder, 'machines');
  rmSync(folder, { recursive: true, force: true });
  const runs = [[], OTHER_MACHINE].map((wrap, index) => {
    const settings = { ...environment.settings, TRACKER_OUTPUT: join(folder, String(index + 1)) };
    return startHarness(runOf(`machine-${index + 1}`, '--workers=3'), settings, wrap).ended;
  });
  const ended = await Promise.all(runs);
  for (const { code, output } of ended) printEnded(code, output);
  const waited = ended.filter(({ output }) => output.includes('Waiting for the sandbox'));
  const isAsBefore = (await compareAloud(environment)) === 0;
  return conclude('machines', [...ended.map(({ code }) => code === 0), waited.length === 1, isAsBefore]);
}
