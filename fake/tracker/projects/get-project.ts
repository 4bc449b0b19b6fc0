import type { Endpoints } from '../../../contracts/index.js';
import { json } from '../../server/answer.js';
import type { Answer } from '../../server/answer.js';
import type { CallOf } from '../../server/handler.js';
import { renderProject, renderProjectSummary } from '../render/project.js';
import { browsableProject, browsableProjects } from './find-project.js';

/** `GET /project`: the projects the caller may see, by name. */
export function listProjects(call: CallOf<Endpoints['listProjects']>): Answer {
  const projects = browsableProjects(call).sort((left, right) => left.name.localeCompare(right.name, 'en'));
  return json(projects.map((project) => renderProjectSummary(call, project)));
}

/** `GET /project/{projectIdOrKey}`: one project. */
export function getProject(call: CallOf<Endpoints['getProject']>): Answer {
  return json(renderProject(call, browsableProject(call, call.parameters.projectIdOrKey)));
}
