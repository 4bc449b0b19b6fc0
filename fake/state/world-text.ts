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
