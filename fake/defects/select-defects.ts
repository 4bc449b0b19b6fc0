import type { Defect } from './defect.js';
import { defects } from './defects.js';

/**
 * The defects of some rules or APIs, or by their names: `DT-02`, `AD`, `DT-02-key-answers-nothing`; all where none is named.
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
