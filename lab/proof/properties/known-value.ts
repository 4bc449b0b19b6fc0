import type { TableName } from '../../../fake/state/tables.js';
import type { Tenant } from '../../../fake/tenants/tenant.js';
import type { Choices } from '../random.js';
import { additions, issueFields } from './additions.js';
import { trickyNames } from './mutation.js';
import {} from './worlds.js';

type Source = (tenant: Tenant, choices: Choices) => unknown;

/** Places that mean a property of the rows of a table, by their names; some names are of one call only. */
const ofRows: readonly (readonly [table: TableName, property: string, names: string])[] = [
  ['templates', 'id', 'templateId'],
  ['issueTypes', 'id', 'issueTypeId issueTypeIds issuetypeIds'],
  ['issueTypes', 'name', 'issuetypeNames'],
  ['requestTypes', 'id', 'requestTypeId requestTypeIds'],
  ['projects', 'id', 'projectId projectIds'],
  ['projects', 'key', 'projectKey projectKeys project includeProjectKeys ignoreProjectKeys'],
  ['users', 'name', 'usernames username lead leadUserName changeUser.name'],
  ['users', 'key', 'userKey userkeys'],
  ['issues', 'id', 'issueId'],
  ['issues', 'key', 'issueKey'],
  ['connections', 'id', 'connectionId'],
  ['connections', 'name', 'synchronize.connection'],
  ['components', 'id', 'componentId moveIssuesTo'],
  ['versions', 'id', 'versionId moveFixIssuesTo moveAffectedIssuesTo'],
  ['priorities', 'id', 'priorityId'],
  ['statuses', 'id', 'statusIdOrName'],
  ['resolutions', 'id', 'resolutionId'],
  ['links', 'id', 'linkId'],
  ['linkTypes', 'id', 'issueLinkTypeId'],
  ['attachments', 'id', 'attachmentId'],
  ['attachments', 'filename', 'filename'],
];

/** Names and numbers that the control API has to cope with. */
const oddNames = [
  ...['a', 'a-b_c.d', '.', '..', '...', '-', 'control', 'rest', 'ä', 'a b', 'a/b', '%2F', 'a%00', '🙂', ' ', '\n'],
  ...['a'.repeat(200), 'a'.repeat(201), 'a'.repeat(9_000), ...trickyNames],
];
const oddNumbers = [0, 1, 2, 20, -1, 1.5, 999, 1_000, 1_001, 2 ** 31, 2 ** 53, 1e21, '1e3', '0x10', ' 1', '', 'x', '١'];
const times = [0, 1, 86_400_000, 31_536_000_000, 2 ** 45, 2 ** 47, 2 ** 53 - 1];
const few = [0, 1, 2, 3];
const numbered = (word: string) => Array.from({ length: 1_000 }, (_, index) => `${word} ${index}`);

/** Values of places, by their names, whatever the tracker holds; without any, the place is left out. */
const fixed: Readonly<Record<string, readonly unknown[]>> = {
  transitionId: [1, 11, 21],
  transition: ['11', '101', '21', '31'].map((id) => ({ id })),
  key: 'A B C D E F G H'.split(' ').map((letter) => `NEW${letter}`),
  name: numbered('Name'),
  body: numbered('Text'),
  idFromAD: ['mail', 'mail', 'displayName', 'company'],
  page: [1, 2, 3],
  size: [1, 2, 3, 4],
  startAt: few,
  maxResults: few,
  start: few,
  limit: few,
  rowIndex: [0, 1],
  columnIndex: [0, 1, 2],
  status: ['Pass', 'Fail', 'In progress', 'To do'],
  nextIterationStrategy: ['all-test-cases'],
  projects: ['QA'],
  globalId: ['first', 'second'],
  object: [{ url: 'https://example.com', title: 'A page' }],
  application: [{ type: 'wiki', name: 'Wiki' }],
  type: [{ name: 'Blocks' }, { name: 'Relates' }],
  startDate: ['2026-11-21'],
  releaseDate: ['2026-12-01'],
  requestFieldValues: [{ summary: 'A request' }],
  expand: ['', 'transitions.fields', 'projects.issuetypes.fields'],
  includeInactiveUsers: ['true', 'false'],
  groupname: ['tracker-users', 'tracker-administrators'],
  projectTypeKey: ['software', 'service_desk', 'business'],
  projectTemplateKey: [],
  update: [{}, { labels: [{ add: 'label-1' }] }, {}, {}],
  'editIssue.fields': [{ summary: 'Changed' }],
  'transitionIssue.fields': [],
  'transitionIssue.update': [],
  'searchIssues.fields': ['summary,status'],
  'searchIssuesByPost.fields': [['summary']],
  'getIssue.fields': ['*all'],
  'updateUsers.connectionId': ['1', '1', '2', 'Corporate AD'],
  'createSession.username': ['admin'],
  'createSession.password': ['admin'],
  'getUser.key': [],
  'openTenant.name': oddNames,
  'openTenant.contextPath': [
    ...[undefined, '', '/', '/a', '/a/b', '/..', '/.', '/a/../b', '/control', '/rest', '/%2e', '/~', 'a', '/a/'],
  ],
  'openTenant.world': [],
  'openTenant.assumptions': [],
  'openTenant.faults': [],
  'changeUser.token': oddNames.map((name) => `t${name}`),
  'setProperties.': oddNames.map((name) => ({ 'ext.adas.rest.whitelist': name, [name]: name })),
  'advanceClock.milliseconds': times,
  'setWork.milliseconds': times,
  every: [86_400_000, null],
  'changeUser.password': [],
  'changeUser.active': [],
  'readTable.words': [undefined, 'demo', 'a b c', '[object', 'x '.repeat(500), ...oddNames],
  'readTable.count': [undefined, 'id', 'password', 'fields', 'key', ...trickyNames],
  offset: oddNumbers,
  'readTable.limit': [undefined, ...oddNumbers],
  since: oddNumbers,
  'addFault.status': [200, 201, 204, 304, 400, 429, 500, 503, 599],
  'addFault.milliseconds': [0, 1, 3, { from: 0, to: 3 }],
  'addFault.headers': [undefined, { 'X-A': '' }, { 'Retry-After': '1' }, { 'set-cookie': '\t x' }, { 'X-A': 'é' }],
  'addFault.body': [undefined, undefined, '', 'text', '\0\ud800', '{'],
  'addFault.json': [undefined, undefined, null, {}, [{ id: 1 }]],
  'addFault.count': [undefined, 1, 2, 3],
  'addFault.share': [undefined, 0.01, 0.5, 1],
  'addFault.at': [0, 0.5, 0.99],
  'addFault.pieces': [2, 3, 5],
  'addFault.pause': [0, 1],
};

/** Pieces of patterns of paths: runs of wildcards, and special characters of regular expressions. */
const pieces = [
  ...['*', '**', '***', '/', '/*', '/**/', 'a', 'rest', '/rest/api/2/', '/rest/**', 'search', 'issue', 's*', '*h'],
  ...['.', '?', '%', '%2F', '\\', '[a-z]+', '(', '$', 'é', '\0', '__proto__', 'a'.repeat(200)],
];

const pattern: Source = (_tenant, choices) =>
  `/${Array.from({ length: choices.below(12) }, () => choices.of(pieces)).join('')}`;

/** Nothing, a value or several, as a fault selects requests. */
const selecting =
  (one: Source): Source =>
  (tenant, choices) =>
    [undefined, one(tenant, choices), [one(tenant, choices), one(tenant, choices)]][choices.below(3)];

const among =
  (values: readonly unknown[]): Source =>
  (_tenant, choices) =>
    choices.of(values);

const fromRows =
  (table: TableName, property: string): Source =>
  ({ state }, choices) =>
    (choices.of<object>(state.tables[table].all()) as Readonly<Record<string, unknown>> | undefined)?.[property];

const either =
  (table: TableName, [first, second]: readonly [string, string]): Source =>
  (tenant, choices) =>
    fromRows(table, choices.below(2) === 0 ? first : second)(tenant, choices);

/** The property of an issue of one of the kinds that test management knows. */
const ofTests =
  (property: 'id' | 'key', ...kinds: readonly ('testCase' | 'testCaseTemplate' | 'testPlan')[]): Source =>
  ({ state: { settings, tables } }, choices) => {
    const types = kinds.map((kind) => settings.testIssueTypes?.[kind]);
    return choices.of(tables.issues.all().filter(({ issueTypeId }) => types.includes(issueTypeId)))?.[property];
  };

/** One item of `defaults` with types that its project has. */
const defaultsItem: Source = ({ state: { tables } }, choices) => {
  const project = choices.of(tables.projects.all());
  if (project === undefined) return {};
  const named = choices.below(2) === 0 ? { projectId: project.id } : { projectKey: project.key };
  const requestTypes = tables.requestTypes.where('project', project.id).map(({ id }) => id);
  const ofRequests = requestTypes.length > 0 && choices.below(2) === 1;
  return ofRequests
    ? { ...named, requestTypeIds: choices.some(requestTypes) }
    : { ...named, issueTypeIds: choices.some(project.issueTypeIds) };
};

/** A user of a directory, with a value for each of some attributes that the connection has. */
const directoryUser: Source = ({ state: { tables } }, choices) => {
  const connection = choices.of(tables.connections.all());
  const attributes = choices.some(connection?.attributes ?? []);
  return {
    connectionId: connection?.id,
    userKey: choices.of(tables.users.all())?.key,
    values: Object.fromEntries(attributes.map((name) => [name, choices.of(oddNames)])),
  };
};

const issueWithKey: Source = (tenant, choices) => ({ key: fromRows('issues', 'key')(tenant, choices) });

/** Places whose values are made of several parts. */
const composed: Readonly<Record<string, Source>> = {
  defaults: (tenant, choices) => Array.from({ length: 1 + choices.below(3) }, () => defaultsItem(tenant, choices)),
  projectIdOrKey: either('projects', ['key', 'id']),
  idOrName: either('connections', ['id', 'name']),
  userKeyOrName: either('users', ['name', 'key']),
  issueIdOrKey: either('issues', ['key', 'id']),
  issueIds: ofTests('id', 'testCase', 'testCaseTemplate'),
  testPlanKey: ofTests('key', 'testPlan'),
  testPlanKeys: ofTests('key', 'testPlan'),
  testPlanIdOrKey: ofTests('key', 'testPlan'),
  testCaseTemplateKeys: ofTests('key', 'testCaseTemplate'),
  'setStepStatus.issueId': ofTests('id', 'testCase'),
  'setStepStatuses.issueId': ofTests('id', 'testCase'),
  'setStepCell.issueId': ofTests('id', 'testCase'),
  'addStepComment.issueId': ofTests('id', 'testCase'),
  'addStepAttachments.issueId': ofTests('id', 'testCase'),
  'updateUsers.update': ({ state: { tables } }, choices) => {
    const { userKey } = choices.of(tables.syncedUsers.where('connection', 1)) ?? {};
    return [{ data: [{ userKey, fields: [{ mail: `${choices.below(100)}@example.com` }] }] }];
  },
  inwardIssue: issueWithKey,
  outwardIssue: issueWithKey,
  serviceDeskId: ({ state: { tables } }, choices) =>
    choices.of(tables.projects.all().filter(({ type }) => type === 'service_desk'))?.id,
  jql: (tenant, choices) =>
    choices.of([
      `project = ${String(fromRows('projects', 'key')(tenant, choices))}`,
      'ORDER BY created DESC',
      'status != Done AND summary ~ "log" ORDER BY key',
      'reporter in (tess, admin) AND labels IS NOT EMPTY',
      `key = ${String(fromRows('issues', 'key')(tenant, choices))}`,
    ]),
  fields: issueFields,
  tenant: ({ name }) => name,
  table: ({ state }, choices) => choices.of([...Object.keys(state.tables), ...oddNames]),
  fault: ({ faults }, choices) => choices.of([...faults.list().map(({ id }) => id), ...oddNames]),
  request: ({ journal }, choices) => (choices.below(2) === 0 ? journal.span.last : choices.of(oddNumbers)),
  'readUnmatchedRequest.request': (_tenant, choices) => (choices.below(4) > 0 ? 1 : choices.of(oddNumbers)),
  'changeDirectory.write': (tenant, choices) => [directoryUser(tenant, choices)],
  'changeDirectory.remove': (tenant, choices) =>
    choices.below(4) === 1 ? [{ connectionId: 1, userKey: fromRows('users', 'key')(tenant, choices) }] : [],
  'addRows.': (tenant, choices) => choices.of(additions)?.(tenant, choices, () => choices.of(oddNames) ?? ''),
  'addFault.method': selecting(among(['GET', 'POST', 'PUT', 'DELETE', 'HEAD'])),
  'addFault.endpoint': selecting(among(['searchIssues', 'createIssue', 'listByProject', 'listConnections'])),
  'addFault.path': selecting(pattern),
  'addFault.caller': selecting(among(['admin', 'tess', null, '__proto__'])),
};

const sources: ReadonlyMap<string, Source> = new Map([
  ...ofRows.flatMap(([table, property, names]) =>
    names.split(' ').map((name): [string, Source] => [name, fromRows(table, property)]),
  ),
  ...Object.entries(fixed).map(([name, values]): [string, Source] => [name, among(values)]),
  ...Object.entries(composed),
]);

/** Whether a place has sensible values, or only in this call. */
export function isKnown(call: string, name: string, onlyHere = false): boolean {
  return sources.has(`${call}.${name}`) || (!onlyHere && sources.has(name));
}

/** A value that makes sense in this place of a request to the tracker as it is; undefined if none does. */
export function knownValue(call: string, name: string, tenant: Tenant, choices: Choices): unknown {
  return (sources.get(`${call}.${name}`) ?? sources.get(name))?.(tenant, choices);
}
