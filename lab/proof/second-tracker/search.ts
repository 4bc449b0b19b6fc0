import { bodyOf, type Call, ok, type Answer, type Route, routesAt, type Service } from './http.js';
import { type Issue, may } from './model.js';
import { refuse } from './reading.js';
import { Render } from './render.js';

/** The part of JQL with which people find their own issues: conditions that all have to hold, and an order. */
interface Query { matches(issue: Issue): boolean; compare(a: Issue, b: Issue): number }
type Test = (issue: Issue) => boolean;
interface Field {
  /** The names by which an issue is found, or its one text or time. */
  values(issue: Issue): readonly (string | number)[];
  /** Whether something has that name, for fields that refuse others. */
  exists?(name: string): boolean;
}

const lower = (value: string | number): string => String(value).toLowerCase();

function fieldsOf({ world }: Service): Readonly<Record<string, Field>> {
  const isIssue = (name: string): boolean => world.issuesByKey.has(name.toUpperCase()) || world.issues.has(Number(name));
  const among = (rows: Iterable<{ id: number; name: string; key?: string }>) => (name: string): boolean =>
    [...rows].some(row => [row.id, row.name, row.key ?? ''].map(lower).includes(name));
  const key: Field = { values: issue => [issue.key, issue.id], exists: isIssue };
  const type: Field = { values: issue => [issue.type.name, issue.type.id], exists: name => among(world.issueTypes)(name) };
  return {
    key, id: key, issue: key, issuekey: key, type, issuetype: type,
    parent: { values: ({ parent }) => (parent ? key.values(parent) : []), exists: isIssue },
    project: { values: ({ project }) => [project.key, project.name, project.id], exists: name => among(world.projects.values())(name) },
    summary: { values: ({ summary }) => [summary] },
    created: { values: ({ created }) => [created] },
  };
}

/** Words, values in quotation marks and signs. */
const TOKEN = /\s*(?:"((?:[^"\\]|\\.)*)"|(>=|[=~(),])|([^\s=~<>(),!"']+))\s*/y;

/** Words of a text as a text index has them. */
const words = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+(?:[-_.][\p{L}\p{N}]+)*/gu) ?? [];

function parseJql(text: string, service: Service): Query {
  const fields = fieldsOf(service);
  TOKEN.lastIndex = 0;
  const read = (): string | undefined => {
    if (TOKEN.lastIndex === text.length) return undefined;
    const [, quoted, sign, word] = TOKEN.exec(text) ?? refuse(400, `Error in the JQL Query: '${text}' can't be read.`);
    return quoted?.replace(/\\(.)/g, '$1') ?? sign ?? word;
  };
  let token = read();
  const isNext = (wanted: string): boolean => token?.toLowerCase() === wanted;
  const take = (): string => {
    const taken = token ?? refuse(400, 'Error in the JQL Query: it ends too early.');
    token = read();
    return taken;
  };
  const takeIf = (wanted: string): boolean => isNext(wanted) && Boolean(take());
  const expect = (wanted: string): void => { if (!takeIf(wanted)) refuse(400, `Error in the JQL Query: Expecting '${wanted}' but got '${token ?? ''}'.`); };
  const field = (): Field => {
    const name = take();
    return fields[name.toLowerCase()] ?? refuse(400, `Field '${name}' does not exist or you do not have permission to view it.`);
  };

  const named = ({ values, exists }: Field, name: string): Test => {
    if (exists?.(lower(name)) === false) refuse(400, `The value '${name}' does not exist.`);
    return issue => values(issue).map(lower).includes(lower(name));
  };
  const condition = (): Test => {
    const asked = field();
    if (takeIf('=')) return named(asked, take());
    if (takeIf('~')) {
      const phrase = ` ${words(take()).join(' ')} `;
      return issue => ` ${words(String(asked.values(issue)[0])).join(' ')} `.includes(phrase);
    }
    if (takeIf('>=')) {
      const [, minutes] = /^-(\d+)m$/.exec(take()) ?? refuse(400, 'Error in the JQL Query: a number of minutes is needed.');
      const since = Date.now() - Number(minutes) * 60_000;
      return issue => Number(asked.values(issue)[0]) >= since;
    }
    expect('in');
    expect('(');
    const tests = [named(asked, take())];
    while (takeIf(',')) tests.push(named(asked, take()));
    expect(')');
    return issue => tests.some(test => test(issue));
  };

  const tests: Test[] = [];
  while (token !== undefined && !isNext('order')) {
    if (tests.length) expect('and');
    tests.push(condition());
  }
  const byKey: Query['compare'] = (a, b) => (a.project === b.project ? a.number - b.number : a.project.key < b.project.key ? -1 : 1);
  let compare: Query['compare'] = (a, b) => byKey(b, a);
  if (takeIf('order')) {
    expect('by');
    const { values } = field();
    const sign = takeIf('desc') ? -1 : 1;
    const before = compare;
    takeIf('asc');
    compare = (a, b) => {
      if (values === fields['key']?.values) return sign * byKey(a, b);
      const [one, other] = [values(a)[0] ?? '', values(b)[0] ?? ''];
      return one === other ? before(a, b) : one < other ? -sign : sign;
    };
    if (token !== undefined) expect('the end of the query');
  }
  return { matches: issue => tests.every(test => test(issue)), compare };
}

/** GET and POST /search */
export function searchRoutes(service: Service): Route[] {
  const { world, trackerReading: reading, choices } = service;
  const api = routesAt('/rest/api/2', false);
  const render = new Render(service);
  const answer = (call: Call, jql: string, startAt: number, asked: number, fields: readonly string[]): Answer => {
    const maxResults = Math.min(asked < 0 ? 1000 : asked, 1000);
    const query = parseJql(jql, service);
    const seen = Date.now() - choices.searchDelay;
    const found: Issue[] = [];
    for (const issue of world.issues.values()) if (issue.created <= seen && query.matches(issue) && may(call.user, 'browse', issue.project)) found.push(issue);
    found.sort(query.compare);
    return ok({ expand: 'schema,names', startAt, maxResults, total: found.length, issues: found.slice(startAt, startAt + maxResults).map(issue => render.issue(issue, fields)) });
  };
  const fieldsOr = (fields: string[]): string[] => (fields.some(Boolean) ? fields : ['*navigable']);
  api.get('/search', call => {
    const number = (name: string, otherwise: number): number => { const text = call.query.get(name); return text === null || !/^-?\d+$/.test(text) ? otherwise : Number(text); };
    return answer(call, call.query.get('jql') ?? '', Math.max(0, number('startAt', 0)), number('maxResults', 50), fieldsOr(call.query.getAll('fields').flatMap(names => names.split(',')).map(name => name.trim())));
  });
  api.post('/search', call => {
    const body = reading.object(bodyOf(call, service) ?? {}, 'The body');
    return answer(call, reading.text(body['jql'], 'jql') ?? '', Math.max(0, reading.integer(body['startAt'], 'startAt') ?? 0), reading.integer(body['maxResults'], 'maxResults') ?? 50, fieldsOr(reading.texts(body['fields'], 'fields') ?? []));
  });
  return api.routes;
}
