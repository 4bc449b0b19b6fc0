import * as z from 'zod';
import { worldAdditionsSchema, worldSchema } from '../../contracts/index.js';
import type { WorldAdditions, WorldInput } from '../../contracts/index.js';
import { faultSchema } from '../faults/fault.js';
import type { FaultInput } from '../faults/fault.js';
import { directoryChangesSchema } from '../state/directory.js';
import { userChangeSchema } from '../state/users.js';
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
  z.literal('manual'),
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

/** How the OpenAPI document describes one call of the control API. */
export interface ControlOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** The body of the answer; left out for 204 without a body. */
  readonly answer?: z.ZodType;
  /** The status of the answer, if it is neither 200 nor 204. */
  readonly status?: 201;
}

const count = z.int().min(0);

const tenantSummarySchema = z.looseObject({
  name: z.string(),
  contextPath: z.string(),
  rows: z.record(z.string(), count).describe('How many rows each table has'),
  faults: count.describe('How many faults and stubs are active'),
  opened: count.describe('When it was opened, in milliseconds since 1970'),
  revision: count.describe('Grows with every change'),
  journal: z.looseObject({ first: count, last: count }).describe('Which requests its journal keeps'),
});

const tenantDescriptionSchema = tenantSummarySchema.extend({
  title: z.string(),
  version: z.string(),
  assumptions: z.record(z.string(), z.unknown()),
});

const journalEntrySchema = z.looseObject({
  id: count,
  at: count.describe('When it arrived, in milliseconds since 1970'),
  method: z.string(),
  url: z.string(),
  endpoint: z.string().nullable().describe('The endpoint that it matches'),
  refused: z
    .enum(['login', 'address', 'request'])
    .nullable()
    .describe('Why it was refused before its endpoint was called'),
  caller: z.string().nullable(),
  contentType: z.string().nullable(),
  requestBody: z.string(),
  status: z.int(),
  responseBody: z.string(),
  duration: z.number().describe('In milliseconds'),
  faults: z.array(z.string()).describe('The ids of the faults that were applied to it'),
  leftOut: z.string().optional().describe('What it asks for, if trackers have it and the fake leaves it out'),
});

const exchangeSchema = journalEntrySchema.extend({
  curl: z.string().describe('A command that repeats it, without credentials'),
  nearest: z.array(z.looseObject({ method: z.string(), path: z.string(), endpoint: z.string() })),
});

/** A call of the control API: method and path after `/control`, names and ids in braces. */
export type ControlRoute =
  | 'GET /tenants'
  | 'POST /tenants'
  | 'GET /tenants/{tenant}'
  | 'DELETE /tenants/{tenant}'
  | 'GET /tenants/{tenant}/state'
  | 'GET /tenants/{tenant}/tables/{table}'
  | 'POST /tenants/{tenant}/rows'
  | 'POST /tenants/{tenant}/reset'
  | 'GET /tenants/{tenant}/journal'
  | 'GET /tenants/{tenant}/journal/{request}'
  | 'POST /tenants/{tenant}/clock'
  | 'POST /tenants/{tenant}/synchronize'
  | 'POST /tenants/{tenant}/work'
  | 'POST /tenants/{tenant}/directory'
  | 'POST /tenants/{tenant}/users'
  | 'POST /tenants/{tenant}/properties'
  | 'POST /tenants/{tenant}/restart'
  | 'GET /tenants/{tenant}/faults'
  | 'POST /tenants/{tenant}/faults'
  | 'DELETE /tenants/{tenant}/faults'
  | 'DELETE /tenants/{tenant}/faults/{fault}'
  | 'GET /unmatched'
  | 'GET /unmatched/{request}'
  | 'GET /openapi.json';

/** The description of each call. */
export const controlOperations: Readonly<Record<ControlRoute, ControlOperation>> = {
  'GET /tenants': { operationId: 'listTenants', summary: 'Every tenant', answer: z.array(tenantSummarySchema) },
  'POST /tenants': {
    operationId: 'openTenant',
    summary: 'Opens a tenant: a tracker of its own',
    body: tenantOptionsSchema(worldSchema, faultSchema),
    answer: z.looseObject({ name: z.string(), contextPath: z.string() }),
    status: 201,
  },
  'GET /tenants/{tenant}': {
    operationId: 'describeTenant',
    summary: 'One tenant, with what it is set to',
    answer: tenantDescriptionSchema,
  },
  'DELETE /tenants/{tenant}': { operationId: 'closeTenant', summary: 'Closes a tenant; what it held is gone' },
  'GET /tenants/{tenant}/state': {
    operationId: 'readState',
    summary: 'All its data, as a world that loads back',
    answer: worldSchema,
  },
  'GET /tenants/{tenant}/tables/{table}': {
    operationId: 'readTable',
    summary: 'A part of a table; a query parameter that is a column chooses rows by its value',
    query: pageSchema,
    answer: z.looseObject({
      total: count,
      rows: z.array(z.record(z.string(), z.unknown())),
      counts: z.record(z.string(), count).optional(),
    }),
  },
  'POST /tenants/{tenant}/rows': {
    operationId: 'addRows',
    summary: 'Adds rows, all or none: any of the lists of a world',
    body: worldAdditionsSchema,
  },
  'POST /tenants/{tenant}/reset': { operationId: 'resetTenant', summary: 'Goes back to the data it started with' },
  'GET /tenants/{tenant}/journal': {
    operationId: 'readJournal',
    summary: 'The last thousand requests with their answers, without credentials',
    query: sinceSchema,
    answer: z.array(journalEntrySchema),
  },
  'GET /tenants/{tenant}/journal/{request}': {
    operationId: 'readRequest',
    summary: 'One of them, with a curl command and the nearest endpoints',
    answer: exchangeSchema,
  },
  'POST /tenants/{tenant}/clock': {
    operationId: 'advanceClock',
    summary: 'Moves its clock forward',
    body: advanceSchema,
  },
  'POST /tenants/{tenant}/synchronize': {
    operationId: 'synchronize',
    summary: 'Synchronizes directories, now or repeatedly',
    body: synchronizeSchema,
  },
  'POST /tenants/{tenant}/work': {
    operationId: 'setWork',
    summary: 'Sets when asynchronous work is done, or does it now',
    body: workSchema,
  },
  'POST /tenants/{tenant}/directory': {
    operationId: 'changeDirectory',
    summary: 'Changes the data of directories',
    body: directoryChangesSchema,
  },
  'POST /tenants/{tenant}/users': {
    operationId: 'changeUser',
    summary: 'Changes how a user logs in',
    body: userChangeSchema,
  },
  'POST /tenants/{tenant}/properties': {
    operationId: 'setProperties',
    summary: 'Writes configuration properties, which take effect at the next restart',
    body: propertiesSchema,
  },
  'POST /tenants/{tenant}/restart': { operationId: 'restartTenant', summary: 'Restarts the tracker' },
  'GET /tenants/{tenant}/faults': {
    operationId: 'listFaults',
    summary: 'Its faults and stubs, and how often each was applied',
    answer: z.array(z.looseObject({ id: z.string(), matched: count, struck: count })),
  },
  'POST /tenants/{tenant}/faults': {
    operationId: 'addFault',
    summary: 'Adds a fault or a stub',
    body: faultSchema,
    answer: z.looseObject({ id: z.string() }),
    status: 201,
  },
  'DELETE /tenants/{tenant}/faults': { operationId: 'clearFaults', summary: 'Removes all faults and stubs' },
  'DELETE /tenants/{tenant}/faults/{fault}': { operationId: 'removeFault', summary: 'Removes one of them' },
  'GET /unmatched': {
    operationId: 'readUnmatched',
    summary: 'The last thousand requests whose path belongs to no tenant',
    query: sinceSchema,
    answer: z.array(journalEntrySchema),
  },
  'GET /unmatched/{request}': {
    operationId: 'readUnmatchedRequest',
    summary: 'One of them, with the nearest endpoints of any tenant',
    answer: exchangeSchema,
  },
  'GET /openapi.json': {
    operationId: 'readDocument',
    summary: 'This document',
    answer: z.looseObject({ openapi: z.string() }),
  },
};
