import type { testManagementEndpoints } from '../../contracts/test-management/endpoints.js';
import type { HandlersOf } from '../tracker/call.js';
import {
  addTestCaseTemplates,
  copyPlan,
  listTestCaseIds,
  listTestCaseTemplateIds,
  moveToNextIteration,
} from './plans.js';
import { addStepAttachments, addStepComment, setStepCell, setStepStatus, setStepStatuses } from './steps.js';

/** The handlers of the test-management endpoints. */
export const testManagementHandlers: HandlersOf<typeof testManagementEndpoints> = {
  setStepStatus,
  setStepStatuses,
  addStepComment,
  setStepCell,
  addStepAttachments,
  listTestCaseIds,
  listTestCaseTemplateIds,
  copyPlan,
  addTestCaseTemplates,
  moveToNextIteration,
};
