import { counted } from '../../../contracts/counted.js';
import { oneLine } from './judge-mutants.js';
import type { Judged, JudgedMutant } from './judge-mutants.js';
import { APIS } from './mutants.js';

/** The percentage of the mutants of each API that have to be killed, without the equivalent mutants. */
export const LEAST_SCORE = 90;

/** The cost of a run. */
export interface Cost {
  readonly seconds: number;
  /** The most memory that a process had. */
  readonly megabytes: number;
}

/** The score of each API of which mutants were tried. */
export function scoresOfFolders({ mutants }: Judged): number[] {
  return APIS.map((api) => inFolder(mutants, api))
    .filter(({ length }) => length > 0)
    .map(scoreOf);
}

/** The outcome of mutants as text: survivors, a table in Markdown, things to do. */
export function renderMutants(judged: Judged, { seconds, megabytes }: Cost): string {
  const survivors = judged.mutants.filter(({ state }) => state === 'survived');
  return [
    '',
    ...(survivors.length === 0 ? [] : ['Survived:', ...survivors.map(survivorLine), '']),
    ...table(judged.mutants),
    '',
    ...judged.problems,
    `${(seconds / 60).toFixed(1)} minutes, largest process ${megabytes} MB.`,
  ].join('\n');
}

function survivorLine({ file, location, text, mutator, replacement, ran }: JudgedMutant): string {
  const { line, column } = location.start;
  return `  ${file}:${line}:${column} (${counted(ran, 'test')}) ${text}\n      ${mutator}: ${oneLine(replacement)}`;
}

function table(mutants: readonly JudgedMutant[]): string[] {
  const rows = APIS.flatMap((api) => {
    const own = inFolder(mutants, api);
    const files = [...new Set(own.map(({ file }) => file))];
    if (files.length === 0) return [];
    return [
      ...files.map((file) =>
        row(
          file,
          own.filter((mutant) => mutant.file === file),
        ),
      ),
      row(`**fake/${api}**`, own),
    ];
  });
  const head = [
    'file',
    'mutants',
    'killed by the suite',
    'killed by the harness',
    'survived',
    'not tried',
    'equivalent',
    'score',
  ];
  const all = [head, head.map((_, index) => (index === 0 ? '---' : '--:')), ...rows];
  return all.map((cells) => `| ${cells.join(' | ')} |`);
}

function row(name: string, mutants: readonly JudgedMutant[]): string[] {
  const count = (state: JudgedMutant['state']) => mutants.filter((mutant) => mutant.state === state).length;
  const byHarness = mutants.filter(({ killedBy }) => killedBy?.startsWith('lab/tests/') === true).length;
  const numbers = [
    mutants.length,
    count('killed') - byHarness,
    byHarness,
    ...(['survived', 'open', 'equivalent'] as const).map(count),
  ];
  return [name, ...numbers.map(String), `${scoreOf(mutants).toFixed(1)} %`];
}

function scoreOf(mutants: readonly JudgedMutant[]): number {
  const counted = mutants.filter(({ state }) => state !== 'equivalent');
  if (counted.length === 0) return 100;
  return (counted.filter(({ state }) => state === 'killed').length / counted.length) * 100;
}

function inFolder(mutants: readonly JudgedMutant[], api: string): JudgedMutant[] {
  return mutants.filter(({ file }) => file.startsWith(`fake/${api}/`));
}
