import { closeSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import type { World, WorldInput } from '../../contracts/index.js';
import { UsageError } from './usage-error.js';
import { messageOf } from '../../contracts/thrown.js';

/** As many characters are written at once. */
const PART = 1 << 20;

/**
 * Writes a world with a row a line, in parts: a text of a whole large tracker would be too long. The file has its name
 * only when it is whole. @throws UsageError if it can't be written
 */
export function writeWorld(file: string, world: World | WorldInput): void {
  const unfinished = `${file}.${process.pid}.tmp`;
  try {
    const descriptor = openSync(unfinished, 'w', 0o600);
    try {
      let part = '';
      for (const piece of piecesOf(world)) {
        part += piece;
        if (part.length < PART) continue;
        writeSync(descriptor, part);
        part = '';
      }
      writeSync(descriptor, part);
    } finally {
      closeSync(descriptor);
    }
    renameSync(unfinished, file);
  } catch (cause) {
    rmSync(unfinished, { force: true });
    throw new UsageError(`${file} can't be written: ${messageOf(cause)}.`, undefined, { cause });
  }
}

/** A world as a text, a row a line. */
export function worldText(world: World | WorldInput): string {
  return [...piecesOf(world)].join('');
}

function* piecesOf(world: object): Generator<string> {
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
