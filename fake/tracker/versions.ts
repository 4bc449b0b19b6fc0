import type { Endpoints } from '../../contracts/index.js';
import { json, noContent } from '../server/answer.js';
import type { Answer } from '../server/answer.js';
import { TrackerError } from '../server/errors.js';
import type { ProjectRow, VersionRow } from '../state/tables.js';
import type { Call, CallOf } from './call.js';
import { holdsInProject, requireInProject } from './permissions.js';
import { readId } from './read-values.js';
import { selfUrl } from './render.js';
import type { View } from './render.js';
import { browsableProject } from './rows.js';

/** `GET /project/{projectIdOrKey}/versions`: the versions of a project, in the order of their creation. */
export function listVersions(call: CallOf<Endpoints['listVersions']>): Answer {
  const { id } = browsableProject(call, call.parameters.projectIdOrKey);
  return json(call.state.tables.versions.where('project', id).map((row) => renderVersion(call, row)));
}

/** `GET /version/{versionId}`: one version. */
export function getVersion(call: CallOf<Endpoints['getVersion']>): Answer {
  return json(renderVersion(call, browsableVersion(call, call.parameters.versionId).version));
}

/** `POST /version`: creates a version. A project has no two of one name. */
export function createVersion(call: CallOf<Endpoints['createVersion']>): Answer {
  const { state, body } = call;
  const named = body.project ?? body.projectId;
  if (named === undefined) throw TrackerError.ofFields({ project: 'Project must be specified to create a version.' });
  const project = browsableProject(call, String(named));
  requireInProject(call, 'ADMINISTER_PROJECTS', project);
  const blank = { id: 0, projectId: project.id, name: '', description: '', archived: false, released: false };
  const version = { ...checked(call, { ...blank, ...stored(body) }), id: state.nextId('version') };
  state.tables.versions.set(version);
  return json(renderVersion(call, version), 201);
}

/** `PUT /version/{versionId}`: changes what the body names of a version. */
export function updateVersion(call: CallOf<Endpoints['updateVersion']>): Answer {
  const { version, project } = browsableVersion(call, call.parameters.versionId);
  requireInProject(call, 'ADMINISTER_PROJECTS', project);
  const changed = checked(call, { ...version, ...stored(call.body) });
  call.state.tables.versions.set(changed);
  return json(renderVersion(call, changed));
}

/** `DELETE /version/{versionId}`: deletes a version; the issues that name it lose it. */
export function deleteVersion(call: CallOf<Endpoints['deleteVersion']>): Answer {
  const { version, project } = browsableVersion(call, call.parameters.versionId);
  requireInProject(call, 'ADMINISTER_PROJECTS', project);
  call.state.tables.versions.delete(version.id);
  return noContent;
}

type Details = { readonly [Name in keyof Omit<VersionRow, 'id' | 'projectId'>]?: VersionRow[Name] | undefined };

function stored({ name, description, archived, released, releaseDate }: Details): Partial<VersionRow> {
  const details = { name: name?.trim(), description, archived, released, releaseDate };
  return Object.fromEntries(Object.entries(details).filter(([, value]) => value !== undefined));
}

function checked({ state }: Pick<Call, 'state'>, version: VersionRow): VersionRow {
  const { name, releaseDate } = version;
  if (name === '') throw TrackerError.ofFields({ name: 'You must specify a valid version name' });
  if (releaseDate !== undefined && Number.isNaN(Date.parse(releaseDate))) {
    throw TrackerError.ofFields({ releaseDate: `Error parsing date string: ${releaseDate}` });
  }
  const others = state.tables.versions.where('project', version.projectId).filter(({ id }) => id !== version.id);
  if (others.some((other) => other.name.toLowerCase() === name.toLowerCase())) {
    throw TrackerError.ofFields({ name: 'A version with this name already exists in this project.' });
  }
  return version;
}

function browsableVersion(
  { state, caller }: Pick<Call, 'state' | 'caller'>,
  text: string,
): { readonly version: VersionRow; readonly project: ProjectRow } {
  const version = state.tables.versions.get(readId(text) ?? 0);
  const project = version && state.tables.projects.get(version.projectId);
  if (version && project && holdsInProject(state, caller, 'BROWSE_PROJECTS', project)) return { version, project };
  throw new TrackerError(404, `Could not find version for id '${text}'`);
}

/** A version as JSON. */
export function renderVersion(view: View, row: VersionRow) {
  const { id, name, description, archived, released, releaseDate, projectId } = row;
  return {
    self: selfUrl(view, 'version', id),
    id: String(id),
    ...(description !== '' && { description }),
    name,
    archived,
    released,
    ...(releaseDate !== undefined && { releaseDate, userReleaseDate: releaseDate }),
    projectId,
  };
}
