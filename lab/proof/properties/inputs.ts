import * as fc from 'fast-check';
import { endpoints } from '../../../contracts/index.js';

const piece = fc.constantFrom(
  ...['*', '**', '***', '/', '/*', '/**/', 'a', 'rest', '/rest/api/2/', '/rest/**', 'search', 'issue', 's*', '*h'],
  ...['.', '?', '%', '%2F', '\\', '[a-z]+', '(', '$', 'é', '\0', '__proto__', 'a'.repeat(200)],
);

/** Patterns of paths: runs of wildcards, special characters of regular expressions, and patterns that are too long. */
const pathPattern: fc.Arbitrary<string> = fc.array(piece, { maxLength: 12 }).map((pieces) => `/${pieces.join('')}`);

function oneOrMore<Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | Value[] | undefined> {
  return fc.oneof(fc.constant(undefined), value, fc.array(value, { minLength: 1, maxLength: 4 }));
}

const selector = {
  method: oneOrMore(fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'HEAD')),
  endpoint: oneOrMore(fc.constantFrom('searchIssues', 'createIssue', ...Object.keys(endpoints).slice(0, 5))),
  path: oneOrMore(pathPattern),
  caller: oneOrMore(fc.constantFrom('admin', 'tess', null, '__proto__')),
  count: fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined }),
  share: fc.option(fc.double({ min: 0.01, max: 1, noNaN: true }), { nil: undefined }),
  seed: fc.option(fc.maxSafeInteger(), { nil: undefined }),
};

const text = fc.option(fc.string({ unit: 'binary', maxLength: 20 }), { nil: undefined });
const headers = fc.option(
  fc.dictionary(fc.constantFrom('X-A', 'Retry-After', 'set-cookie', '__proto__'), fc.constantFrom('', '1', '\t x')),
  { nil: undefined },
);

/** The properties of each kind of fault. No fault waits longer than some milliseconds. */
const kinds: readonly Readonly<Record<string, fc.Arbitrary<unknown>>>[] = [
  { kind: fc.constant('latency'), milliseconds: fc.nat({ max: 3 }), moment: fc.constantFrom('before', 'after') },
  {
    kind: fc.constant('latency'),
    milliseconds: fc.record({ from: fc.nat({ max: 2 }), to: fc.nat({ max: 3 }) }),
  },
  { kind: fc.constant('connection-reset'), moment: fc.constantFrom('before', 'after', 'during'), reset: fc.boolean() },
  { kind: fc.constant('error-response'), status: fc.integer({ min: 400, max: 599 }), headers, body: text },
  {
    kind: fc.constant('stub'),
    status: fc.integer({ min: 200, max: 599 }),
    headers,
    json: fc.jsonValue({ maxDepth: 2 }),
  },
  { kind: fc.constant('stub'), body: text },
  { kind: fc.constant('malformed') },
  { kind: fc.constant('truncated'), at: fc.double({ min: 0, max: 1, noNaN: true }) },
  { kind: fc.constant('slow-body'), pieces: fc.integer({ min: 1, max: 5 }), pause: fc.nat({ max: 1 }) },
];

/** Requests for faults and stubs, most of them valid. */
export const fault: fc.Arbitrary<object> = fc.oneof(...kinds.map((kind) => fc.record({ ...selector, ...kind })));

const quoted = (text: string) => JSON.stringify(text);

/** Words. Some of them are in texts of the world and in other queries. */
const word = fc.constantFrom(
  'log',
  'in',
  'a',
  'the',
  'DEMO',
  'x1',
  'ä',
  'lo*',
  '*',
  'l?g',
  '??',
  'a*b*c',
  '*og',
  'AND',
);

/** The same words again and again are what a search for a phrase goes through most often. */
const phrase = fc
  .tuple(fc.array(word, { maxLength: 6 }), fc.nat({ max: 30 }))
  .map(([words, times]) => quoted(`"${Array.from({ length: times }, () => words.join(' ')).join(' ')}"`));

const jqlFunction = fc.constantFrom(
  ...['currentUser()', 'now()', 'currentuser( )', 'startOfDay()', 'membersOf("tracker-users")', '__proto__()', 'now('],
);

const value = fc.oneof(
  { arbitrary: fc.constantFrom('DEMO', 'DEMO-1', 'Done', 'Bug', 'tess', 'admin', 'Minor', 'one', '1', '7'), weight: 4 },
  {
    arbitrary: fc.constantFrom('EMPTY', 'null', '-2d', '+999999999w', '"2026-02-30 25:61"', '"2026/01/01"'),
    weight: 2,
  },
  { arbitrary: fc.constantFrom('0', '-1', '1e999', '99999999999999999999', '__proto__', 'constructor'), weight: 1 },
  { arbitrary: word.map(quoted), weight: 2 },
  { arbitrary: fc.array(word, { maxLength: 8 }).map((words) => quoted(words.join(' '))), weight: 1 },
  { arbitrary: phrase, weight: 2 },
  { arbitrary: jqlFunction, weight: 1 },
  { arbitrary: fc.string({ unit: 'binary', maxLength: 6 }).map(quoted), weight: 1 },
);

const field = fc.oneof(
  {
    arbitrary: fc.constantFrom(
      ...['project', 'key', 'id', 'parent', 'type', 'status', 'priority', 'labels', 'reporter', 'assignee', 'summary'],
      ...['description', 'text', 'created', 'updated', 'due', 'environment', 'creator', 'issuekey', 'Status', 'ISSUE'],
    ),
    weight: 8,
  },
  {
    arbitrary: fc.constantFrom('cf[10000]', 'cf[10003]', 'cf[1]', 'cf[', 'nothing', '"a b"', '__proto__', '""'),
    weight: 1,
  },
);

const list = fc.array(value, { maxLength: 12 }).map((values) => `(${values.join(', ')})`);
const operation = fc.oneof(
  fc.tuple(fc.constantFrom('=', '!=', '~', '!~', '<', '<=', '>', '>=', 'is', 'IS NOT'), value),
  fc.tuple(fc.constantFrom('in', 'not in', 'NOT IN'), list),
  fc.tuple(fc.constantFrom('~', '!~'), phrase),
);
const clause = fc.tuple(field, operation).map(([name, [operator, operand]]) => `${name} ${operator} ${operand}`);

const { condition } = fc.letrec<{ condition: string }>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    { arbitrary: clause, weight: 3 },
    {
      arbitrary: fc
        .tuple(fc.constantFrom(' AND ', ' OR ', ' or ', ' && ', '||'), fc.array(tie('condition'), { maxLength: 4 }))
        .map(([sign, parts]) => parts.join(sign)),
      weight: 2,
    },
    { arbitrary: tie('condition').map((inner) => `(${inner})`), weight: 2 },
    {
      arbitrary: fc.tuple(fc.constantFrom('NOT ', '!', 'NOT NOT '), tie('condition')).map((parts) => parts.join('')),
      weight: 1,
    },
  ),
}));

const order = fc
  .array(fc.tuple(field, fc.constantFrom('', ' ASC', ' desc', ' down')), { maxLength: 4 })
  .map((terms) => (terms.length === 0 ? '' : ` ORDER BY ${terms.map((term) => term.join('')).join(', ')}`));

const junkToken = fc.oneof(
  fc.constantFrom(
    '(',
    ')',
    '"',
    "'",
    '\\',
    '\\u12',
    ',',
    'AND',
    'NOT',
    'in',
    'is',
    'ORDER BY',
    '=',
    '!',
    '~',
    '|',
    '&',
  ),
  fc.constantFrom('#', '%', '\0', '\u202e', '\ud800', '\n', '('.repeat(150), 'NOT '.repeat(150), 'x '.repeat(2_000)),
  fc.string({ unit: 'binary', maxLength: 4 }),
);

/** Queries that can be understood, for the most part, and queries with junk between their words. */
export const jql: fc.Arbitrary<string> = fc.oneof(
  { arbitrary: fc.tuple(condition, order).map((parts) => parts.join('')), weight: 5 },
  {
    arbitrary: fc
      .tuple(condition, order, fc.array(fc.tuple(junkToken, fc.nat()), { minLength: 1, maxLength: 3 }))
      .map(([conditions, ordered, junk]) =>
        junk.reduce((query, [token, at]) => insert(query, token, at % (query.length + 1)), conditions + ordered),
      ),
    weight: 1,
  },
  { arbitrary: fc.array(junkToken, { maxLength: 8 }).map((tokens) => tokens.join(' ')), weight: 1 },
);

function insert(text: string, part: string, at: number): string {
  return text.slice(0, at) + part + text.slice(at);
}
