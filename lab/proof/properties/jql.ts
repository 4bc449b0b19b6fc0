import * as fc from 'fast-check';

const quoted = (text: string) => JSON.stringify(text);

/** Words. Some of them are in texts of the world and in other queries. */
const word = fc.constantFrom(...'log in a the DEMO x1 ä lo* -x a:b OR AND'.split(' '));

/** The same words again and again are what a search for a phrase goes through most often. */
const phrase = fc
  .tuple(fc.array(word, { maxLength: 6 }), fc.nat({ max: 30 }))
  .map(([words, times]) => quoted(`"${Array.from({ length: times }, () => words.join(' ')).join(' ')}"`));

/** One of some texts, with the share of it among others. */
const oneOf = (weight: number, texts: readonly string[]) => ({ arbitrary: fc.constantFrom(...texts), weight });

const value = fc.oneof(
  oneOf(4, ['DEMO', 'DEMO-1', 'Done', 'Bug', 'tess', 'admin', 'Minor', 'one', '1', '7']),
  oneOf(2, ['EMPTY', 'null', '-2d', '+999999999w', '"2026-02-30 25:61"', '"2026/01/01"']),
  oneOf(1, ['0', '-1', '1e999', '99999999999999999999', '__proto__', 'constructor']),
  oneOf(1, ['currentUser()', 'now()', 'currentuser( )', 'startOfDay()', 'membersOf("tracker-users")', '__proto__()']),
  { arbitrary: word.map(quoted), weight: 2 },
  { arbitrary: fc.array(word, { maxLength: 8 }).map((words) => quoted(words.join(' '))), weight: 1 },
  { arbitrary: phrase, weight: 2 },
  { arbitrary: fc.string({ unit: 'binary', maxLength: 6 }).map(quoted), weight: 1 },
);

const field = fc.oneof(
  oneOf(8, [
    ...['project', 'key', 'id', 'parent', 'type', 'status', 'priority', 'labels', 'reporter', 'assignee', 'summary'],
    ...['description', 'text', 'created', 'updated', 'due', 'environment', 'creator', 'issuekey', 'Status', 'ISSUE'],
  ]),
  oneOf(1, ['cf[10000]', 'cf[10003]', 'cf[1]', 'cf[', 'nothing', '"a b"', '__proto__', '""', 'now(']),
);

const list = fc.array(value, { maxLength: 12 }).map((values) => `(${values.join(', ')})`);
const operation = fc.oneof(
  fc.tuple(fc.constantFrom('=', '!=', '~', '!~', '<', '<=', '>', '>=', 'is', 'IS NOT'), value),
  fc.tuple(fc.constantFrom('in', 'not in', 'NOT IN'), list),
  fc.tuple(fc.constantFrom('~', '!~'), phrase),
);
const clause = fc.tuple(field, operation).map(([name, [operator, operand]]) => `${name} ${operator} ${operand}`);

const { condition } = fc.letrec<{ condition: string }>((tie) => {
  const parts = fc.array(tie('condition'), { maxLength: 4 });
  const joined = fc.tuple(fc.constantFrom(' AND ', ' OR ', ' or ', ' && ', '||'), parts);
  const negated = fc.tuple(fc.constantFrom('NOT ', '!', 'NOT NOT '), tie('condition'));
  return {
    condition: fc.oneof(
      { maxDepth: 5, withCrossShrink: true },
      { arbitrary: clause, weight: 3 },
      { arbitrary: joined.map(([sign, conditions]) => conditions.join(sign)), weight: 2 },
      { arbitrary: tie('condition').map((inner) => `(${inner})`), weight: 2 },
      { arbitrary: negated.map((words) => words.join('')), weight: 1 },
    ),
  };
});

const order = fc
  .array(fc.tuple(field, fc.constantFrom('', ' ASC', ' desc', ' down')), { maxLength: 4 })
  .map((terms) => (terms.length === 0 ? '' : ` ORDER BY ${terms.map((term) => term.join('')).join(', ')}`));

const junkToken = fc.oneof(
  fc.constantFrom('ORDER BY', ...String.raw`( ) " ' \ \u12 , AND NOT in is = ! ~ | &`.split(' ')),
  fc.constantFrom('#', '%', '\0', '\u202e', '\ud800', '\n', '('.repeat(150), 'NOT '.repeat(150), 'x '.repeat(2_000)),
  fc.string({ unit: 'binary', maxLength: 4 }),
);

const sensible = fc.tuple(condition, order).map((parts) => parts.join(''));
const junk = fc.array(fc.tuple(junkToken, fc.nat()), { minLength: 1, maxLength: 3 });

/** Queries that can be understood, for the most part, and queries with junk between their words. */
export const jql: fc.Arbitrary<string> = fc.oneof(
  { arbitrary: sensible, weight: 5 },
  { arbitrary: fc.tuple(sensible, junk).map(([query, tokens]) => tokens.reduce(insert, query)), weight: 1 },
  { arbitrary: fc.array(junkToken, { maxLength: 8 }).map((tokens) => tokens.join(' ')), weight: 1 },
);

function insert(query: string, [part, place]: readonly [string, number]): string {
  const at = place % (query.length + 1);
  return query.slice(0, at) + part + query.slice(at);
}
