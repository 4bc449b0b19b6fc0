import { counted } from '../../../contracts/counted.js';
import type { Catch, DefectMatrix, DefectRow } from '../../../contracts/report/defect-matrix.js';
import { summarizeDefects } from './summarize-defects.js';

/** The defects and their outcomes, as text for a person; defects that need attention come last. */
export function renderDefects(matrix: DefectMatrix): string {
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
      'NOT CAUGHT:',
      open.map(({ name, state, ran }) => `${name}: ${state}, ${counted(ran, 'test')} of its rule ran`),
    ),
    `${summarizeDefects(defects, wide)} (${mode}, seed ${seed}, ${(durationMs / 1000).toFixed(0)} s)`,
    '',
  ].join('\n');
}

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
