import { TrackerError } from '../../server/errors.js';
import { limits } from '../../server/limits.js';

const OPERATORS = ['=', '!=', '~', '<=', '>=', '<', '>', 'in', 'not in', 'is', 'is not'] as const;

/** How a clause compares. */
export type Operator = (typeof OPERATORS)[number];

/** A value in a query: a text, `currentUser()`, or EMPTY; `shown` is how messages write it. */
export interface Operand {
  readonly kind: 'text' | 'current user' | 'empty';
  readonly text: string;
  readonly shown: string;
}

/** One comparison, for example `project = ABC`. */
export interface Clause {
  readonly kind: 'clause';
  readonly field: string;
  readonly operator: Operator;
  /** One operand, or those of a list. */
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

/** A query; its condition is null if every issue fulfils it. */
interface JqlQuery {
  readonly condition: Condition | null;
  readonly order: readonly OrderTerm[];
}

/** The words of the grammar, those of the parts that the fake leaves out included. */
const KEYWORDS = new Set(
  'and or not in is was changed empty null order by asc desc before after on during from to cf'.split(' '),
);

/** The words that stand in a query only in quotation marks, although the grammar has none of them. */
const RESERVED = new Set(
  [
    'abort access add alias all alter any as audit avg begin between boolean break byte catch char character check',
    'checkpoint collate collation column commit connect continue count create current date decimal declare decrement',
    'default defaults define delete delimiter difference distinct divide do double drop else encoding end equals escape',
    'exclusive exec execute exists explain false fetch field file first float for function go goto grant greater group',
    'having identified if immediate increment index initial inner inout input insert int integer intersect intersection',
    'into isempty isnull join last left less like limit lock long max min minus mode modify modulo more multiply next',
    'noaudit notin nowait number object of option outer output power previous prior privileges public raise raw',
    'remainder rename resource return returns revoke right row rowid rownum rows select session set share size sqrt',
    'start strict string subtract sum synonym table then trans transaction trigger true uid union unique update user',
    'validate values view when whenever where while with',
  ].flatMap((words) => words.split(' ')),
);

/** A word, a quoted text, or a sign of a query, without quotes and escapes. */
interface Token {
  readonly kind: 'word' | 'quoted' | 'sign' | 'end';
  readonly text: string;
  /** Where it begins in the query. */
  readonly position: number;
}

const ESCAPE = String.raw`\\[tnr"'\\ ]|\\u[0-9a-fA-F]{4}`;

/** What a query is made of: signs, quoted texts, words, and what stands between them. */
const TOKEN = new RegExp(
  [
    String.raw`(?<sign>!=|<=|>=|[=~<>(),])`,
    String.raw`(?<quoted>"(?:ESCAPE|[^"\\])*"|'(?:ESCAPE|[^'\\])*')`,
    String.raw`(?<word>(?:ESCAPE|[^\s"'\\=~<>!()[\]&|,@#%^*\`$;?/{}+])+)`,
    String.raw`\s+`,
  ]
    .join('|')
    .replaceAll('ESCAPE', ESCAPE),
  'y',
);

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };

function unescaped(text: string): string {
  return text.replace(/\\(?:u([0-9a-fA-F]{4})|([\s\S]))/g, (_all, code: string | undefined, sign: string) =>
    code === undefined ? (escapes[sign] ?? sign) : String.fromCharCode(parseInt(code, 16)),
  );
}

/** Understands a query as a whole, or not at all. @throws TrackerError 400 with the problem and its place */
export function parseJql(jql: string): JqlQuery {
  if (jql.length > limits.jql) throw new TrackerError(400, `A JQL query has at most ${limits.jql} characters.`);
  return new Parser(jql).query();
}

class Parser {
  readonly #jql: string;
  readonly #tokens: readonly Token[];
  #next = 0;
  #clauses = 0;

  constructor(jql: string) {
    this.#jql = jql;
    this.#tokens = this.#tokenize();
  }

  query(): JqlQuery {
    const isBare = this.#token.kind === 'end' || this.#isWord('order');
    const condition = isBare ? null : this.#or(0);
    const order = this.#takeWord('order') ? this.#order() : [];
    if (this.#token.kind !== 'end') throw this.#unexpected("either 'OR' or 'AND'");
    return { condition, order };
  }

  #or(depth: number): Condition {
    const parts = [this.#and(depth)];
    while (this.#takeWord('or')) parts.push(this.#and(depth));
    return parts.length === 1 ? (parts[0] as Condition) : { kind: 'or', parts };
  }

  #and(depth: number): Condition {
    const parts = [this.#not(depth)];
    while (this.#takeWord('and')) parts.push(this.#not(depth));
    return parts.length === 1 ? (parts[0] as Condition) : { kind: 'and', parts };
  }

  #not(depth: number): Condition {
    if (depth > limits.nesting) throw this.#unexpected(`at most ${limits.nesting} conditions in each other`);
    if (this.#takeWord('not')) return { kind: 'not', part: this.#not(depth + 1) };
    if (!this.#takeSign('(')) return this.#clause();
    const inner = this.#or(depth + 1);
    if (!this.#takeSign(')')) throw this.#unexpected("')'");
    return inner;
  }

  #clause(): Clause {
    this.#clauses += 1;
    if (this.#clauses > limits.conditions) throw this.#unexpected(`at most ${limits.conditions} conditions`);
    const field = this.#field();
    const operator = this.#operator();
    const isList = this.#takeSign('(');
    const operands = [this.#operand()];
    while (isList && this.#takeSign(',')) operands.push(this.#operand());
    if (isList && !this.#takeSign(')')) throw this.#unexpected("')'");
    if (operands.length > limits.operands) {
      throw new TrackerError(400, `A list in a JQL query has at most ${limits.operands} values.`);
    }
    if (isList !== operator.endsWith('in')) {
      const shown = operands.map((operand) => operand.shown).join(', ');
      const what = isList ? `the list value '(${shown})'` : `the non-list value '${shown}'`;
      throw new TrackerError(400, `Operator '${operator}' does not support ${what} for field '${field}'.`);
    }
    return { kind: 'clause', field, operator, operands };
  }

  #field(): string {
    const token = this.#token;
    if (token.kind === 'quoted' && token.text === '') throw this.#refusal('A field name cannot be empty.');
    if (this.#hasName) return this.#take().text;
    const remedy = `You must surround '${token.text}' in quotation marks to use it as a field name.`;
    throw this.#unexpected('a field name', remedy, 'at the end of the query');
  }

  #operator(): Operator {
    if (this.#takeWord('not')) {
      if (this.#takeWord('in')) return 'not in';
      throw this.#unexpected("'IN'");
    }
    if (this.#takeWord('is')) return this.#takeWord('not') ? 'is not' : 'is';
    if (this.#takeWord('in')) return 'in';
    const { kind, text } = this.#token;
    const sign = kind === 'sign' ? OPERATORS.find((operator) => operator === text) : undefined;
    if (sign !== undefined) this.#take();
    else {
      const valid = "The valid operators are '=', '!=', '<', '>', '<=', '>=', '~', 'IN', 'NOT IN', 'IS' and 'IS NOT'.";
      throw this.#unexpected('operator', valid, 'before the end of the query', valid);
    }
    return sign;
  }

  #operand(): Operand {
    if (this.#takeWord('empty') || this.#takeWord('null')) return { kind: 'empty', text: '', shown: 'EMPTY' };
    const { text: word } = this.#token;
    const remedy = `You must surround '${word}' in quotation marks to use it as a value.`;
    if (!this.#hasName) throw this.#unexpected('either a value, list or function', remedy);
    const { kind, text } = this.#take();
    if (!this.#takeSign('(')) return { kind: 'text', text, shown: isNumber(kind, text) ? text : `"${text}"` };
    if (text.toLowerCase() !== 'currentuser') throw new TrackerError(400, `Unable to find JQL function '${text}'.`);
    if (!this.#takeSign(')')) throw this.#unexpected("')'");
    return { kind: 'current user', text, shown: 'currentUser()' };
  }

  #order(): OrderTerm[] {
    if (!this.#takeWord('by')) throw this.#unexpected("'by'");
    const terms: OrderTerm[] = [];
    do {
      const field = this.#field();
      const descending = this.#takeWord('desc');
      const isTold = descending || this.#takeWord('asc');
      terms.push({ field, descending });
      const isOver = this.#token.kind === 'end' || this.#token.text === ',';
      if (!isOver) throw this.#unexpected(isTold ? "','" : "either 'ASC' or 'DESC'");
    } while (this.#takeSign(','));
    return terms;
  }

  get #token(): Token {
    return this.#tokens[this.#next] ?? { kind: 'end', text: '', position: this.#jql.length };
  }

  /** Whether a word or a quoted text comes next, and no word of the grammar. */
  get #hasName(): boolean {
    const { kind, text } = this.#token;
    return kind === 'quoted' || (kind === 'word' && !KEYWORDS.has(text.toLowerCase()));
  }

  #take(): Token {
    const token = this.#token;
    this.#next += 1;
    return token;
  }

  #isWord(word: string): boolean {
    return this.#token.kind === 'word' && this.#token.text.toLowerCase() === word;
  }

  #takeWord(word: string): boolean {
    return this.#takeIf(this.#isWord(word));
  }

  #takeSign(sign: string): boolean {
    return this.#takeIf(this.#token.kind === 'sign' && this.#token.text === sign);
  }

  #takeIf(isNext: boolean): boolean {
    if (isNext) this.#next += 1;
    return isNext;
  }

  #tokenize(): Token[] {
    const tokens: Token[] = [];
    for (let position = 0; position < this.#jql.length;) {
      TOKEN.lastIndex = position;
      const { 0: whole, groups = {} } = TOKEN.exec(this.#jql) ?? this.#unreadable(position);
      const { sign, quoted, word } = groups;
      if (word !== undefined && RESERVED.has(word.toLowerCase())) {
        const message = `'${word}' is a reserved JQL word. You must surround it in quotation marks to use it in a query.`;
        throw this.#refusal(message, position);
      }
      if (sign !== undefined) tokens.push({ kind: 'sign', text: sign, position });
      if (quoted !== undefined) tokens.push({ kind: 'quoted', text: unescaped(quoted.slice(1, -1)), position });
      if (word !== undefined) tokens.push({ kind: 'word', text: unescaped(word), position });
      position += whole.length;
    }
    return tokens;
  }

  /** @throws TrackerError 400, always */
  #unreadable(position: number): never {
    const sign = this.#jql.charAt(position);
    if (sign === '\\') throw this.#refusal('The escape sequence is illegal or has not been completed.', position);
    if (sign === '"' || sign === "'") {
      throw this.#refusal('The quoted string has not been completed, or holds an illegal escape sequence.', position);
    }
    const code = sign.charCodeAt(0).toString(16).padStart(4, '0');
    const remedy = `You must enclose it in a string or use the escape '\\u${code}' instead.`;
    throw this.#refusal(`The character '${sign}' is a reserved JQL character. ${remedy}`, position);
  }

  /** A refusal for what stands next: what is expected, what to do about it, and where the query ends without it. */
  #unexpected(expected: string, remedy = '', ending = 'before the end of the query', atEnd = ''): TrackerError {
    const { kind, text } = this.#token;
    if (kind !== 'end') return this.#refusal(`Expecting ${expected} but got '${text}'. ${remedy}`.trimEnd());
    return new TrackerError(400, `Error in the JQL Query: Expecting ${expected} ${ending}. ${atEnd}`.trimEnd());
  }

  /** A refusal that names a place: that of the next token, unless another is given. */
  #refusal(message: string, position = this.#token.position): TrackerError {
    const lines = this.#jql.slice(0, position).split('\n');
    const place = `(line ${lines.length}, character ${(lines.at(-1) ?? '').length + 1})`;
    return new TrackerError(400, `Error in the JQL Query: ${message} ${place}`);
  }
}

function isNumber(kind: Token['kind'], text: string): boolean {
  return kind === 'word' && /^-?\d+$/.test(text);
}
