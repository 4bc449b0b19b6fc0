import { isDay } from '../../contracts/times.js';
import type { Endpoints } from '../../contracts/index.js';
import { json, noContent } from '../server/answer.js';
import { problemsIn, required, TrackerError } from '../server/errors.js';
import type { State } from '../state/state.js';
import type { ComponentRow, VersionRow } from '../state/tables.js';
import type { CallOf, SomeHandlers, Reader } from './call.js';
import { callerOf, holdsInProject } from './permissions.js';
import { readId, withoutUndefined } from './read-values.js';
import { renderUserByKey, selfUrl } from './render.js';
import type { View } from './render.js';
import { browsableProject, findProject, nameOther, projectOf, seenRow, userByName } from './rows.js';

export const projectPartHandlers = {
  listComponents(call) {
    const { id } = browsableProject(call, call.parameters.projectIdOrKey);
    return json(componentsOf(call, id).map((row) => renderComponent(call, row)));
  },
  getComponent: (call) => json(renderComponent(call, browsableComponent(call, call.parameters.componentId).row)),
  /** `POST /component`: creates a component. A project has no two of one name, however it is capitalized. */
  createComponent(call) {
    const { state, body } = call;
    const named = body.project ?? body.projectId;
    // Seen, here and below: TestComponentResource of the product.
    if (named === undefined) throw new TrackerError(400, 'A project id must be specified for this operation.');
    const project = browsableProject(call, String(named));
    if (!holdsInProject(state, call.caller, 'ADMINISTER_PROJECTS', project)) {
      throw new TrackerError(403, 'You cannot edit the configuration of this project.');
    }
    const blank = { id: 0, projectId: project.id, name: '', description: '', lead: null } as const;
    const checked = readComponent(state, blank, body);
    const component = { ...checked, id: state.nextId('component') };
    state.tables.components.set(component);
    return json(renderComponent(call, component), 201);
  },
  updateComponent(call) {
    const component = changeableComponent(call, call.parameters.componentId);
    const changed = readComponent(call.state, component, call.body);
    call.state.tables.components.set(changed);
    return json(renderComponent(call, changed));
  },
  /** `DELETE /component/{componentId}`: deletes a component; the issues that name it lose it, or name another from then on. */
  deleteComponent(call) {
    const component = changeableComponent(call, call.parameters.componentId);
    const { moveIssuesTo } = call.query;
    if (moveIssuesTo !== undefined) {
      const { row: other } = browsableComponent(call, moveIssuesTo);
      nameOther(call.state, 'components', component.id, other.id);
    }
    call.state.tables.components.delete(component.id);
    return noContent;
  },
  listVersions(call) {
    const { id } = browsableProject(call, call.parameters.projectIdOrKey);
    return json(versionsOf(call.state, id).map((row) => renderVersion(call, row)));
  },
  getVersion: (call) => json(renderVersion(call, browsableVersion(call, call.parameters.versionId).row)),
  // Seen, here and below: TestVersionResource of the product, and JerseyVersionClientTest of its client for Java.
  /** `POST /version`: creates a version. A project has no two of one name. */
  createVersion(call) {
    const { state, body } = call;
    const named = body.projectId ?? body.project;
    if (named === undefined) throw new TrackerError(400, 'Project must be specified to create a version.');
    const project = findProject(state, String(named));
    if (project === undefined || !holdsInProject(state, call.caller, 'ADMINISTER_PROJECTS', project)) {
      throw new TrackerError(404, `There is no project '${named}' in which you may create versions.`);
    }
    const { name = '', description = '', archived = false, released = false, releaseDate } = body;
    const row = { projectId: project.id, name: name.trim(), description, archived, released };
    requireUsable(state, row, releaseDate);
    const version = { ...row, releaseDate: releaseDate ?? undefined, id: state.nextId('version') };
    state.tables.versions.set(version);
    return json(renderVersion(call, version), 201);
  },
  /** `DELETE /version/{versionId}`: deletes a version; the issues that name it lose it, or name another from then on. */
  deleteVersion(call) {
    const { state, caller } = call;
    const { row: version, project } = browsableVersion(call, call.parameters.versionId);
    if (!holdsInProject(state, caller, 'ADMINISTER_PROJECTS', project)) {
      throw new TrackerError(
        401,
        `The user ${callerOf(call).name} does not have permission to complete this operation.`,
      );
    }
    const { moveFixIssuesTo } = call.query;
    if (moveFixIssuesTo !== undefined) {
      nameOther(state, 'fixVersions', version.id, otherVersion(state, version, moveFixIssuesTo));
    }
    state.tables.versions.delete(version.id);
    return noContent;
  },
} satisfies SomeHandlers;

/** The component with this id, and its project. @throws TrackerError 404 if it is unknown, or if the caller may not see it */
function browsableComponent(call: Reader, text: string) {
  const component = call.state.tables.components.get(readId(text) ?? 0);
  return required(seenRow(call, component), `The component with id ${text} does not exist.`);
}

function changeableComponent(call: Reader, text: string): ComponentRow {
  const { row, project } = browsableComponent(call, text);
  if (holdsInProject(call.state, call.caller, 'ADMINISTER_PROJECTS', project)) return row;
  throw new TrackerError(403, `The user ${callerOf(call).name} does not have permission to complete this operation.`);
}

const NAME_LIMIT = 255;

type ComponentChanges = CallOf<Endpoints['updateComponent']>['body'];

/** A component with the changes of a body. @throws TrackerError 400 that names each problem under its field */
function readComponent(state: State, row: ComponentRow, changes: ComponentChanges): ComponentRow {
  const { description = row.description, leadUserName } = changes;
  const name = (changes.name ?? row.name).trim();
  const user = userByName(state, leadUserName ?? '');
  const others = state.tables.components.where('project', row.projectId).filter(({ id }) => id !== row.id);
  const isTaken = others.some((other) => other.name.toLowerCase() === name.toLowerCase());
  const problems = problemsIn({
    name:
      (name === '' && 'The component name specified is invalid - cannot be an empty string.') ||
      (name.length > NAME_LIMIT && `The component name must not exceed ${NAME_LIMIT} characters in length.`) ||
      (isTaken && `A component with the name ${name} already exists in this project.`),
    leadUserName: (leadUserName ?? '') !== '' && !user && `The user ${leadUserName} does not exist.`,
  });
  if (problems !== undefined) throw TrackerError.ofFields(problems);
  const lead = leadUserName === undefined ? row.lead : (user?.key ?? null);
  return { ...row, name, description, lead };
}

export function componentsOf({ state }: Pick<View, 'state'>, projectId: number): ComponentRow[] {
  const rows = state.tables.components.where('project', projectId);
  return rows.sort((left, right) => left.name.localeCompare(right.name, 'en'));
}

export function renderComponentSummary(view: View, { id, name, description }: ComponentRow) {
  const self = selfUrl(view, 'component', id);
  return { self, id: String(id), name, ...(description !== '' && { description }) };
}

function renderComponent(view: View, component: ComponentRow) {
  const { id: projectId, key: project } = projectOf(view.state, component);
  const lead = component.lead === null ? null : renderUserByKey(view, component.lead);
  return { ...renderComponentSummary(view, component), ...(lead !== null && { lead }), project, projectId };
}

/** The versions of a project, in the order of their creation. */
export function versionsOf({ tables }: State, projectId: number): VersionRow[] {
  return tables.versions.where('project', projectId);
}

/** The version that issues name in place of a deleted one, by its id. @throws TrackerError 400 */
function otherVersion({ tables }: State, { id, projectId }: VersionRow, named: string): number {
  const other = tables.versions.get(readId(named) ?? 0);
  if (other?.projectId === projectId && other.id !== id) return other.id;
  throw new TrackerError(400, `The fix version with id ${named} does not exist.`);
}

/** @throws TrackerError 400 that names each problem of a new version under its field */
function requireUsable(
  state: State,
  { name, projectId }: Pick<VersionRow, 'name' | 'projectId'>,
  releaseDate: string | null | undefined,
): void {
  const isTaken = versionsOf(state, projectId).some((other) => other.name.toLowerCase() === name.toLowerCase());
  const problems = problemsIn({
    name:
      (name === '' && 'You must specify a valid version name') ||
      (name.length > NAME_LIMIT && 'The version name is too long. Please enter a name shorter than 255 characters.') ||
      (isTaken && 'A version with this name already exists in this project.'),
    releaseDate: typeof releaseDate === 'string' && !isDay(releaseDate) && `Error parsing date string: ${releaseDate}`,
  });
  if (problems !== undefined) throw TrackerError.ofFields(problems);
}

function browsableVersion(call: Reader, text: string) {
  const version = call.state.tables.versions.get(readId(text) ?? 0);
  return required(seenRow(call, version), `Could not find version for id '${text}'`);
}

export function renderVersion(view: View, row: VersionRow) {
  const { id, name, description, archived, released, releaseDate, projectId } = row;
  return withoutUndefined({
    self: selfUrl(view, 'version', id),
    id: String(id),
    description: description === '' ? undefined : description,
    name,
    archived,
    released,
    releaseDate,
    projectId,
  });
}
