import { isDay } from '../../contracts/times.js';
import { json, noContent } from '../server/answer.js';
import { problemsIn, TrackerError } from '../server/errors.js';
import type { State } from '../state/state.js';
import type { VersionRow } from '../state/tables.js';
import type { SomeHandlers, Reader } from './call.js';
import { callerOf, holdsInProject } from './permissions.js';
import { lastStepOf, readId, withoutUndefined } from './read-values.js';
import { selfUrl } from './render.js';
import type { View } from './render.js';
import { browsableProject, findProject, nameOther, projectOf, rowWithId } from './rows.js';

/** The versions of a project, in the order of their creation. */
export function versionsOf({ tables }: State, projectId: number): VersionRow[] {
  return tables.versions.where('project', projectId).sort((left, right) => left.id - right.id);
}

export const versionHandlers = {
  /** `GET /project/{projectIdOrKey}/versions`: the versions of a project, in their order. */
  listVersions(call) {
    const { id } = browsableProject(call, call.parameters.projectIdOrKey);
    return json(versionsOf(call.state, id).map((row) => renderVersion(call, row)));
  },
  getVersion: (call) => json(renderVersion(call, browsableVersion(call, call.parameters.versionId).version)),
  // Seen, here and below: TestVersionResource of the product, and JerseyVersionClientTest of its client for Java.
  /** `POST /version`: creates a version. A project has no two of one name. */
  createVersion(call) {
    const { state, body } = call;
    const named = body.projectId ?? body.project;
    if (named === undefined) throw new TrackerError(400, 'Project must be specified to create a version.');
    const project = findProject(state, String(named));
    if (project === undefined || !holdsInProject(state, call.caller, 'ADMINISTER_PROJECTS', project)) {
      const hidden = `Project with key '${String(body.project ?? null)}' either does not exist or you do not have permission to create versions in it.`;
      throw new TrackerError(404, hidden);
    }
    const { name = '', description = '', archived = false, released = false } = body;
    const [startDate, releaseDate] = [body.startDate, body.releaseDate].map((day) =>
      day === '' ? undefined : (day ?? undefined),
    );
    const row = { id: 0, projectId: project.id, name: name.trim(), description, archived, released };
    const version = { ...checked(state, { ...row, startDate, releaseDate }), id: state.nextId('version') };
    state.tables.versions.set(version);
    return json(renderVersion(call, version), 201);
  },
  /** `DELETE /version/{versionId}`: deletes a version; the issues that name it lose it, or name another from then on. */
  deleteVersion(call) {
    const { state, caller } = call;
    const { version, project } = browsableVersion(call, call.parameters.versionId);
    if (!holdsInProject(state, caller, 'ADMINISTER_PROJECTS', project)) {
      const message = `The user ${callerOf(call).name} does not have permission to complete this operation.`;
      throw new TrackerError(401, message);
    }
    const { moveFixIssuesTo, moveAffectedIssuesTo } = call.query;
    const fix = otherVersion(state, version, moveFixIssuesTo, 'fix');
    const affected = otherVersion(state, version, moveAffectedIssuesTo, 'affects');
    if (affected !== undefined) nameOther(state, 'versions', version.id, affected);
    if (fix !== undefined) nameOther(state, 'fixVersions', version.id, fix);
    state.tables.versions.delete(version.id);
    return noContent;
  },
} satisfies SomeHandlers;

/** The version that issues name in place of a deleted one, by its id or its URL. @throws TrackerError 400 */
function otherVersion({ tables }: State, { id, projectId }: VersionRow, named: string | undefined, kind: string) {
  if (named === undefined) return undefined;
  const other = tables.versions.get(readId(lastStepOf(named)) ?? 0);
  if (other?.projectId !== projectId) {
    throw new TrackerError(400, `The ${kind} version with id ${lastStepOf(named)} does not exist.`);
  }
  if (other.id !== id) return other.id;
  throw new TrackerError(400, 'You cannot move the issues to the version being deleted.');
}

const NAME_LIMIT = 255;

/** @throws TrackerError 400 that names each problem under its field */
function checked(state: State, version: VersionRow): VersionRow {
  const { id, name, projectId, startDate, releaseDate } = version;
  const others = state.tables.versions.where('project', projectId).filter((other) => other.id !== id);
  const isTaken = others.some((other) => other.name.toLowerCase() === name.toLowerCase());
  const problemOf = (day: string | undefined) =>
    day !== undefined && !isDay(day) && `Error parsing date string: ${day}`;
  const problems = problemsIn({
    name:
      (name === '' && 'You must specify a valid version name') ||
      (name.length > NAME_LIMIT && 'The version name is too long. Please enter a name shorter than 255 characters.') ||
      (isTaken && 'A version with this name already exists in this project.'),
    startDate: problemOf(startDate),
    releaseDate: problemOf(releaseDate),
  });
  if (problems !== undefined) throw TrackerError.ofFields(problems);
  return version;
}

function browsableVersion({ state, caller }: Reader, text: string) {
  const version = rowWithId(state.tables.versions, text, `Could not find version for id '${text}'`);
  const project = projectOf(state, version);
  if (holdsInProject(state, caller, 'BROWSE_PROJECTS', project)) return { version, project };
  throw new TrackerError(404, 'You must have browse project rights in order to view versions.');
}

export function renderVersion(view: View, row: VersionRow) {
  const { id, name, description, archived, released, startDate, releaseDate, projectId } = row;
  return withoutUndefined({
    self: selfUrl(view, 'version', id),
    id: String(id),
    description: description === '' ? undefined : description,
    ...{ name, archived, released, startDate, releaseDate },
    projectId,
  });
}
