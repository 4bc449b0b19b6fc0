import { TrackerError } from '../../server/errors.js';
import type { IssueRow } from '../../state/tables.js';
import { spend } from '../../state/work.js';
import { linkedWith } from '../links.js';
import { visibleIssue } from './field-kinds.js';
import type { JqlField, JqlScope, JqlValue } from './field-kinds.js';
import type { Clause, Operand } from './jql.js';

/** Whether an issue fulfils a condition. */
export type Predicate = (issue: IssueRow) => boolean;

/** A query that is being checked: its scope, the fields it can name, and the problems of its values. */
export interface Check extends JqlScope {
  readonly fields: ReadonlyMap<string, JqlField>;
  readonly problems: string[];
}

/** The field a query names. @throws TrackerError 400 */
export function fieldNamed({ fields }: Check, name: string): JqlField {
  const field = fields.get(name.toLowerCase());
  if (field !== undefined) return field;
  throw new TrackerError(400, `Field '${name}' does not exist or you do not have permission to view it.`);
}

/** Whether an operand stands for a field without a value: EMPTY, or a word such as `Unresolved`. */
export function isUnset(operand: Operand, { unsetWord }: JqlField): boolean {
  return operand.kind === 'empty' || (operand.kind === 'value' && operand.text.toLowerCase() === unsetWord);
}

/** The values of operands. Operands without a value are left out and noted as problems. @throws TrackerError 400 */
export function resolveOperands(
  check: Check,
  { field: name, operands }: Pick<Clause, 'field' | 'operands'>,
  field: JqlField,
): JqlValue[] {
  return operands.flatMap((operand) => {
    spend(10);
    if (isUnset(operand, field)) return [];
    return [...new Set(readTexts(check, operand))].flatMap((text) => {
      spend(5);
      const value = field.resolve?.(text);
      const isHidden = operand.kind === 'function' && field.isIssue === true;
      if (value === undefined && !isHidden) check.problems.push(problemOf(field, name, text));
      return value ?? [];
    });
  });
}

/** The message for an operand without a value. */
export function problemOf(field: Pick<JqlField, 'problemOf'>, name: string, text: string): string {
  return field.problemOf?.(text, name) ?? `The value '${text}' does not exist for the field '${name}'.`;
}

/** The texts of an operand; a function is worked out. @throws TrackerError 400 */
export function readTexts(check: Check, operand: Operand): readonly string[] {
  if (operand.kind === 'empty') return [];
  return operand.kind === 'value' ? [operand.text] : callFunction(check, operand.name, operand.args);
}

interface JqlFunction {
  readonly name: string;
  /** How many arguments it takes. */
  readonly least: number;
  readonly most: number;
  /** The values that it stands for. @throws TrackerError 400 for unusable arguments */
  readonly call: (scope: JqlScope, args: readonly string[]) => readonly string[];
}

/** The values of a function. @throws TrackerError 400 if no function has this name, or if its arguments are unusable */
function callFunction(scope: JqlScope, name: string, args: readonly string[]): readonly string[] {
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
const SINGLE: ReadonlySet<string> = new Set(['currentUser', 'now', ...Object.keys(edges)]);

const functions: ReadonlyMap<string, JqlFunction> = new Map(
  [
    take(0, 0, 'currentUser', ({ caller }) => (caller === null ? [] : [caller.name])),
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
    take(0, 0, 'watchedIssues', (scope) => followedBy(scope, 'watchers')),
    take(0, 0, 'votedIssues', (scope) => followedBy(scope, 'votes')),
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

function linkedIssues(scope: JqlScope, [key = '', link]: readonly string[]): string[] {
  const { issues, linkTypes } = scope.state.tables;
  const issue = visibleIssue(scope, key);
  if (issue === undefined) throw badArgument(`Issue '${key}' could not be found in function 'linkedIssues'.`);
  const isCalled = (words: string) => words.toLowerCase() === link?.toLowerCase();
  const isKnown = linkTypes.all().some(({ name, inward, outward }) => [name, inward, outward].some(isCalled));
  if (link !== undefined && !isKnown) {
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
