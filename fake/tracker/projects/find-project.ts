import type { Call } from '../../server/call.js';
import { TrackerError } from '../../server/tracker-error.js';
import type { ProjectRow, State } from '../../state/state.js';
import { holdsInProject } from '../permissions.js';
import { readId } from '../read-id.js';

/** The project with this id or key. */
export function findProject({ tables }: State, idOrKey: string): ProjectRow | undefined {
  const id = readId(idOrKey);
  return id === undefined ? tables.projects.first('key', idOrKey) : tables.projects.get(id);
}

/** The project with this id or key. @throws TrackerError 404 for one that is unknown or not for the caller to see */
export function browsableProject(call: Pick<Call, 'state' | 'caller'>, idOrKey: string): ProjectRow {
  const project = findProject(call.state, idOrKey);
  if (project !== undefined && holdsInProject(call.state, call.caller, 'BROWSE_PROJECTS', project)) return project;
  const by = readId(idOrKey) === undefined ? 'key' : 'id';
  throw new TrackerError(404, `No project could be found with ${by} '${idOrKey}'.`);
}

/** The projects the caller may see. */
export function browsableProjects({ state, caller }: Pick<Call, 'state' | 'caller'>): ProjectRow[] {
  return state.tables.projects.all().filter((project) => holdsInProject(state, caller, 'BROWSE_PROJECTS', project));
}
