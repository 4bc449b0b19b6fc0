import { distance } from './distance.js';

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

function sharedStart(one: string, other: string): number {
  const end = Array.from(one).findIndex((letter, index) => letter !== other[index]);
  return end === -1 ? one.length : end;
}
