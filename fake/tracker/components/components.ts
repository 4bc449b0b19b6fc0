import type { Endpoints } from '../../../contracts/index.js';
import { json, noContent } from '../../server/answer.js';
import type { Answer } from '../../server/answer.js';
import type { CallOf } from '../../server/handler.js';
import { TrackerError } from '../../server/tracker-error.js';
import { browsableProject } from '../projects/find-project.js';
import { componentsOf, renderComponent } from '../render/component.js';
import { requireInProject } from '../require-permission.js';
import { browsableComponent } from './find-component.js';
import { readComponent } from './read-component.js';

/** `GET /project/{projectIdOrKey}/components`: the components of a project, by name. */
export function listComponents(call: CallOf<Endpoints['listComponents']>): Answer {
  const { id } = browsableProject(call, call.parameters.projectIdOrKey);
  return json(componentsOf(call, id).map((row) => renderComponent(call, row)));
}

/** `GET /component/{componentId}`: one component. */
export function getComponent(call: CallOf<Endpoints['getComponent']>): Answer {
  return json(renderComponent(call, browsableComponent(call, call.parameters.componentId).component));
}

/** `POST /component`: creates a component. A project has no two of one name, however it is capitalized. */
export function createComponent(call: CallOf<Endpoints['createComponent']>): Answer {
  const { state, body } = call;
  const named = body.project ?? body.projectId;
  if (named === undefined) throw TrackerError.ofFields({ project: 'The project of the component is required.' });
  const project = browsableProject(call, String(named));
  requireInProject(call, 'ADMINISTER_PROJECTS', project);
  const blank = { id: 0, projectId: project.id, description: '', lead: null, assigneeType: 'PROJECT_DEFAULT' } as const;
  const checked = readComponent(state, { ...blank, name: body.name }, body);
  const component = { ...checked, id: state.nextId('component') };
  state.tables.components.set(component);
  return json(renderComponent(call, component), 201);
}

/** `PUT /component/{componentId}`: changes what the body names of a component. */
export function updateComponent(call: CallOf<Endpoints['updateComponent']>): Answer {
  const { component, project } = browsableComponent(call, call.parameters.componentId);
  requireInProject(call, 'ADMINISTER_PROJECTS', project);
  const changed = readComponent(call.state, component, call.body);
  call.state.tables.components.set(changed);
  return json(renderComponent(call, changed));
}

/** `DELETE /component/{componentId}`: deletes a component. */
export function deleteComponent(call: CallOf<Endpoints['deleteComponent']>): Answer {
  const { component, project } = browsableComponent(call, call.parameters.componentId);
  requireInProject(call, 'ADMINISTER_PROJECTS', project);
  call.state.tables.components.delete(component.id);
  return noContent;
}
