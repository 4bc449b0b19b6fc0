import * as z from 'zod';
import { didYouMean, endpoints } from '../../contracts/index.js';
import { limits } from '../server/limits.js';
import { faultKinds } from './fault-kinds.js';

function oneOrMore<Schema extends z.ZodType>(schema: Schema) {
  return z.union([schema, z.array(schema).min(1).max(limits.faultValues)]).optional();
}

const names = Object.keys(endpoints);

const endpointName = z
  .string()
  .max(limits.name, { abort: true })
  .superRefine((name, context) => {
    if (names.includes(name)) return;
    const hint = didYouMean(name, names, 'Choose one of your own endpoints by its method and path.');
    context.addIssue({ code: 'custom', message: `There is no endpoint '${name}'. ${hint.replace(/\.$/, '')}` });
  });

const pathPattern = z
  .string()
  .startsWith('/')
  .max(limits.pattern)
  .refine(
    (pattern) => pattern.split(/\*+/).length - 1 <= limits.wildcards,
    `a pattern has at most ${limits.wildcards} wildcards`,
  );

/** Selects requests; without any property, all of them. */
const selectorSchema = z.strictObject({
  /** The HTTP method. */
  method: oneOrMore(z.enum(['GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'PATCH', 'OPTIONS'])),
  /** The endpoint, by its name in the endpoint table. */
  endpoint: oneOrMore(endpointName),
  /** The path after the context path, without the query: `*` matches one step or a part of it, `**` anything. */
  path: oneOrMore(pathPattern),
  /** The user name of the caller; null matches requests without a login or with wrong credentials. */
  caller: oneOrMore(z.string().min(1).nullable()),
  /** How many requests it strikes at most, counted from the first. Default: no limit */
  count: z.int().positive().optional(),
  /** The share of the requests that it strikes, more than 0 and at most 1. Default: 1 */
  share: z.number().gt(0).max(1).optional(),
  /** The seed of random choices: the same seed strikes the same requests. */
  seed: z.int().default(1),
});

/** A fault between clients and a tracker. A refinement is lost if a schema is extended, so it is added last. */
export const faultSchema = z.discriminatedUnion('kind', [
  selectorSchema.extend(faultKinds.latency.schema.shape),
  selectorSchema.extend(faultKinds['connection-reset'].schema.shape),
  selectorSchema.extend(faultKinds['error-response'].schema.shape),
  selectorSchema
    .extend(faultKinds.stub.schema.shape)
    .refine(({ json, body }) => json === undefined || body === undefined, 'json and body exclude each other'),
  selectorSchema.extend(faultKinds.malformed.schema.shape),
  selectorSchema.extend(faultKinds.truncated.schema.shape),
  selectorSchema.extend(faultKinds['slow-body'].schema.shape),
]);

/** A fault with every default filled in. */
export type Fault = z.output<typeof faultSchema>;

/** A fault as it is requested: its kind, the properties of the kind, and the requests it strikes. */
export type FaultInput = z.input<typeof faultSchema>;

export type FaultSelector = z.output<typeof selectorSchema>;
