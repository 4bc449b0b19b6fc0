import leven from 'leven';

/** How many letters have to be changed, added or left out to get from one text to the other. */
export function distance(from: string, to: string): number {
  return leven(from, to);
}

/**
 * Those of some names that a mistyped one may have meant: the nearest ones, three at most. The first are those that
 * begin alike.
 *
 * @param within how many letters they may be away
 */
export function nearest(typed: string, names: readonly string[], within = 2): string[] {
  const text = typed.toUpperCase();
  const measured = names.map((name) => {
    const other = name.toUpperCase();
    return { name, apart: leven(text, other, { maxDistance: within + 1 }), alike: sharedStart(text, other) };
  });
  const least = Math.min(within, ...measured.map(({ apart }) => apart));
  return measured
    .filter(({ apart }) => apart === least)
    .sort((a, b) => b.alike - a.alike)
    .slice(0, 3)
    .map(({ name }) => name);
}

function sharedStart(one: string, other: string): number {
  const end = Array.from(one).findIndex((letter, index) => letter !== other[index]);
  return end === -1 ? one.length : end;
}
