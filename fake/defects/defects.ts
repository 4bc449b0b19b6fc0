import { filterDefects } from './default-templates/filter-defects.js';
import { listingDefects } from './default-templates/listing-defects.js';
import { shapeDefects } from './default-templates/shape-defects.js';
import type { Defect } from './defect.js';
import { directorySyncDefects } from './directory-sync/directory-sync-defects.js';

/** Every defect the fake can be started with, in the order of the rules. */
export const defects: readonly Defect[] = [
  ...listingDefects,
  ...shapeDefects,
  ...filterDefects,
  ...directorySyncDefects,
].sort((left, right) => left.rule.localeCompare(right.rule, 'en'));
