/** A measurement: it runs once and returns its cost, in milliseconds. */
type Measure = () => Promise<number>;

/** The spread of several values, of which the median counts. */
interface Spread {
  readonly median: number;
  readonly lowest: number;
  readonly highest: number;
}

/** The costs of one of several things, measured in turns. */
export interface Costs extends Spread {
  /** The cost in each round. */
  readonly rounds: readonly number[];
}

/**
 * Measures several things in turns, so that other load on the machine affects all of them alike.
 *
 * @param rounds how often each is measured, after one round that does not count
 */
export async function interleave<Name extends string>(
  measures: Readonly<Record<Name, Measure>>,
  rounds: number,
): Promise<Record<Name, Costs>> {
  const names = Object.keys(measures) as Name[];
  const costs = new Map<Name, number[]>(names.map((name) => [name, []]));
  for (let round = 0; round <= rounds; round += 1) {
    for (const name of names) {
      const cost = await measures[name]();
      if (round > 0) costs.get(name)?.push(cost);
    }
  }
  const summaries = names.map((name): [Name, Costs] => {
    const measured = costs.get(name) ?? [];
    return [name, { ...spreadOf(measured), rounds: measured }];
  });
  return Object.fromEntries(summaries) as Record<Name, Costs>;
}

/** The ratio of the costs of two things, round by round. Load that slows both does not change it. */
export function ratioOf(costs: Costs, others: Costs): Spread {
  return spreadOf(costs.rounds.map((cost, round) => cost / (others.rounds[round] ?? Number.NaN)));
}

function spreadOf(values: readonly number[]): Spread {
  const sorted = [...values].sort((left, right) => left - right);
  const at = (index: number) => sorted[index] ?? Number.NaN;
  return { median: at(Math.floor(sorted.length / 2)), lowest: at(0), highest: at(sorted.length - 1) };
}

/** A cost for people: median, and the spread in brackets. */
export function formatCosts({ median, lowest, highest }: Spread, digits = 3): string {
  return `${median.toFixed(digits)} ms (${lowest.toFixed(digits)} to ${highest.toFixed(digits)})`;
}

/** A ratio for people: median, and the spread in brackets. */
export function formatRatio({ median, lowest, highest }: Spread): string {
  return `${median.toFixed(2)} (${lowest.toFixed(2)} to ${highest.toFixed(2)})`;
}
