import { challenge } from '../../server/authenticate.js';
import { TrackerError } from '../../server/tracker-error.js';
import { holdsGlobally } from '../../tracker/permissions.js';
import { changeHandlers } from '../change-handlers.js';
import { defect } from '../defect.js';

/** Defects of logging in to the default-template API. */
export const loginDefects = [
  defect(
    'DT-41',
    'basic-not-accepted-for-some-lists',
    'The list of a project and a template, and the filtered one, are refused to who logs in by HTTP Basic.',
    changeHandlers(['listByProjectAndTemplate', 'filterByTemplate'], (call, answer) => {
      if (/^basic /i.test(String(call.headers['authorization']))) throw refused();
      return answer(call);
    }),
  ),
  defect(
    'DT-41',
    'basic-for-administrators-only',
    'HTTP Basic credentials are accepted of administrators only.',
    changeHandlers('listByProject', (call, answer) => {
      const basic = /^basic /i.test(String(call.headers['authorization']));
      if (basic && !holdsGlobally(call.state, call.caller, 'ADMINISTER')) throw refused();
      return answer(call);
    }),
  ),
];

function refused(): TrackerError {
  return new TrackerError(401, 'You have to log in to call this.', {}, challenge);
}
