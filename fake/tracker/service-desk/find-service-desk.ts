import type { Call } from '../../server/call.js';
import type { ProjectRow } from '../../state/state.js';
import { holdsInProject } from '../permissions.js';
import { readId } from '../read-id.js';

/** The service desk with this id, which is that of its project, if the caller may see it. */
export function findServiceDesk(
  { state, caller }: Pick<Call, 'state' | 'caller'>,
  serviceDeskId: unknown,
): ProjectRow | undefined {
  const id = readId(serviceDeskId);
  const project = id === undefined ? undefined : state.tables.projects.get(id);
  const seen = project?.type === 'service_desk' && holdsInProject(state, caller, 'BROWSE_PROJECTS', project);
  return seen ? project : undefined;
}
