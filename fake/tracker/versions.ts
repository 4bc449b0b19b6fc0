import { isDay } from '../../contracts/moments.js';
import type { Endpoints } from '../../contracts/index.js';
import { json, noContent } from '../server/answer.js';
import type { Answer } from '../server/answer.js';
import { TrackerError } from '../server/errors.js';
import type { State } from '../state/state.js';
import { nameIn } from '../state/tables.js';
import type { ProjectRow, VersionRow } from '../state/tables.js';
import type { Call, CallOf } from './call.js';
import { holdsInProject, requireInProject } from './permissions.js';
import { readId } from './read-values.js';
import { selfUrl } from './render.js';
import type { View } from './render.js';
import { browsableProject, nameOther } from './rows.js';

/** The versions of a project, in the order of their creation if none was moved. */
export function versionsOf({ tables }: State, projectId: number): VersionRow[] {
  return tables.versions.where('project', projectId).sort((left, right) => placeOf(left) - placeOf(right));
}

function placeOf({ id, place = id }: VersionRow): number {
  return place;
}

/** `GET /project/{projectIdOrKey}/versions`: the versions of a project, in their order. */
export function listVersions(call: CallOf<Endpoints['listVersions']>): Answer {
  const { id } = browsableProject(call, call.parameters.projectIdOrKey);
  return json(versionsOf(call.state, id).map((row) => renderVersion(call, row)));
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

/** `DELETE /version/{versionId}`: deletes a version; the issues that name it lose it, or name another from then on. */
export function deleteVersion(call: CallOf<Endpoints['deleteVersion']>): Answer {
  return replaceVersion(call, call.parameters.versionId, call.query);
}

/** `POST /version/{versionId}/removeAndSwap`: the same, with the other versions in the body. */
export function swapVersion(call: CallOf<Endpoints['swapVersion']>): Answer {
  return replaceVersion(call, call.parameters.versionId, call.body);
}

/** The versions that issues name in place of a deleted one. */
interface Replacements {
  readonly moveFixIssuesTo?: string | number | undefined;
  readonly moveAffectedIssuesTo?: string | number | undefined;
}

function replaceVersion(call: Pick<Call, 'state' | 'caller'>, versionId: string, others: Replacements): Answer {
  const { version, project } = browsableVersion(call, versionId);
  requireInProject(call, 'ADMINISTER_PROJECTS', project);
  const { moveFixIssuesTo, moveAffectedIssuesTo } = others;
  const names = { fixVersions: moveFixIssuesTo, versions: moveAffectedIssuesTo };
  for (const [field, named] of Object.entries(names)) {
    if (named === undefined) continue;
    const { version: other } = browsableVersion(call, String(named));
    nameOther(call.state, field as keyof typeof names, version.id, other.id);
  }
  call.state.tables.versions.delete(version.id);
  return noContent;
}

/** `POST /version/{versionId}/move`: moves a version in the list of its project. */
export function moveVersion(call: CallOf<Endpoints['moveVersion']>): Answer {
  const { version, project } = browsableVersion(call, call.parameters.versionId);
  requireInProject(call, 'ADMINISTER_PROJECTS', project);
  const all = versionsOf(call.state, project.id);
  const others = all.filter(({ id }) => id !== version.id);
  const index = indexAfterMove(call, all.indexOf(version), others);
  const moved = [...others.slice(0, index), version, ...others.slice(index)];
  const first = Math.min(...all.map(placeOf));
  for (const [step, row] of moved.entries()) call.state.tables.versions.set({ ...row, place: first + step });
  return json(renderVersion(call, version));
}

/** Where among the other versions a version stands after it has been moved. */
function indexAfterMove(call: CallOf<Endpoints['moveVersion']>, index: number, others: readonly VersionRow[]): number {
  const { after, position } = call.body;
  if (after !== undefined) {
    const found = others.findIndex(({ id }) => String(id) === /[^/]*$/.exec(after)?.[0]);
    if (found < 0) throw new TrackerError(400, `There is no other version of the project at '${after}'.`);
    return found + 1;
  }
  if (position === undefined) throw new TrackerError(400, "One of 'after' or 'position' is required.");
  const places = { First: 0, Earlier: Math.max(0, index - 1), Later: index + 1, Last: others.length };
  return Math.min(places[position], others.length);
}

/** `GET /version/{versionId}/relatedIssueCounts`: how many issues name a version. */
export function countIssuesOfVersion(call: CallOf<Endpoints['countIssuesOfVersion']>): Answer {
  const { id } = browsableVersion(call, call.parameters.versionId).version;
  const { issues } = call.state.tables;
  return json({
    self: selfUrl(call, 'version', id),
    issuesFixedCount: issues.count('named', nameIn('fixVersions', id)),
    issuesAffectedCount: issues.count('named', nameIn('versions', id)),
    issueCountWithCustomFieldsShowingVersion: 0,
    customFieldUsage: [],
  });
}

/** `GET /version/{versionId}/unresolvedIssueCount`: how many of the issues to be fixed in it are not resolved. */
export function countUnresolvedOfVersion(call: CallOf<Endpoints['countUnresolvedOfVersion']>): Answer {
  const { id } = browsableVersion(call, call.parameters.versionId).version;
  const issues = call.state.tables.issues.where('named', nameIn('fixVersions', id));
  const issuesUnresolvedCount = issues.filter(({ resolved }) => resolved === undefined).length;
  return json({ self: selfUrl(call, 'version', id), issuesUnresolvedCount, issuesCount: issues.length });
}

type Details = { readonly [Name in keyof Omit<VersionRow, 'id' | 'projectId'>]?: VersionRow[Name] | undefined };

function stored({ name, description, archived, released, releaseDate }: Details): Partial<VersionRow> {
  const details = { name: name?.trim(), description, archived, released, releaseDate };
  return Object.fromEntries(Object.entries(details).filter(([, value]) => value !== undefined));
}

function checked({ state }: Pick<Call, 'state'>, version: VersionRow): VersionRow {
  const { name, releaseDate } = version;
  if (name === '') throw TrackerError.ofFields({ name: 'You must specify a valid version name' });
  if (releaseDate !== undefined && !isDay(releaseDate)) {
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
