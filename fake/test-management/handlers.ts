import type { testManagementEndpoints } from '../../contracts/test-management/endpoints.js';
import type { HandlersOf } from '../server/handler.js';
import { addTestCaseTemplates } from './plans/add-templates.js';
import { copyPlan } from './plans/copy-plan.js';
import * as ids from './plans/list-ids.js';
import * as steps from './steps/change-steps.js';

/** What answers the endpoints of the test-management API. */
export const testManagementHandlers: HandlersOf<typeof testManagementEndpoints> = {
  ...steps,
  ...ids,
  copyPlan,
  addTestCaseTemplates,
};
