/** The time a space lives in: the machine's, moved forward by hand. */
export class Clock {
  #offset = 0;

  /** The space's present, in milliseconds since 1970. */
  now(): number {
    return Date.now() + this.#offset;
  }

  /** Moves the space's present forward. */
  advance(milliseconds: number): void {
    this.#offset += milliseconds;
  }

  /** Goes back to the machine's time. */
  reset(): void {
    this.#offset = 0;
  }
}
