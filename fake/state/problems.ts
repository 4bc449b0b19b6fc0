/** A world that can't be loaded: its message names each problem and its place in the document. */
export class WorldError extends Error {
  override readonly name = 'WorldError';

  constructor(problems: readonly string[]) {
    super(`The world can't be loaded:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
  }
}

/** Collects problems under the place in the document they stand at. */
export class Problems {
  readonly list: string[] = [];

  add(place: string, problem: string): void {
    this.list.push(`${place}: ${problem}`);
  }

  /** Adds a problem unless the condition holds. */
  unless(condition: boolean, place: string, problem: string): void {
    if (!condition) this.add(place, problem);
  }
}
