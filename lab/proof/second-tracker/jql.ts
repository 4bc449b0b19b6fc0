import { type Service } from './http.js';
import { refuse } from './reading.js';
import type { Issue } from './model.js';

/** The part of JQL with which people find their own issues. */
export interface Query { matches(issue: Issue): boolean; compare(a: Issue, b: Issue): number }
type Test = (issue: Issue) => boolean;
interface Token { text: string; kind: 'word' | 'quoted' | 'sign'; at: number }

const RESERVED_WORDS = new Set(['and', 'or', 'not', 'in', 'is', 'order', 'by', 'was', 'changed', 'int', 'select', 'from', 'where', 'delete', 'update', 'group', 'having', 'join', 'limit', 'like', 'inner', 'index', 'table', 'view', 'date', 'char', 'string', 'float', 'if', 'else', 'for', 'while', 'when', 'then', 'end', 'begin', 'to', 'using', 'with', 'true', 'false', 'exists', 'distinct', 'between', 'any', 'as']);

function tokens(text: string): Token[] {
  const found: Token[] = [];
  const pattern = /\s*(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|(!=|!~|>=|<=|[=~<>(),])|([^\s=~<>(),!"']+))/y;
  let at = 0;
  while (text.slice(at).trim()) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (!match) return refuse(400, `Error in the JQL Query: The quoted string '${text.slice(at).trim()}' has not been completed. (line 1, character ${at + 1})`);
    const [whole, double, single, sign, word = ''] = match;
    const start = at + whole.length - whole.trimStart().length;
    at += whole.length;
    const quoted = double ?? single;
    if (quoted !== undefined) found.push({ text: quoted.replace(/\\(.)/g, '$1'), kind: 'quoted', at: start });
    else found.push(sign === undefined ? { text: word, kind: 'word', at: start } : { text: sign, kind: 'sign', at: start });
  }
  return found;
}

type Field =
  | { kind: 'exact'; name: string; values(issue: Issue): readonly string[]; exists?(value: string): boolean }
  | { kind: 'text'; name: string; text(issue: Issue): string }
  | { kind: 'time'; name: string; time(issue: Issue): number };

/** Words of a text as a text index has them. */
const words = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+(?:[-_.][\p{L}\p{N}]+)*/gu) ?? [];
/** Whether a text has a phrase in quotation marks, or else each word. */
function textTest(text: string, wanted: string): boolean {
  const having = words(text), asked = words(wanted);
  if (/^".*"$/s.test(wanted.trim())) return ` ${having.join(' ')} `.includes(` ${asked.join(' ')} `);
  const parts = having.flatMap(word => [word, ...word.split(/[-_.]/)]);
  return asked.every(word => parts.includes(word));
}

/** A moment as a date, or so long ago as `-5m` says. */
function timeOf(value: string, field: string): number {
  const [, count, unit = ''] = /^-(\d+)([mhdw])$/.exec(value) ?? [];
  if (count !== undefined) return Date.now() - Number(count) * ({ m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 }[unit] ?? 0);
  const time = Date.parse(`${value.replaceAll('/', '-')}Z`);
  return Number.isNaN(time) ? refuse(400, `Date value '${value}' for field '${field}' is invalid.`) : time;
}

export function parseJql(text: string, service: Service): Query {
  const { world } = service;
  const all = tokens(text);
  let position = 0;
  const peek = (): Token | undefined => all[position];
  const isWord = (word: string): boolean => peek()?.kind === 'word' && peek()?.text.toLowerCase() === word;
  const isSign = (sign: string): boolean => peek()?.kind === 'sign' && peek()?.text === sign;
  const where = (token: Token): string => `(line 1, character ${token.at + 1})`;
  const expected = (what: string): never => {
    const token = peek();
    return refuse(400, token ? `Error in the JQL Query: Expecting ${what} but got '${token.text}'. ${where(token)}` : `Error in the JQL Query: Expecting ${what} before the end of the query.`);
  };
  const takeSign = (sign: string): void => { if (!isSign(sign)) expected(`'${sign}'`); position++; };
  /** A name or a value. */
  const take = (what: string): string => {
    const token = peek();
    if (!token || token.kind === 'sign') return expected(what);
    if (token.kind === 'word' && RESERVED_WORDS.has(token.text.toLowerCase())) refuse(400, `Error in the JQL Query: '${token.text}' is a reserved JQL word. You must surround it in quotation marks to use it in a query. ${where(token)}`);
    position++;
    return token.text;
  };

  const lower = (value: string): string => value.toLowerCase();
  const named = ({ id, name }: { id: number | string; name: string }): string[] => [lower(name), String(id)];
  const isIssue = (value: string): boolean => world.issuesByKey.has(value.toUpperCase()) || world.issues.has(Number(value));
  const oneOf = <T>(rows: Iterable<T>, namesOf: (row: T) => string[]) => (value: string): boolean => [...rows].some(row => namesOf(row).includes(lower(value)));
  const fieldOf = (given: string): Field => {
    const name = given.toLowerCase();
    switch (name) {
      case 'project': {
        const names = ({ key, name: title, id }: Issue['project']): string[] => [key, title, String(id)].map(lower);
        return { kind: 'exact', name, values: ({ project }) => names(project), exists: oneOf(world.projects.values(), names) };
      }
      case 'key': case 'issuekey': case 'issue': case 'id': return { kind: 'exact', name: 'key', values: ({ key, id }) => [lower(key), String(id)], exists: isIssue };
      case 'parent': return { kind: 'exact', name, values: ({ parent }) => (parent ? [lower(parent.key), String(parent.id)] : []), exists: isIssue };
      case 'issuetype': case 'type': return { kind: 'exact', name, values: ({ type }) => named(type), exists: oneOf(world.issueTypes, named) };
      case 'status': return { kind: 'exact', name, values: ({ status }) => named(status), exists: oneOf(world.statuses.values(), named) };
      case 'labels': return { kind: 'exact', name, values: ({ labels }) => labels.map(lower) };
      case 'reporter': return { kind: 'exact', name, values: ({ reporter }) => (reporter ? [reporter.name, reporter.email, reporter.key].map(lower) : []) };
      case 'created': case 'createddate': return { kind: 'time', name, time: ({ created }) => created };
      case 'updated': case 'updateddate': return { kind: 'time', name, time: ({ updated }) => updated };
      case 'summary': return { kind: 'text', name, text: ({ summary }) => summary };
      default: {
        const field = world.fields.find(custom => lower(custom.name) === name) ?? refuse(400, `Field '${given}' does not exist or you do not have permission to view it.`);
        return { kind: 'text', name: field.name, text: issue => String(issue.custom.get(field.id) ?? '') };
      }
    }
  };

  const equals = (field: Field, wanted: string): Test => {
    if (field.kind !== 'exact') return refuse(400, `The operator '=' is not supported by the '${field.name}' field.`);
    if (field.exists?.(wanted) === false) refuse(400, `The value '${wanted}' does not exist for the field '${field.name}'.`);
    return issue => field.values(issue).includes(lower(wanted));
  };
  /** As in SQL, an inequality does not match issues without a value. */
  const not = (field: Field, test: Test): Test => issue => (field.kind !== 'exact' || field.values(issue).length > 0) && !test(issue);

  const clause = (): Test => {
    const field = fieldOf(take('either a field name, \'NOT\' or \'(\''));
    const negative = isWord('not');
    if (negative) position++;
    if (isWord('in')) {
      const tests: Test[] = [];
      position++;
      if (!isSign('(')) expected("'('");
      do { position++; tests.push(equals(field, take('a value'))); } while (isSign(','));
      takeSign(')');
      const any: Test = issue => tests.some(test => test(issue));
      return negative ? not(field, any) : any;
    }
    const operator = peek();
    if (negative || operator?.kind !== 'sign') return expected('operator');
    position++;
    const wanted = take('either a value, list or function');
    switch (operator.text) {
      case '=': return equals(field, wanted);
      case '!=': return not(field, equals(field, wanted));
      case '~': case '!~':
        if (field.kind !== 'text') return refuse(400, `The operator '${operator.text}' is not supported by the '${field.name}' field.`);
        return issue => textTest(field.text(issue), wanted) === (operator.text === '~');
      case '>': case '>=': case '<': case '<=': {
        if (field.kind !== 'time') return refuse(400, `The operator '${operator.text}' is not supported by the '${field.name}' field.`);
        const time = timeOf(wanted, field.name);
        return issue => (field.time(issue) === time ? operator.text.endsWith('=') : field.time(issue) > time === operator.text.startsWith('>'));
      }
      default: position -= 2; return expected('operator');
    }
  };
  const unit = (): Test => {
    if (isWord('not')) { position++; const test = unit(); return issue => !test(issue); }
    if (!isSign('(')) return clause();
    position++;
    const test = either();
    takeSign(')');
    return test;
  };
  const both = (): Test => {
    const tests = [unit()];
    while (isWord('and')) { position++; tests.push(unit()); }
    return issue => tests.every(test => test(issue));
  };
  const either = (): Test => {
    const tests = [both()];
    while (isWord('or')) { position++; tests.push(both()); }
    return issue => tests.some(test => test(issue));
  };

  const byKey = (a: Issue, b: Issue): number => (a.project === b.project ? a.number - b.number : a.project.key < b.project.key ? -1 : 1);
  const orderBy = (field: Field): ((a: Issue, b: Issue) => number) => {
    switch (field.kind) {
      case 'time': return (a, b) => field.time(a) - field.time(b);
      case 'text': return (a, b) => field.text(a).localeCompare(field.text(b));
      case 'exact': return field.name === 'key' ? byKey : (a, b) => (field.values(a)[0] ?? '').localeCompare(field.values(b)[0] ?? '');
    }
  };

  const matches: Test = !peek() || isWord('order') ? () => true : either();
  const orders: ((a: Issue, b: Issue) => number)[] = [];
  if (peek()) {
    if (!isWord('order')) expected(`either 'OR' or 'AND'`);
    position++;
    if (!isWord('by')) expected("'BY'");
    do {
      position++;
      const order = orderBy(fieldOf(take('a field name')));
      const descending = isWord('desc');
      if (descending || isWord('asc')) position++;
      orders.push(descending ? (a, b) => order(b, a) : order);
    } while (isSign(','));
    if (peek()) expected("','");
  }
  orders.push((a, b) => byKey(b, a));
  return { matches, compare: (a, b) => orders.reduce((result, order) => result || order(a, b), 0) };
}
