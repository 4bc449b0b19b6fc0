/** A world that can't be loaded: its message names each fault and where in the document it stands. */
export class WorldError extends Error {
  override readonly name = 'WorldError';

  constructor(faults: readonly string[]) {
    super(`The world can't be loaded:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
  }
}
