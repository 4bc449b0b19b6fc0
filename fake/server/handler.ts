import type { z } from 'zod';
import type { Endpoint, PathParameters, RequestShape } from '../../contracts/index.js';
import type { Answer } from './answer.js';
import type { Call } from './call.js';

type Parsed<Schema, Fallback> = Schema extends z.ZodType ? z.output<Schema> : Fallback;

/** A call to one endpoint, with the types its row of the table gives to path, query and body. */
export type CallOf<E extends RequestShape & Pick<Endpoint, 'family' | 'method' | 'path'>> = Omit<
  Call,
  'parameters' | 'query' | 'body'
> & {
  readonly parameters: { readonly [Name in keyof PathParameters<E>]: string };
  readonly query: Parsed<E extends { query: infer Query } ? Query : undefined, Record<string, never>>;
  readonly body: Parsed<E extends { body: infer Body } ? Body : undefined, undefined>;
};

/** One handler for each endpoint of a table; a missing one does not compile. */
export type HandlersOf<Table extends Readonly<Record<string, Endpoint>>> = {
  readonly [Name in keyof Table]: (call: CallOf<Table[Name]>) => Answer;
};

/** A handler whose endpoint is known at run time only. */
export type AnyHandler = (call: Call) => Answer;
