import type { IssueRow } from '../../state/tables.js';
import { linkedWith } from '../links.js';
import { findIssue } from '../rows.js';
import type { JqlScope } from './field-kinds.js';

type JqlFunction = (scope: JqlScope, args: readonly string[]) => readonly string[] | undefined;

const DAY = 86_400_000;

/** The functions of queries, by their names in lower case: what each stands for; undefined for arguments of no use. */
const functions: Readonly<Record<string, JqlFunction>> = {
  currentuser: ({ caller }) => (caller === null ? [] : [caller.name]),
  now: () => ['+0m'],
  membersof: ({ state }, [group = '']) => state.tables.users.where('group', group).map(({ name }) => name),
  linkedissues: ({ state }, [key = '', name]) => {
    const issue = findIssue(state, key.toUpperCase());
    return issue && keysOf(linkedWith(state, issue, name).flatMap((id) => state.tables.issues.get(id) ?? []));
  },
  subtasksof: ({ state }, [key = '']) => {
    const issue = findIssue(state, key.toUpperCase());
    return issue && keysOf(state.tables.issues.where('parent', issue.id));
  },
  startofday: edge((day) => day),
  endofday: edge((day) => day + DAY),
  startofweek: edge(weekOf),
  endofweek: edge((day) => weekOf(day) + 7 * DAY),
  startofmonth: edge((day) => monthOf(day, 0)),
  endofmonth: edge((day) => monthOf(day, 1)),
  startofyear: edge((day) => Date.UTC(new Date(day).getUTCFullYear(), 0)),
  endofyear: edge((day) => Date.UTC(new Date(day).getUTCFullYear() + 1, 0)),
};

/** What a function stands for; undefined if there is none of this name, or its arguments are of no use. */
export function callFunction(scope: JqlScope, name: string, args: readonly string[]): readonly string[] | undefined {
  return Object.hasOwn(functions, name) ? functions[name]?.(scope, args) : undefined;
}

function keysOf(issues: readonly IssueRow[]): string[] {
  return issues.map(({ key }) => key);
}

/** The beginning or end of a time, in days, weeks, months or years before or after now: `startOfDay("-1d")`. */
function edge(of: (day: number) => number): JqlFunction {
  return ({ now }, [shift = '0']) => {
    const [, amount, unit = 'd'] = /^([+-]?\d{1,6})([dwMy]?)$/.exec(shift) ?? [];
    if (amount === undefined) return undefined;
    const moment = new Date(now);
    const count = Number(amount);
    if (unit === 'M') moment.setUTCMonth(moment.getUTCMonth() + count);
    else if (unit === 'y') moment.setUTCFullYear(moment.getUTCFullYear() + count);
    else moment.setUTCDate(moment.getUTCDate() + count * (unit === 'w' ? 7 : 1));
    const day = Math.floor(moment.getTime() / DAY) * DAY;
    return [new Date(of(day)).toISOString().slice(0, 16).replace('T', ' ')];
  };
}

/** The Sunday before a day. */
function weekOf(day: number): number {
  return day - new Date(day).getUTCDay() * DAY;
}

function monthOf(day: number, later: number): number {
  const date = new Date(day);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + later);
}
