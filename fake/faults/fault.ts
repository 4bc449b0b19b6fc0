import * as z from 'zod';
import { endpoints, nearest } from '../../contracts/index.js';
import { errorResponse, errorResponseSchema, hasOneBody, stub, stubSchema } from './answer-kinds.js';
import type { FaultKind } from './fault-kind.js';
import {
  connectionReset,
  connectionResetSchema,
  latency,
  latencySchema,
  malformed,
  malformedSchema,
  slowBody,
  slowBodySchema,
  truncated,
  truncatedSchema,
} from './wire-kinds.js';

/** How many values a property of a fault may have, and how many characters a pattern of paths. */
export const VALUES_LIMIT = 100;
const PATTERN_LIMIT = 500;

/** One value or several, any of which will do. */
function oneOrMore<Schema extends z.ZodType>(schema: Schema) {
  return z.union([schema, z.array(schema).min(1).max(VALUES_LIMIT)]).optional();
}

const names = Object.keys(endpoints);

const endpointName = z.string().superRefine((name, context) => {
  if (names.includes(name)) return;
  const near = nearest(name, names);
  const hint = near.length === 0 ? 'The endpoint table has the names.' : `Did you mean ${near.join(' or ')}?`;
  context.addIssue({ code: 'custom', message: `There is no endpoint '${name}'. ${hint}` });
});

/** Which requests a fault strikes; one that says nothing strikes all. */
const selectorSchema = z.strictObject({
  /** The HTTP method. */
  method: oneOrMore(z.enum(['GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'PATCH', 'OPTIONS'])),
  /** The endpoint, by its name in the endpoint table. */
  endpoint: oneOrMore(endpointName),
  /** The path after the context path, without the query: `*` stands for one step or a part of it, `**` for any. */
  path: oneOrMore(z.string().startsWith('/').max(PATTERN_LIMIT)),
  /** The name of the user who calls; null for nobody, or somebody whose credentials are of no use. */
  caller: oneOrMore(z.string().min(1).nullable()),
  /** How often it strikes at most: the first so many requests; without limit if it is left out. */
  count: z.int().positive().optional(),
  /** What part of the requests it strikes, more than 0 and at most 1; all if it is left out. */
  share: z.number().gt(0).max(1).optional(),
  /** What is left to chance comes from this number: the same one strikes the same requests. */
  seed: z.int().default(1),
});

/** A fault of the wire between clients and a tracker. */
export const faultSchema = z.discriminatedUnion('kind', [
  selectorSchema.extend(latencySchema.shape),
  selectorSchema.extend(connectionResetSchema.shape),
  selectorSchema.extend(errorResponseSchema.shape),
  selectorSchema.extend(stubSchema.shape).refine(hasOneBody, 'json and body exclude each other'),
  selectorSchema.extend(malformedSchema.shape),
  selectorSchema.extend(truncatedSchema.shape),
  selectorSchema.extend(slowBodySchema.shape),
]);

/** A fault with every default filled in. */
export type Fault = z.output<typeof faultSchema>;

/** A fault as it is asked for: its kind, what belongs to the kind, and which requests it strikes. */
export type FaultInput = z.input<typeof faultSchema>;

/** Which requests a fault strikes. */
export type FaultSelector = z.output<typeof selectorSchema>;

type KindsByName = { readonly [Kind in Fault['kind']]: FaultKind<Extract<Fault, { kind: Kind }>> };

/** What each kind of fault does. If several strike one request, they do so in this order. */
const kinds: KindsByName = {
  latency,
  'connection-reset': connectionReset,
  'error-response': errorResponse,
  stub,
  malformed,
  truncated,
  'slow-body': slowBody,
};

/** What a fault's kind does. */
export function kindOf(fault: Fault): FaultKind<Fault> {
  return kinds[fault.kind] as FaultKind<Fault>;
}

/** The place of a fault's kind among those that strike one request. */
export function rankOf(fault: Fault): number {
  return Object.keys(kinds).indexOf(fault.kind);
}
