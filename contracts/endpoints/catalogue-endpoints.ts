import type { CatalogueEndpoint, PathFamily } from './endpoint.js';

/** Rows of one family, each of which names it. */
type WithFamily<Family, Rows extends Readonly<Record<string, object>>> = {
  readonly [Name in keyof Rows]: Rows[Name] & { readonly family: Family };
};

/** Writes its family into every row. */
function withFamily<const Family, const Rows extends Readonly<Record<string, object>>>(
  family: Family,
  rows: Rows,
): WithFamily<Family, Rows> {
  const entries = Object.entries(rows).map(([name, row]) => [name, { ...row, family }] as const);
  return Object.fromEntries(entries) as WithFamily<Family, Rows>;
}

/** Declares the rows of the endpoint table for one family, keeping every literal type. */
export function catalogueEndpoints<
  const Family extends PathFamily,
  const Rows extends Readonly<Record<string, Omit<CatalogueEndpoint, 'family' | 'changes'>>>,
>(family: Family, rows: Rows): WithFamily<Family, Rows> {
  return withFamily(family, rows);
}
