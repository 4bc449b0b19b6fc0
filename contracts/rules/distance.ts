/** How many letters have to be changed, added or left out to get from one text to the other. */
export function distance(from: string, to: string): number {
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
