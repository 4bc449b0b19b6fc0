import * as z from 'zod';
import { endpoints } from '../contracts/index.js';
import type { Entry, RemovalResult, Endpoints, Issue } from '../contracts/index.js';
import { SetupError } from './errors.js';
import { createApiClient } from './api-client.js';
import type { ApiClient, ClientSetup, EndpointTable } from './api-client.js';
import type { ApiResponse } from './api-response.js';

/** One function for each endpoint. Each returns the body of the answer, and fails the test if the call is refused. */
export type SetupClient<Table extends EndpointTable<Table>> = {
  readonly [Name in keyof Table]: ApiClient<Table>[Name] extends (
    ...request: infer Arguments
  ) => Promise<ApiResponse<infer Data>>
    ? (...request: Arguments) => Promise<Data>
    : never;
};

export const justSend: ClientSetup['around'] = (_call, send) => send();

/** Makes a privileged client for set-up. It throws a SetupError if a call is refused or its answer does not fit. */
export function createSetupClient<Table extends EndpointTable<Table>>(
  table: Table,
  setup: Omit<ClientSetup, 'around'> & { readonly around?: ClientSetup['around'] | undefined },
): SetupClient<Table> {
  const client = createApiClient(table, { ...setup, around: setup.around ?? justSend });
  const calls = Object.keys(table).map((name) => {
    const call = client[name as keyof Table] as (request: unknown) => Promise<ApiResponse>;
    const loud = async (request: unknown) => {
      const response = await call(request);
      if (response.problems.length > 0) throw new SetupError(response.exchange, response.problems);
      return response.data;
    };
    return [name, loud] as const;
  });
  return Object.fromEntries<unknown>(calls) as SetupClient<Table>;
}

/** The part of a list of entries that set-up relies on. */
const identifiedSchema = z.object({ id: z.int() });
const identifiedEntriesSchema = z.array(
  z.custom<Entry>((entry) => identifiedSchema.safeParse(entry).success, 'has no integer as its id'),
);

/** The result of a removal, not checked further: set-up reads again to see whether something is gone. */
const anyRemovalSchema = z.custom<RemovalResult>((result) => z.object({}).safeParse(result).success, 'is no object');

/**
 * The endpoint table as set-up uses it. It checks only the ids of listed entries, and nothing of removals: the tests
 * have to find whether the rest fits the documents, and a set-up that fails would prevent that.
 */
export const setupEndpoints = {
  ...endpoints,
  listByTemplate: { ...endpoints.listByTemplate, response: identifiedEntriesSchema },
  listByProject: { ...endpoints.listByProject, response: identifiedEntriesSchema },
  deleteByProjectTemplateAndIssueType: {
    ...endpoints.deleteByProjectTemplateAndIssueType,
    response: anyRemovalSchema,
  },
  deleteByProjectTemplateAndRequestType: {
    ...endpoints.deleteByProjectTemplateAndRequestType,
    response: anyRemovalSchema,
  },
};

/** The most calls that a worker sends at once. */
const AT_ONCE = 4;

/** After an error it begins no more, and throws the error when those that have begun have ended. */
export async function eachOf<Thing, Result>(
  things: readonly Thing[],
  act: (thing: Thing) => Promise<Result>,
  atOnce = AT_ONCE,
): Promise<Result[]> {
  const results: Result[] = [];
  const rest = [...things.entries()];
  const work = async () => {
    try {
      for (let next = rest.shift(); next !== undefined; next = rest.shift()) results[next[0]] = await act(next[1]);
    } catch (error) {
      rest.length = 0;
      throw error;
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: atOnce }, work));
  for (const end of ended) if (end.status === 'rejected') throw end.reason;
  return results;
}

/** The most issues that a search gives on most trackers. */
const MOST_FOUND = 1_000;

/** The issues that one search finds now, of those with these keys or ids, by key and by id. A search finds new ones late. */
export async function findIssues(
  setup: Pick<SetupClient<Endpoints>, 'searchIssuesByPost'>,
  names: readonly string[],
  fields: readonly string[],
): Promise<ReadonlyMap<string, Issue>> {
  if (names.length === 0) return new Map();
  // A key may begin with a reserved word; an id in quotation marks would be a key.
  const jql = `issue in (${names.map((name) => (/^\d+$/.test(name) ? name : `"${name}"`)).join(', ')})`;
  try {
    // Without `validateQuery: false` an issue that does not exist would be an error.
    const body = { jql, fields: [...fields], maxResults: MOST_FOUND, validateQuery: false };
    const { issues } = await setup.searchIssuesByPost({ body });
    return new Map(issues.flatMap((issue) => [[issue.key, issue] as const, [issue.id, issue] as const]));
  } catch (error) {
    if (error instanceof SetupError && error.status === 400) return new Map();
    throw error;
  }
}
