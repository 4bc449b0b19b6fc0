import { TrackerError } from '../../server/tracker-error.js';
import type { Condition, JqlQuery, Operand, Operator, OrderTerm } from './jql-query.js';
import { TokenReader } from './token-reader.js';

/** How many characters a query may have. */
const LENGTH_LIMIT = 100_000;

/** How deep conditions may stand in each other. */
const DEPTH_LIMIT = 100;

const KEYWORDS = new Set(['and', 'or', 'not', 'in', 'is', 'order', 'by', 'empty', 'null']);

/** Understands a query. @throws TrackerError 400 with the fault and its place */
export function parseJql(jql: string): JqlQuery {
  if (jql.length > LENGTH_LIMIT) throw new TrackerError(400, `A JQL query has at most ${LENGTH_LIMIT} characters.`);
  const reader = new TokenReader(jql);
  const bare = reader.next.kind === 'end' || startsOrder(reader);
  const condition = bare ? null : readOr(reader, 0);
  const order = reader.takeKeywords('order', 'by') ? readOrder(reader) : [];
  if (reader.next.kind !== 'end') throw reader.unexpected("'AND', 'OR' or 'ORDER BY'");
  return { condition, order };
}

function startsOrder({ next }: TokenReader): boolean {
  return next.kind === 'word' && next.text.toLowerCase() === 'order';
}

function readOr(reader: TokenReader, depth: number): Condition {
  const parts = [readAnd(reader, depth)];
  while (reader.takeKeywords('or') || reader.takeSign('||', '|')) parts.push(readAnd(reader, depth));
  return parts.length === 1 ? (parts[0] as Condition) : { kind: 'or', parts };
}

function readAnd(reader: TokenReader, depth: number): Condition {
  const parts = [readNot(reader, depth)];
  while (reader.takeKeywords('and') || reader.takeSign('&&', '&')) parts.push(readNot(reader, depth));
  return parts.length === 1 ? (parts[0] as Condition) : { kind: 'and', parts };
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
  const listed = operator === 'in' || operator === 'not in';
  return { kind: 'clause', field, operator, operands: listed ? readList(reader) : [readOperand(reader)] };
}

function readName(reader: TokenReader, expected: string): string {
  const { kind, text } = reader.next;
  if (kind === 'quoted') return reader.take().text;
  if (kind !== 'word' || KEYWORDS.has(text.toLowerCase())) throw reader.unexpected(expected);
  return reader.take().text;
}

function readOperator(reader: TokenReader): Operator {
  const sign = reader.takeSign('=', '!=', '~', '!~', '<', '<=', '>', '>=');
  if (sign !== undefined) return sign as Operator;
  if (reader.takeKeywords('not', 'in')) return 'not in';
  if (reader.takeKeywords('in')) return 'in';
  if (reader.takeKeywords('is', 'not')) return 'is not';
  if (reader.takeKeywords('is')) return 'is';
  throw reader.unexpected("an operator such as '=', '!=', 'in' or 'is'");
}

function readList(reader: TokenReader): Operand[] {
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
  if (!reader.takeSign(')')) throw reader.unexpected("')'");
  return { kind: 'function', name: text.toLowerCase() };
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
