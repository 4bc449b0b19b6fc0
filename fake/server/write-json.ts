import { spend } from '../state/work.js';

/** JSON, and its length in bytes. */
export interface Written {
  readonly text: string;
  readonly size: number;
}

const elements = new WeakMap<object, Written>();

/** Serializes an element of lists once, for all answers that contain it. It must not change afterwards. */
export function writtenOnce<Element extends object>(element: Element): Readonly<Element> {
  elements.set(Object.freeze(element), written(JSON.stringify(element)));
  return element;
}

/** Serializes the body of an answer. Elements of its lists that are {@link writtenOnce} are not serialized again. */
export function writeJson(body: unknown): Written {
  return holdsWritten(body) ? writeInPieces(body) : written(JSON.stringify(body));
}

/** Counts the values and characters of an answer before it is serialized. @throws TooMuchWork */
export function weigh(value: unknown): void {
  spend(2);
  if (typeof value === 'string') spend(Buffer.byteLength(value));
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const element of value) {
      const known = writingOf(element);
      if (known === undefined) weigh(element);
      else spend(known.size / 2);
    }
    return;
  }
  for (const [name, inner] of Object.entries(value)) {
    spend(name.length);
    weigh(inner);
  }
}

function written(text: string): Written {
  return { text, size: Buffer.byteLength(text) };
}

function writingOf(element: unknown): Written | undefined {
  return typeof element === 'object' && element !== null ? elements.get(element) : undefined;
}

/** Whether one of a body's lists begins with a serialized element. */
function holdsWritten(body: unknown): body is object {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return false;
  return Object.values(body).some((value) => Array.isArray(value) && writingOf(value[0]) !== undefined);
}

/** The text is concatenated and not joined: a journal full of lists then shares the pieces in memory. */
function writeInPieces(body: object): Written {
  let text = '{';
  let size = 2;
  const add = (piece: string, bytes = Buffer.byteLength(piece)) => {
    text += piece;
    size += bytes;
  };
  for (const [name, value] of Object.entries(body)) {
    const plain = Array.isArray(value) ? '' : textOf(value);
    if (plain === undefined) continue;
    add(`${size === 2 ? '' : ','}${JSON.stringify(name)}:${plain}`);
    if (!Array.isArray(value)) continue;
    for (const [index, element] of value.entries()) {
      const known = writingOf(element) ?? written(textOf(element) ?? 'null');
      add(index === 0 ? '[' : ',', 1);
      add(known.text, known.size);
    }
    add(value.length === 0 ? '[]' : ']');
  }
  return { text: `${text}}`, size };
}

/** A value as JSON; undefined if JSON can't express it. */
function textOf(value: unknown): string | undefined {
  return JSON.stringify(value);
}
