import type { Call } from '../../server/call.js';
import { TrackerError } from '../../server/tracker-error.js';
import type { ComponentRow, ProjectRow } from '../../state/state.js';
import { holdsInProject } from '../permissions.js';
import { readId } from '../read-id.js';

/** A component and its project. */
export interface LocatedComponent {
  readonly component: ComponentRow;
  readonly project: ProjectRow;
}

/** The component with this id. @throws TrackerError 404 for one that is unknown or not for the caller to see */
export function browsableComponent(call: Pick<Call, 'state' | 'caller'>, text: string): LocatedComponent {
  const { tables } = call.state;
  const id = readId(text);
  const component = id === undefined ? undefined : tables.components.get(id);
  const project = component && tables.projects.get(component.projectId);
  if (component && project && holdsInProject(call.state, call.caller, 'BROWSE_PROJECTS', project)) {
    return { component, project };
  }
  throw new TrackerError(404, `The component with id ${text} does not exist.`);
}
