import type { EndpointName } from '../../../contracts/index.js';
import { TrackerError } from '../../server/errors.js';
import type { Override } from '../../tenants/implementation.js';
import type { Call } from '../../tracker/call.js';
import { holdsGlobally } from '../../tracker/permissions.js';
import { changeHandlers, defect } from '../defect.js';

/** Whether a call was sent under the previous URL pattern. */
export function isPrevious({ path, basePaths }: Pick<Call, 'path' | 'basePaths'>): boolean {
  return !path.startsWith(`${basePaths['test-management']}/`);
}

/** A tracker on which calls are not found under the previous URL pattern. */
function notServedBefore(...names: readonly EndpointName[]): Override {
  return changeHandlers(names, (call, answer) => {
    if (isPrevious(call)) throw new TrackerError(404, `Nothing is served at ${call.path}.`);
    return answer(call);
  });
}

/** A tracker on which some callers can't log in to a call with HTTP Basic credentials. */
function basicRefused(name: EndpointName, whom: (call: Pick<Call, 'state' | 'caller'>) => boolean): Override {
  return changeHandlers(name, (call, answer) => {
    const basic = /^basic /i.test(call.headers.authorization?.toString() ?? '');
    if (!basic || !whom(call)) return answer(call);
    throw new TrackerError(401, 'Log in with a token.', {}, { 'WWW-Authenticate': 'Bearer' });
  });
}

const administrators = ({ state, caller }: Pick<Call, 'state' | 'caller'>) =>
  holdsGlobally(state, caller, 'ADMINISTER');

/** Defects of where the API is served and to whom. */
export const accessDefects = [
  defect(
    'TM-34-status-not-served',
    'steps/status is not served under the previous URL pattern.',
    notServedBefore('setStepStatus'),
  ),
  defect(
    'TM-34-statuses-not-served',
    'steps/statuses, which came with the new URL pattern, is not served under the previous one.',
    notServedBefore('setStepStatuses'),
  ),
  defect(
    'TM-34-edits-not-served',
    'steps/comment and steps/cell are not served under the previous URL pattern.',
    notServedBefore('addStepComment', 'setStepCell'),
  ),
  defect(
    'TM-34-attachments-not-served',
    'steps/attachment is not served under the previous URL pattern.',
    notServedBefore('addStepAttachments'),
  ),
  defect(
    'TM-34-lists-not-served',
    'The lists of a plan are not served under the previous URL pattern.',
    notServedBefore('listTestCaseIds', 'listTestCaseTemplateIds'),
  ),
  defect(
    'TM-34-copy-not-served',
    'testplan/copy is not served under the previous URL pattern.',
    notServedBefore('copyPlan'),
  ),
  defect(
    'TM-34-adding-not-served',
    'testplan/add-test-case-templates is not served under the previous URL pattern.',
    notServedBefore('addTestCaseTemplates'),
  ),
  defect(
    'TM-34-nothing-done',
    'Under the previous URL pattern a call on a step is answered as done and changes nothing.',
    changeHandlers(['setStepStatus', 'setStepStatuses', 'addStepComment', 'setStepCell'], (call, answer) =>
      answer(isPrevious(call) ? { ...call, state: call.state.fork() } : call),
    ),
  ),
  defect(
    'TM-34-query-ignored',
    'Under the previous URL pattern onlyActive is not read.',
    changeHandlers('listTestCaseTemplateIds', (call, answer) =>
      answer(isPrevious(call) ? { ...call, query: {} } : call),
    ),
  ),
  defect(
    'TM-36-refused-for-uploads',
    'HTTP Basic credentials are refused for attachments.',
    basicRefused('addStepAttachments', () => true),
  ),
  defect(
    'TM-36-refused-for-copies',
    'HTTP Basic credentials are refused for copies of plans.',
    basicRefused('copyPlan', () => true),
  ),
  defect(
    'TM-36-refused-for-templates-of-a-plan',
    "HTTP Basic credentials are refused for the list of a plan's templates.",
    basicRefused('listTestCaseTemplateIds', () => true),
  ),
  defect(
    'TM-36-administrators-only',
    "HTTP Basic credentials of others than administrators are refused for the list of a plan's cases.",
    basicRefused('listTestCaseIds', (call) => !administrators(call)),
  ),
];
