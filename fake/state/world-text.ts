import { closeSync, openSync, readSync } from 'node:fs';
import type { World, WorldInput } from '../../contracts/index.js';

/** A world as JSON with a row a line, in pieces: the text of a large one would be too long. */
export function* worldPieces(world: World | WorldInput): Generator<string> {
  let before = '{\n';
  for (const [name, value] of Object.entries(world) as [string, unknown][]) {
    if (value === undefined) continue;
    yield `${before}${JSON.stringify(name)}: `;
    if (Array.isArray(value) && value.length > 0) yield* rowsOf(value);
    else yield JSON.stringify(value);
    before = ',\n';
  }
  yield '\n}\n';
}

function* rowsOf(rows: readonly unknown[]): Generator<string> {
  let before = '[\n';
  for (const row of rows) {
    yield `${before}  ${JSON.stringify(row)}`;
    before = ',\n';
  }
  yield '\n]';
}

/** How many bytes are read at once. */
const CHUNK = 1 << 20;

/**
 * Reads a world from a file of any size, a row at a time. The contents of attachments are kept as bytes.
 *
 * @throws SyntaxError if it is no JSON object
 */
export function readWorldFile(file: string): unknown {
  const splitter = new Splitter();
  const descriptor = openSync(file, 'r');
  try {
    for (;;) {
      const chunk = Buffer.allocUnsafe(CHUNK);
      const size = readSync(descriptor, chunk);
      if (size === 0) return splitter.end();
      splitter.add(chunk.subarray(0, size));
    }
  } finally {
    closeSync(descriptor);
  }
}

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPENING_BRACKET, CLOSING_BRACKET, OPENING_BRACE, CLOSING_BRACE] = [0x5b, 0x5d, 0x7b, 0x7d];

interface List {
  readonly name: string;
  readonly elements: unknown[];
}

/** Cuts a JSON object into its values, and the lists among them into their elements, and parses each. */
class Splitter {
  readonly #properties: [name: string, value: unknown][] = [];
  /** The pieces of the value or element that has begun. */
  #pieces: Buffer[] = [];
  #hasBegun = false;
  #depth = 0;
  #isInString = false;
  #isEscaped = false;
  /** The list whose elements are read. */
  #list: List | undefined;
  /** Whether a list has just ended. */
  #wasList = false;

  /** Reads on. @throws SyntaxError */
  add(chunk: Buffer): void {
    let start = 0;
    const cut = (end: number): string => {
      const text = Buffer.concat([...this.#pieces, chunk.subarray(start, end)]).toString('utf8');
      this.#pieces = [];
      start = end + 1;
      return text;
    };
    const find = (byte: number, from: number): number => {
      const found = chunk.indexOf(byte, from);
      return found === -1 ? chunk.length : found;
    };
    let [quote, backslash] = [-1, -1];
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at];
      if (this.#isEscaped) this.#isEscaped = false;
      else if (this.#isInString) {
        // The contents of files are long, and finding a byte is faster than looking at each.
        if (quote < at) quote = find(QUOTE, at);
        if (backslash < at) backslash = find(BACKSLASH, at);
        at = Math.min(quote, backslash);
        if (quote < backslash) this.#isInString = false;
        else this.#isEscaped = backslash < chunk.length;
      } else if (byte === QUOTE) this.#isInString = true;
      else if (byte === OPENING_BRACE || byte === OPENING_BRACKET) {
        this.#depth += 1;
        if (this.#depth === 1) this.#begin(cut(at), byte);
        else if (this.#depth === 2 && byte === OPENING_BRACKET) this.#list = { name: nameIn(cut(at)), elements: [] };
      } else if (byte === CLOSING_BRACE || byte === CLOSING_BRACKET) {
        if (this.#depth === 2 && this.#list !== undefined) this.#endList(this.#list, cut(at), byte);
        else if (this.#depth <= 1) this.#addLast(cut(at), byte);
        this.#depth -= 1;
      } else if (byte === COMMA) {
        if (this.#depth === 2 && this.#list !== undefined) this.#addElement(this.#list, cut(at));
        else if (this.#depth <= 1) this.#addProperty(cut(at));
      }
    }
    this.#pieces.push(chunk.subarray(start));
  }

  /** The object. @throws SyntaxError if it has not ended, or something stands after it */
  end(): unknown {
    if (this.#depth !== 0 || !this.#hasBegun) throw new SyntaxError('Unexpected end of JSON input');
    if (Buffer.concat(this.#pieces).toString('utf8').trim() !== '') throw new SyntaxError('Unexpected text at the end');
    return Object.fromEntries(this.#properties);
  }

  #begin(text: string, byte: number): void {
    const isFirst = !this.#hasBegun;
    this.#hasBegun = true;
    if (isFirst && byte === OPENING_BRACE && text.replace('\uFEFF', '').trim() === '') return;
    throw new SyntaxError('The file holds more or other than one object');
  }

  /** Adds the property that a text is, unless it is the blank after a list. */
  #addProperty(text: string): void {
    const wasList = this.#wasList;
    this.#wasList = false;
    if (wasList && text.trim() === '') return;
    const [property] = Object.entries(JSON.parse(wasList ? text : `{${text}}`) as object);
    if (property === undefined) throw new SyntaxError('Unexpected comma');
    this.#properties.push(property);
  }

  #addLast(text: string, byte: number): void {
    if (byte !== CLOSING_BRACE) throw new SyntaxError('Unexpected ]');
    if (text.trim() !== '' || this.#properties.length > 0) this.#addProperty(text);
  }

  #addElement({ name, elements }: List, text: string): void {
    const element: unknown = JSON.parse(text);
    elements.push(name === 'attachments' ? withBytes(element) : element);
  }

  #endList(list: List, text: string, byte: number): void {
    if (byte !== CLOSING_BRACKET) throw new SyntaxError('Unexpected }');
    if (text.trim() !== '' || list.elements.length > 0) this.#addElement(list, text);
    this.#properties.push([list.name, list.elements]);
    this.#list = undefined;
    this.#wasList = true;
  }
}

/** The name in `"name":`. */
function nameIn(text: string): string {
  const [name] = Object.keys(JSON.parse(`{${text} 0}`) as object);
  if (name === undefined) throw new SyntaxError('A list without a name');
  return name;
}

/** A row with its content as bytes. Its text, which takes more memory and more precious one, is made when it is read. */
export function lazyContent<Row extends object>(row: Row, bytes: () => Buffer): Row & { readonly content: string } {
  return {
    ...row,
    get content() {
      return bytes().toString('base64');
    },
  };
}

function withBytes(row: unknown): unknown {
  if (typeof row !== 'object' || row === null || !('content' in row)) return row;
  const { content, ...rest } = row;
  const bytes = bytesIn(content);
  return bytes === undefined ? row : lazyContent(rest, () => bytes);
}

/** The bytes of a text in Base64; undefined for anything else. */
export function bytesIn(content: unknown): Buffer | undefined {
  if (typeof content !== 'string') return undefined;
  const bytes = Buffer.from(content, 'base64');
  return bytes.toString('base64') === content ? bytes : undefined;
}
