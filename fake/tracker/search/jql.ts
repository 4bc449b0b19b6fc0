import { TrackerError } from '../../server/errors.js';
import { TokenReader } from './tokens.js';

/** The operators of words, each before those that begin like it. */
const WORDS = ['changed', 'was not in', 'was not', 'was in', 'was', 'not in', 'in', 'is not', 'is'] as const;

const SIGNS = ['=', '!=', '~', '!~', '<', '<=', '>', '>='] as const;

/** How a clause compares. */
type Operator = (typeof SIGNS)[number] | (typeof WORDS)[number];

/** A value in a query: a text, a function such as `currentUser()`, or EMPTY; `shown` is how messages write it. */
export type Operand =
  | { readonly kind: 'value'; readonly text: string; readonly shown: string }
  | { readonly kind: 'function'; readonly name: string; readonly args: readonly string[]; readonly shown: string }
  | { readonly kind: 'empty'; readonly shown: string };

/** A list of values. */
interface OperandList {
  readonly kind: 'list';
  readonly operands: readonly Operand[];
  readonly shown: string;
}

/** One comparison, for example `project = ABC`. */
export interface Clause {
  readonly kind: 'clause';
  readonly field: string;
  readonly operator: Operator;
  /** What stands right of the operator; `changed` has nothing there. */
  readonly right?: Operand | OperandList;
  /** One operand, or those of the list. */
  readonly operands: readonly Operand[];
}

/** The condition of a query: a clause, or conditions joined by AND, OR or NOT. */
export type Condition =
  | Clause
  | { readonly kind: 'and' | 'or'; readonly parts: readonly Condition[] }
  | { readonly kind: 'not'; readonly part: Condition };

export interface OrderTerm {
  readonly field: string;
  readonly descending: boolean;
}

interface JqlQuery {
  /** Null for a query that every issue fulfils. */
  readonly condition: Condition | null;
  readonly order: readonly OrderTerm[];
}

/** How many characters a query may have. */
const LENGTH_LIMIT = 100_000;

/** How deep conditions may stand in each other. */
const DEPTH_LIMIT = 100;

/** Understands a query. @throws TrackerError 400 with the problem and its place */
export function parseJql(jql: string): JqlQuery {
  if (jql.length > LENGTH_LIMIT) throw new TrackerError(400, `A JQL query has at most ${LENGTH_LIMIT} characters.`);
  const reader = new TokenReader(jql);
  const bare = reader.next.kind === 'end' || startsOrder(reader);
  const condition = bare ? null : readOr(reader, 0);
  const order = reader.takeKeywords('order') ? readOrder(reader) : [];
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
    expectSign(reader, ')');
    return inner;
  }
  return readClause(reader);
}

function readClause(reader: TokenReader): Condition {
  const field = readField(reader);
  const operator = readOperator(reader);
  if (operator === 'changed') return { kind: 'clause', field, operator, operands: [] };
  const right = readRight(reader);
  return { kind: 'clause', field, operator, right, operands: right.kind === 'list' ? right.operands : [right] };
}

function readField(reader: TokenReader): string {
  const { kind, text } = reader.next;
  if (kind === 'quoted' && text === '') throw reader.refusal('A field name cannot be empty.');
  if (reader.takeKeywords('cf')) return readCustomField(reader);
  if (reader.hasName) return reader.take().text;
  if (kind === 'sign' && text === '[') throw reader.refusal("Expecting a field name but got '['. Did you mean 'cf['?");
  const remedy = "You must surround '%' in quotation marks to use it as a field name.";
  throw reader.unexpected('a field name', remedy, 'at the end of the query');
}

/** Reads what follows `cf`, as in `cf[10001]`. */
function readCustomField(reader: TokenReader): string {
  expectSign(reader, '[');
  if (!/^\d+$/.test(reader.next.text)) throw reader.unexpected('a custom field id (a positive number)');
  const name = `cf[${reader.take().text}]`;
  expectSign(reader, ']');
  return name;
}

/** @throws TrackerError 400 if another token stands next */
function expectSign(reader: TokenReader, sign: string): void {
  if (!reader.takeSign(sign)) throw reader.unexpected(`'${sign}'`);
}

function readOperator(reader: TokenReader): Operator {
  const sign = reader.takeSign(...SIGNS);
  if (sign !== undefined) return sign;
  const words = WORDS.find((operator) => reader.takeKeywords(...operator.split(' ')));
  if (words !== undefined) return words;
  if (reader.takeKeywords('not')) throw reader.unexpected("'IN'");
  throw reader.unexpected(
    'operator',
    "The valid operators are '=', '!=', '<', '>', '<=', '>=', '~', '!~', 'IN', 'NOT IN', 'IS' and 'IS NOT'.",
  );
}

/** Reads a value, or a list of values. */
function readRight(reader: TokenReader): Operand | OperandList {
  if (!reader.takeSign('(')) return readOperand(reader);
  const operands = [readOperand(reader)];
  while (reader.takeSign(',')) operands.push(readOperand(reader));
  expectSign(reader, ')');
  return { kind: 'list', operands, shown: `(${operands.map(({ shown }) => shown).join(', ')})` };
}

function readOperand(reader: TokenReader): Operand {
  if (reader.takeKeywords('empty') || reader.takeKeywords('null')) return { kind: 'empty', shown: 'EMPTY' };
  const remedy = "You must surround '%' in quotation marks to use it as a value.";
  if (!reader.hasName) throw reader.unexpected('either a value, list or function', remedy);
  const token = reader.take();
  const { kind, text } = token;
  if (!reader.takeSign('(')) {
    const isNumber = kind === 'word' && /^-?\d+$/.test(text);
    return { kind: 'value', text, shown: isNumber ? text : `"${text}"` };
  }
  if (text === '') throw reader.refusal('A function name cannot be empty.', token);
  const args = readArguments(reader);
  return { kind: 'function', name: text, args, shown: `${text}(${args.join(', ')})` };
}

function readArguments(reader: TokenReader): string[] {
  const args: string[] = [];
  const remedy = "You must surround '%' in quotation marks to use it as an argument.";
  while (!reader.takeSign(')')) {
    if (args.length > 0 && !reader.takeSign(',')) throw reader.unexpected("')' or ','");
    if (!reader.hasName) throw reader.unexpected('a function argument', remedy, 'at the end of the query');
    args.push(reader.take().text);
  }
  return args;
}

function readOrder(reader: TokenReader): OrderTerm[] {
  if (!reader.takeKeywords('by')) throw reader.unexpected("'by'");
  const terms: OrderTerm[] = [];
  do {
    const field = readField(reader);
    const descending = reader.takeKeywords('desc');
    const isTold = descending || reader.takeKeywords('asc');
    terms.push({ field, descending });
    if (reader.next.kind !== 'end' && reader.next.text !== ',') {
      throw reader.unexpected(isTold ? "','" : "either 'ASC' or 'DESC'");
    }
  } while (reader.takeSign(','));
  return terms;
}
