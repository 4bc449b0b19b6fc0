import * as z from 'zod';
import { defaultTemplatesEndpoints } from '../default-templates/endpoints.js';
import { directorySyncEndpoints } from '../directory-sync/endpoints.js';
import { testManagementEndpoints } from '../test-management/endpoints.js';
import { ownApiEndpoints } from '../tracker/endpoints.js';
import { didYouMean } from '../nearest.js';
import { basePathSchema, changedKinds, endpointTitle, parameterNames } from './endpoint.js';
import type { Change, Endpoint, OwnFamily, PathFamily } from './endpoint.js';

/** The clients, the fake's routes and the report's view by endpoint all derive from it. */
export const endpoints: typeof defaultTemplatesEndpoints &
  typeof directorySyncEndpoints &
  typeof testManagementEndpoints &
  typeof ownApiEndpoints = {
  ...defaultTemplatesEndpoints,
  ...directorySyncEndpoints,
  ...testManagementEndpoints,
  ...ownApiEndpoints,
};

/** The endpoint table's type. */
export interface Endpoints extends Readonly<typeof endpoints> {}

/** The name of a row of the endpoint table, for example `listByProject`. */
export type EndpointName = keyof Endpoints;

/** A custom row as you write it: method and path, and optional further properties. */
export type CustomEndpointRow = Omit<Endpoint, 'family' | 'section' | 'rules' | 'scope'> &
  Partial<Pick<Endpoint, 'section' | 'rules' | 'scope'>>;

/** Custom rows, with defaults for the properties they leave out. */
export type CustomEndpoints<Family, Rows extends Readonly<Record<string, CustomEndpointRow>>> = {
  readonly [Name in keyof Rows]: Rows[Name] &
    Pick<Endpoint, 'section' | 'rules' | 'scope'> & { readonly family: Family };
};

/**
 * Declares custom endpoints: of a family that the tracker has, whose base path a setting can move, or of a custom
 * family. The client, the fake's routes and their types all come from here.
 *
 * @example
 * const watcherEndpoints = defineEndpoints('tracker', {
 *   watchIssue: {
 *     method: 'POST',
 *     path: '/issue/{issueIdOrKey}/watchers',
 *     body: z.string(),
 *     rules: ['WA-01'],
 *     changes: [{ kind: 'issue', parameter: 'issueIdOrKey' }],
 *   },
 * });
 *
 * @throws RangeError, which names every row that can't be used
 */
export function defineEndpoints<
  const Family extends PathFamily | OwnFamily,
  const Rows extends Readonly<Record<string, CustomEndpointRow>>,
>(family: Family, rows: Rows): CustomEndpoints<Family, Rows> {
  const place: PathFamily | OwnFamily = typeof family === 'string' ? family : readFamily(family);
  const problems = Object.entries(rows).flatMap(([name, row]) => problemsOf(place, name, row));
  if (problems.length > 0) throw new RangeError(`These endpoints can't be used. ${problems.join(' ')}`);
  const whole = Object.entries<CustomEndpointRow>(rows).map(([name, row]): [string, unknown] => {
    const scope = row.method === 'GET' && (row.changes ?? []).length === 0 ? 'read' : 'own';
    return [name, { section: '', rules: [], scope, ...row, family: place }];
  });
  return Object.fromEntries(whole) as CustomEndpoints<Family, Rows>;
}

function readFamily({ name, basePath }: OwnFamily): OwnFamily {
  const parsed = basePathSchema.safeParse(basePath);
  if (parsed.success) return { name, basePath: parsed.data };
  const why = parsed.error.issues.map(({ message }) => message).join(', ');
  throw new RangeError(`The base path '${basePath}' of ${name} can't be used: it ${why}.`);
}

/** What a row can have: another name is a mistake, by which a body or a rule would go unchecked. */
const rowKeys: Readonly<Record<keyof CustomEndpointRow, true>> = {
  ...{ method: true, path: true, override: true, holdsCredentials: true, open: true, query: true, body: true },
  ...{ encoding: true, summary: true, response: true, shape: true, section: true, rules: true, scope: true },
  ...{ changes: true, entries: true, makes: true },
};

function problemsOf(family: PathFamily | OwnFamily, name: string, row: CustomEndpointRow): string[] {
  const title = endpointTitle({ ...row, family });
  const same = Object.values<Endpoint>(endpoints).some((one) => one.family === family && endpointTitle(one) === title);
  const parameters = parameterNames(row);
  const changes = (row.changes ?? []).flatMap(withAlternatives);
  const missing = changes.flatMap((change) =>
    'parameter' in change && !parameters.includes(change.parameter) ? [change.parameter] : [],
  );
  const foreign = (['query', 'body', 'response'] as const).filter((part) => isForeign(row[part]));
  const strange = Object.keys(row).filter((key) => !Object.hasOwn(rowKeys, key) && key !== 'family');
  const unknown = changes.map(({ kind }) => kind).filter((kind) => !changedKinds.includes(kind));
  return [
    ...(Object.hasOwn(endpoints, name) ? [`${name} is the name of an endpoint of the table: choose another.`] : []),
    ...(name === 'as' ? ['as is what every client is asked for by another caller: choose another name.'] : []),
    ...strange.map((key) => `${name} has no property ${key}. ${didYouMean(key, Object.keys(rowKeys))}`),
    ...(same ? [`${name}: the table has ${title} already.`] : []),
    ...(foreign.length > 0
      ? [`${name}: another zod made its ${foreign.join(' and ')}: take z from 'tracker-e2e'.`]
      : []),
    ...missing.map((parameter) => `${name} changes what {${parameter}} names, which is not in its path ${row.path}.`),
    ...unknown.map((kind) => `${name} changes '${kind}', which is no kind of change: ${changedKinds.join(', ')}.`),
  ];
}

/** Whether a value can't check data as the schemas of this zod do; those of another copy of zod 4 can. */
function isForeign(schema: z.ZodType | undefined): boolean {
  return schema !== undefined && (schema as Partial<z.ZodType>)._zod?.version.major !== z.core.version.major;
}

function withAlternatives(change: Change): Change[] {
  if (change.kind === 'everything') return [change];
  return [change, ...[change.or, change.otherwise].flatMap((one) => (one === undefined ? [] : withAlternatives(one)))];
}
