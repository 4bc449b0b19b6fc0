import { type Service } from './http.js';
import { refuse } from './reading.js';
import type { Issue, User } from './model.js';

/** The part of JQL that people use. */
export interface Query { matches(issue: Issue): boolean; compare(a: Issue, b: Issue): number }
type Test = (issue: Issue) => boolean;
interface Token { text: string; kind: 'word' | 'quoted' | 'sign'; at: number }

const RESERVED_WORDS = new Set(['and', 'or', 'not', 'in', 'is', 'order', 'by', 'was', 'changed', 'int', 'select', 'from', 'where', 'delete', 'update', 'group', 'having', 'join', 'limit', 'like', 'inner', 'index', 'table', 'view', 'date', 'char', 'string', 'float', 'if', 'else', 'for', 'while', 'when', 'then', 'end', 'begin', 'to', 'using', 'with', 'true', 'false', 'exists', 'distinct', 'between', 'any', 'as']);
const OPERATOR_WORDS = new Set(['and', 'or', 'not', 'in', 'is', 'order', 'by', 'empty', 'null', 'was', 'changed']);

function tokens(text: string): Token[] {
  const found: Token[] = [];
  const pattern = /\s*(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|(!=|!~|>=|<=|[=~<>(),!&|])|([^\s=~<>(),!&|"']+))/y;
  let at = 0;
  while (text.slice(at).trim()) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (!match) return refuse(400, `Error in the JQL Query: The quoted string '${text.slice(at).trim()}' has not been completed. (line 1, character ${at + 1})`);
    const [whole, double, single, sign, word] = match;
    const start = at + whole.length - whole.trimStart().length;
    at += whole.length;
    const quoted = double ?? single;
    if (quoted !== undefined) found.push({ text: quoted.replace(/\\(.)/g, '$1'), kind: 'quoted', at: start });
    else if (sign !== undefined) found.push({ text: sign === '&' ? 'and' : sign === '|' ? 'or' : sign, kind: sign === '&' || sign === '|' ? 'word' : 'sign', at: start });
    else if (word !== undefined) {
      const reserved = /[/;?*^%$#@`{}+\\]/.exec(/^cf\[\d+\]$/.test(word) ? '' : word) ?? (/^cf\[\d+\]$/.test(word) ? null : /[[\]]/.exec(word));
      if (reserved && !/^[^@]+@[^@]+$/.test(word)) {
        const code = reserved[0].charCodeAt(0).toString(16).padStart(4, '0');
        refuse(400, `Error in the JQL Query: The character '${reserved[0]}' is a reserved JQL character. You must enclose it in a string or use the escape '\\u${code}' instead. (line 1, character ${start + reserved.index + 1})`);
      }
      found.push({ text: word, kind: 'word', at: start });
    }
  }
  return found;
}

type Field =
  | { kind: 'exact'; name: string; values(issue: Issue): readonly string[]; normal?(text: string): string; check?(text: string): void }
  | { kind: 'text'; name: string; text(issue: Issue): string }
  | { kind: 'time'; name: string; time(issue: Issue): number }
  | { kind: 'number'; name: string; number(issue: Issue): number | null };

/** Words of a text as a text index has them. */
const words = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+(?:[-_.][\p{L}\p{N}]+)*/gu) ?? [];
function textTest(text: string, wanted: string): boolean {
  const phrase = /^".*"$/s.test(wanted.trim());
  const having = words(text), parts = having.flatMap(word => [word, ...word.split(/[-_.]/)]);
  const asked = wanted.toLowerCase().replaceAll('"', '').split(/\s+/).filter(Boolean);
  if (phrase) {
    const flat = ` ${having.join(' ')} `;
    return flat.includes(` ${words(wanted).join(' ')} `);
  }
  return asked.every(word => {
    if (/[*?]/.test(word)) {
      const pattern = new RegExp(`^${word.replace(/[.+^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*').replaceAll('?', '.')}$`);
      return parts.some(part => pattern.test(part));
    }
    const pieces = words(word);
    return pieces.every(piece => parts.includes(piece));
  });
}

function timeOf(value: string, field: string): number {
  const relative = /^([+-]?)(\d+)\s*([mhdw])$/.exec(value.trim());
  if (relative) return Date.now() + (relative[1] === '-' ? -1 : 1) * Number(relative[2]) * { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 }[relative[3] as 'm' | 'h' | 'd' | 'w'];
  const absolute = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:\s+(\d{1,2}):(\d{2}))?$/.exec(value.trim());
  if (absolute) return Date.UTC(Number(absolute[1]), Number(absolute[2]) - 1, Number(absolute[3]), Number(absolute[4] ?? 0), Number(absolute[5] ?? 0));
  return refuse(400, `Date value '${value}' for field '${field}' is invalid. Valid formats include: 'yyyy/MM/dd HH:mm', 'yyyy-MM-dd HH:mm', 'yyyy/MM/dd', 'yyyy-MM-dd', or a period format e.g. '-5d', '4w 2d'.`);
}

export function parseJql(text: string, user: User, service: Service): Query {
  const { world } = service;
  const all = tokens(text);
  let position = 0;
  const peek = (): Token | undefined => all[position];
  const isWord = (token: Token | undefined, word: string): boolean => token?.kind === 'word' && token.text.toLowerCase() === word;
  const isSign = (token: Token | undefined, sign: string): boolean => token?.kind === 'sign' && token.text === sign;
  const where = (token: Token | undefined): string => (token ? `(line 1, character ${token.at + 1})` : '');
  const expected = (what: string): never => {
    const token = peek();
    return refuse(400, token ? `Error in the JQL Query: Expecting ${what} but got '${token.text}'. ${where(token)}` : `Error in the JQL Query: Expecting ${what} before the end of the query.`);
  };

  const lower = (value: string): string => value.toLowerCase();
  const userField = (name: string, of: (issue: Issue) => User | null): Field => ({ kind: 'exact', name, values: issue => { const person = of(issue); return person ? [person.name, person.email, person.displayName, person.key].map(lower) : []; } });
  const known = (name: string, exists: (value: string) => boolean) => (value: string): void => { if (!exists(value)) refuse(400, `The value '${value}' does not exist for the field '${name}'.`); };
  const fieldOf = (given: string): Field => {
    const name = given.toLowerCase();
    switch (name) {
      case 'project': return { kind: 'exact', name, values: ({ project }) => [project.key, project.name, String(project.id)].map(lower), check: known(name, value => [...world.projects.values()].some(({ key, name: title, id }) => [key, title, String(id)].map(lower).includes(lower(value)))) };
      case 'key': case 'issuekey': case 'issue': case 'id':
        return { kind: 'exact', name: 'key', values: ({ key, id }) => [lower(key), String(id)], check: value => { if (!world.issuesByKey.has(value.toUpperCase()) && !world.issues.has(Number(value))) refuse(400, `An issue with key '${value}' does not exist for field '${given}'.`); } };
      case 'issuetype': case 'type': return { kind: 'exact', name, values: ({ type }) => [lower(type.name), String(type.id)], check: known(name, value => world.issueTypes.some(type => lower(type.name) === lower(value) || String(type.id) === value)) };
      case 'status': return { kind: 'exact', name, values: ({ status }) => [lower(status.name), status.id], check: known(name, value => [...world.statuses.values()].some(status => lower(status.name) === lower(value) || status.id === value)) };
      case 'statuscategory': return { kind: 'exact', name, values: ({ status }) => [{ new: 'to do', indeterminate: 'in progress', done: 'done' }[status.category], status.category] };
      case 'parent': return { kind: 'exact', name, values: ({ parent }) => (parent ? [lower(parent.key), String(parent.id)] : []), check: value => { if (!world.issuesByKey.has(value.toUpperCase()) && !world.issues.has(Number(value))) refuse(400, `An issue with key '${value}' does not exist for field 'parent'.`); } };
      case 'labels': return { kind: 'exact', name, values: ({ labels }) => labels.map(lower) };
      case 'priority': return { kind: 'exact', name, values: ({ priority }) => [lower(priority.name), priority.id], check: known(name, value => world.priorities.some(priority => lower(priority.name) === lower(value) || priority.id === value)) };
      case 'component': return { kind: 'exact', name, values: ({ components }) => components.flatMap(component => [lower(component.name), String(component.id)]) };
      case 'resolution': return { kind: 'exact', name, values: () => ['unresolved'] };
      case 'fixversion': case 'affectedversion': return { kind: 'exact', name, values: () => [] };
      case 'reporter': return userField(name, ({ reporter }) => reporter);
      case 'creator': return userField(name, ({ creator }) => creator);
      case 'assignee': return userField(name, ({ assignee }) => assignee);
      case 'created': case 'createddate': return { kind: 'time', name, time: ({ created }) => created };
      case 'updated': case 'updateddate': return { kind: 'time', name, time: ({ updated }) => updated };
      case 'summary': return { kind: 'text', name, text: ({ summary }) => summary };
      case 'description': return { kind: 'text', name, text: ({ description }) => description ?? '' };
      case 'environment': return { kind: 'text', name, text: ({ environment }) => environment ?? '' };
      case 'comment': return { kind: 'text', name, text: ({ comments }) => comments.map(({ body }) => body).join('\n') };
      case 'text': return { kind: 'text', name, text: ({ summary, description, comments }) => [summary, description, ...comments.map(({ body }) => body)].join('\n') };
      default: {
        const id = /^cf\[(\d+)\]$/.exec(name)?.[1];
        const field = world.fields.find(custom => (id ? custom.id === `customfield_${id}` : custom.name.toLowerCase() === name)) ?? refuse(400, `Field '${given}' does not exist or you do not have permission to view it.`);
        if (field.kind === 'number') return { kind: 'number', name: field.name, number: issue => { const value = issue.custom.get(field.id); return typeof value === 'number' ? value : null; } };
        if (field.kind === 'select') return { kind: 'exact', name: field.name, values: issue => field.options.filter(option => option.id === issue.custom.get(field.id)).flatMap(option => [lower(option.value), option.id]) };
        if (field.kind === 'steps') return { kind: 'text', name: field.name, text: ({ steps }) => (steps ?? []).flatMap(row => row.cells).join('\n') };
        return { kind: 'text', name: field.name, text: issue => { const value = issue.custom.get(field.id); return Array.isArray(value) ? value.join(' ') : value === undefined ? '' : String(value); } };
      }
    }
  };

  /** One value; null stands for EMPTY. */
  const value = (field: Field): string | null => {
    const token = peek();
    if (!token || (token.kind === 'sign' && token.text !== '-')) return expected('either a value, list or function');
    position++;
    if (token.kind === 'quoted') return token.text;
    if (isSign(peek(), '(')) {
      position++;
      if (!isSign(peek(), ')')) expected("')'");
      position++;
      if (token.text.toLowerCase() === 'currentuser') return user.name;
      if (token.text.toLowerCase() === 'now') return '-0m';
      if (token.text.toLowerCase() === 'startofday') return new Date().toISOString().slice(0, 10);
      return refuse(400, `Unable to find JQL function '${token.text}()'.`);
    }
    const word = token.text.toLowerCase();
    if (word === 'empty' || word === 'null') return null;
    if (RESERVED_WORDS.has(word)) refuse(400, `Error in the JQL Query: '${token.text}' is a reserved JQL word. You must surround it in quotation marks to use it in a query. ${where(token)}`);
    if (field.kind === 'exact' && token.text.startsWith('-') && token.text.length === 1) expected('a value');
    return token.text;
  };

  const isEmpty = (field: Field): Test => {
    switch (field.kind) {
      case 'exact': return field.name === 'resolution' ? () => true : issue => field.values(issue).length === 0;
      case 'text': return issue => field.text(issue).trim() === '';
      case 'number': return issue => field.number(issue) === null;
      case 'time': return () => false;
    }
  };
  const equals = (field: Field, wanted: string | null): Test => {
    if (wanted === null) return isEmpty(field);
    switch (field.kind) {
      case 'exact': {
        field.check?.(wanted);
        const low = wanted.toLowerCase();
        return issue => field.values(issue).includes(low);
      }
      case 'time': { const time = timeOf(wanted, field.name); return issue => Math.floor(field.time(issue) / 60_000) === Math.floor(time / 60_000); }
      case 'number': { const number = Number(wanted); return issue => field.number(issue) === number; }
      case 'text': return refuse(400, `The operator '=' is not supported by the '${field.name}' field.`);
    }
  };
  const compared = (field: Field, operator: string, wanted: string | null): Test => {
    const test = (left: number, right: number): boolean => (operator === '>' ? left > right : operator === '>=' ? left >= right : operator === '<' ? left < right : left <= right);
    if (field.kind === 'time') { const time = timeOf(wanted ?? '', field.name); return issue => test(field.time(issue), time); }
    if (field.kind === 'number') { const number = Number(wanted); return issue => { const own = field.number(issue); return own !== null && test(own, number); }; }
    if (field.name === 'key' && wanted) {
      const [, key = '', digits = ''] = /^(.*)-(\d+)$/.exec(wanted.toUpperCase()) ?? [];
      return issue => issue.project.key === key && test(issue.number, Number(digits));
    }
    return refuse(400, `The operator '${operator}' is not supported by the '${field.name}' field.`);
  };
  /** As in SQL, an inequality does not match issues without a value. */
  const not = (field: Field, test: Test): Test => {
    const without = isEmpty(field);
    return field.name === 'resolution' ? issue => !test(issue) : issue => !without(issue) && !test(issue);
  };

  const clause = (): Test => {
    const token = peek();
    if (!token || (token.kind === 'sign')) return expected('either a field name, \'NOT\' or \'(\'');
    if (token.kind === 'word' && OPERATOR_WORDS.has(token.text.toLowerCase())) return expected('either a field name, \'NOT\' or \'(\'');
    if (token.kind === 'word' && RESERVED_WORDS.has(token.text.toLowerCase())) return refuse(400, `Error in the JQL Query: '${token.text}' is a reserved JQL word. You must surround it in quotation marks to use it in a query. ${where(token)}`);
    position++;
    const field = fieldOf(token.text);
    const operator = peek();
    if (!operator) return refuse(400, `Error in the JQL Query: Expecting operator before the end of the query. The valid operators are '=', '!=', '<', '>', '<=', '>=', '~', '!~', 'IN', 'NOT IN', 'IS' and 'IS NOT'.`);
    position++;
    const negative = isWord(operator, 'not');
    if (negative || isWord(operator, 'in')) {
      if (negative) { if (!isWord(peek(), 'in')) expected('IN'); position++; }
      if (field.kind === 'text') return refuse(400, `The operator '${negative ? 'not in' : 'in'}' is not supported by the '${field.name}' field.`);
      if (!isSign(peek(), '(')) expected("'('");
      const tests: Test[] = [];
      do { position++; tests.push(equals(field, value(field))); } while (isSign(peek(), ','));
      if (!isSign(peek(), ')')) expected("')'");
      position++;
      const any: Test = issue => tests.some(test => test(issue));
      return negative ? not(field, any) : any;
    }
    if (isWord(operator, 'is')) {
      const isNot = isWord(peek(), 'not');
      if (isNot) position++;
      const wanted = value(field);
      if (wanted !== null) return refuse(400, `The operator 'is' only supports the values EMPTY and NULL.`);
      const test = isEmpty(field);
      return isNot ? issue => !test(issue) : test;
    }
    if (isWord(operator, 'was')) { const isNot = isWord(peek(), 'not'); if (isNot) position++; const test = equals(field, value(field)); return isNot ? not(field, test) : test; }
    if (isWord(operator, 'changed')) return issue => issue.updated > issue.created;
    if (operator.kind !== 'sign') { position--; return expected('operator'); }
    const wanted = value(field);
    switch (operator.text) {
      case '=': return equals(field, wanted);
      case '!=': { if (field.kind === 'text') refuse(400, `The operator '!=' is not supported by the '${field.name}' field.`); const test = equals(field, wanted); return wanted === null ? issue => !test(issue) : not(field, test); }
      case '~': case '!~': {
        if (field.kind !== 'text') return refuse(400, `The operator '${operator.text}' is not supported by the '${field.name}' field.`);
        const test: Test = issue => textTest(field.text(issue), wanted ?? '');
        return operator.text === '~' ? test : not(field, test);
      }
      case '>': case '<': case '>=': case '<=': return compared(field, operator.text, wanted);
      default: position -= 2; return expected('operator');
    }
  };
  const unit = (): Test => {
    if (isWord(peek(), 'not') || isSign(peek(), '!')) { position++; const test = unit(); return issue => !test(issue); }
    if (isSign(peek(), '(')) {
      position++;
      const test = either();
      if (!isSign(peek(), ')')) expected("')'");
      position++;
      return test;
    }
    return clause();
  };
  const both = (): Test => {
    const tests = [unit()];
    while (isWord(peek(), 'and')) { position++; tests.push(unit()); }
    return tests.length === 1 ? tests[0] as Test : issue => tests.every(test => test(issue));
  };
  const either = (): Test => {
    const tests = [both()];
    while (isWord(peek(), 'or')) { position++; tests.push(both()); }
    return tests.length === 1 ? tests[0] as Test : issue => tests.some(test => test(issue));
  };

  const byKey = (a: Issue, b: Issue): number => (a.project === b.project ? a.number - b.number : a.project.key < b.project.key ? -1 : 1);
  const orderBy = (name: string): ((a: Issue, b: Issue) => number) => {
    const field = fieldOf(name);
    switch (field.kind) {
      case 'time': return (a, b) => field.time(a) - field.time(b);
      case 'number': return (a, b) => (field.number(a) ?? Infinity) - (field.number(b) ?? Infinity) || 0;
      case 'text': return (a, b) => field.text(a).localeCompare(field.text(b));
      case 'exact': {
        if (field.name === 'key') return byKey;
        if (field.name === 'priority') return (a, b) => Number(b.priority.id) - Number(a.priority.id);
        return (a, b) => (field.values(a)[0] ?? '').localeCompare(field.values(b)[0] ?? '');
      }
    }
  };

  const matches: Test = !peek() || isWord(peek(), 'order') ? () => true : either();
  const orders: ((a: Issue, b: Issue) => number)[] = [];
  if (peek()) {
    if (!isWord(peek(), 'order')) expected(`either 'OR' or 'AND'`);
    position++;
    if (!isWord(peek(), 'by')) expected("'BY'");
    do {
      position++;
      const token = peek() ?? expected('a field name');
      position++;
      const order = orderBy(token.text);
      const descending = isWord(peek(), 'desc');
      if (descending || isWord(peek(), 'asc')) position++;
      orders.push(descending ? (a, b) => order(b, a) : order);
    } while (isSign(peek(), ','));
    if (peek()) expected("','");
  }
  orders.push((a, b) => byKey(b, a));
  return { matches, compare: (a, b) => { for (const order of orders) { const result = order(a, b); if (result) return result; } return b.id - a.id; } };
}
