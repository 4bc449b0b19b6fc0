import type { Defect } from '../defect.js';
import { pairDefects } from './pair-defects.js';
import { creationDefects } from './creation-defects.js';
import { filterDefects } from './filter-defects.js';
import { issueDefects } from './issue-defects.js';
import { listingDefects, shapeDefects } from './listing-defects.js';
import { loginDefects } from './login-defects.js';
import { removalDefects, removalResultDefects } from './removal-defects.js';
import { transitionDefects } from './transition-defects.js';

/** Every defect of the default-template API. */
export const defaultTemplatesDefects: readonly Defect[] = [
  ...listingDefects,
  ...shapeDefects,
  ...filterDefects,
  ...creationDefects,
  ...removalDefects,
  ...removalResultDefects,
  ...transitionDefects,
  ...issueDefects,
  ...loginDefects,
  ...pairDefects,
];
