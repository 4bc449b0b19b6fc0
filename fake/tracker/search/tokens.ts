import { TrackerError } from '../../server/errors.js';

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

/** A word, a quoted text, or a sign of a query. */
export interface Token {
  readonly kind: 'word' | 'quoted' | 'sign' | 'end';
  /** Its text, without quotes and escapes. */
  readonly text: string;
  /** Where it begins in the query. */
  readonly position: number;
}

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

  /** Whether a word or a quoted text comes next, and no word of the grammar. */
  get hasName(): boolean {
    const { kind, text } = this.next;
    return kind === 'quoted' || (kind === 'word' && !KEYWORDS.has(text.toLowerCase()));
  }

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

  /** A refusal for what stands next: what is expected, what to do about it, and where the query ends without it. */
  unexpected(expected: string, remedy = '', ending = 'before the end of the query'): TrackerError {
    const { kind, text } = this.next;
    if (kind === 'end') {
      const [always = ''] = /The valid .*/.exec(remedy) ?? [];
      return new TrackerError(400, `Error in the JQL Query: Expecting ${expected} ${ending}. ${always}`.trimEnd());
    }
    return this.refusal(`Expecting ${expected} but got '${text}'. ${remedy.replaceAll('%', text)}`.trimEnd());
  }

  /** A refusal that names the place of a token: the next one, unless another is given. */
  refusal(message: string, { position } = this.next): TrackerError {
    return syntaxError(message, this.#jql, position);
  }
}

const ESCAPE = String.raw`\\[tnr"'\\ ]|\\u[0-9a-fA-F]{4}`;

/** What a query is made of: signs, quoted texts, words, and what stands between them. */
const TOKEN = new RegExp(
  [
    String.raw`(?<sign>!=|!~|<=|>=|&&|\|\||[=~<>!()[\]&|,])`,
    String.raw`(?<quoted>"(?:ESCAPE|[^"\\])*"|'(?:ESCAPE|[^'\\])*')`,
    String.raw`(?<word>(?:ESCAPE|[^\s"'\\=~<>!()[\]&|,@#%^*\`$;?/{}+])+)`,
    String.raw`\s+`,
  ]
    .join('|')
    .replaceAll('ESCAPE', ESCAPE),
  'y',
);

/** An escape that is none, after the beginning of a quoted text if it is in one. */
const BAD_ESCAPE = new RegExp(String.raw`(?:["'](?:${ESCAPE}|[^"'\\])*)?(\\(?:u[0-9a-fA-F]{0,3}[^]?|[^]?))`, 'y');

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };

/** Cuts a query into tokens. @throws TrackerError 400 */
function tokenizeJql(jql: string): Token[] {
  const tokens: Token[] = [];
  let position = 0;
  while (position < jql.length) {
    TOKEN.lastIndex = position;
    const found = TOKEN.exec(jql);
    if (found === null) throw unreadable(jql, position);
    const { sign, quoted, word } = found.groups ?? {};
    if (word !== undefined) refuseWord(word, jql, position);
    if (sign !== undefined) tokens.push({ kind: 'sign', text: sign, position });
    if (quoted !== undefined) tokens.push({ kind: 'quoted', text: unescaped(quoted.slice(1, -1)), position });
    if (word !== undefined) tokens.push({ kind: 'word', text: unescaped(word), position });
    position += found[0].length;
  }
  return tokens;
}

/** @throws TrackerError 400 for a reserved word */
function refuseWord(word: string, jql: string, position: number): void {
  if (!RESERVED.has(word.toLowerCase())) return;
  throw syntaxError(
    `'${word}' is a reserved JQL word. You must surround it in quotation marks to use it in a query.`,
    jql,
    position,
  );
}

function unescaped(text: string): string {
  return text.replace(/\\(?:u([0-9a-fA-F]{4})|([\s\S]))/g, (_all, code: string | undefined, sign: string) =>
    code === undefined ? (escapes[sign] ?? sign) : String.fromCharCode(parseInt(code, 16)),
  );
}

function unreadable(jql: string, position: number) {
  BAD_ESCAPE.lastIndex = position;
  const [whole = '', escape] = BAD_ESCAPE.exec(jql) ?? [];
  if (escape !== undefined) {
    const problem =
      escape === '\\'
        ? 'The escape sequence has not been completed.'
        : `'${escape}' is an illegal JQL escape sequence.`;
    const valid = String.raw`The valid escape sequences are \', \", \t, \n, \r, \\, '\ ' and \uXXXX.`;
    return syntaxError(`${problem} ${valid}`, jql, position + whole.length - escape.length);
  }
  const sign = jql.charAt(position);
  if (sign === '"' || sign === "'") {
    const open = jql.slice(position + 1).replace(/\s/g, ' ');
    return syntaxError(`The quoted string ${open === '' ? '' : `'${open}' `}has not been completed.`, jql, position);
  }
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
