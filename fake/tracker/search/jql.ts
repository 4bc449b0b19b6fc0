import { TrackerError } from '../../server/errors.js';

/** How a clause compares. */
type Operator =
  | '='
  | '!='
  | 'in'
  | 'not in'
  | '~'
  | '!~'
  | 'is'
  | 'is not'
  | '<'
  | '<='
  | '>'
  | '>='
  | 'was'
  | 'was not'
  | 'was in'
  | 'was not in'
  | 'changed';

/** The right side of a clause: a text, a function such as `currentUser()`, or EMPTY. */
export type Operand =
  | { readonly kind: 'value'; readonly text: string }
  | { readonly kind: 'function'; readonly name: string; readonly args: readonly string[] }
  | { readonly kind: 'empty' };

/** One comparison, for example `project = ABC`. */
export interface Clause {
  readonly kind: 'clause';
  readonly field: string;
  readonly operator: Operator;
  /** One operand; any number of them for `in` and `not in`. */
  readonly operands: readonly Operand[];
  /** The restrictions of `was` and `changed`, such as AFTER `-1d` or BY `tess`. */
  readonly limits?: readonly HistoryLimit[];
}

/** A restriction of `was` and `changed`. */
export interface HistoryLimit {
  readonly word: 'after' | 'before' | 'on' | 'during' | 'by' | 'from' | 'to';
  readonly operands: readonly Operand[];
}

/** The condition of a query: a clause, or conditions joined by AND, OR or NOT. */
export type Condition =
  | Clause
  | { readonly kind: 'and' | 'or'; readonly parts: readonly Condition[] }
  | { readonly kind: 'not'; readonly part: Condition };

/** One field of an ORDER BY. */
export interface OrderTerm {
  readonly field: string;
  readonly descending: boolean;
}

/** A parsed query. */
interface JqlQuery {
  /** Null for a query that every issue fulfils. */
  readonly condition: Condition | null;
  readonly order: readonly OrderTerm[];
}

/** How many characters a query may have. */
const LENGTH_LIMIT = 100_000;

/** How deep conditions may stand in each other. */
const DEPTH_LIMIT = 100;

const KEYWORDS = new Set(['and', 'or', 'not', 'in', 'is', 'order', 'by', 'empty', 'null']);

/** Understands a query. @throws TrackerError 400 with the problem and its place */
export function parseJql(jql: string): JqlQuery {
  if (jql.length > LENGTH_LIMIT) throw new TrackerError(400, `A JQL query has at most ${LENGTH_LIMIT} characters.`);
  const reader = new TokenReader(jql);
  const bare = reader.next.kind === 'end' || startsOrder(reader);
  const condition = bare ? null : readOr(reader, 0);
  const order = reader.takeKeywords('order', 'by') ? readOrder(reader) : [];
  if (reader.next.kind !== 'end') throw reader.unexpected("either 'OR' or 'AND'");
  return { condition, order };
}

function startsOrder({ next }: TokenReader): boolean {
  return next.kind === 'word' && next.text.toLowerCase() === 'order';
}

function readOr(reader: TokenReader, depth: number): Condition {
  const first = readAnd(reader, depth);
  const parts = [first];
  while (reader.takeKeywords('or') || reader.takeSign('||', '|')) parts.push(readAnd(reader, depth));
  return parts.length === 1 ? first : { kind: 'or', parts };
}

function readAnd(reader: TokenReader, depth: number): Condition {
  const first = readNot(reader, depth);
  const parts = [first];
  while (reader.takeKeywords('and') || reader.takeSign('&&', '&')) parts.push(readNot(reader, depth));
  return parts.length === 1 ? first : { kind: 'and', parts };
}

function readNot(reader: TokenReader, depth: number): Condition {
  if (depth > DEPTH_LIMIT) throw reader.unexpected(`at most ${DEPTH_LIMIT} conditions in each other`);
  if (reader.takeKeywords('not') || reader.takeSign('!')) return { kind: 'not', part: readNot(reader, depth + 1) };
  if (reader.takeSign('(')) {
    const inner = readOr(reader, depth + 1);
    if (!reader.takeSign(')')) throw reader.unexpected("')'");
    return inner;
  }
  return readClause(reader);
}

function readClause(reader: TokenReader): Condition {
  const field = readName(reader, 'a field name');
  const operator = readOperator(reader);
  const limits = () => readLimits(reader);
  if (operator === 'changed') return { kind: 'clause', field, operator, operands: [], limits: limits() };
  const listed = operator === 'in' || operator === 'not in' || operator === 'was in' || operator === 'was not in';
  const operands = listed ? readList(reader) : [readOperand(reader)];
  return { kind: 'clause', field, operator, operands, ...(operator.startsWith('was') && { limits: limits() }) };
}

const LIMITS = ['after', 'before', 'on', 'during', 'by', 'from', 'to'] as const;

function readLimits(reader: TokenReader): HistoryLimit[] {
  const limits: HistoryLimit[] = [];
  for (;;) {
    const word = LIMITS.find((one) => reader.takeKeywords(one));
    if (word === undefined) return limits;
    const isList = reader.next.kind === 'sign' && reader.next.text === '(';
    limits.push({ word, operands: isList ? readList(reader) : [readOperand(reader)] });
  }
}

function readName(reader: TokenReader, expected: string): string {
  const { kind, text } = reader.next;
  if (kind === 'quoted') return reader.take().text;
  if (kind !== 'word' || KEYWORDS.has(text.toLowerCase())) throw reader.unexpected(expected);
  return reader.take().text;
}

function readOperator(reader: TokenReader): Operator {
  const sign = reader.takeSign('=', '!=', '~', '!~', '<', '<=', '>', '>=');
  if (sign !== undefined) return sign;
  if (reader.takeKeywords('changed')) return 'changed';
  if (reader.takeKeywords('was', 'not', 'in')) return 'was not in';
  if (reader.takeKeywords('was', 'not')) return 'was not';
  if (reader.takeKeywords('was', 'in')) return 'was in';
  if (reader.takeKeywords('was')) return 'was';
  if (reader.takeKeywords('not', 'in')) return 'not in';
  if (reader.takeKeywords('in')) return 'in';
  if (reader.takeKeywords('is', 'not')) return 'is not';
  if (reader.takeKeywords('is')) return 'is';
  throw reader.unexpected("an operator such as '=', '!=', 'in' or 'is'");
}

function readList(reader: TokenReader): Operand[] {
  // A function can stand for a whole list.
  if (reader.next.kind === 'word') return [readOperand(reader)];
  if (!reader.takeSign('(')) throw reader.unexpected("'('");
  const operands = [readOperand(reader)];
  while (reader.takeSign(',')) operands.push(readOperand(reader));
  if (!reader.takeSign(')')) throw reader.unexpected("',' or ')'");
  return operands;
}

function readOperand(reader: TokenReader): Operand {
  if (reader.takeKeywords('empty') || reader.takeKeywords('null')) return { kind: 'empty' };
  const text = readName(reader, 'a value, list or function');
  if (!reader.takeSign('(')) return { kind: 'value', text };
  const args: string[] = [];
  while (!reader.takeSign(')')) {
    if (args.length > 0 && !reader.takeSign(',')) throw reader.unexpected("',' or ')'");
    args.push(readName(reader, 'an argument'));
  }
  return { kind: 'function', name: text, args };
}

function readOrder(reader: TokenReader): OrderTerm[] {
  const terms: OrderTerm[] = [];
  do {
    const field = readName(reader, 'a field name');
    const descending = reader.takeKeywords('desc');
    if (!descending) reader.takeKeywords('asc');
    terms.push({ field, descending });
  } while (reader.takeSign(','));
  return terms;
}

/** Reads the tokens of a query one after the other. */
class TokenReader {
  readonly #jql: string;
  readonly #tokens: readonly Token[];
  readonly #end: Token;
  #next = 0;

  /** @throws TrackerError 400 for a query that can't be cut into tokens */
  constructor(jql: string) {
    this.#jql = jql;
    this.#tokens = tokenizeJql(jql);
    this.#end = { kind: 'end', text: '', position: jql.length };
  }

  /** The token that comes next; at the end, the one that marks it. */
  get next(): Token {
    return this.#tokens[this.#next] ?? this.#end;
  }

  /** Takes the next token. */
  take(): Token {
    const token = this.next;
    if (token.kind !== 'end') this.#next += 1;
    return token;
  }

  /** Takes the next token if it is one of these signs. */
  takeSign<const Sign extends string>(...signs: readonly Sign[]): Sign | undefined {
    const { kind, text } = this.next;
    const sign = kind === 'sign' ? signs.find((one) => one === text) : undefined;
    if (sign !== undefined) this.take();
    return sign;
  }

  /** Takes the next tokens if they are these keywords, in any case of their letters. */
  takeKeywords(...words: readonly string[]): boolean {
    const found = words.every((word, index) => {
      const token = this.#tokens[this.#next + index];
      return token?.kind === 'word' && token.text.toLowerCase() === word;
    });
    if (found) this.#next += words.length;
    return found;
  }

  /** A refusal for what stands next. */
  unexpected(expected: string): TrackerError {
    const { kind, text, position } = this.next;
    const got = kind === 'end' ? 'the query ended' : `got '${text}'`;
    return syntaxError(`Expecting ${expected} but ${got}.`, this.#jql, position);
  }
}

/** A word, a quoted text, or a sign of a query. */
interface Token {
  readonly kind: 'word' | 'quoted' | 'sign' | 'end';
  /** Its text, without quotes and escapes. */
  readonly text: string;
  /** Where it begins in the query. */
  readonly position: number;
}

const SIGN = /!=|!~|<=|>=|&&|\|\||[=~<>!()&|,]/y;
const SPACE = /\s+/y;
const WORD = /(?:\\[^u]|\\u[0-9a-fA-F]{4}|[^\s"'\\=~<>!()&|,@#%^*`$;?/{}])+/y;
const QUOTED = /"(?:\\[\s\S]|[^"\\])*"|'(?:\\[\s\S]|[^'\\])*'/y;

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };

/** Cuts a query into tokens. @throws TrackerError 400 */
function tokenizeJql(jql: string): Token[] {
  const tokens: Token[] = [];
  let position = 0;
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = position;
    return pattern.exec(jql)?.[0];
  };
  while (position < jql.length) {
    const space = take(SPACE);
    if (space !== undefined) {
      position += space.length;
      continue;
    }
    const [kind, raw] = readToken(take);
    if (kind === undefined) throw unreadable(jql, position);
    tokens.push({ kind, text: textOf(kind, raw), position });
    position += raw.length;
  }
  return tokens;
}

function readToken(
  take: (pattern: RegExp) => string | undefined,
): ['word' | 'quoted' | 'sign', string] | [undefined, ''] {
  const sign = take(SIGN);
  if (sign !== undefined) return ['sign', sign];
  const quoted = take(QUOTED);
  if (quoted !== undefined) return ['quoted', quoted];
  const word = take(WORD);
  return word === undefined ? [undefined, ''] : ['word', word];
}

function textOf(kind: 'word' | 'quoted' | 'sign', raw: string): string {
  if (kind === 'sign') return raw;
  const inner = kind === 'quoted' ? raw.slice(1, -1) : raw;
  return inner.replace(/\\(?:u([0-9a-fA-F]{4})|([\s\S]))/g, (_all, code: string | undefined, sign: string) =>
    code === undefined ? (escapes[sign] ?? sign) : String.fromCharCode(parseInt(code, 16)),
  );
}

function unreadable(jql: string, position: number) {
  const sign = jql.charAt(position);
  if (sign === '"' || sign === "'") {
    return syntaxError(`The quoted string '${jql.slice(position + 1)}' has not been completed.`, jql, position);
  }
  if (sign === '\\') return syntaxError("'\\' starts no JQL escape sequence.", jql, position);
  return syntaxError(
    `The character '${sign}' is a reserved JQL character. You must enclose it in a string or use the escape '\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}' instead.`,
    jql,
    position,
  );
}

/** A refusal of a query for its form; it names the place of the problem. */
function syntaxError(message: string, jql: string, position: number): TrackerError {
  const before = jql.slice(0, position).split('\n');
  const character = (before.at(-1) ?? '').length + 1;
  return new TrackerError(400, `Error in the JQL Query: ${message} (line ${before.length}, character ${character})`);
}
