import { counted } from '../../../contracts/counted.js';
import type { DefectMatrix, DefectRow } from '../../../contracts/report/defect-matrix.js';

/** The outcome of defects on the obedient tracker of a seed. */
export interface Attempt {
  readonly seed: number;
  readonly rows: readonly DefectRow[];
}

/** Whether a defect was caught, or can't be seen in the mode of the run. */
export function isCaughtOrUnseen({ state }: Pick<DefectRow, 'state'>, mode: DefectMatrix['mode']): boolean {
  return state === 'caught' || (state === 'not available' && mode === 'shared');
}

/** The defects that an attempt leaves to the next tracker: its answers may hide them. */
export function leftBy({ rows }: Attempt): string[] {
  return rows.filter(({ state }) => state !== 'caught').map(({ name }) => name);
}

/** The defects that no attempt caught, except for defects that can't be seen in the mode. */
export function missedByAll(attempts: readonly Attempt[], mode: DefectMatrix['mode']): string[] {
  const last = new Map(attempts.flatMap(({ rows }) => rows.map((row) => [row.name, row] as const)));
  return [...last.values()].filter((row) => !isCaughtOrUnseen(row, mode)).map(({ name }) => name);
}

/** The outcome on each tracker of the defects that the first one hides, as text for a person. */
export function renderAttempts(attempts: readonly Attempt[], mode: DefectMatrix['mode']): string {
  const [first] = attempts;
  const hidden = first === undefined ? [] : leftBy(first);
  const missed = missedByAll(attempts, mode);
  const fates = (name: string) =>
    attempts.flatMap(({ seed, rows }) =>
      rows.filter((row) => row.name === name).map(({ state }) => `${state} on ${seed}`),
    );
  return [
    ...(hidden.length === 0 ? [] : ['Hidden by the answers of some trackers:']),
    ...hidden.map((name) => `  ${name}: ${fates(name).join(', ')}`),
    `On obedient trackers ${attempts.map(({ seed }) => seed).join(', ')} (${mode}): ${missed.length} of ${counted(first?.rows.length ?? 0, 'defect')} caught on none`,
    '',
  ].join('\n');
}
