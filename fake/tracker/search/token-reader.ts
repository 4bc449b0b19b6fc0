import type { TrackerError } from '../../server/tracker-error.js';
import { syntaxError } from './jql-error.js';
import { tokenizeJql } from './tokenize-jql.js';
import type { Token } from './tokenize-jql.js';

/** Reads the tokens of a query one after the other. */
export class TokenReader {
  readonly #jql: string;
  readonly #tokens: readonly Token[];
  #next = 0;

  /** @throws TrackerError 400 for a query that can't be cut into tokens */
  constructor(jql: string) {
    this.#jql = jql;
    this.#tokens = tokenizeJql(jql);
  }

  /** The token that comes next; at the end, the one that marks it. */
  get next(): Token {
    return this.#tokens[this.#next] as Token;
  }

  /** Takes the next token. */
  take(): Token {
    const token = this.next;
    if (token.kind !== 'end') this.#next += 1;
    return token;
  }

  /** Takes the next token if it is one of these signs. */
  takeSign(...signs: readonly string[]): string | undefined {
    return this.next.kind === 'sign' && signs.includes(this.next.text) ? this.take().text : undefined;
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
