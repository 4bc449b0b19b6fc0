/** Where the values of a JSON text stand: the offset of each by its path, such as `failures.0.ticket`. */
export type JsonPlaces = ReadonlyMap<string, number>;

/** Why a text is no JSON: what was expected, and at which offset. */
export interface JsonProblem {
  readonly offset: number;
  readonly expected: string;
}

const SCALAR =
  /"(?:[^"\\\0-\x1f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
const BLANKS = /[ \t\r\n]*/y;

/** Finds the position of each value in a JSON text, or the position at which the text is invalid: JSON.parse gives neither. */
export function scanJson(text: string): JsonPlaces | JsonProblem {
  const scanner = new Scanner(text);
  try {
    scanner.document();
    return scanner.places;
  } catch (error) {
    if (error instanceof Unexpected) return error;
    throw error;
  }
}

/** The line, from 1, of an offset, and its column. */
export function lineAndColumn(text: string, offset: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 };
}

class Unexpected extends Error implements JsonProblem {
  constructor(
    readonly offset: number,
    readonly expected: string,
  ) {
    super(expected);
  }
}

class Scanner {
  readonly places = new Map<string, number>();
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  document(): void {
    this.#value([]);
    if (this.#next() !== '') throw new Unexpected(this.#at, 'the end of the file');
  }

  #value(path: readonly (string | number)[]): void {
    const next = this.#next();
    this.places.set(path.join('.'), this.#at);
    if (next === '{') this.#list('}', () => this.#value([...path, this.#key()]));
    else if (next === '[') this.#list(']', (index) => this.#value([...path, index]));
    else this.#take(SCALAR, 'a value');
  }

  #list(end: string, element: (index: number) => void): void {
    this.#at += 1;
    for (let index = 0; this.#next() !== end || index > 0; index += 1) {
      element(index);
      const next = this.#next();
      if (next === end) break;
      if (next !== ',') throw new Unexpected(this.#at, `, or ${end}`);
      this.#at += 1;
    }
    this.#at += 1;
  }

  #key(): string {
    if (this.#next() !== '"') throw new Unexpected(this.#at, 'the name of a property in double quotes');
    const key = this.#take(SCALAR, 'the name of a property in double quotes');
    if (this.#next() !== ':') throw new Unexpected(this.#at, ':');
    this.#at += 1;
    return JSON.parse(key) as string;
  }

  /** The next character that is no blank; empty at the end. */
  #next(): string {
    this.#take(BLANKS, 'blanks');
    return this.#text[this.#at] ?? '';
  }

  #take(pattern: RegExp, expected: string): string {
    pattern.lastIndex = this.#at;
    const [found] = pattern.exec(this.#text) ?? [];
    if (found === undefined) throw new Unexpected(this.#at, expected);
    this.#at += found.length;
    return found;
  }
}
