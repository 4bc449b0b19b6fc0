import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

/** Choices that follow from a seed alone. */
export interface Random {
  /** A whole number from `least` to `most`, both included. */
  int(least: number, most: number): number;
  /** One of several things. */
  pick<Item>(items: readonly Item[]): Item;
}

/** How many numbers of a seed are passed over: the first ones differ little from one seed to the next. */
const UNMIXED = 16;

/** Makes the choices of a seed, always the same in the same order. */
export function randomOf(seed: number): Random {
  const numbers = xoroshiro128plus(seed);
  for (let passed = 0; passed < UNMIXED; passed += 1) numbers.next();
  const int = (least: number, most: number): number => uniformInt(numbers, least, most);
  return { int, pick: (items) => items[int(0, items.length - 1)] as (typeof items)[number] };
}
