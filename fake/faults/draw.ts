import { createHash } from 'node:crypto';

/** A number from 0 to 1, less than 1, that is the same for the same texts and evenly spread over different ones. */
export function draw(...texts: readonly string[]): number {
  return createHash('sha256').update(JSON.stringify(texts)).digest().readUInt32BE() / 2 ** 32;
}
