import * as z from 'zod';
import { endpoints, nearest } from '../../contracts/index.js';
import { dribbleSchema } from './kinds/dribble.js';
import { dropSchema } from './kinds/drop.js';
import { latencySchema } from './kinds/latency.js';
import { malformedSchema } from './kinds/malformed.js';
import { refuseSchema } from './kinds/refuse.js';
import { truncatedSchema } from './kinds/truncated.js';

/** One value or several, any of which will do. */
function oneOrMore<Schema extends z.ZodType>(schema: Schema) {
  return z.union([schema, z.array(schema).min(1)]).optional();
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
  path: oneOrMore(z.string().startsWith('/')),
  /** The name of the user who calls; null for nobody, or somebody whose credentials are of no use. */
  caller: oneOrMore(z.string().min(1).nullable()),
  /** How often it strikes at most: the first so many requests; without limit where it is left out. */
  count: z.int().positive().optional(),
  /** What part of the requests it strikes, more than 0 and at most 1; all where it is left out. */
  share: z.number().gt(0).max(1).optional(),
  /** What is left to chance comes from this number: the same one strikes the same requests. */
  seed: z.int().default(1),
});

/** A fault of the wire between clients and a tracker. */
export const faultSchema = z.discriminatedUnion('kind', [
  selectorSchema.extend(latencySchema.shape),
  selectorSchema.extend(dropSchema.shape),
  selectorSchema.extend(refuseSchema.shape),
  selectorSchema.extend(malformedSchema.shape),
  selectorSchema.extend(truncatedSchema.shape),
  selectorSchema.extend(dribbleSchema.shape),
]);

/** A fault with every default filled in. */
export type Fault = z.output<typeof faultSchema>;

/** A fault as it is asked for: its kind, what belongs to the kind, and which requests it strikes. */
export type FaultInput = z.input<typeof faultSchema>;

/** Which requests a fault strikes. */
export type FaultSelector = z.output<typeof selectorSchema>;
