import { isDay } from '../../contracts/times.js';
import type { Endpoints } from '../../contracts/index.js';
import { json, noContent } from '../server/answer.js';
import type { Answer } from '../server/answer.js';
import { problemsIn, TrackerError } from '../server/errors.js';
import type { State } from '../state/state.js';
import { compareKeys } from '../state/table.js';
import { nameIn } from '../state/tables.js';
import type { ProjectRow, VersionRow } from '../state/tables.js';
import type { Call, CallOf, SomeHandlers, Reader } from './call.js';
import { callerOf, holdsInProject } from './permissions.js';
import { lastStepOf, pageLinks, pageOf, readId, withoutUndefined } from './read-values.js';
import { renderDay } from './render-text.js';
import { selfUrl } from './render.js';
import type { View } from './render.js';
import { browsableProject, findProject, nameOther, projectOf, rowWithId } from './rows.js';

/** The versions of a project, in the order of their creation if none was moved. */
export function versionsOf({ tables }: State, projectId: number): VersionRow[] {
  return tables.versions.where('project', projectId).sort((left, right) => placeOf(left) - placeOf(right));
}

function placeOf({ id, place = id }: VersionRow): number {
  return place;
}

export const versionHandlers = {
  /** `GET /project/{projectIdOrKey}/versions`: the versions of a project, in their order. */
  listVersions(call) {
    const { id } = browsableProject(call, call.parameters.projectIdOrKey);
    return json(versionsOf(call.state, id).map((row) => renderVersion(call, row)));
  },
  /** `GET /project/{projectIdOrKey}/version`: the versions of a project, page by page and in an order. */
  listVersionPage(call) {
    const { id, key } = browsableProject(call, call.parameters.projectIdOrKey);
    const { orderBy = 'sequence', ...query } = call.query;
    const [, sign, name = ''] = /^([-+ ]?)(.*)$/.exec(orderBy) ?? [];
    const keyOf = orders[name] ?? placeOf;
    const direction = sign === '-' ? -1 : 1;
    const rows = versionsOf(call.state, id).sort((left, right) => direction * compareKeys(keyOf(left), keyOf(right)));
    const page = pageOf(rows, query, (row) => renderVersion(call, row));
    const url = selfUrl(call, 'project', key, 'version');
    return json({ ...pageLinks(url, { orderBy: call.query.orderBy }, page), ...page });
  },
  getVersion: (call) => json(renderVersion(call, browsableVersion(call, call.parameters.versionId).version)),
  // Seen, here and below: TestVersionResource of the product, and JerseyVersionClientTest of its client for Java.
  /** `POST /version`: creates a version. A project has no two of one name. */
  createVersion(call) {
    const { state, body } = call;
    const named = body.projectId ?? body.project;
    if (named === undefined) throw new TrackerError(400, 'Project must be specified to create a version.');
    const details = stored(call, 'creating');
    const project = findProject(state, String(named));
    if (project === undefined || !holdsInProject(state, call.caller, 'ADMINISTER_PROJECTS', project)) {
      const hidden = `Project with key '${String(body.project ?? null)}' either does not exist or you do not have permission to create versions in it.`;
      throw new TrackerError(404, hidden);
    }
    const blank = { id: 0, projectId: project.id, name: '', description: '', archived: false, released: false };
    const version = { ...checked(call, { ...blank, ...details }), id: state.nextId('version') };
    state.tables.versions.set(version);
    return json(renderVersion(call, version), 201);
  },
  /** `PUT /version/{versionId}`: changes what the body names of a version. */
  updateVersion(call) {
    const { version } = changeableVersion(call, call.parameters.versionId);
    const changed = checked(call, { ...version, ...stored(call, 'editing') });
    call.state.tables.versions.set(changed);
    return json(renderVersion(call, changed));
  },
  /** `DELETE /version/{versionId}`: deletes a version; the issues that name it lose it, or name another from then on. */
  deleteVersion: (call) => replaceVersion(call, call.parameters.versionId, call.query),
  /** `POST /version/{versionId}/removeAndSwap`: the same, with the other versions in the body. */
  swapVersion: (call) => replaceVersion(call, call.parameters.versionId, call.body),
  /** `PUT /version/{versionId}/mergeto/{moveIssuesTo}`: deletes a version; the issues that name it name the other. */
  mergeVersion(call) {
    const { versionId, moveIssuesTo } = call.parameters;
    return replaceVersion(call, versionId, { moveFixIssuesTo: moveIssuesTo, moveAffectedIssuesTo: moveIssuesTo });
  },
  /** `POST /version/{versionId}/move`: moves a version in the list of its project. */
  moveVersion(call) {
    const { version, project } = changeableVersion(call, call.parameters.versionId);
    const all = versionsOf(call.state, project.id);
    const others = all.filter(({ id }) => id !== version.id);
    const index = indexAfterMove(call.body, all.indexOf(version), others, project);
    const moved = [...others.slice(0, index), version, ...others.slice(index)];
    const first = Math.min(...all.map(placeOf));
    for (const [step, row] of moved.entries()) call.state.tables.versions.set({ ...row, place: first + step });
    return json(renderVersion(call, version));
  },
  /** `GET /version/{versionId}/relatedIssueCounts`: how many issues name a version. */
  countIssuesOfVersion(call) {
    const { id } = browsableVersion(call, call.parameters.versionId).version;
    const { issues } = call.state.tables;
    return json({
      self: selfUrl(call, 'version', id),
      issuesFixedCount: issues.count('named', nameIn('fixVersions', id)),
      issuesAffectedCount: issues.count('named', nameIn('versions', id)),
      issueCountWithCustomFieldsShowingVersion: 0,
      customFieldUsage: [],
    });
  },
  /** `GET /version/{versionId}/unresolvedIssueCount`: how many of the issues to be fixed in it are not resolved. */
  countUnresolvedOfVersion(call) {
    const { id } = browsableVersion(call, call.parameters.versionId).version;
    const issues = call.state.tables.issues.where('named', nameIn('fixVersions', id));
    const issuesUnresolvedCount = issues.filter(({ resolved }) => resolved === undefined).length;
    return json({ self: selfUrl(call, 'version', id), issuesUnresolvedCount, issuesCount: issues.length });
  },
} satisfies SomeHandlers;

/** The orders of the versions of a page: what each compares. */
const orders: Readonly<Record<string, (row: VersionRow) => string | number>> = {
  sequence: placeOf,
  name: ({ name }) => name.toLowerCase(),
  startDate: ({ startDate = '' }) => startDate,
  releaseDate: ({ releaseDate = '' }) => releaseDate,
};

/** The versions that issues name in place of a deleted one, each by its id or its URL. */
type Replacements = Pick<CallOf<Endpoints['swapVersion']>['body'], 'moveFixIssuesTo' | 'moveAffectedIssuesTo'>;

function replaceVersion(call: Reader, versionId: string, others: Replacements): Answer {
  const { state, caller } = call;
  const { version, project } = browsableVersion(call, versionId);
  if (!holdsInProject(state, caller, 'ADMINISTER_PROJECTS', project)) {
    throw new TrackerError(401, `The user ${callerOf(call).name} does not have permission to complete this operation.`);
  }
  const names = [
    ['versions', others.moveAffectedIssuesTo, 'affects'],
    ['fixVersions', others.moveFixIssuesTo, 'fix'],
  ] as const;
  const moves = names.flatMap(([field, named, kind]) => {
    if (named === undefined) return [];
    const id = lastStepOf(String(named));
    const other = state.tables.versions.get(readId(id) ?? 0);
    if (other?.projectId !== project.id) {
      throw new TrackerError(400, `The ${kind} version with id ${id} does not exist.`);
    }
    return [{ field, other }];
  });
  if (moves.some(({ other }) => other.id === version.id)) {
    throw new TrackerError(400, 'You cannot move the issues to the version being deleted.');
  }
  for (const { field, other } of moves) nameOther(state, field, version.id, other.id);
  state.tables.versions.delete(version.id);
  return noContent;
}

/** Where among the other versions a version stands after it has been moved. */
function indexAfterMove(
  { after, position }: CallOf<Endpoints['moveVersion']>['body'],
  index: number,
  others: readonly VersionRow[],
  { key }: ProjectRow,
): number {
  if (after !== undefined) {
    const named = lastStepOf(after);
    const found = others.findIndex(({ id }) => String(id) === named);
    if (found < 0) throw new TrackerError(404, `Could not find version with id '${named}' for project '${key}'`);
    return found + 1;
  }
  if (position === undefined) throw new TrackerError(400, "One of 'after' or 'position' is required.");
  const places = { First: 0, Earlier: Math.max(0, index - 1), Later: index + 1, Last: others.length };
  return Math.min(places[position], others.length);
}

/** The dates of a version, each by its name in a body; people write it with `user` before it. */
const DATES = { startDate: 'userStartDate', releaseDate: 'userReleaseDate' } as const;

/** The properties of a version that a body names. @throws TrackerError 400 for a date that stands there twice, or is none */
function stored(
  { body, clock }: Pick<CallOf<Endpoints['updateVersion']>, 'body' | 'clock'>,
  deed: 'creating' | 'editing',
): Partial<VersionRow> {
  const { name, description, archived, released } = body;
  const dates = Object.entries(DATES).flatMap(([date, forPeople]) => {
    const [day, written] = [body[date as keyof typeof DATES], body[forPeople]];
    if (day !== undefined && written !== undefined) {
      throw new TrackerError(400, `Only one of '${date}' and '${forPeople}' can be specified when ${deed} a version.`);
    }
    if (day === undefined && written === undefined) return [];
    const read = written === undefined ? day : readUserDay(date, written, clock.now());
    // Seen: `releaseDateSet` and `startDateSet` of the product's VersionBean, which tell null from what is left out.
    return [[date, read === null || read === '' ? undefined : read] as const];
  });
  return {
    ...withoutUndefined({ name: name?.trim(), description, archived, released }),
    ...(Object.fromEntries(dates) as Pick<VersionRow, keyof typeof DATES>),
  };
}

/** A day as people write it, such as 26/Nov/26, in the form that is kept; empty for none. @throws TrackerError 400 */
function readUserDay(date: string, text: string, now: number): string {
  const [, day = '', month = '', year = ''] = /^(\d{1,2})\/([A-Za-z]{3})\/(\d{2}|\d{4})$/.exec(text.trim()) ?? [];
  // Two digits mean a year of the hundred that ends twenty years from now.
  const century = Number(year) > (new Date(now).getUTCFullYear() % 100) + 20 ? 1_900 : 2_000;
  const fullYear = year.length === 2 ? century + Number(year) : Number(year);
  const moment = Date.parse(`${day} ${month} ${fullYear} UTC`);
  if (text.trim() === '') return '';
  const read = Number.isNaN(moment) ? '' : new Date(moment).toISOString().slice(0, 10);
  if (Number(read.slice(-2)) === Number(day) && isDay(read)) return read;
  throw TrackerError.ofFields({ [date]: 'Please enter the date in the following format: d/MMM/yy' });
}

const NAME_LIMIT = 255;

/** @throws TrackerError 400 that names each problem under its field */
function checked({ state }: Pick<Call, 'state'>, version: VersionRow): VersionRow {
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

function changeableVersion(call: Reader, text: string) {
  const located = browsableVersion(call, text);
  if (holdsInProject(call.state, call.caller, 'ADMINISTER_PROJECTS', located.project)) return located;
  throw new TrackerError(401, 'You must have global or project administrator rights in order to modify versions.');
}

export function renderVersion(view: View, row: VersionRow) {
  const { id, name, description, archived, released, startDate, releaseDate, projectId } = row;
  const isOpen = releaseDate !== undefined && !released && !archived;
  const today = new Date(view.clock.now()).toISOString().slice(0, 10);
  return withoutUndefined({
    self: selfUrl(view, 'version', id),
    id: String(id),
    description: description === '' ? undefined : description,
    ...{ name, archived, released, startDate, releaseDate },
    overdue: isOpen ? releaseDate < today : undefined,
    userStartDate: startDate && renderDay(startDate),
    userReleaseDate: releaseDate && renderDay(releaseDate),
    projectId,
  });
}
