/**
 * Measures several things in turns, so that other load on the machine affects all of them alike. A measure runs a thing
 * once and returns its cost, in milliseconds; the first round does not count.
 */
export async function interleave<Name extends string>(
  measures: Readonly<Record<Name, () => Promise<number>>>,
  rounds: number,
): Promise<Record<Name, number[]>> {
  const names = Object.keys(measures) as Name[];
  const costs = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
  for (let round = 0; round <= rounds; round += 1) {
    for (const name of names) costs[name][round] = await measures[name]();
  }
  for (const name of names) costs[name].shift();
  return costs;
}

export function medianOf(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? Number.NaN;
}

export function spreadOf(values: readonly number[], digits = 0): string {
  const [median, lowest, highest] = [medianOf(values), Math.min(...values), Math.max(...values)];
  return `${median.toFixed(digits)} (${lowest.toFixed(digits)} to ${highest.toFixed(digits)})`;
}

/** The ratio of the costs of two things for people, by round: load that slows both does not change it. */
export function ratioOf(costs: readonly number[], others: readonly number[]): string {
  const ratios = costs.map((cost, round) => cost / (others[round] ?? Number.NaN));
  return spreadOf(ratios, 2);
}
