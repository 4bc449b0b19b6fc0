/** Choices that follow from a seed alone. */
export interface Random {
  /** A whole number from `least` to `most`, both included. */
  int(least: number, most: number): number;
  /** One of several things. */
  pick<Item>(items: readonly Item[]): Item;
}

/** Makes the choices of a seed, always the same in the same order. */
export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  // Mulberry32: 32 bits of state are plenty for a few thousand choices.
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const int = (least: number, most: number): number => least + Math.floor(next() * (most - least + 1));
  return { int, pick: (items) => items[int(0, items.length - 1)] as (typeof items)[number] };
}
