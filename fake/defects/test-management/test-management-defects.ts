import type { Defect } from '../defect.js';
import { pairDefects } from './pair-defects.js';
import { accessDefects } from './access-defects.js';
import { addingDefects } from './adding-defects.js';
import { copyResultDefects, copyStrategyDefects } from './copy-content-defects.js';
import { copyPlaceDefects, copySelectionDefects } from './copy-scope-defects.js';
import { creationDefects, rowShapeDefects } from './creation-defects.js';
import { editDefects } from './edit-defects.js';
import { listingDefects } from './listing-defects.js';
import { stepAttachmentDefects, stepCellDefects, stepCommentDefects } from './step-change-defects.js';
import { rowIndexDefects, stepStatusDefects } from './step-status-defects.js';

/** Defects of the test-management API, and of what the tracker's own API does to test cases, templates and plans. */
export const testManagementDefects: readonly Defect[] = [
  ...stepStatusDefects,
  ...rowIndexDefects,
  ...stepCommentDefects,
  ...stepCellDefects,
  ...stepAttachmentDefects,
  ...rowShapeDefects,
  ...creationDefects,
  ...editDefects,
  ...copyPlaceDefects,
  ...copyStrategyDefects,
  ...copySelectionDefects,
  ...copyResultDefects,
  ...listingDefects,
  ...addingDefects,
  ...accessDefects,
  ...pairDefects,
];
