import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type * as z from 'zod';
import { describeUnknownKeys, firstProblems } from '../../contracts/index.js';
import { json, noContent } from '../server/answer.js';
import type { Answer } from '../server/answer.js';
import { TenantError, TrackerError } from '../server/errors.js';
import { readJson } from '../server/read-json.js';
import type { RequestBody } from '../server/request-body.js';
import { weigh } from '../server/write-json.js';
import { directoryChangesSchema } from '../state/directory.js';
import { WorldError } from '../state/problems.js';
import type { TableName } from '../state/tables.js';
import { userChangeSchema } from '../state/users.js';
import { limited, TooMuchWork, unlimited } from '../state/work.js';
import { worldPieces } from '../state/world-text.js';
import type { Tenants } from '../tenants/tenants.js';
import { refuseOtherPages, requireControlToken } from './access.js';
import type { ControlAccess } from './access.js';
import { controlOpenApi } from './control-openapi.js';
import {
  additionsSchema,
  advanceSchema,
  pageSchema,
  propertiesSchema,
  sinceSchema,
  synchronizeSchema,
  tenantOptionsSchema,
  uncheckedFaultSchema,
  uncheckedWorldSchema,
  workSchema,
} from './control-operations.js';
import type { ControlRoute } from './control-operations.js';
import { createControl } from './control.js';
import type { Control, TenantSummary } from './control.js';
import { curlOf } from './exchange.js';
import type { JournalExchange } from './exchange.js';
import type { RowSelection } from './select-rows.js';

/** The base path of the control API, outside the paths of every tracker. */
export const CONTROL_PATH = '/control';

interface ControlCall {
  readonly control: Control;
  readonly tenant: string;
  /** The id of a fault or of a request, or the name of a table; empty if the path has none. */
  readonly item: string;
  readonly query: URLSearchParams;
  /** The URL of the fake, as the caller reached it. */
  readonly baseUrl: string;
  /** The body as JSON. @throws TrackerError */
  readonly body: () => unknown;
}

/** The meaning of the last step of a path, by the step before it. */
const items: Readonly<Record<string, string>> = {
  faults: '{fault}',
  journal: '{request}',
  unmatched: '{request}',
  tables: '{table}',
};

/** The control API: method and path after {@link CONTROL_PATH}, names and ids in braces. */
const routes: Readonly<Record<ControlRoute, (call: ControlCall) => Answer>> = {
  'GET /tenants': ({ control }) => json(control.list()),
  'POST /tenants': ({ control, body }) => {
    const options = parse(tenantOptionsSchema(uncheckedWorldSchema, uncheckedFaultSchema), body());
    const opened = control.open(options);
    return json({ name: opened.name, contextPath: opened.contextPath }, 201);
  },
  'GET /tenants/{tenant}': ({ control, tenant }) => json(control.tenant(tenant).describe()),
  'DELETE /tenants/{tenant}': ({ control, tenant }) => {
    control.tenant(tenant).close();
    return noContent;
  },
  'GET /tenants/{tenant}/state': ({ control, tenant }) => ({
    status: 200,
    pieces: worldPieces(unlimited(() => control.tenant(tenant).save())),
  }),
  'GET /tenants/{tenant}/tables/{table}': ({ control, tenant, item, query }) => {
    const opened = control.tenant(tenant);
    return json(opened.rows(tableNamed(opened.describe().rows, item), readSelection(query)));
  },
  'POST /tenants/{tenant}/rows': ({ control, tenant, body }) => {
    control.tenant(tenant).add(parse(additionsSchema, body()));
    return noContent;
  },
  'POST /tenants/{tenant}/reset': ({ control, tenant }) => {
    control.tenant(tenant).reset();
    return noContent;
  },
  'GET /tenants/{tenant}/journal': ({ control, tenant, query }) =>
    inPieces(control.tenant(tenant).journal(readSince(query))),
  'GET /tenants/{tenant}/journal/{request}': ({ control, tenant, item, baseUrl }) => {
    const { exchange, contextPath } = control.tenant(tenant);
    return json(repeatable(exchange(Number(item)), `${baseUrl}${contextPath}`));
  },
  'POST /tenants/{tenant}/clock': ({ control, tenant, body }) => {
    control.tenant(tenant).advance(parse(advanceSchema, body()).milliseconds);
    return noContent;
  },
  'POST /tenants/{tenant}/synchronize': ({ control, tenant, body }) => {
    const { connection, every } = parse(synchronizeSchema, body());
    if (every === undefined) control.tenant(tenant).synchronize(connection);
    else control.tenant(tenant).synchronizeEvery(every);
    return noContent;
  },
  'POST /tenants/{tenant}/work': ({ control, tenant, body }) => {
    const requested = parse(workSchema, body());
    if (requested === 'finish') control.tenant(tenant).finishWork();
    else control.tenant(tenant).deferWork(requested);
    return noContent;
  },
  'POST /tenants/{tenant}/directory': ({ control, tenant, body }) => {
    control.tenant(tenant).changeDirectory(parse(directoryChangesSchema, body()));
    return noContent;
  },
  'POST /tenants/{tenant}/users': ({ control, tenant, body }) => {
    control.tenant(tenant).changeUser(parse(userChangeSchema, body()));
    return noContent;
  },
  'POST /tenants/{tenant}/properties': ({ control, tenant, body }) => {
    control.tenant(tenant).configure(parse(propertiesSchema, body()));
    return noContent;
  },
  'POST /tenants/{tenant}/restart': ({ control, tenant }) => {
    control.tenant(tenant).restart();
    return noContent;
  },
  'GET /tenants/{tenant}/faults': ({ control, tenant }) => json(control.tenant(tenant).faults()),
  'POST /tenants/{tenant}/faults': ({ control, tenant, body }) => {
    const opened = control.tenant(tenant);
    return json({ id: opened.addFault(parse(uncheckedFaultSchema, body())) }, 201);
  },
  'DELETE /tenants/{tenant}/faults': ({ control, tenant }) => {
    control.tenant(tenant).clearFaults();
    return noContent;
  },
  'DELETE /tenants/{tenant}/faults/{fault}': ({ control, tenant, item }) => {
    control.tenant(tenant).removeFault(item);
    return noContent;
  },
  'GET /unmatched': ({ control, query }) => inPieces(control.unmatched(readSince(query))),
  'GET /unmatched/{request}': ({ control, item, baseUrl }) =>
    json(repeatable(control.unmatchedRequest(Number(item)), baseUrl)),
  'GET /openapi.json': ({ baseUrl }) => json(controlOpenApi(`${baseUrl}${CONTROL_PATH}`)),
};

/** Answers one request to the control API. Refusals become answers too. */
export async function answerControl(
  tenants: Tenants,
  request: IncomingMessage,
  body: RequestBody,
  access: ControlAccess,
): Promise<Answer> {
  try {
    refuseOtherPages(request, access);
    // Only the owner of the process can read the file with this name.
    if (request.url === `${CONTROL_PATH}/process/${processId}`) return noContent;
    requireControlToken(request, access.token);
    const [address = '', query] = (request.url ?? '')
      .slice(CONTROL_PATH.length)
      .replace(/#.*$/, '')
      .split(/\?(.*)/s);
    const path = address.replace(/\/$/, '');
    const [, tenant = '', , item = ''] = /^(?:\/tenants\/([^/]+))?(\/[^/]+\/([^/]+)$)?/.exec(path) ?? [];
    const form = path
      .replace(/^\/tenants\/[^/]+/, '/tenants/{tenant}')
      .replace(/\/(\w+)\/[^/]+$/, (end, kind: string) =>
        Object.hasOwn(items, kind) ? `/${kind}/${items[kind]}` : end,
      );
    const route = `${request.method ?? 'GET'} ${form}`;
    if (!isRoute(route)) {
      throw new TrackerError(404, `The control API has no ${route}. It has: ${Object.keys(routes).join(', ')}.`);
    }
    const text = request.method === 'POST' ? await body.text() : '';
    return limited(() => {
      const answer = routes[route]({
        control: createControl(tenants),
        tenant: decodeURIComponent(tenant),
        item: decodeURIComponent(item),
        query: new URLSearchParams(query),
        baseUrl: `http://${request.headers.host ?? 'localhost'}`,
        body: () => readJson(text, body.contentType),
      });
      weigh(answer.json);
      return answer;
    });
  } catch (error) {
    return refusal(error);
  }
}

/** A list that can be too long for one text. */
function inPieces(rows: readonly unknown[]): Answer {
  return { status: 200, pieces: listPieces(rows) };
}

function* listPieces(rows: readonly unknown[]): Generator<string> {
  for (const [index, row] of rows.entries()) yield `${index === 0 ? '[' : ','}${JSON.stringify(row)}`;
  yield rows.length === 0 ? '[]' : ']';
}

function isRoute(route: string): route is ControlRoute {
  return Object.hasOwn(routes, route);
}

function repeatable(exchange: JournalExchange, baseUrl: string) {
  return { ...exchange, curl: curlOf(exchange, baseUrl) };
}

function readSince(query: URLSearchParams): number | undefined {
  return parse(sinceSchema, Object.fromEntries(query)).since;
}

/** Reads which rows are wanted. Every parameter that does not concern the page is the name of a column. */
function readSelection(query: URLSearchParams): RowSelection {
  const { words, offset, limit, count } = parse(pageSchema, Object.fromEntries(query));
  const columns = [...new Set(query.keys())].filter((name) => !Object.hasOwn(pageSchema.shape, name));
  const where = Object.fromEntries(columns.map((name) => [name, query.getAll(name)]));
  return { words, offset, limit, count, where };
}

function tableNamed(tables: TenantSummary['rows'], name: string): TableName {
  if (isTableIn(tables, name)) return name;
  throw new TrackerError(404, `There is no table ${name}. There are: ${Object.keys(tables).join(', ')}.`);
}

function isTableIn(tables: TenantSummary['rows'], name: string): name is TableName {
  return Object.hasOwn(tables, name);
}

function parse<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value, { error: describeUnknownKeys });
  if (parsed.success) return parsed.data;
  throw new TrackerError(
    400,
    firstProblems(parsed.error, 'The body').map((problem) => problem.join(': ')),
  );
}

function refusal(error: unknown): Answer {
  if (error instanceof TrackerError) return { status: error.status, json: error.body, headers: error.headers };
  if (error instanceof TenantError) return json(new TrackerError(error.status, error.message).body, error.status);
  if (error instanceof WorldError || error instanceof URIError || error instanceof TooMuchWork)
    return json(new TrackerError(400, error.message).body, 400);
  throw error;
}

/**
 * Proves to a client that this is the process it looks for: only this fake answers at `/control/process/{processId}`.
 */
export const processId = randomUUID();
