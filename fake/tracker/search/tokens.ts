import { TrackerError } from '../../server/errors.js';

/** Reads the tokens of a query one after the other. */
export class TokenReader {
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
export interface Token {
  readonly kind: 'word' | 'quoted' | 'sign' | 'end';
  /** What it says, without quotes and escapes. */
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

/** A refusal of a query for its form; it names the place of the fault. */
function syntaxError(message: string, jql: string, position: number): TrackerError {
  const before = jql.slice(0, position).split('\n');
  const character = (before.at(-1) ?? '').length + 1;
  return new TrackerError(400, `Error in the JQL Query: ${message} (line ${before.length}, character ${character})`);
}
