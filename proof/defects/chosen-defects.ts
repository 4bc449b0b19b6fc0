import { defects } from '../../fake/index.js';
import type { Defect } from '../../fake/index.js';

/** The environment variable that names the start of the defects a run is about, several separated by commas. */
export const CHOSEN_DEFECTS = 'TRACKER_DEFECTS';

/** The defects a run is about: all, or those whose names start as `TRACKER_DEFECTS` says, such as `DT-02,AD`. */
export function chosenDefects(): readonly Defect[] {
  const starts = (process.env[CHOSEN_DEFECTS] ?? '').split(',').filter(Boolean);
  return starts.length === 0 ? defects : defects.filter(({ name }) => starts.some((start) => isStart(name, start)));
}

/** Whether a name starts so; `DT-1` is no start of `DT-12-…`. */
function isStart(name: string, start: string): boolean {
  return name === start || name.startsWith(`${start}-`);
}
