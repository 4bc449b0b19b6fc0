import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

/** Choices that follow from a seed alone. */
export interface Random {
  /** A whole number from `least` to `most`, both included. */
  int(least: number, most: number): number;
  pick<Item>(items: readonly Item[]): Item;
}

/** How many numbers of a seed are passed over: the first ones differ little from one seed to the next. */
const UNMIXED = 16;

export function randomOf(seed: number): Random {
  const numbers = xoroshiro128plus(seed);
  for (let passed = 0; passed < UNMIXED; passed += 1) numbers.next();
  const int = (least: number, most: number): number => uniformInt(numbers, least, most);
  return { int, pick: (items) => items[int(0, items.length - 1)] as (typeof items)[number] };
}

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

  below(count: number): number {
    const number = this.#numbers[this.#next] ?? 0;
    this.#next += 1;
    return count === 0 ? 0 : number % count;
  }

  of<Item>(items: readonly Item[]): Item | undefined {
    return items[this.below(items.length)];
  }

  /** Some of several things, at least one if there is any. */
  some<Item>(items: readonly Item[]): Item[] {
    const first = this.below(items.length);
    return items.slice(first, first + 1 + this.below(3));
  }
}
