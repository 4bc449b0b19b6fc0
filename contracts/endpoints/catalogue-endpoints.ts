import type { CatalogueEndpoint, PathFamily } from './endpoint.js';

/** Rows of one family. Each row names the family. */
type WithFamily<Family, Rows extends Readonly<Record<string, object>>> = {
  readonly [Name in keyof Rows]: Rows[Name] & { readonly family: Family };
};

/** Declares the rows of the endpoint table for one family, keeping every literal type. Each gets the family. */
export function catalogueEndpoints<
  const Family extends PathFamily,
  const Rows extends Readonly<Record<string, Omit<CatalogueEndpoint, 'family' | 'changes'>>>,
>(family: Family, rows: Rows): WithFamily<Family, Rows> {
  const entries = Object.entries(rows).map(([name, row]) => [name, { ...row, family }] as const);
  return Object.fromEntries(entries) as WithFamily<Family, Rows>;
}
