/** How many problems a message names. */
const NAMED = 20;

/** A world that can't be loaded: its message names the first problems and their places in the document. */
export class WorldError extends Error {
  override readonly name = 'WorldError';

  constructor(problems: readonly string[]) {
    const more = problems.length > NAMED ? [`${problems.length - NAMED} more problems`] : [];
    const named = [...problems.slice(0, NAMED), ...more].map((problem) => `  - ${problem}`);
    super(`The world can't be loaded:\n${named.join('\n')}`);
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
