import * as z from 'zod';
import type { WorldAdditions, WorldInput } from '../../contracts/index.js';
import type { FaultInput } from '../faults/fault.js';
import type { TenantOptions } from '../tenants/tenants.js';

/** A fault. The tenant checks it, because its errors are more precise. */
export const uncheckedFaultSchema: z.ZodType<FaultInput> = z.custom<FaultInput>();

/** Rows to add. The tenant checks them. */
export const additionsSchema: z.ZodType<WorldAdditions> = z.custom<WorldAdditions>();

/** The world of a new tenant. It is checked when it is loaded. */
export const uncheckedWorldSchema: z.ZodType<WorldInput> = z.custom<WorldInput>(
  (value) => typeof value === 'object' && value !== null,
);

/** The options of a new tenant. */
export function tenantOptionsSchema(world: z.ZodType, fault: z.ZodType): z.ZodType<TenantOptions> {
  const name = z.string().regex(/^[\w.-]+$/);
  const assumptions = z.record(z.string(), z.unknown());
  const options = { name, contextPath: z.string(), world: z.union([z.string(), world]), assumptions };
  return z.strictObject({ ...options, faults: z.array(fault) }).partial() as z.ZodType as z.ZodType<TenantOptions>;
}

/** Synchronizes one connection or all now, or sets an interval in milliseconds; null ends the interval. */
export const synchronizeSchema = z.union([
  z.strictObject({ connection: z.string().optional(), every: z.undefined().optional() }),
  z.strictObject({ every: z.int().positive().nullable(), connection: z.undefined().optional() }),
]);

/** Does all deferred work now, or sets when it is done from now on. */
export const workSchema = z.union([
  z.literal('finish'),
  z.literal('by hand'),
  z.strictObject({ milliseconds: z.int().min(0) }),
  z.strictObject({ reads: z.int().min(0) }),
]);

/** Configuration properties, by their names. */
export const propertiesSchema = z.record(z.string(), z.string());

/** How far a clock moves forward. */
export const advanceSchema = z.strictObject({ milliseconds: z.int().min(0) });

/** Selects requests of a journal. */
export const sinceSchema = z.strictObject({ since: z.coerce.number().pipe(z.int().min(0)).optional() });

/** Selects rows of a table. */
export const pageSchema = z.object({
  words: z.string().optional(),
  offset: z.coerce.number().pipe(z.int().min(0)).optional(),
  limit: z.coerce.number().pipe(z.int().min(1).max(1_000)).optional(),
  count: z.string().optional(),
});
