import type { Answer } from '../../server/answer.js';
import { TrackerError } from '../../server/errors.js';
import type { Call } from '../../tracker/call.js';
import { holdsGlobally } from '../../tracker/permissions.js';
import { changeHandlers, defect } from '../defect.js';

/** Defects of logging in to the default-template API. */
export const loginDefects = [
  defect(
    'DT-41-basic-not-accepted-for-some-lists',
    'The list of a project and a template, and the filtered one, are refused to who logs in by HTTP Basic.',
    changeHandlers(['listByProjectAndTemplate', 'filterByTemplate'], refuseBasic),
  ),
  defect(
    'DT-41-basic-not-accepted-for-removals',
    'Removals of a project’s entries are refused to who logs in by HTTP Basic.',
    changeHandlers(['deleteByProject', 'deleteByProjectAndTemplate'], refuseBasic),
  ),
  defect(
    'DT-41-basic-not-accepted-for-a-removal-with-a-body',
    'Removals with a body are refused to who logs in by HTTP Basic.',
    changeHandlers('deleteSelected', refuseBasic),
  ),
  defect(
    'DT-41-basic-not-accepted-for-transitions',
    'Writing and clearing stored screens are refused to who logs in by HTTP Basic.',
    changeHandlers(['setTransitions', 'clearTransitions'], refuseBasic),
  ),
  defect(
    'DT-41-basic-for-administrators-only',
    'HTTP Basic credentials are accepted of administrators only.',
    changeHandlers('listByProject', (call, answer) => {
      if (isBasic(call) && !holdsGlobally(call.state, call.caller, 'ADMINISTER')) throw refused();
      return answer(call);
    }),
  ),
];

function refuseBasic<C extends Pick<Call, 'headers'>>(call: C, answer: (call: C) => Answer): Answer {
  if (isBasic(call)) throw refused();
  return answer(call);
}

function isBasic({ headers }: Pick<Call, 'headers'>): boolean {
  return /^basic /i.test(String(headers['authorization']));
}

function refused(): TrackerError {
  return new TrackerError(401, 'You have to log in to call this.');
}
