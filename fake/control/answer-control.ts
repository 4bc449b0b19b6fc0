import type { IncomingMessage } from 'node:http';
import * as z from 'zod';
import type { WorldInput } from '../../contracts/index.js';
import type { FaultInput } from '../faults/fault.js';
import type { Answer } from '../server/answer.js';
import { json, noContent } from '../server/answer.js';
import { readJson, readText } from '../server/read-body.js';
import { TrackerError } from '../server/tracker-error.js';
import { SpaceError } from '../spaces/space-error.js';
import type { Spaces } from '../spaces/spaces.js';
import { directoryChangesSchema } from '../state/change-directory.js';
import type { TableName } from '../state/state.js';
import { WorldError } from '../state/world-error.js';
import { createControl } from './control.js';
import type { Control, SpaceSummary } from './control.js';
import { requireControlToken } from './control-token.js';
import { curlOf } from './curl-of.js';
import type { JournalExchange } from './exchange.js';
import { refuseOtherPages } from './refuse-other-pages.js';
import type { RowSelection } from './select-rows.js';

/** Where the control API stands: outside every tracker's own paths. */
export const CONTROL_PATH = '/control';

const spaceOptionsSchema = z.strictObject({
  name: z
    .string()
    .regex(/^[\w.-]+$/)
    .optional(),
  contextPath: z.string().optional(),
  world: z.union([z.string(), z.looseObject({})]).optional(),
  assumptions: z.record(z.string(), z.unknown()).optional(),
  /** Checked by the space, which knows their kinds. */
  faults: z.array(z.unknown()).optional(),
});

/** Either one synchronization now, of one connection or all, or one every so many milliseconds; null ends those. */
const synchronizeSchema = z.union([
  z.strictObject({ connection: z.string().optional(), every: z.undefined().optional() }),
  z.strictObject({ every: z.int().positive().nullable(), connection: z.undefined().optional() }),
]);

/** Either all deferred work now, or when it gets done from now on. */
const workSchema = z.union([
  z.literal('finish'),
  z.literal('by hand'),
  z.strictObject({ milliseconds: z.int().min(0) }),
  z.strictObject({ reads: z.int().min(0) }),
]);

const propertiesSchema = z.record(z.string(), z.string());

const advanceSchema = z.strictObject({ milliseconds: z.int().min(0) });

const sinceSchema = z.strictObject({ since: z.coerce.number().pipe(z.int().min(0)).optional() });

const pageSchema = z.object({
  words: z.string().optional(),
  offset: z.coerce.number().pipe(z.int().min(0)).optional(),
  limit: z.coerce.number().pipe(z.int().min(1).max(1_000)).optional(),
  count: z.string().optional(),
});

interface ControlCall {
  readonly control: Control;
  readonly space: string;
  /** The id of a fault or of a request, or the name of a table; empty where the path has none. */
  readonly item: string;
  readonly query: URLSearchParams;
  /** Where the fake is, as the caller reached it. */
  readonly baseUrl: string;
  readonly body: () => Promise<unknown>;
}

/** What the last step of a path stands for, by the step before. */
const items: Readonly<Record<string, string>> = {
  faults: '{fault}',
  journal: '{request}',
  strays: '{request}',
  tables: '{table}',
};

/** The control API: method and path after {@link CONTROL_PATH}, names and ids in braces. */
const routes: Readonly<Record<string, (call: ControlCall) => Answer | Promise<Answer>>> = {
  'GET /spaces': ({ control }) => json(control.list()),
  'POST /spaces': async ({ control, body }) => {
    const options = parse(spaceOptionsSchema, await body());
    const opened = control.open({
      ...options,
      world: options.world as string | WorldInput | undefined,
      faults: options.faults as FaultInput[] | undefined,
    });
    return json({ name: opened.name, contextPath: opened.contextPath }, 201);
  },
  'GET /spaces/{space}': ({ control, space }) => json(control.space(space).describe()),
  'DELETE /spaces/{space}': ({ control, space }) => {
    control.space(space).close();
    return noContent;
  },
  'GET /spaces/{space}/state': ({ control, space }) => json(control.space(space).state()),
  'GET /spaces/{space}/tables/{table}': ({ control, space, item, query }) => {
    const opened = control.space(space);
    return json(opened.rows(tableNamed(opened.describe().rows, item), readSelection(query)));
  },
  'POST /spaces/{space}/rows': async ({ control, space, body }) => {
    control.space(space).add((await body()) as object);
    return noContent;
  },
  'POST /spaces/{space}/reset': ({ control, space }) => {
    control.space(space).reset();
    return noContent;
  },
  'GET /spaces/{space}/journal': ({ control, space, query }) => json(control.space(space).journal(readSince(query))),
  'GET /spaces/{space}/journal/{request}': ({ control, space, item, baseUrl }) => {
    const { exchange, contextPath } = control.space(space);
    return json(repeatable(exchange(Number(item)), `${baseUrl}${contextPath}`));
  },
  'POST /spaces/{space}/clock': async ({ control, space, body }) => {
    control.space(space).advance(parse(advanceSchema, await body()).milliseconds);
    return noContent;
  },
  'POST /spaces/{space}/synchronize': async ({ control, space, body }) => {
    const { connection, every } = parse(synchronizeSchema, await body());
    if (every === undefined) control.space(space).synchronize(connection);
    else control.space(space).synchronizeEvery(every);
    return noContent;
  },
  'POST /spaces/{space}/work': async ({ control, space, body }) => {
    const wish = parse(workSchema, await body());
    if (wish === 'finish') control.space(space).finishWork();
    else control.space(space).deferWork(wish);
    return noContent;
  },
  'POST /spaces/{space}/directory': async ({ control, space, body }) => {
    control.space(space).changeDirectory(parse(directoryChangesSchema, await body()));
    return noContent;
  },
  'POST /spaces/{space}/properties': async ({ control, space, body }) => {
    control.space(space).configure(parse(propertiesSchema, await body()));
    return noContent;
  },
  'POST /spaces/{space}/restart': ({ control, space }) => {
    control.space(space).restart();
    return noContent;
  },
  'GET /spaces/{space}/faults': ({ control, space }) => json(control.space(space).faults()),
  'POST /spaces/{space}/faults': async ({ control, space, body }) => {
    const opened = control.space(space);
    return json({ id: opened.addFault((await body()) as FaultInput) }, 201);
  },
  'DELETE /spaces/{space}/faults': ({ control, space }) => {
    control.space(space).clearFaults();
    return noContent;
  },
  'DELETE /spaces/{space}/faults/{fault}': ({ control, space, item }) => {
    control.space(space).removeFault(item);
    return noContent;
  },
  'GET /strays': ({ control, query }) => json(control.strays(readSince(query))),
  'GET /strays/{request}': ({ control, item, baseUrl }) => json(repeatable(control.stray(Number(item)), baseUrl)),
};

/**
 * Answers one request to the control API; a refusal is an answer too.
 *
 * @param token what callers have to know; undefined where none is asked for
 */
export async function answerControl(
  spaces: Spaces,
  request: IncomingMessage,
  token: string | undefined,
): Promise<Answer> {
  try {
    refuseOtherPages(request);
    requireControlToken(request, token);
    const [address = '', query] = (request.url ?? '')
      .slice(CONTROL_PATH.length)
      .replace(/#.*$/, '')
      .split(/\?(.*)/s);
    const path = address.replace(/\/$/, '');
    const [, space = '', , item = ''] = /^(?:\/spaces\/([^/]+))?(\/[^/]+\/([^/]+)$)?/.exec(path) ?? [];
    const form = path
      .replace(/^\/spaces\/[^/]+/, '/spaces/{space}')
      .replace(/\/(\w+)\/[^/]+$/, (end, kind: string) =>
        Object.hasOwn(items, kind) ? `/${kind}/${items[kind]}` : end,
      );
    const route = `${request.method ?? 'GET'} ${form}`;
    const handle = Object.hasOwn(routes, route) ? routes[route] : undefined;
    if (handle === undefined) {
      throw new TrackerError(404, `The control API has no ${route}. It has: ${Object.keys(routes).join(', ')}.`);
    }
    return await handle({
      control: createControl(spaces),
      space: decodeURIComponent(space),
      item: decodeURIComponent(item),
      query: new URLSearchParams(query),
      baseUrl: `http://${request.headers.host ?? 'localhost'}`,
      body: async () => readJson(await readText(request), request.headers['content-type']),
    });
  } catch (error) {
    return refusal(error);
  }
}

function repeatable(exchange: JournalExchange, baseUrl: string) {
  return { ...exchange, curl: curlOf(exchange, baseUrl) };
}

function readSince(query: URLSearchParams): number | undefined {
  return parse(sinceSchema, Object.fromEntries(query)).since;
}

/** Reads which rows are wanted: whatever is not said of the page is the name of a column. */
function readSelection(query: URLSearchParams): RowSelection {
  const { words, offset, limit, count } = parse(pageSchema, Object.fromEntries(query));
  const columns = [...new Set(query.keys())].filter((name) => !Object.hasOwn(pageSchema.shape, name));
  const where = Object.fromEntries(columns.map((name) => [name, query.getAll(name)]));
  return { words, offset, limit, count, where };
}

function tableNamed(tables: SpaceSummary['rows'], name: string): TableName {
  if (Object.hasOwn(tables, name)) return name as TableName;
  throw new TrackerError(404, `There is no table ${name}. There are: ${Object.keys(tables).join(', ')}.`);
}

function parse<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new TrackerError(
    400,
    parsed.error.issues.map((issue) => `${issue.path.join('.') || 'The body'}: ${issue.message}`),
  );
}

function refusal(error: unknown): Answer {
  if (error instanceof TrackerError) return { status: error.status, json: error.body, headers: error.headers };
  if (error instanceof SpaceError) return json(new TrackerError(error.status, error.message).body, error.status);
  if (error instanceof WorldError || error instanceof URIError)
    return json(new TrackerError(400, error.message).body, 400);
  throw error;
}
