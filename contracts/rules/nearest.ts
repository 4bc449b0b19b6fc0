/**
 * Those of some names that a mistyped one may have meant: the nearest ones, if they are at most two letters away. The
 * first are those that begin alike.
 */
export function nearest(typed: string, names: readonly string[], most = 3): string[] {
  const text = typed.toUpperCase();
  const measured = names.map((name) => {
    const other = name.toUpperCase();
    return { name, apart: distance(text, other), alike: sharedStart(text, other) };
  });
  const least = Math.min(2, ...measured.map(({ apart }) => apart));
  return measured
    .filter(({ apart }) => apart === least)
    .sort((a, b) => b.alike - a.alike)
    .slice(0, most)
    .map(({ name }) => name);
}

/** How many letters have to be changed, added or left out to get from one text to the other. */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [i, letter] of Array.from(from).entries()) {
    const next = [i + 1];
    for (const [j, other] of Array.from(to).entries()) {
      const changed = at(row, j) + (letter === other ? 0 : 1);
      next.push(Math.min(changed, at(row, j + 1) + 1, at(next, j) + 1));
    }
    row = next;
  }
  return at(row, to.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? 0;
}

function sharedStart(one: string, other: string): number {
  const end = Array.from(one).findIndex((letter, index) => letter !== other[index]);
  return end === -1 ? one.length : end;
}
