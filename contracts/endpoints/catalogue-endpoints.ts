import type { Scope } from '../rules/rule.js';
import type { Change } from './change.js';
import type { CatalogueEndpoint, PathFamily } from './endpoint.js';

/** Rows of one family. Each row names the family. */
type WithFamily<Family, Rows extends Readonly<Record<string, object>>> = {
  readonly [Name in keyof Rows]: Rows[Name] & { readonly family: Family };
};

/** A row as it is written: one that does not only read says what it changes. */
type Row = Omit<CatalogueEndpoint, 'family' | 'changes' | 'scope'> &
  ({ readonly scope: 'read' } | { readonly scope: Exclude<Scope, 'read'>; readonly changes: readonly Change[] });

/** Declares the rows of the endpoint table for one family, keeping every literal type. Each gets the family. */
export function catalogueEndpoints<const Family extends PathFamily, const Rows extends Readonly<Record<string, Row>>>(
  family: Family,
  rows: Rows,
): WithFamily<Family, Rows> {
  const entries = Object.entries(rows).map(([name, row]) => [name, { ...row, family }] as const);
  return Object.fromEntries<unknown>(entries) as WithFamily<Family, Rows>;
}
