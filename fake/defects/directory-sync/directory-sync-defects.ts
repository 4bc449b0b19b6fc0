import { accessDefects } from './access-defects.js';
import { attributeDefects, whenCreatedDefects } from './attribute-defects.js';
import { connectionDefects, scopeDefects } from './connection-defects.js';
import { filterDefects } from './filter-defects.js';
import { pageDefects } from './page-defects.js';
import { pairDefects } from './pair-defects.js';
import { renameDefects } from './rename-defects.js';
import { synchronizationDefects, updateDefects } from './update-defects.js';
import { userKeyDefects } from './user-key-defects.js';

/** Defects of the directory-sync API, and of finding user keys for it. */
export const directorySyncDefects = [
  ...connectionDefects,
  ...attributeDefects,
  ...whenCreatedDefects,
  ...pageDefects,
  ...scopeDefects,
  ...filterDefects,
  ...updateDefects,
  ...renameDefects,
  ...synchronizationDefects,
  ...accessDefects,
  ...userKeyDefects,
  ...pairDefects,
];
