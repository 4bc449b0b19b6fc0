import { TrackerError } from '../../server/errors.js';
import type { IssueRow } from '../../state/tables.js';
import { spend } from '../../state/work.js';
import { linkedWith } from '../links.js';
import { UNITS, visibleIssue } from './field-kinds.js';
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
  /** Whether it stands for a list, and not for one value. */
  readonly isList: boolean;
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
  return functions.get(name.toLowerCase())?.isList;
}

/** The times that queries have functions for: when the one around a day begins, or the next. */
const times: Readonly<Record<string, (year: number, month: number, day: Date, later: number) => number>> = {
  Day: (year, month, day, later) => Date.UTC(year, month, day.getUTCDate() + later),
  // A week begins on Sunday.
  Week: (year, month, day, later) => Date.UTC(year, month, day.getUTCDate() - day.getUTCDay() + 7 * later),
  Month: (year, month, _day, later) => Date.UTC(year, month + later),
  Year: (year, _month, _day, later) => Date.UTC(year + later, 0),
};

const functions: ReadonlyMap<string, JqlFunction> = new Map(
  [
    valueFunction('currentUser', 0, ({ caller }) => caller?.name),
    valueFunction('now', 0, ({ now }) => String(now)),
    ...Object.entries(times).flatMap(([time, edgeOf]) => [
      edgeFunction(`startOf${time}`, time, (...date) => edgeOf(...date, 0)),
      edgeFunction(`endOf${time}`, time, (...date) => edgeOf(...date, 1)),
    ]),
    listFunction('membersOf', 1, 1, membersOf),
    listFunction('linkedIssues', 1, 2, linkedIssues),
    listFunction('watchedIssues', 0, 0, (scope) => followedBy(scope, 'watchers')),
    listFunction('votedIssues', 0, 0, (scope) => followedBy(scope, 'votes')),
  ].map((one) => [one.name.toLowerCase(), one]),
);

function listFunction(name: string, least: number, most: number, call: JqlFunction['call']): JqlFunction {
  return { name, least, most, isList: true, call };
}

/** A function that stands for one value, or for none. */
function valueFunction(
  name: string,
  most: number,
  call: (scope: JqlScope, args: readonly string[]) => string | undefined,
): JqlFunction {
  return { name, least: 0, most, isList: false, call: (...given) => [call(...given) ?? []].flat() };
}

/** A function for the beginning of a time, or for its end: that is when the next one begins. */
function edgeFunction(
  name: string,
  time: string,
  edgeOf: (year: number, month: number, day: Date) => number,
): JqlFunction {
  const unit = time === 'Month' ? 'M' : time.charAt(0).toLowerCase();
  return valueFunction(name, 1, ({ now }, [shift = '0']) => {
    const day = shifted(now, shift, unit);
    if (day !== undefined) return String(edgeOf(day.getUTCFullYear(), day.getUTCMonth(), day));
    throw new TrackerError(
      400,
      `Duration for function '${name}' should have the format (+/-)n(yMwdm), e.g -1M for 1 month earlier.`,
    );
  });
}

/**
 * A moment, moved by so many minutes, hours, days, weeks, months or years: `-1d`. A number alone has the unit in the name
 * of the function.
 *
 * @returns undefined for a shift that can't be read
 */
function shifted(now: number, shift: string, standard: string): Date | undefined {
  const [, amount, named = ''] = /^([+-]?\d{1,6})([yMwdhm]?)$/.exec(shift) ?? [];
  if (amount === undefined) return undefined;
  const [count, unit] = [Number(amount), named === '' ? standard : named];
  const moment = new Date(now + count * (UNITS[unit] ?? 0));
  if (unit === 'y') moment.setUTCFullYear(moment.getUTCFullYear() + count);
  if (unit === 'M') moment.setUTCMonth(moment.getUTCMonth() + count);
  return moment;
}

function membersOf({ state }: JqlScope, [group = '']: readonly string[]): string[] {
  const members = state.tables.users.where('group', group);
  if (members.length > 0) return members.map(({ name }) => name);
  throw new TrackerError(
    400,
    `Function 'membersOf' can not generate a list of usernames for group '${group}'; the group does not exist.`,
  );
}

function linkedIssues(scope: JqlScope, [key = '', link]: readonly string[]): string[] {
  const { issues, linkTypes } = scope.state.tables;
  const issue = visibleIssue(scope, key);
  if (issue === undefined) {
    throw new TrackerError(400, `Issue '${key}' could not be found in function 'linkedIssues'.`);
  }
  const isCalled = (words: string) => words.toLowerCase() === link?.toLowerCase();
  const isKnown = linkTypes.all().some(({ name, inward, outward }) => [name, inward, outward].some(isCalled));
  if (link !== undefined && !isKnown) {
    throw new TrackerError(400, `Issue link type '${link}' could not be found in function 'linkedIssues'.`);
  }
  return linkedWith(scope.state, issue, link).flatMap((id) => issues.get(id)?.key ?? []);
}

/** The issues that the caller watches or has voted for. */
function followedBy({ state, caller }: JqlScope, table: 'watchers' | 'votes'): string[] {
  if (caller === null) return [];
  const rows = state.tables[table].where('user', caller.key);
  return rows.flatMap(({ issueId }) => state.tables.issues.get(issueId)?.key ?? []);
}
