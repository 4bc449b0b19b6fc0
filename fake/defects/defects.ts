import { defaultTemplatesDefects } from './default-templates/default-templates-defects.js';
import type { Defect } from './defect.js';
import { directorySyncDefects } from './directory-sync/directory-sync-defects.js';
import { testManagementDefects } from './test-management/test-management-defects.js';

/** Every defect the fake can be started with, in the order of the rules. */
export const defects: readonly Defect[] = [
  ...defaultTemplatesDefects,
  ...directorySyncDefects,
  ...testManagementDefects,
].sort((left, right) => left.rule.localeCompare(right.rule, 'en'));

/** The defect with this name. @throws RangeError that names defects of the same rule or says where all are listed */
export function findDefect(name: string): Defect {
  const found = defects.find((defect) => defect.name === name);
  if (found !== undefined) return found;
  const [rule = ''] = /^[A-Z]+-\d+/.exec(name) ?? [];
  const near = defects.filter((defect) => defect.rule === rule).map((defect) => defect.name);
  const there = near.length === 0 ? '`tracker-e2e defects` lists them.' : `Of ${rule} there are: ${near.join(', ')}.`;
  throw new RangeError(`There is no defect '${name}'. ${there}`);
}

/**
 * The defects of some rules or APIs, or by their names: `DT-02`, `AD`, `DT-02-key-answers-nothing`; all if none is named.
 *
 * @throws RangeError for a word that names none
 */
export function selectDefects(words: readonly string[]): readonly Defect[] {
  const missing = words.find((word) => !defects.some(({ name }) => isOf(name, word)));
  if (missing !== undefined) {
    throw new RangeError(
      `There is no defect of '${missing}'. Name documented rules such as DT-02, or APIs: DT, AD, TM.`,
    );
  }
  return words.length === 0 ? defects : defects.filter(({ name }) => words.some((word) => isOf(name, word)));
}

/** Whether a name starts with a word; `DT-1` is no start of `DT-12-…`. */
function isOf(name: string, word: string): boolean {
  return name === word || name.startsWith(`${word}-`);
}
