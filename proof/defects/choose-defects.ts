import { defects } from '../../fake/index.js';
import type { Defect } from '../../fake/index.js';

/** The defects whose names start so, such as `DT-02` or `AD`; all where nothing is said. */
export function chooseDefects(starts: readonly string[]): readonly Defect[] {
  return starts.length === 0 ? defects : defects.filter(({ name }) => starts.some((start) => isStart(name, start)));
}

/** Whether a name starts so; `DT-1` is no start of `DT-12-…`. */
function isStart(name: string, start: string): boolean {
  return name === start || name.startsWith(`${start}-`);
}
