import { counted } from '../../../contracts/counted.js';
import type { Catch, DefectMatrix, DefectRow } from './defect-matrix.js';

/**
 * The defects and their outcomes, as text for a person; defects that need attention come last.
 *
 * @param isLast whether no other run follows for the defects that were not caught
 */
export function renderDefects(matrix: DefectMatrix, isLast: boolean): string {
  const { defects, mode, durationMs, seed, wide } = matrix;
  const others = defects.filter(({ unrelated }) => unrelated.length > 0);
  const unseen = defects.filter(({ state }) => state === 'not available');
  const open = defects.filter(({ state }) => state !== 'caught' && state !== 'not available');
  return [
    '',
    ...defects.flatMap(defectLines),
    '',
    ...section('Tests that fail though they do not cover the rule that was broken:', others.flatMap(unrelatedLines)),
    ...section(
      'Not to be seen in this mode:',
      unseen.map(({ name, reason }) => `${name}: ${reason ?? 'the tests of its rule are skipped here'}`),
    ),
    ...section(
      isLast ? 'NOT CAUGHT:' : 'Left for the next round:',
      open.map(({ name, state, ran }) => `${name}: ${state}, ${counted(ran, 'test')} of its rule ran`),
    ),
    `${summarizeDefects(defects, wide)} (${mode}, seed ${seed}, ${(durationMs / 1000).toFixed(0)} s)`,
    '',
  ].join('\n');
}

/** The lines of a list with a title; none if the list is empty. */
function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [title, ...lines.map((line) => `  ${line}`), ''];
}

function defectLines({ name, breaks, state, ran, caughtBy, brokeIn }: DefectRow): string[] {
  const [first] = caughtBy;
  const tests = `${caughtBy.length + brokeIn.length} of ${counted(ran, 'test')}`;
  return [
    `${state.padEnd(13)} ${name}: ${breaks}`,
    ...(first === undefined ? [] : [`    ${tests}, first ${place(first)}`, ...indent(first.message)]),
    ...brokeIn.flatMap((one) => [`    broke ${place(one)}`, ...indent(one.message)]),
  ];
}

function unrelatedLines({ name, unrelated }: DefectRow): string[] {
  return [name, ...unrelated.map((one) => `  ${place(one)}`)];
}

function place({ title, file, line }: Catch): string {
  return `${file}:${line} ${title}`;
}

function indent(message: string): string[] {
  return message.split('\n').map((line) => `      ${line}`);
}

/** The outcome of defects, in numbers. @param wide whether tests ran that do not cover the rules they break */
export function summarizeDefects(defects: readonly DefectRow[], wide: boolean): string {
  const rules = new Set(defects.map(({ rule }) => rule));
  const count = (state: DefectRow['state']) => defects.filter((row) => row.state === state).length;
  const states = ['caught', 'survived', 'broke', 'not available', 'untested'] as const;
  const counts = states.map((state) => `${count(state)} ${state}`).join(', ');
  const sum = (list: 'brokeIn' | 'unrelated') => defects.reduce((total, row) => total + row[list].length, 0);
  const unrelated = wide
    ? `${counted(sum('unrelated'), 'failure')} of unrelated tests`
    : 'unrelated tests not run (--wide)';
  return `${counted(defects.length, 'defect')} of ${counted(rules.size, 'rule')}: ${counts}; ${counted(sum('brokeIn'), 'test')} broke beside; ${unrelated}`;
}
