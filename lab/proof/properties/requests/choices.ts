/**
 * Choices that a list of numbers makes. If the list ends, every choice is the first: a shorter list is a plainer
 * request, which is the way in which fast-check shrinks.
 */
export class Choices {
  readonly #numbers: readonly number[];
  #next = 0;

  constructor(numbers: readonly number[]) {
    this.#numbers = numbers;
  }

  /** A whole number from 0 to one less than `count`. */
  below(count: number): number {
    const number = this.#numbers[this.#next] ?? 0;
    this.#next += 1;
    return count === 0 ? 0 : number % count;
  }

  /** One of several things; undefined if there is none. */
  of<Item>(items: readonly Item[]): Item | undefined {
    return items[this.below(items.length)];
  }

  /** Some of several things, at least one if there is any. */
  some<Item>(items: readonly Item[]): Item[] {
    const first = this.below(items.length);
    return items.slice(first, first + 1 + this.below(3));
  }
}
