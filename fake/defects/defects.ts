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
