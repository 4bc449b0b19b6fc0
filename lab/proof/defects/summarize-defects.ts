import { counted } from '../../../contracts/counted.js';
import type { DefectRow } from '../../../contracts/report/defect-matrix.js';

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
