import * as z from 'zod';
import { worldAdditionsSchema, worldSchema } from '../../contracts/index.js';
import type { WorldAdditions } from '../../contracts/index.js';
import { faultSchema } from '../faults/fault.js';
import type { FaultInput } from '../faults/fault.js';
import { directoryChangesSchema } from '../state/directory.js';
import type { TableName } from '../state/tables.js';
import { worldPieces } from '../state/world.js';
import { curlOf } from '../tenants/journal.js';
import type { JournalEntry } from '../tenants/journal.js';
import type { TenantOptions } from '../tenants/tenants.js';
import type { Control, TenantControl } from './control.js';

function tenantOptionsSchema(world: z.ZodType, fault: z.ZodType): z.ZodType<TenantOptions> {
  const name = z.string().regex(/^[\w.-]+$/);
  const assumptions = z.record(z.string(), z.unknown());
  const options = { name, contextPath: z.string(), world, assumptions };
  return z.strictObject({ ...options, faults: z.array(fault) }).partial() as z.ZodType as z.ZodType<TenantOptions>;
}

/** Synchronizes one connection or all now, or sets an interval in milliseconds; null ends the interval. */
const synchronizeSchema = z.union([
  z.strictObject({ connection: z.string().optional(), every: z.undefined().optional() }),
  z.strictObject({ every: z.int().positive().nullable(), connection: z.undefined().optional() }),
]);

/** Does all deferred work now, or sets when it is done from now on. */
const workSchema = z.union([
  z.literal('finish'),
  z.literal('manual'),
  z.strictObject({ milliseconds: z.int().min(0) }),
  z.strictObject({ reads: z.int().min(0) }),
]);

const sinceSchema = z.strictObject({ since: z.coerce.number().pipe(z.int().min(0)).optional() });

const pageSchema = z.object({
  words: z.string().optional(),
  offset: z.coerce.number().pipe(z.int().min(0)).optional(),
  limit: z.coerce.number().pipe(z.int().min(1).max(1_000)).optional(),
});

interface ControlCall<Body, Query> {
  readonly control: Control;
  readonly tenant: TenantControl;
  /** The id of a fault or of a request, or the name of a table; empty if the path has none. */
  readonly item: string;
  readonly query: Query;
  readonly parameters: URLSearchParams;
  readonly body: Body;
  /** The URL of the fake, as the caller reached it. */
  readonly baseUrl: string;
}

/** One call of the control API: how the OpenAPI document describes it, and what it does. */
export interface ControlOperation<Body = unknown, Query extends z.ZodObject = z.ZodObject> {
  readonly operationId: string;
  readonly summary: string;
  readonly query?: Query;
  readonly body?: z.ZodType<Body>;
  /** The body as the document describes it, if the tenant checks it, whose errors are more precise than those of `body`. */
  readonly documentedBody?: z.ZodType;
  /** The body of the answer; left out for 204 without a body. */
  readonly answer?: z.ZodType;
  /** The status of the answer, if it is neither 200 nor 204. */
  readonly status?: 201;
  /** Does it, and returns the body of the answer. Left out for the document, which is made of all operations. */
  run?(call: ControlCall<Body, z.output<Query>>): unknown;
}

/** An operation whose body and query have the types of its schemas. */
function operation<Body, Query extends z.ZodObject>(described: ControlOperation<Body, Query>): ControlOperation {
  return described;
}

/** JSON in pieces, which can be too long for one text. */
export class JsonPieces {
  constructor(readonly pieces: Iterable<string>) {}
}

function repeatable(entry: JournalEntry, baseUrl: string) {
  return { ...entry, curl: curlOf(entry, baseUrl) };
}

/** The parameters that do not concern the page: each is the name of a column, with the values that it may have. */
function columnsIn(parameters: URLSearchParams): Readonly<Record<string, readonly string[]>> {
  const columns = [...new Set(parameters.keys())].filter((name) => !Object.hasOwn(pageSchema.shape, name));
  return Object.fromEntries(columns.map((name) => [name, parameters.getAll(name)]));
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
});

const exchangeSchema = journalEntrySchema.extend({
  curl: z.string().describe('A command that repeats it, without credentials'),
});

/** The control API: method and path after `/control`, names and ids in braces. */
export const controlOperations: Readonly<Record<string, ControlOperation>> = {
  'GET /tenants': {
    operationId: 'listTenants',
    summary: 'Every tenant',
    answer: z.array(tenantSummarySchema),
    run: ({ control }) => control.list(),
  },
  'POST /tenants': operation({
    operationId: 'openTenant',
    summary: 'Opens a tenant: a tracker of its own',
    body: tenantOptionsSchema(z.looseObject({}), z.unknown()),
    documentedBody: tenantOptionsSchema(worldSchema, faultSchema),
    answer: z.looseObject({ name: z.string(), contextPath: z.string() }),
    status: 201,
    run: ({ control, body }) => {
      const { name, contextPath } = control.open(body);
      return { name, contextPath };
    },
  }),
  'GET /tenants/{tenant}': {
    operationId: 'describeTenant',
    summary: 'One tenant, with what it is set to',
    answer: tenantDescriptionSchema,
    run: ({ tenant }) => tenant.describe(),
  },
  'DELETE /tenants/{tenant}': {
    operationId: 'closeTenant',
    summary: 'Closes a tenant; what it held is gone',
    run: ({ tenant }) => tenant.close(),
  },
  'GET /tenants/{tenant}/state': {
    operationId: 'readState',
    summary: 'All its data, as a world that loads back',
    answer: worldSchema,
    run: ({ tenant }) => new JsonPieces(worldPieces(tenant.save())),
  },
  'GET /tenants/{tenant}/tables/{table}': operation({
    operationId: 'readTable',
    summary: 'A part of a table; a query parameter that is a column chooses rows by its value',
    query: pageSchema,
    answer: z.looseObject({ total: count, rows: z.array(z.record(z.string(), z.unknown())) }),
    run: ({ tenant, item, query, parameters }) =>
      tenant.rows(item as TableName, { ...query, where: columnsIn(parameters) }),
  }),
  'POST /tenants/{tenant}/rows': operation({
    operationId: 'addRows',
    summary: 'Adds rows, all or none: any of the lists of a world',
    body: z.custom<WorldAdditions>(),
    documentedBody: worldAdditionsSchema,
    run: ({ tenant, body }) => tenant.add(body),
  }),
  'POST /tenants/{tenant}/reset': {
    operationId: 'resetTenant',
    summary: 'Goes back to the data it started with',
    run: ({ tenant }) => tenant.reset(),
  },
  'GET /tenants/{tenant}/journal': operation({
    operationId: 'readJournal',
    summary: 'The last thousand requests with their answers, without credentials',
    query: sinceSchema,
    answer: z.array(journalEntrySchema),
    run: ({ tenant, query }) => tenant.journal(query.since),
  }),
  'GET /tenants/{tenant}/journal/{request}': {
    operationId: 'readRequest',
    summary: 'One of them, with a curl command',
    answer: exchangeSchema,
    run: ({ tenant, item, baseUrl }) => repeatable(tenant.exchange(Number(item)), `${baseUrl}${tenant.contextPath}`),
  },
  'POST /tenants/{tenant}/clock': operation({
    operationId: 'advanceClock',
    summary: 'Moves its clock forward',
    body: z.strictObject({ milliseconds: z.int().min(0) }),
    run: ({ tenant, body }) => tenant.advance(body.milliseconds),
  }),
  'POST /tenants/{tenant}/synchronize': operation({
    operationId: 'synchronize',
    summary: 'Synchronizes directories, now or repeatedly',
    body: synchronizeSchema,
    run: ({ tenant, body: { connection, every } }) =>
      every === undefined ? tenant.synchronize(connection) : tenant.synchronizeEvery(every),
  }),
  'POST /tenants/{tenant}/work': operation({
    operationId: 'setWork',
    summary: 'Sets when asynchronous work is done, or does it now',
    body: workSchema,
    run: ({ tenant, body }) => (body === 'finish' ? tenant.finishWork() : tenant.deferWork(body)),
  }),
  'POST /tenants/{tenant}/directory': operation({
    operationId: 'changeDirectory',
    summary: 'Changes the data of directories',
    body: directoryChangesSchema,
    run: ({ tenant, body }) => tenant.changeDirectory(body),
  }),
  'POST /tenants/{tenant}/properties': operation({
    operationId: 'setProperties',
    summary: 'Writes configuration properties, which take effect at the next restart',
    body: z.record(z.string(), z.string()),
    run: ({ tenant, body }) => tenant.configure(body),
  }),
  'POST /tenants/{tenant}/restart': {
    operationId: 'restartTenant',
    summary: 'Restarts the tracker',
    run: ({ tenant }) => tenant.restart(),
  },
  'GET /tenants/{tenant}/faults': {
    operationId: 'listFaults',
    summary: 'Its faults and stubs, and how often each was applied',
    answer: z.array(z.looseObject({ id: z.string(), matched: count, struck: count })),
    run: ({ tenant }) => tenant.faults(),
  },
  'POST /tenants/{tenant}/faults': operation({
    operationId: 'addFault',
    summary: 'Adds a fault or a stub',
    body: z.custom<FaultInput>(),
    documentedBody: faultSchema,
    answer: z.looseObject({ id: z.string() }),
    status: 201,
    run: ({ tenant, body }) => ({ id: tenant.addFault(body) }),
  }),
  'DELETE /tenants/{tenant}/faults': {
    operationId: 'clearFaults',
    summary: 'Removes all faults and stubs',
    run: ({ tenant }) => tenant.clearFaults(),
  },
  'DELETE /tenants/{tenant}/faults/{fault}': {
    operationId: 'removeFault',
    summary: 'Removes one of them',
    run: ({ tenant, item }) => tenant.removeFault(item),
  },
  'GET /unmatched': operation({
    operationId: 'readUnmatched',
    summary: 'The last thousand requests whose path belongs to no tenant',
    query: sinceSchema,
    answer: z.array(journalEntrySchema),
    run: ({ control, query }) => control.unmatched(query.since),
  }),
  'GET /unmatched/{request}': {
    operationId: 'readUnmatchedRequest',
    summary: 'One of them, with a curl command',
    answer: exchangeSchema,
    run: ({ control, item, baseUrl }) => repeatable(control.unmatchedRequest(Number(item)), baseUrl),
  },
  'GET /openapi.json': {
    operationId: 'readDocument',
    summary: 'This document',
    answer: z.looseObject({ openapi: z.string() }),
  },
};
