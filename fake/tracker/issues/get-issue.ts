import type { Endpoints } from '../../../contracts/index.js';
import { json } from '../../server/answer.js';
import type { Answer } from '../../server/answer.js';
import type { CallOf } from '../../server/handler.js';
import { issueFields } from '../fields/issue-fields.js';
import { readExpand } from '../read-expand.js';
import { renderTransitions } from '../transitions/render-transition.js';
import { selectFields } from './field-selection.js';
import { browsableIssue } from './find-issue.js';
import { renderIssue } from './render-issue.js';

/** `GET /issue/{issueIdOrKey}`: an issue with all its fields, or those asked for. */
export function getIssue(call: CallOf<Endpoints['getIssue']>): Answer {
  const located = browsableIssue(call, call.parameters.issueIdOrKey);
  const { fields, expand } = call.query;
  const selected = selectFields(issueFields(call.state), fields === undefined ? undefined : [fields], '*all');
  const expanded = readExpand(expand);
  return json({
    ...renderIssue(call, located.issue, selected),
    ...(expanded.has('names') ? { names: Object.fromEntries(selected.map(({ id, name }) => [id, name])) } : {}),
    ...(expanded.has('transitions') ? { transitions: renderTransitions(call, located) } : {}),
  });
}
