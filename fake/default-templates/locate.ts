import type { WorldTemplate } from '../../contracts/index.js';
import type { Call } from '../server/call.js';
import { TrackerError } from '../server/tracker-error.js';
import type { ProjectRow } from '../state/state.js';
import { findProject } from '../tracker/projects/find-project.js';
import { readId } from '../tracker/read-id.js';

/** What the path of a call names, or the status of an empty answer where it names nothing that exists. */
export type Place<Found> = { readonly found: Found } | { readonly emptyWith: number };

type PathCall = Pick<Call, 'state' | 'assumptions'> & { readonly parameters: Readonly<Record<string, string>> };

/**
 * The project named in the path.
 *
 * @throws TrackerError where an unknown project is refused (DT-N02)
 */
export function locateProject(call: PathCall): Place<ProjectRow> {
  const idOrKey = call.parameters['projectIdOrKey'] ?? '';
  return known(
    findProject(call.state, idOrKey),
    call.assumptions['DT-N02'],
    `No project could be found with id or key '${idOrKey}'.`,
  );
}

/**
 * The template named in the path.
 *
 * @throws TrackerError where an unknown template is refused (DT-N03)
 */
export function locateTemplate(call: PathCall): Place<WorldTemplate> {
  const text = call.parameters['templateId'] ?? '';
  const id = readId(text);
  const template = id === undefined ? undefined : call.state.tables.templates.get(id);
  return known(template, call.assumptions['DT-N03'], `No template could be found with id '${text}'.`);
}

/** The project and the template named in the path. @throws TrackerError where an unknown one is refused */
export function locateBoth(call: PathCall): Place<{ project: ProjectRow; template: WorldTemplate }> {
  const project = locateProject(call);
  const template = locateTemplate(call);
  if ('emptyWith' in project) return project;
  if ('emptyWith' in template) return template;
  return { found: { project: project.found, template: template.found } };
}

function known<Found>(found: Found | undefined, status: number, message: string): Place<Found> {
  if (found !== undefined) return { found };
  if (status >= 400) throw new TrackerError(status, message);
  return { emptyWith: status };
}
