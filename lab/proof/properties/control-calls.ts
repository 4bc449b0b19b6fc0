import type { Tenant } from '../../../fake/tenants/tenant.js';
import { issueFields } from './known-value.js';
import type { Choices } from './known-value.js';
import { trickyNames } from './mutation.js';
import type { SensibleRequest } from './sensible-request.js';

/** The input for making a call to the control API. */
interface Place {
  readonly tenant: Tenant;
  readonly choices: Choices;
}

/** A call before the address of the control API is known: its path below `/control`. */
interface ControlCall {
  readonly method: string;
  readonly path: string;
  readonly query?: readonly (readonly [name: string, value: string])[];
  readonly json?: unknown;
}

type MakeCall = (place: Place) => ControlCall;

const oddNames = [
  ...['a', 'a-b_c.d', '.', '..', '...', '-', 'control', 'rest', 'ä', 'a b', 'a/b', '%2F', 'a%00', '🙂', ' ', '\n'],
  ...['a'.repeat(200), 'a'.repeat(201), 'a'.repeat(9_000), ...trickyNames],
];
const numbers = [0, 1, 2, 20, -1, 1.5, 999, 1_000, 1_001, 2 ** 31, 2 ** 53, 1e21, '1e3', '0x10', ' 1', '', 'x', '١'];
const contextPaths = ['', '/', '/a', '/a/b', '/..', '/.', '/a/../b', '/control', '/rest', '/%2e', '/~', 'a', '/a/'];

const below = ({ name }: Tenant, path: string) => `/tenants/${encodeURIComponent(name)}${path}`;
const get =
  (path: string): MakeCall =>
  ({ tenant }) => ({ method: 'GET', path: below(tenant, path) });
const post =
  (path: string, json?: (place: Place) => unknown): MakeCall =>
  (place) => ({ method: 'POST', path: below(place.tenant, path), json: json?.(place) });
const rows = (make: (place: Place) => unknown) => post('/rows', make);
const id = (choices: Choices) => 50_000 + choices.below(1_000);
const oddName = (choices: Choices) => choices.of(oddNames) ?? '';
const userKey = ({ tenant, choices }: Place) => choices.of(tenant.state.tables.users.all())?.key;
const userName = ({ tenant, choices }: Place) => choices.of(tenant.state.tables.users.all())?.name;
const number = (choices: Choices) => String(choices.of(numbers));

/** A user of a directory, with a value for each attribute that the connection has. */
function directoryUser(place: Place): object {
  const connection = place.choices.of(place.tenant.state.tables.connections.all());
  const value = oddName(place.choices);
  return {
    connectionId: connection?.id,
    userKey: userKey(place),
    values: Object.fromEntries(place.choices.some(connection?.attributes ?? []).map((name) => [name, value])),
  };
}

function project({ tenant, choices }: Place): object {
  const like = choices.of(tenant.state.tables.projects.all());
  return {
    id: id(choices),
    key: `NEW${'ABCDEFGH'[choices.below(8)] ?? ''}`,
    name: `Project ${choices.below(10)}`,
    lead: like?.lead,
    workflow: like?.workflow,
    issueTypeIds: like?.issueTypeIds,
    permissions: like?.permissions,
  };
}

function issue(place: Place): object {
  const { project, issuetype, parent, reporter, ...fields } = issueFields(place.tenant.state, place.choices);
  const held = place.choices.of(place.tenant.state.tables.projects.all());
  return {
    id: id(place.choices),
    key: `${held?.key ?? ''}-${id(place.choices)}`,
    issueTypeId: place.choices.of(held?.issueTypeIds ?? []),
    reporter: userKey(place),
    created: place.choices.of([
      '2026-01-01T09:00:00.000+0000',
      '0001-01-01T00:00:00.000+0000',
      '9999-12-31T23:59:59.999-1200',
    ]),
    fields,
    comments: [{ author: userKey(place), body: oddName(place.choices) }],
  };
}

const calls = {
  describe: get(''),
  'list tenants': () => ({ method: 'GET', path: '/tenants' }),
  'read the state': get('/state'),
  'list faults': get('/faults'),
  'remove a fault': ({ tenant, choices }) => {
    const name = choices.of([...tenant.faults.list().map((fault) => fault.id), ...oddNames]) ?? '';
    return { method: 'DELETE', path: below(tenant, `/faults/${encodeURIComponent(name)}`) };
  },
  'end all faults': ({ tenant }) => ({ method: 'DELETE', path: below(tenant, '/faults') }),
  'open a tenant': ({ choices }) => {
    const json = { name: oddName(choices), contextPath: choices.below(2) === 0 ? undefined : choices.of(contextPaths) };
    return { method: 'POST', path: '/tenants', json };
  },
  'add users': rows(({ choices }) => ({
    users: [{ key: `u${id(choices)}`, name: oddName(choices), displayName: 'Somebody', password: 'x', groups: ['g'] }],
  })),
  'add an issue': rows((place) => ({ issues: [issue(place)] })),
  'add a project': rows((place) => ({ projects: [project(place)] })),
  'add a connection': rows(({ choices }) => ({
    connections: [{ id: id(choices), name: oddName(choices), attributes: ['mail', oddName(choices)] }],
  })),
  'add a workflow': rows(({ tenant, choices }) => {
    const to = choices.of(tenant.state.tables.statuses.all())?.id;
    return {
      workflows: [{ name: oddName(choices), initial: { to }, transitions: [{ id: 5, name: 'Go', from: 'any', to }] }],
    };
  }),
  'add a template': rows(({ choices }) => ({
    templates: [{ id: id(choices), name: oddName(choices), fields: { summary: oddName(choices), description: 'x' } }],
    statuses: [{ id: id(choices), name: oddName(choices) }],
    customFields: [
      { id: id(choices), name: oddName(choices), type: choices.of(['text', 'number', 'labels', 'select']) },
    ],
  })),
  'advance the clock': post('/clock', ({ choices }) => ({
    milliseconds: choices.of([0, 1, 86_400_000, 31_536_000_000, 2 ** 45, 2 ** 47, 2 ** 53 - 1]),
  })),
  synchronize: post('/synchronize', ({ tenant, choices }) => {
    const name = choices.of(tenant.state.tables.connections.all())?.name;
    return choices.of([{}, { connection: name }, { every: 86_400_000 }, { every: null }]);
  }),
  'change a directory': post('/directory', (place) => ({
    write: [directoryUser(place)],
    remove: place.choices.below(4) === 1 ? [{ connectionId: 1, userKey: userKey(place) }] : [],
  })),
  'change a user': post('/users', (place) => ({ name: userName(place), token: `t${oddName(place.choices)}` })),
  'write properties': post('/properties', ({ choices }) => ({
    'ext.adas.rest.whitelist': choices.of(['tracker-users', '', ',,', '*', 'a'.repeat(9_000)]),
    [oddName(choices)]: oddName(choices),
  })),
  restart: post('/restart'),
  reset: post('/reset'),
  'defer work': post('/work', ({ choices }) =>
    choices.of<unknown>(['finish', 'manual', { milliseconds: 5 }, { reads: 2 }, { milliseconds: 2 ** 53 - 1 }]),
  ),
  'read the journal': ({ tenant, choices }) => ({
    method: 'GET',
    path: below(tenant, '/journal'),
    query: [['since', number(choices)]],
  }),
  'read a request': ({ tenant, choices }) => ({
    method: 'GET',
    path: below(tenant, `/journal/${encodeURIComponent(choices.of([tenant.journal.span.last, ...numbers]) ?? '')}`),
  }),
  'read a table': ({ tenant, choices }) => ({
    method: 'GET',
    path: below(
      tenant,
      `/tables/${encodeURIComponent(choices.of([...Object.keys(tenant.state.tables), ...oddNames]) ?? '')}`,
    ),
    query: choices.some([
      ['words', choices.of(['demo', 'a b c', '[object', 'x '.repeat(500), oddName(choices)]) ?? ''],
      ['offset', number(choices)],
      ['limit', number(choices)],
      ['count', choices.of(['id', 'password', 'fields', 'key', ...trickyNames]) ?? ''],
      [oddName(choices), number(choices)],
    ]),
  }),
  'list unmatched': ({ choices }) => ({ method: 'GET', path: '/unmatched', query: [['since', number(choices)]] }),
  'read an unmatched request': ({ choices }) => ({
    method: 'GET',
    path: `/unmatched/${encodeURIComponent(number(choices))}`,
  }),
} satisfies Readonly<Record<string, MakeCall>>;

/** The name of a call to the control API. */
export type ControlCallName = keyof typeof calls;

/** The name of each call to the control API. */
export const controlCallNames = Object.keys(calls) as readonly ControlCallName[];

/** A call to the control API about a tenant, for the most part one that can succeed; its path begins with `/control`. */
export function controlCall(name: ControlCallName, tenant: Tenant, choices: Choices): SensibleRequest {
  const make: MakeCall = calls[name];
  const { method, path, query = [], json } = make({ tenant, choices });
  return controlRequest(method, path, json, query);
}

/** A call that adds a fault to a tenant. */
export function addFaultCall(tenant: Tenant, fault: object): SensibleRequest {
  return controlRequest('POST', below(tenant, '/faults'), fault);
}

function controlRequest(
  method: string,
  path: string,
  json: unknown,
  query: SensibleRequest['query'] = [],
): SensibleRequest {
  return { method, segments: `/control${path}`.split('/'), query, headers: {}, json, files: undefined };
}
