/** Of how many rows is kept what was made of them. */
const LIMIT = 20_000;

/** What was made of rows, for the next who need it. Where it was made of very many rows, all of it is forgotten. */
export class MadeOfRows<Row extends object, Made> {
  #made = new WeakMap<Row, Made>();
  #count = 0;

  /** What was made of a row, if it is kept. */
  get(row: Row): Made | undefined {
    return this.#made.get(row);
  }

  /** Keeps what was made of a row. */
  set(row: Row, made: Made): void {
    if (this.#count >= LIMIT) {
      this.#made = new WeakMap();
      this.#count = 0;
    }
    this.#made.set(row, made);
    this.#count += 1;
  }
}
