import { TrackerError } from '../../server/errors.js';
import { limits } from '../../server/limits.js';

export interface Operand {
  readonly kind: 'text' | 'current user' | 'empty';
  readonly text: string;
}

const OPERATORS = ['=', '!=', '~', '<=', '>=', '<', '>', 'in'] as const;

/** One comparison, for example `project = ABC`. */
export interface Clause {
  readonly kind: 'clause';
  readonly field: string;
  readonly operator: (typeof OPERATORS)[number] | 'not in' | 'is' | 'is not';
  /** One operand, or those of a list. */
  readonly operands: readonly Operand[];
}

export type Condition = Clause | { readonly kind: 'and' | 'or' | 'not'; readonly parts: readonly Condition[] };

/** A query; its condition is null if every issue fulfils it. */
export interface JqlQuery {
  readonly condition: Condition | null;
  readonly order: readonly { readonly field: string; readonly descending: boolean }[];
}

/** The words of the grammar, those of the parts that the fake leaves out included. */
const KEYWORDS = new Set(
  'and or not in is was changed empty null order by asc desc before after on during from to cf'.split(' '),
);

/** A word, a quoted text, or a sign of a query, without quotes and escapes; behind the last one is the end. */
interface Token {
  readonly kind: 'word' | 'quoted' | 'sign' | 'end';
  readonly text: string;
  readonly position: number;
}

const ESCAPE = String.raw`\\["'\\ ]|\\u[0-9a-fA-F]{4}`;

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

function unescaped(text: string): string {
  return text.replace(/\\(?:u(\w{4})|(.))/g, (_all, code: string | undefined, sign: string) =>
    code === undefined ? sign : String.fromCharCode(parseInt(code, 16)),
  );
}

function tokensOf(jql: string): Token[] {
  const tokens: Token[] = [];
  for (let position = 0; position < jql.length;) {
    TOKEN.lastIndex = position;
    const match = TOKEN.exec(jql);
    if (match === null) throw refusal(problemOf(jql.charAt(position)), jql, position);
    const { sign, quoted, word } = match.groups ?? {};
    if (sign !== undefined) tokens.push({ kind: 'sign', text: sign, position });
    if (quoted !== undefined) tokens.push({ kind: 'quoted', text: unescaped(quoted.slice(1, -1)), position });
    if (word !== undefined) tokens.push({ kind: 'word', text: unescaped(word), position });
    position += match[0].length;
  }
  return [...tokens, { kind: 'end', text: '', position: jql.length }];
}

/** Why no token begins with a sign. */
function problemOf(sign: string): string {
  if (/["'\\]/.test(sign)) return `What begins with ${sign} has not been completed, or is an illegal escape sequence.`;
  const code = sign.charCodeAt(0).toString(16).padStart(4, '0');
  const remedy = `You must enclose it in a string or use the escape '\\u${code}' instead.`;
  return `The character '${sign}' is a reserved JQL character. ${remedy}`;
}

function refusal(message: string, jql: string, position: number): TrackerError {
  const lines = jql.slice(0, position).split('\n');
  const place = `(line ${lines.length}, character ${(lines.at(-1) ?? '').length + 1})`;
  return new TrackerError(400, `Error in the JQL Query: ${message} ${place}`);
}

/** Understands a query as a whole, or not at all. @throws TrackerError 400 with the problem and its place */
export class JqlParser {
  readonly #jql: string;
  readonly #tokens: readonly Token[];
  #at = 0;
  #clauses = 0;

  constructor(jql: string) {
    if (jql.length > limits.jql) throw new TrackerError(400, `A JQL query has at most ${limits.jql} characters.`);
    this.#jql = jql;
    this.#tokens = tokensOf(jql);
  }

  query(): JqlQuery {
    const isBare = this.#next.kind === 'end' || this.#is('order');
    const condition = isBare ? null : this.#or(0);
    const order = this.#takes('order') ? this.#order() : [];
    if (this.#next.kind !== 'end') throw this.#expected("either 'OR' or 'AND'");
    return { condition, order };
  }

  #or(depth: number): Condition {
    return this.#joined('or', () => this.#joined('and', () => this.#not(depth)));
  }

  #joined(kind: 'and' | 'or', read: () => Condition): Condition {
    const first = read();
    const parts = [first];
    while (this.#takes(kind)) parts.push(read());
    return parts.length === 1 ? first : { kind, parts };
  }

  #not(depth: number): Condition {
    if (depth > limits.nesting) throw this.#expected(`at most ${limits.nesting} conditions in each other`);
    if (this.#takes('not')) return { kind: 'not', parts: [this.#not(depth + 1)] };
    if (!this.#takes('(')) return this.#clause();
    const inner = this.#or(depth + 1);
    this.#demand(')');
    return inner;
  }

  #clause(): Clause {
    this.#clauses += 1;
    if (this.#clauses > limits.conditions) throw this.#expected(`at most ${limits.conditions} conditions`);
    const field = this.#name('a field name');
    const operator = this.#operator();
    const isList = operator.endsWith('in');
    if (isList) this.#demand('(');
    const operands = [this.#operand()];
    while (isList && this.#takes(',')) operands.push(this.#operand());
    if (isList) this.#demand(')');
    if (operands.length <= limits.operands) return { kind: 'clause', field, operator, operands };
    throw new TrackerError(400, `A list in a JQL query has at most ${limits.operands} values.`);
  }

  #operator(): Clause['operator'] {
    if (this.#takes('is')) return this.#takes('not') ? 'is not' : 'is';
    if (this.#takes('not')) {
      this.#demand('in');
      return 'not in';
    }
    const operator = OPERATORS.find((known) => this.#takes(known));
    if (operator !== undefined) return operator;
    const valid = "The valid operators are '=', '!=', '<', '>', '<=', '>=', '~', 'IN', 'NOT IN', 'IS' and 'IS NOT'.";
    throw this.#expected('operator', valid);
  }

  #operand(): Operand {
    if (this.#takes('empty') || this.#takes('null')) return { kind: 'empty', text: 'EMPTY' };
    const text = this.#name('either a value, list or function');
    if (!this.#takes('(')) return { kind: 'text', text };
    if (text.toLowerCase() !== 'currentuser') throw new TrackerError(400, `Unable to find JQL function '${text}'.`);
    this.#demand(')');
    return { kind: 'current user', text: 'currentUser()' };
  }

  #order(): JqlQuery['order'] {
    this.#demand('by');
    const terms = [];
    do {
      const field = this.#name('a field name');
      const descending = this.#takes('desc');
      if (!descending) this.#takes('asc');
      terms.push({ field, descending });
    } while (this.#takes(','));
    if (this.#next.kind !== 'end') throw this.#expected("',', 'ASC' or 'DESC'");
    return terms;
  }

  get #next(): Token {
    return this.#tokens[this.#at] as Token;
  }

  /** Whether a sign or a word comes next, which stands in lower case here. */
  #is(text: string): boolean {
    const { kind, text: next } = this.#next;
    return kind === (/\w/.test(text) ? 'word' : 'sign') && next.toLowerCase() === text;
  }

  #takes(text: string): boolean {
    const isNext = this.#is(text);
    if (isNext) this.#at += 1;
    return isNext;
  }

  #demand(text: string): void {
    if (!this.#takes(text)) throw this.#expected(`'${text.toUpperCase()}'`);
  }

  /** Takes a quoted text, or a word that is none of the grammar. */
  #name(what: string): string {
    const { kind, text } = this.#next;
    const isName = kind === 'quoted' || (kind === 'word' && !KEYWORDS.has(text.toLowerCase()));
    if (!isName) throw this.#expected(what);
    this.#at += 1;
    return text;
  }

  #expected(what: string, remedy = ''): TrackerError {
    const { kind, text, position } = this.#next;
    const problem = `Expecting ${what} ${kind === 'end' ? 'before the end of the query.' : `but got '${text}'.`}`;
    return refusal(`${problem} ${remedy}`.trimEnd(), this.#jql, position);
  }
}
