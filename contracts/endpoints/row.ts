import type { Endpoint } from './endpoint.js';

/** A row that has what is given, and else what all rows of its table have. */
type Row<Shared, Method, Path, Others> = Flat<Omit<Shared, keyof Others> & { method: Method; path: Path } & Others>;

/** A type as one list of properties, as editors show it. */
type Flat<Type> = { readonly [Property in keyof Type]: Type[Property] };

type OfReads = Partial<Omit<Endpoint, 'family' | 'method' | 'path' | 'scope' | 'changes'>>;

/** Writes rows of an endpoint table that share some properties. A row can have others in their place. */
export function rowsWith<const Shared extends Partial<Endpoint>>(shared: Shared) {
  /** A row that says itself what it changes, or that it only reads. */
  const calls = <
    const Method extends Endpoint['method'],
    const Path extends Endpoint['path'],
    const Others extends Partial<Endpoint>,
  >(
    method: Method,
    path: Path,
    others: Others,
  ): Row<Shared, Method, Path, Others> => ({ ...shared, method, path, ...others });
  /** A GET row; it only reads. */
  const reads = <const Path extends Endpoint['path'], const Others extends OfReads>(
    path: Path,
    others: Others = {} as Others,
  ) => calls('GET', path, { ...others, scope: 'read' });
  return { calls, reads };
}
