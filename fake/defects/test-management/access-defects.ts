import type { EndpointName } from '../../../contracts/index.js';
import { TrackerError } from '../../server/errors.js';
import type { Override } from '../../tenants/implementation.js';
import type { Call } from '../../tracker/call.js';
import { changeCalls, changeNothing, changeRequests, changeSome, isNoAdministrator, refuseBasic } from '../defect.js';
import type { DefectTable } from '../defect.js';

/** Whether a call was sent under the previous URL pattern. */
function isPrevious({ path, basePaths }: Pick<Call, 'path' | 'basePaths'>): boolean {
  return !path.startsWith(`${basePaths['test-management']}/`);
}

/** A tracker on which calls are not found under the previous URL pattern. */
function notServedBefore(...names: readonly EndpointName[]): Override {
  return changeSome(names, isPrevious, ({ path }) => {
    throw new TrackerError(404, `Nothing is served at ${path}.`);
  });
}

/** Defects of where the API is served and to whom. */
export const testAccessDefects: DefectTable = {
  'TM-34-status-not-served': [
    'steps/status is not served under the previous URL pattern.',
    notServedBefore('setStepStatus'),
  ],
  'TM-34-statuses-not-served': [
    'steps/statuses, which came with the new URL pattern, is not served under the previous one.',
    notServedBefore('setStepStatuses'),
  ],
  'TM-34-edits-not-served': [
    'steps/comment and steps/cell are not served under the previous URL pattern.',
    notServedBefore('addStepComment', 'setStepCell'),
  ],
  'TM-34-attachments-not-served': [
    'steps/attachment is not served under the previous URL pattern.',
    notServedBefore('addStepAttachments'),
  ],
  'TM-34-lists-not-served': [
    'The lists of a plan are not served under the previous URL pattern.',
    notServedBefore('listTestCaseIds', 'listTestCaseTemplateIds'),
  ],
  'TM-34-copy-not-served': ['testplan/copy is not served under the previous URL pattern.', notServedBefore('copyPlan')],
  'TM-34-adding-not-served': [
    'testplan/add-test-case-templates is not served under the previous URL pattern.',
    notServedBefore('addTestCaseTemplates'),
  ],
  'TM-34-nothing-done': [
    'Under the previous URL pattern a call on a step is answered as done and changes nothing.',
    changeNothing(['setStepStatus', 'setStepStatuses', 'addStepComment', 'setStepCell'], isPrevious),
  ],
  'TM-34-query-ignored': [
    'Under the previous URL pattern onlyActive is not read.',
    changeCalls('listTestCaseTemplateIds', (call) => ({ query: isPrevious(call) ? {} : call.query })),
  ],
  'TM-34-async-waits': [
    'Under the previous URL pattern a copy waits for the cases and answers them, whatever async says.',
    changeRequests('copyPlan', (body, call) => (isPrevious(call) ? { ...body, async: false } : body)),
  ],
  'TM-34-adding-waits': [
    'Under the previous URL pattern an addition waits for the cases and answers them, whatever async says.',
    changeRequests('addTestCaseTemplates', (body, call) => (isPrevious(call) ? { ...body, async: false } : body)),
  ],
  'TM-36-refused-for-uploads': [
    'HTTP Basic credentials are refused for attachments.',
    refuseBasic('addStepAttachments'),
  ],
  'TM-36-refused-for-copies': ['HTTP Basic credentials are refused for copies of plans.', refuseBasic('copyPlan')],
  'TM-36-refused-for-templates-of-a-plan': [
    "HTTP Basic credentials are refused for the list of a plan's templates.",
    refuseBasic('listTestCaseTemplateIds'),
  ],
  'TM-36-administrators-only': [
    "HTTP Basic credentials of others than administrators are refused for the list of a plan's cases.",
    refuseBasic('listTestCaseIds', isNoAdministrator),
  ],
};
