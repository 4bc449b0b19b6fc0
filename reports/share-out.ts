/** What is shared out as a whole. */
export interface Share {
  readonly key: string;
  readonly duration: number;
}

/** Shares units out, the longest first, each to the part that has least so far; of the same units always in the same way. */
export function shareOut<Unit extends Share>(units: readonly Unit[], total: number): readonly (readonly Unit[])[] {
  const parts = Array.from({ length: total }, () => ({ units: [] as Unit[], duration: 0 }));
  const longestFirst = units.toSorted((a, b) => b.duration - a.duration || (a.key < b.key ? -1 : 1));
  for (const unit of longestFirst) {
    // Of parts without a duration, as of tests that are skipped, the one with the fewest.
    const least = parts.reduce((one, other) =>
      (other.duration - one.duration || other.units.length - one.units.length) < 0 ? other : one,
    );
    least.units.push(unit);
    least.duration += unit.duration;
  }
  return parts.map((part) => part.units);
}
