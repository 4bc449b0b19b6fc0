import { syntaxError } from './jql-error.js';

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

/** Cuts a query into tokens; the last one marks its end. @throws TrackerError 400 */
export function tokenizeJql(jql: string): Token[] {
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
  return [...tokens, { kind: 'end', text: '', position }];
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
    `The character '${sign}' is a reserved JQL character. You must enclose it in a string.`,
    jql,
    position,
  );
}
