import { accessDefects } from './access-defects.js';
import { defectsIn } from './defect.js';
import type { Defect } from './defect.js';
import { entryDefects } from './default-templates/entry-defects.js';
import { issueDefects } from './default-templates/issue-defects.js';
import { entryListDefects } from './default-templates/list-defects.js';
import { transitionDefects } from './default-templates/transition-defects.js';
import { userListDefects } from './directory-sync/list-defects.js';
import { readDefects } from './directory-sync/read-defects.js';
import { updateDefects } from './directory-sync/update-defects.js';
import { copyDefects } from './test-management/copy-defects.js';
import { testIssueDefects } from './test-management/issue-defects.js';
import { planDefects } from './test-management/plan-defects.js';
import { stepDefects } from './test-management/step-defects.js';

/** Every defect the fake can be started with, in the order of the rules. */
export const defects: readonly Defect[] = [
  entryListDefects,
  entryDefects,
  transitionDefects,
  issueDefects,
  accessDefects,
  readDefects,
  userListDefects,
  updateDefects,
  stepDefects,
  testIssueDefects,
  copyDefects,
  planDefects,
]
  .flatMap(defectsIn)
  .sort((left, right) => left.rule.localeCompare(right.rule, 'en'));

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
