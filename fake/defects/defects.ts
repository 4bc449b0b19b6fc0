import { accessDefects } from './access-defects.js';
import { defectsIn } from './defect.js';
import type { Defect } from './defect.js';
import { entryCreationDefects } from './default-templates/creation-defects.js';
import { entryFilterDefects } from './default-templates/filter-defects.js';
import { issueDefects } from './default-templates/issue-defects.js';
import { entryListDefects } from './default-templates/listing-defects.js';
import { removalDefects } from './default-templates/removal-defects.js';
import { transitionDefects } from './default-templates/transition-defects.js';
import { attributeDefects } from './directory-sync/attribute-defects.js';
import { connectionDefects } from './directory-sync/connection-defects.js';
import { userFilterDefects } from './directory-sync/filter-defects.js';
import { pageDefects } from './directory-sync/page-defects.js';
import { renameDefects } from './directory-sync/rename-defects.js';
import { updateDefects } from './directory-sync/update-defects.js';
import { userKeyDefects } from './directory-sync/user-key-defects.js';
import { addingDefects } from './test-management/adding-defects.js';
import { copyContentDefects } from './test-management/copy-content-defects.js';
import { copyScopeDefects } from './test-management/copy-scope-defects.js';
import { testCreationDefects } from './test-management/creation-defects.js';
import { editDefects } from './test-management/edit-defects.js';
import { planListDefects } from './test-management/listing-defects.js';
import { stepChangeDefects } from './test-management/step-change-defects.js';
import { stepStatusDefects } from './test-management/step-status-defects.js';

/** Every defect the fake can be started with, in the order of the rules. */
export const defects: readonly Defect[] = [
  entryListDefects,
  entryFilterDefects,
  entryCreationDefects,
  removalDefects,
  transitionDefects,
  issueDefects,
  accessDefects,
  connectionDefects,
  attributeDefects,
  pageDefects,
  userFilterDefects,
  updateDefects,
  renameDefects,
  userKeyDefects,
  stepStatusDefects,
  stepChangeDefects,
  testCreationDefects,
  editDefects,
  copyScopeDefects,
  copyContentDefects,
  planListDefects,
  addingDefects,
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
