import type { Catch, DefectMatrix, DefectRow } from '../../contracts/report/defect-matrix.js';

/** The defects and what became of them, as text for a person. */
export function renderDefects(matrix: DefectMatrix): string {
  const { defects, mode, durationMs, seed } = matrix;
  const others = defects.filter(({ unrelated }) => unrelated.length > 0);
  return [
    '',
    ...defects.flatMap(defectLines),
    '',
    ...(others.length === 0 ? [] : ['Tests that fail though they do not cover the rule that was broken:']),
    ...others.flatMap(({ name, unrelated }) => [`  ${name}`, ...unrelated.map((one) => `    ${place(one)}`)]),
    `${summary(defects)} (${mode}, seed ${seed}, ${(durationMs / 1000).toFixed(0)} s)`,
    '',
  ].join('\n');
}

function defectLines({ name, breaks, state, ran, caughtBy, brokeIn }: DefectRow): string[] {
  const [first] = caughtBy;
  const tests = `${caughtBy.length + brokeIn.length} of ${ran} tests`;
  return [
    `${state.padEnd(13)} ${name}: ${breaks}`,
    ...(first === undefined ? [] : [`    ${tests}, first ${place(first)}`, ...indent(first.message)]),
    ...brokeIn.flatMap((one) => [`    broke ${place(one)}`, ...indent(one.message)]),
  ];
}

function place({ title, file, line }: Catch): string {
  return `${file}:${line} ${title}`;
}

function indent(message: string): string[] {
  return message.split('\n').map((line) => `      ${line}`);
}

function summary(defects: readonly DefectRow[]): string {
  const rules = new Set(defects.map(({ rule }) => rule));
  const count = (state: DefectRow['state']) => defects.filter((row) => row.state === state).length;
  const states = ['caught', 'survived', 'broke', 'not available', 'untested'] as const;
  const counts = states.map((state) => `${count(state)} ${state}`).join(', ');
  const unrelated = defects.reduce((sum, row) => sum + row.unrelated.length, 0);
  return `${defects.length} defects of ${rules.size} rules: ${counts}; ${unrelated} failures of unrelated tests`;
}
