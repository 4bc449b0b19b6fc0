import type { Defect } from './defect.js';
import { defects } from './defects.js';

/** The defect with this name. @throws RangeError that names those of the same rule, or tells where the names are listed */
export function findDefect(name: string): Defect {
  const found = defects.find((defect) => defect.name === name);
  if (found !== undefined) return found;
  const [rule = ''] = /^[A-Z]+-\d+/.exec(name) ?? [];
  const near = defects.filter((defect) => defect.rule === rule).map((defect) => defect.name);
  const there = near.length === 0 ? '`tracker-e2e defects` lists them.' : `Of ${rule} there are: ${near.join(', ')}.`;
  throw new RangeError(`There is no defect '${name}'. ${there}`);
}
