import { accessDefects } from './access-defects.js';
import { addingDefects } from './adding-defects.js';
import { copyPlaceDefects } from './copy-place-defects.js';
import { copyResultDefects } from './copy-result-defects.js';
import { copySelectionDefects } from './copy-selection-defects.js';
import { copyStrategyDefects } from './copy-strategy-defects.js';
import { creationDefects } from './creation-defects.js';
import { editDefects } from './edit-defects.js';
import { listingDefects } from './listing-defects.js';
import { rowIndexDefects } from './row-index-defects.js';
import { rowShapeDefects } from './row-shape-defects.js';
import { stepAttachmentDefects } from './step-attachment-defects.js';
import { stepCellDefects } from './step-cell-defects.js';
import { stepCommentDefects } from './step-comment-defects.js';
import { stepStatusDefects } from './step-status-defects.js';
import type { Defect } from '../defect.js';

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
];
