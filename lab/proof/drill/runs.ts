import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { counted } from '../../../contracts/counted.js';
import { judgedMatrixSchema } from '../../../contracts/report/matrix.js';
import type { RuleRow } from '../../../contracts/report/matrix.js';
import type { RuleState } from '../../../contracts/report/rule-state.js';
import { LEASE_PREFIX } from '../../../fixtures/cleanup/leases/component-leases.js';
import { readHolder } from '../../../fixtures/cleanup/leases/file-lease.js';
import { printTotals } from '../processes.js';
import type { Ending } from '../processes.js';
import type { Environment } from './environment.js';
import { renderDifferences } from './judge.js';
import type { Difference } from './judge.js';
import { runHarness, startHarness } from './tracker-e2e.js';

/** The settings that all parts of the drill share. */
export interface Drill {
  readonly seed: number;
  /** The output folder of the drill. */
  readonly folder: string;
}

/** Prints lines for the person who watches. */
export function print(...lines: readonly string[]): void {
  process.stdout.write(lines.map((line) => `${line}\n`).join(''));
}

/** Prints the output of the harness, and how it ended. */
export function printEnded({ code, output }: Ending): void {
  const lines = output.trimEnd().split('\n');
  print(...lines.map((line) => `  | ${line}`), `  ended with ${code ?? 'a signal'}`);
}

/** Compares the tracker with its state without the harness, and prints the differences. */
export async function compareAloud(environment: Environment): Promise<readonly Difference[]> {
  const { differences, rows, done } = await environment.compare();
  const verdict =
    differences.length === 0 ? 'as it would be without the harness' : counted(differences.length, 'difference');
  const strikes = Object.entries(await environment.fake.strikes()).map(
    ([id, struck]) => `${id} struck ${counted(struck, 'time')}`,
  );
  print(
    `  the tracker: ${verdict} (${counted(rows, 'row')}; the background user has done ${counted(done, 'thing')} so far; ${strikes.join(', ')})`,
  );
  print(...renderDifferences(differences).map((line) => `    - ${line}`));
  return differences;
}

/**
 * Compares the tracker after a part of the drill, and adds its findings to the run totals.
 *
 * @param outcomes whether each thing that the part looked at is as it has to be
 * @returns whether all of them are, and the tracker is as it would be without the harness
 */
export async function conclude(environment: Environment, part: string, outcomes: readonly boolean[]): Promise<boolean> {
  const all = [...outcomes, (await compareAloud(environment)).length === 0];
  addOutcomes(part, all);
  return all.every(Boolean);
}

/** The setting of a run that names the folder it writes to. */
export function outputOf({ folder }: Drill, name: string): Readonly<Record<string, string>> {
  return { TRACKER_OUTPUT: join(folder, name) };
}

/** Prints how many findings of the drill itself are good. */
export function addOutcomes(part: string, outcomes: readonly boolean[]): void {
  const passed = outcomes.filter(Boolean).length;
  printTotals(`drill (${part})`, { passed, failed: outcomes.length - passed, skipped: 0 });
}

/** The options of a run: a call that meets a limit of the rate fails its test, which is run again. */
export function runOf(name: string, ...words: readonly string[]): string[] {
  return ['run', ...words, '--retries=3', `--output=tracker-output/lab/drill/${name}`];
}

/** The suite with four workers. @returns whether it passed and left the tracker as it would be without it */
export async function runSuite(drill: Drill, environment: Environment): Promise<boolean> {
  print('', 'The suite with four workers:');
  const settings = { ...environment.settings, ...outputOf(drill, 'suite') };
  const ending = await runHarness(runOf('suite', '--workers=4'), settings);
  const verified = printEnding(ending, join(drill.folder, 'suite/shared/rules.json'));
  return conclude(environment, 'suite', [verified]);
}

/**
 * Says how a run of the suite ended, and what it left unverified.
 *
 * @param kinds the kinds of rules whose tests ran
 * @returns whether all is as it has to be
 */
export function printEnding(
  ending: Ending,
  matrixFile: string,
  kinds: readonly RuleRow['kind'][] = ['documented', 'assumed'],
): boolean {
  printEnded(ending);
  if (ending.code !== 0) return false;
  const { lines, problems } = unverifiedRules(matrixFile, kinds);
  print('  not to be verified on a tracker of other people:', ...lines.map((line) => `    - ${line}`));
  print(...problems.map((problem) => `  ${problem}`));
  return problems.length === 0;
}

/**
 * The suite in two shards at once, which share nothing but the tracker, and then merged.
 *
 * @returns whether the merged run passed and left the tracker as it would be without it
 */
export async function runShards(drill: Drill, environment: Environment): Promise<boolean> {
  print('', 'The suite in two shards at once:');
  const folder = join(drill.folder, 'shards');
  rmSync(folder, { recursive: true, force: true });
  const endings = await Promise.all(
    ['1', '2'].map((number) =>
      runHarness(runOf(number, `--shard=${number}/2`, '--workers=1'), {
        ...environment.settings,
        TRACKER_OUTPUT: join(folder, number),
      }),
    ),
  );
  print(...endings.map(({ code }, index) => `  shard ${index + 1} ended with ${code ?? 'a signal'}`));
  const merged = await runHarness(['merge', folder], outputOf(drill, ''));
  const verified = printEnding(merged, join(drill.folder, 'merged/rules.json'));
  if (!verified) print(...endings.map(({ output }) => output));
  return conclude(environment, 'shards', [verified]);
}

/** Runs a command on what is another machine for it: with another name, and another numbering of processes. */
const OTHER_MACHINE = [
  ...['unshare', '--map-root-user', '--uts', '--pid', '--fork', '--kill-child', '--mount-proc'],
  ...['sh', '-c', 'hostname other-machine && exec "$@"', 'sh'],
];

/** How often the drill looks who holds leases, in milliseconds. */
const LOOK_EVERY = 2_000;

/**
 * The whole suite twice at once, on two machines that share one sandbox and nothing else.
 *
 * @returns whether both runs passed, each machine held leases, and the tracker is as it would be without them
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
    const output = join(folder, String(index + 1));
    const words = runOf(`machine-${index + 1}`, '--workers=1');
    return { output, ended: startHarness(words, { ...environment.settings, TRACKER_OUTPUT: output }, wrap).ended };
  });
  const ended = Promise.all(runs.map((run) => run.ended));
  const holders = await watchHolders(environment, ended);
  print(`  leases were held by ${[...holders].sort().join(' and ') || 'nobody'}`);
  const endings = await ended;
  const verified = endings.map((ending, index) =>
    printEnding(ending, join(runs[index]?.output ?? '', 'shared/rules.json')),
  );
  return conclude(environment, 'machines', [...verified, holders.size === runs.length]);
}

/** The machines that hold leases on the tracker while something goes on. */
async function watchHolders({ fake }: Environment, goesOn: Promise<unknown>): Promise<ReadonlySet<string>> {
  const holders = new Set<string>();
  const over = goesOn.then(() => true);
  do {
    const { components = [] } = await fake.state();
    for (const { name, description } of components) {
      const lease = String(name).startsWith(LEASE_PREFIX) ? readHolder(String(description)) : undefined;
      if (lease !== undefined) holders.add(`${lease.holder.host} (${lease.holder.machine})`);
    }
  } while (!(await Promise.race([sleep(LOOK_EVERY, false), over])));
  return holders;
}

/** The states of rules that need no explanation. */
const closed: readonly RuleState[] = ['verified', 'verified in part', 'as assumed'];

/** Rules that can't be verified on a tracker of other people, with the reason that the run has to give. */
const mustBeUnverified: Readonly<Record<string, string>> = {
  'DT-32': 'It changes every project of the tracker, which is not declared disposable.',
  'AD-24': 'It changes every project of the tracker, which is not declared disposable.',
  'AD-25': 'It changes every project of the tracker, which is not declared disposable.',
  'AD-22': 'A tracker offers no call to synchronize, to configure or to restart it: that takes the bundled fake.',
  'TM-N04': 'The projects of a tracker that others use are not new.',
};

/**
 * Reads the rule matrix of a run.
 *
 * @returns each rule that was left unverified, with why, and how these differ from the ones that must be
 */
function unverifiedRules(matrixFile: string, kinds: readonly RuleRow['kind'][]) {
  const { rules } = judgedMatrixSchema.parse(JSON.parse(readFileSync(matrixFile, 'utf8')));
  const asked = rules.filter(({ kind }) => kinds.includes(kind));
  const open = asked.filter(({ state }) => !closed.includes(state));
  const unexpected = open.filter(({ id, reasons }) => !reasons.includes(mustBeUnverified[id] ?? ''));
  const ids = new Set(open.map(({ id }) => id));
  return {
    lines: open.map(({ id, state, reasons }) => `${id} ${state}: ${reasons.join(' ')}`),
    problems: [
      ...unexpected.map(
        ({ id, state, reasons }) => `${id} should be verified here, and is ${state}: ${reasons.join(' ')}`,
      ),
      ...Object.keys(mustBeUnverified)
        .filter((id) => !ids.has(id) && asked.some((rule) => rule.id === id))
        .map((id) => `${id} can't be verified here, and yet the run says it is.`),
    ],
  };
}
