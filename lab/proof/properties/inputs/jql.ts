import * as fc from 'fast-check';

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
