import type { CatalogueEndpoint, PathFamily } from './endpoint.js';
import { withFamily } from './with-family.js';
import type { WithFamily } from './with-family.js';

/** Declares the rows of the endpoint table for one family, keeping every literal type. */
export function catalogueEndpoints<
  const Family extends PathFamily,
  const Rows extends Readonly<Record<string, Omit<CatalogueEndpoint, 'family' | 'changes'>>>,
>(family: Family, rows: Rows): WithFamily<Family, Rows> {
  return withFamily(family, rows);
}
