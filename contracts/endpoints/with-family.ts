/** Rows of one family, each of which names it. */
export type WithFamily<Family, Rows extends Readonly<Record<string, object>>> = {
  readonly [Name in keyof Rows]: Rows[Name] & { readonly family: Family };
};

/** Writes its family into every row. */
export function withFamily<const Family, const Rows extends Readonly<Record<string, object>>>(
  family: Family,
  rows: Rows,
): WithFamily<Family, Rows> {
  const entries = Object.entries(rows).map(([name, row]) => [name, { ...row, family }] as const);
  return Object.fromEntries(entries) as WithFamily<Family, Rows>;
}
