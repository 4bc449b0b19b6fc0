import type { Endpoints } from '../../../contracts/index.js';
import { noContent } from '../../server/answer.js';
import type { Answer } from '../../server/answer.js';
import type { CallOf } from '../../server/handler.js';
import { removeIssue } from '../issues/remove-issue.js';
import { requireAdministrator } from '../require-permission.js';
import { entriesOfProject } from '../../state/entries-of.js';
import { browsableProject } from './find-project.js';

/** `DELETE /project/{projectIdOrKey}`: deletes a project with everything in it, default templates included. */
export function deleteProject(call: CallOf<Endpoints['deleteProject']>): Answer {
  const { id } = browsableProject(call, call.parameters.projectIdOrKey);
  requireAdministrator(call, 'delete projects');
  const { tables } = call.state;
  for (const issue of tables.issues.where('project', id)) removeIssue(call.state, issue.id);
  for (const entry of entriesOfProject(call.state, id)) tables.entries.delete(entry.id);
  for (const component of tables.components.where('project', id)) tables.components.delete(component.id);
  for (const requestType of tables.requestTypes.where('project', id)) tables.requestTypes.delete(requestType.id);
  tables.projects.delete(id);
  return noContent;
}
