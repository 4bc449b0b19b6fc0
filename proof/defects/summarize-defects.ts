import type { DefectRow } from '../../contracts/report/defect-matrix.js';

/** The outcome of defects, in numbers. @param wide whether tests ran that do not cover the rules they break */
export function summarizeDefects(defects: readonly DefectRow[], wide: boolean): string {
  const rules = new Set(defects.map(({ rule }) => rule));
  const count = (state: DefectRow['state']) => defects.filter((row) => row.state === state).length;
  const states = ['caught', 'survived', 'broke', 'not available', 'untested'] as const;
  const counts = states.map((state) => `${count(state)} ${state}`).join(', ');
  const sum = (list: 'brokeIn' | 'unrelated') => defects.reduce((total, row) => total + row[list].length, 0);
  const unrelated = wide ? `${sum('unrelated')} failures of unrelated tests` : 'unrelated tests not run (--wide)';
  return `${defects.length} defects of ${rules.size} rules: ${counts}; ${sum('brokeIn')} tests broke beside; ${unrelated}`;
}
