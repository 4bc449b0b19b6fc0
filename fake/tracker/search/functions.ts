import { projectPermissions } from '../../../contracts/index.js';
import type { ProjectPermission } from '../../../contracts/index.js';
import { TrackerError } from '../../server/errors.js';
import type { LoginHistory } from '../../server/sessions.js';
import type { IssueRow, VersionRow } from '../../state/tables.js';
import { spend } from '../../state/work.js';
import { linkedWith } from '../links.js';
import { holdsInProject } from '../permissions.js';
import { findRole } from '../roles.js';
import { browsableProjects, findProject } from '../rows.js';
import { versionsOf } from '../versions.js';
import { readMoment, userNamed, visibleIssue } from './field-kinds.js';
import type { JqlScope } from './field-kinds.js';

interface JqlFunction {
  readonly name: string;
  /** How many arguments it takes. */
  readonly least: number;
  readonly most: number;
  /** The values that it stands for. @throws TrackerError 400 for unusable arguments */
  readonly call: (scope: JqlScope, args: readonly string[]) => readonly string[];
}

/** The values of a function. @throws TrackerError 400 if no function has this name, or if its arguments are unusable */
export function callFunction(scope: JqlScope, name: string, args: readonly string[]): readonly string[] {
  const found = functions.get(name.toLowerCase());
  if (found === undefined) throw new TrackerError(400, `Unable to find JQL function '${name}(${args.join(', ')})'.`);
  const { least, most, call } = found;
  if (args.length >= least && args.length <= most) return call(scope, args);
  const expected = least === most ? `'${least}' arguments` : `between '${least}' and '${most}' arguments`;
  throw new TrackerError(400, `Function '${found.name}' expected ${expected} but received '${args.length}'.`);
}

/** Whether a function stands for a list; undefined if there is none of this name. */
export function standsForList(name: string): boolean | undefined {
  const found = functions.get(name.toLowerCase());
  return found && !SINGLE.has(found.name);
}

const DAY = 86_400_000;

/** Finds the beginning or end of a time around a moment. */
type Edge = (day: number) => number;

/** The beginnings and ends of times that queries have functions for, each from the beginning of a day. */
const edges: Readonly<Record<string, Edge>> = {
  startOfDay: (day) => day,
  endOfDay: (day) => day + DAY,
  startOfWeek: weekOf,
  endOfWeek: (day) => weekOf(day) + 7 * DAY,
  startOfMonth: (day) => monthOf(day, 0),
  endOfMonth: (day) => monthOf(day, 1),
  startOfYear: (day) => Date.UTC(new Date(day).getUTCFullYear(), 0),
  endOfYear: (day) => Date.UTC(new Date(day).getUTCFullYear() + 1, 0),
};

/** The functions that stand for one value. */
const SINGLE: ReadonlySet<string> = new Set([
  ...['currentUser', 'currentLogin', 'lastLogin', 'now', 'latestReleasedVersion', 'earliestUnreleasedVersion'],
  ...Object.keys(edges),
]);

/** More arguments than any query needs. */
const MANY = 1_000;

const functions: ReadonlyMap<string, JqlFunction> = new Map(
  [
    take(0, 0, 'currentUser', ({ caller }) => (caller === null ? [] : [caller.name])),
    take(0, 0, 'currentLogin', (scope) => loginOf(scope, 'last')),
    take(0, 0, 'lastLogin', (scope) => loginOf(scope, 'previous')),
    take(0, 0, 'now', ({ now }) => [String(now)]),
    ...Object.entries(edges).map(([name, edge]) => take(0, 1, name, edgeFunction(name, edge))),
    take(1, 1, 'membersOf', ({ state }, [group = '']) => {
      const members = state.tables.users.where('group', group);
      if (members.length > 0) return members.map(({ name }) => name);
      throw badArgument(
        `Function 'membersOf' can not generate a list of usernames for group '${group}'; the group does not exist.`,
      );
    }),

    take(1, 2, 'linkedIssues', linkedIssues),
    take(1, 1, 'subtasksOf', (scope, [key = '']) =>
      keysOf(scope.state.tables.issues.where('parent', issueOf(scope, key, 'subtasksOf').id)),
    ),
    // Only pages in a browser count as a view of an issue.
    take(0, 0, 'issueHistory', () => []),
    take(0, 0, 'watchedIssues', (scope) => followedBy(scope, 'watchers')),
    take(0, 0, 'votedIssues', (scope) => followedBy(scope, 'votes')),
    take(1, 3, 'updatedBy', updatedBy),
    take(1, MANY, 'issuesWithRemoteLinksByGlobalId', ({ state }, ids) => {
      const linked = state.tables.remoteLinks.all().filter(({ globalId = '' }) => ids.includes(globalId));
      return keysOf(linked.flatMap(({ issueId }) => state.tables.issues.get(issueId) ?? []));
    }),

    take(0, MANY, 'releasedVersions', (scope, projects) => versionsIn(scope, projects, true)),
    take(0, MANY, 'unreleasedVersions', (scope, projects) => versionsIn(scope, projects, false)),
    take(1, 1, 'latestReleasedVersion', (scope, projects) => versionsIn(scope, projects, true).slice(-1)),
    take(1, 1, 'earliestUnreleasedVersion', (scope, projects) => versionsIn(scope, projects, false).slice(0, 1)),
    take(0, 0, 'standardIssueTypes', (scope) => typesOf(scope, false)),
    take(0, 0, 'subtaskIssueTypes', (scope) => typesOf(scope, true)),
    take(0, 1, 'componentsLeadByUser', (scope, [name]) => {
      const lead = userKeyOf(scope, name, 'componentsLeadByUser');
      return idsOf(scope.state.tables.components.all().filter((row) => row.lead === lead));
    }),
    take(0, 1, 'projectsLeadByUser', (scope, [name]) => {
      const lead = userKeyOf(scope, name, 'projectsLeadByUser');
      return idsOf(browsableProjects(scope).filter((row) => row.lead === lead));
    }),
    take(1, 1, 'projectsWhereUserHasPermission', (scope, [words = '']) => {
      const permission = words.toUpperCase().replaceAll(' ', '_');
      const known = projectPermissions.find((one) => one === permission);
      if (known !== undefined) return projectsWith(scope, known);
      throw badArgument(
        `Function 'projectsWhereUserHasPermission' takes no permission '${words}'. It takes: ${projectPermissions.join(', ')}.`,
      );
    }),
    take(1, 1, 'projectsWhereUserHasRole', (scope, [name = '']) => {
      const role = findRole({ name });
      if (role !== undefined) return projectsWith(scope, role.holds);
      throw badArgument(`Function 'projectsWhereUserHasRole' takes no role '${name}': there is none of this name.`);
    }),
  ].map((one) => [one.name.toLowerCase(), one]),
);

function take(least: number, most: number, name: string, call: JqlFunction['call']): JqlFunction {
  return { name, least, most, call };
}

function badArgument(message: string): TrackerError {
  return new TrackerError(400, message);
}

function keysOf(issues: readonly IssueRow[]): string[] {
  return issues.map(({ key }) => key);
}

function idsOf(rows: readonly { readonly id: number }[]): string[] {
  return rows.map(({ id }) => String(id));
}

function edgeFunction(name: string, edge: Edge): JqlFunction['call'] {
  const [unit = ''] = /[DWMY]/.exec(name) ?? [];
  return ({ now }, [shift = '0']) => {
    const day = shiftedDay(now, shift, unit === 'M' ? unit : unit.toLowerCase());
    if (day !== undefined) return [String(edge(day))];
    throw badArgument(
      `Duration for function '${name}' should have the format (+/-)n(yMwdm), e.g -1M for 1 month earlier.`,
    );
  };
}

/** When the caller logged in for the last time, or the time before; nothing if that was never. */
function loginOf({ caller, sessions }: JqlScope, which: keyof Pick<LoginHistory, 'last' | 'previous'>): string[] {
  const moment = caller === null ? undefined : sessions.history(caller)[which];
  return moment === undefined ? [] : [String(moment)];
}

function issueOf(scope: JqlScope, key: string, name: string): IssueRow {
  const issue = visibleIssue(scope, key);
  if (issue === undefined) throw badArgument(`Issue '${key}' could not be found in function '${name}'.`);
  return issue;
}

function linkedIssues(scope: JqlScope, [key = '', link]: readonly string[]): string[] {
  const { issues, linkTypes } = scope.state.tables;
  const issue = issueOf(scope, key, 'linkedIssues');
  const isCalled = (words: string) => words.toLowerCase() === link?.toLowerCase();
  if (
    link !== undefined &&
    !linkTypes.all().some(({ name, inward, outward }) => [name, inward, outward].some(isCalled))
  ) {
    throw badArgument(`Issue link type '${link}' could not be found in function 'linkedIssues'.`);
  }
  return keysOf(linkedWith(scope.state, issue, link).flatMap((id) => issues.get(id) ?? []));
}

/** The issues that the caller watches or has voted for. */
function followedBy({ state, caller }: JqlScope, table: 'watchers' | 'votes'): string[] {
  if (caller === null) return [];
  const rows = state.tables[table].where('user', caller.key);
  return keysOf(rows.flatMap(({ issueId }) => state.tables.issues.get(issueId) ?? []));
}

/** The issues that a user created, changed or commented on between two moments. */
function updatedBy(scope: JqlScope, [name = '', from, to]: readonly string[]): string[] {
  const { issues, comments, histories } = scope.state.tables;
  const author = userKeyOf(scope, name, 'updatedBy');
  const [first, last] = [momentOf(scope, from, -Infinity), momentOf(scope, to, Infinity)];
  const isWithin = ({ created }: { readonly created: number }) => created >= first && created <= last;
  const touched = [histories, comments].flatMap((table) =>
    table
      .all()
      .filter((row) => row.author === author && isWithin(row))
      .map(({ issueId }) => issueId),
  );
  const created = issues.all().filter((issue) => issue.creator === author && isWithin(issue));
  return keysOf([...created, ...[...new Set(touched)].flatMap((id) => issues.get(id) ?? [])]);
}

function momentOf({ now }: JqlScope, text: string | undefined, otherwise: number): number {
  const moment = text === undefined ? otherwise : readMoment(text, now);
  if (moment === undefined) throw badArgument(`Date value '${text}' for function 'updatedBy' is invalid.`);
  return moment;
}

/** The key of the user who is named; the caller if none is. */
function userKeyOf({ state, caller }: JqlScope, text: string | undefined, name: string): string | undefined {
  if (text === undefined) return caller?.key;
  const user = userNamed(state, text);
  if (user === undefined) throw badArgument(`Function '${name}' takes no user '${text}': there is none of this name.`);
  return user.key;
}

function projectsWith(scope: JqlScope, permission: ProjectPermission): string[] {
  const { state, caller } = scope;
  return idsOf(browsableProjects(scope).filter((project) => holdsInProject(state, caller, permission, project)));
}

/** The versions of projects, of all that the caller may see if none is named, in their order. */
function versionsIn(scope: JqlScope, named: readonly string[], released: boolean): string[] {
  const visible = browsableProjects(scope);
  const wanted = named.map((text) => {
    spend(visible.length);
    const project = findProject(scope.state, text) ?? visible.find(({ name }) => name === text);
    if (project !== undefined && visible.includes(project)) return project;
    throw badArgument(`Could not find the project '${text}' in function '${released ? 'r' : 'unr'}eleasedVersions'.`);
  });
  const isWanted = (version: VersionRow) => version.released === released && !version.archived;
  return (named.length === 0 ? visible : wanted).flatMap(({ id }) =>
    idsOf(versionsOf(scope.state, id).filter(isWanted)),
  );
}

function typesOf({ state }: JqlScope, subtask: boolean): string[] {
  return idsOf(state.tables.issueTypes.all().filter((type) => type.subtask === subtask));
}

/**
 * The day of a moment, moved by so many minutes, hours, days, weeks, months or years: `-1d`. A number alone has the
 * unit in the name of the function.
 *
 * @returns undefined for a shift that can't be read
 */
function shiftedDay(now: number, shift: string, standard: string): number | undefined {
  const [, amount, unit = standard] = /^([+-]?\d{1,6})([yMwdhm]?)$/.exec(shift) ?? [];
  if (amount === undefined) return undefined;
  const moment = new Date(now);
  shifts[unit === '' ? standard : unit]?.(moment, Number(amount));
  return Math.floor(moment.getTime() / DAY) * DAY;
}

const shifts: Readonly<Record<string, (moment: Date, count: number) => void>> = {
  y: (moment, count) => void moment.setUTCFullYear(moment.getUTCFullYear() + count),
  M: (moment, count) => void moment.setUTCMonth(moment.getUTCMonth() + count),
  w: (moment, count) => void moment.setUTCDate(moment.getUTCDate() + count * 7),
  d: (moment, count) => void moment.setUTCDate(moment.getUTCDate() + count),
  h: (moment, count) => void moment.setUTCHours(moment.getUTCHours() + count),
  m: (moment, count) => void moment.setUTCMinutes(moment.getUTCMinutes() + count),
};

/** The Sunday before a day. */
function weekOf(day: number): number {
  return day - new Date(day).getUTCDay() * DAY;
}

function monthOf(day: number, later: number): number {
  const date = new Date(day);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + later);
}
