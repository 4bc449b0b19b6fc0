import * as z from 'zod';
import { basePathOf, defaultBasePaths, endpoints } from '../../../contracts/index.js';
import type { Endpoint } from '../../../contracts/index.js';
import type { TableName } from '../../../fake/state/tables.js';
import type { Tenant } from '../../../fake/tenants/tenant.js';
import type { PlannedRequest } from './request.js';

export interface Call extends Endpoint {
  readonly name: string;
  readonly base: string;
}

export const calls: readonly Call[] = Object.entries<Endpoint>(endpoints).map(([name, endpoint]) => ({
  ...endpoint,
  ...{ name, base: basePathOf(endpoint.family, defaultBasePaths) },
}));

/**
 * Choices that a list of numbers makes. If the list ends, every choice is the first: a shorter list is a plainer
 * request, which is the way in which fast-check shrinks.
 */
export class Choices {
  readonly #numbers: readonly number[];
  #next = 0;

  constructor(numbers: readonly number[]) {
    this.#numbers = numbers;
  }

  below(count: number): number {
    const number = this.#numbers[this.#next] ?? 0;
    this.#next += 1;
    return count === 0 ? 0 : number % count;
  }

  of<Item>(items: readonly Item[]): Item | undefined {
    return items[this.below(items.length)];
  }

  /** Some of several things, at least one if there is any. */
  some<Item>(items: readonly Item[]): Item[] {
    const first = this.below(items.length);
    return items.slice(first, first + 1 + this.below(3));
  }
}

/** A request that fits the row of its call and, for the most part, the data of the tracker. */
export function sensibleRequest(call: Call, tenant: Tenant, choices: Choices): PlannedRequest {
  const { comments, remoteLinks } = tenant.state.tables;
  const valueFor = valuesFor(call.name, tenant, choices);
  // A part of an issue is requested below that issue.
  const parts = { commentId: comments.all(), remoteLinkId: remoteLinks.all() };
  const below = Object.entries(parts).find(([parameter]) => call.path.includes(`{${parameter}}`));
  const part = below && choices.of<{ readonly id: number; readonly issueId: number }>(below[1]);
  const path = `${call.base}${call.path}`.replace(/\{(\w+)\}/g, (_, name: string) => {
    if (part !== undefined) return String(name === below?.[0] ? part.id : part.issueId);
    return encodeURIComponent(String(valueFor(z.number(), name)));
  });
  const { method, body, query: parameters = z.object({}) } = call;
  const given = valueFor(parameters) as Readonly<Record<string, number | string | string[] | undefined>>;
  const query = Object.entries(given).flatMap(([name, value]) =>
    [value ?? []].flat().map((one): [string, string] => [name, String(one)]),
  );
  if (call.encoding === 'multipart') {
    const files = Array.from({ length: 1 + choices.below(2) }, () => 'file');
    return { method, path, query, headers: { 'x-atlassian-token': 'no-check' }, files };
  }
  if (body === undefined) return { method, path, query, headers: {} };
  const headers = { 'content-type': 'application/json' };
  return { method, path, query, headers, body: JSON.stringify(valueFor(body)) };
}

/**
 * Makes values that fit a request schema and, as far as names tell, what the tracker holds; undefined to leave one out.
 * A name is the nearest property or parameter; a body as a whole has none.
 */
function valuesFor(call: string, tenant: Tenant, choices: Choices) {
  return function valueFor(schema: z.core.$ZodType, name = ''): unknown {
    const { def } = (schema as z.core.$ZodTypes)._zod;
    if (def.type === 'optional' || def.type === 'default' || def.type === 'nullable') {
      return choices.below(4) === 0 ? undefined : valueFor(def.innerType, name);
    }
    if (def.type === 'array') return Array.from({ length: 1 + choices.below(3) }, () => valueFor(def.element, name));
    const source = sources.get(`${call}.${name}`) ?? sources.get(name);
    if (source !== undefined) {
      const value = source(tenant, choices);
      return def.type === 'string' && typeof value === 'number' ? String(value) : value;
    }
    switch (def.type) {
      case 'object':
        return Object.fromEntries(Object.entries(def.shape).map(([key, inner]) => [key, valueFor(inner, key)]));
      case 'literal':
        return choices.of(def.values);
      case 'enum':
        return choices.of(Object.values(def.entries));
      case 'boolean':
        return choices.of([false, true]);
      case 'union':
        return valueFor(choices.of(def.options) ?? z.null(), name);
      case 'string':
        return `Text ${choices.below(1_000)}`;
      case 'number':
        return choices.below(4);
      default:
        return {};
    }
  };
}

type Source = (tenant: Tenant, choices: Choices) => unknown;

/** The names of places that hold properties of the rows of tables. */
const ofRows: Readonly<Record<string, string>> = {
  'templates.id': 'templateId',
  'issueTypes.id': 'issueTypeId issueTypeIds',
  'issueTypes.name': 'issuetypeNames',
  'requestTypes.id': 'requestTypeId requestTypeIds',
  'projects.id': 'projectId',
  'projects.key': 'projectKey projectKeys project includeProjectKeys ignoreProjectKeys',
  'projects.key projects.id': 'projectIdOrKey',
  'users.name': 'usernames username lead leadUserName',
  'users.key': 'userKey userkeys',
  'users.name users.key': 'userKeyOrName',
  'issues.key issues.id': 'issueIdOrKey',
  'connections.id connections.name': 'idOrName',
  'components.id': 'componentId moveIssuesTo',
  'versions.id': 'versionId moveFixIssuesTo',
  'statuses.id': 'statusId',
  'links.id': 'linkId',
  'linkTypes.id': 'issueLinkTypeId',
  'attachments.id': 'attachmentId',
  'attachments.filename': 'filename',
};

/** Values of places, by their names, some of one call only. Without any, the place is left out. */
const fixed: Readonly<Record<string, readonly unknown[]>> = {
  ...{ transitionId: [1, 11, 21], transition: ['11', '101', '21', '31'].map((id) => ({ id })) },
  ...{ 'transitionIssue.fields': [], 'transitionIssue.update': [], 'getUser.key': [] },
  ...{ key: 'A B C D E F G H'.split(' ').map((letter) => `NEW${letter}`) },
  ...{ idFromAD: ['mail', 'mail', 'displayName', 'company'], page: [1, 2, 3], size: [1, 2, 3, 4] },
  ...{ rowIndex: [0, 1], columnIndex: [0, 1, 2], status: ['Pass', 'Fail', 'In progress', 'To do'] },
  ...{ projects: ['QA'], 'updateUsers.connectionId': ['1', '1', '2'], resolutionId: ['10000', '10001', '1'] },
  ...{ globalId: ['first', 'second'], object: [{ url: 'https://example.com', title: 'A page' }] },
  ...{ 'linkIssues.type': [{ name: 'Blocks' }, { name: 'Relates' }], requestFieldValues: [{ summary: 'A request' }] },
  ...{ visibility: [undefined, { type: 'group', value: 'tracker-users' }], update: [{}, { labels: [{ add: 'one' }] }] },
  ...{ expand: ['', 'renderedFields', 'projects.issuetypes.fields'], releaseDate: ['2026-12-01'] },
  ...{ includeInactiveUsers: ['true', 'false'], groupname: ['tracker-users', 'tracker-administrators'] },
  ...{ projectTypeKey: ['software', 'service_desk', 'business'], 'editIssue.fields': [{ summary: 'Changed' }] },
  ...{ 'getIssue.fields': ['*all'], 'searchIssues.fields': ['summary,status'], 'createSession.username': ['admin'] },
  ...{ 'searchIssuesByPost.fields': ['summary'], 'createSession.password': ['admin'] },
  jql: [
    ...['project = DEMO', 'ORDER BY created DESC', 'status != Done AND summary ~ "log" ORDER BY key', 'key = DEMO-1'],
    ...['reporter in (tess, admin) AND labels IS NOT EMPTY', '(', 'summary ~ "\\', 'project in ()', 'NOT '.repeat(150)],
    ...['cf[1] = __proto__', 'x '.repeat(2_000)],
  ],
};

/** One of these properties of a row of a table, such as `projects.key`. */
const fromRows =
  (places: string): Source =>
  ({ state }, choices) => {
    const [table = '', property = ''] = choices.of(places.split(' '))?.split('.') ?? [];
    const row = choices.of<object>(state.tables[table as TableName].all());
    return (row as Readonly<Record<string, unknown>> | undefined)?.[property];
  };

const ofTests =
  (property: 'id' | 'key', ...kinds: readonly ('testCase' | 'testCaseTemplate' | 'testPlan')[]): Source =>
  ({ state: { settings, tables } }, choices) => {
    const types = kinds.map((kind) => settings.testIssueTypes?.[kind]);
    return choices.of(tables.issues.all().filter(({ issueTypeId }) => types.includes(issueTypeId)))?.[property];
  };

const defaultsItem: Source = ({ state: { tables } }, choices) => {
  const { id = 0, key, issueTypeIds = [] } = choices.of(tables.projects.all()) ?? {};
  const requestTypes = tables.requestTypes.where('project', id);
  const types = choices.of([
    { issueTypeIds: choices.some(issueTypeIds) },
    ...requestTypes.map((type) => ({ requestTypeIds: [type.id] })),
  ]);
  return { ...choices.of([{ projectId: id }, { projectKey: key }]), ...types };
};

const plan = ofTests('key', 'testPlan');
const issueWithKey: Source = (tenant, choices) => ({ key: fromRows('issues.key')(tenant, choices) });

/** Further fields, of which an issue gets none or one of these groups. */
const further: readonly Readonly<Record<string, unknown>>[] = [
  {},
  { description: 'What is wanted, and why.', labels: ['one', 'two'], customfield_10102: 'The user is logged in.' },
  { customfield_10000: 7, customfield_10002: 2.5, customfield_10003: { value: 'Minor' } },
  { customfield_10101: { stepsRows: [{ isGroup: false, cells: ['Do it', '', 'It is done'] }] } },
  { customfield_10104: ['DEMO-1'], priority: { id: '1' }, reporter: { name: 'tess' } },
];

/** The fields of a new issue of some type in a project that has it, below a parent if the type needs one. */
const issueFields: Source = ({ state: { tables } }, choices) => {
  const project = choices.of(tables.projects.all());
  const type = choices.of((project?.issueTypeIds ?? []).flatMap((id) => tables.issueTypes.get(id) ?? []));
  const parents = tables.issues.where('project', project?.id ?? 0).filter(({ parentId }) => parentId === null);
  return {
    project: { key: project?.key },
    issuetype: { id: String(type?.id) },
    summary: `Issue ${choices.below(1_000)}`,
    ...(type?.subtask === true && { parent: { key: choices.of(parents)?.key } }),
    ...choices.of(further),
  };
};

const composed: Readonly<Record<string, Source>> = {
  defaults: defaultsItem,
  ...{ testPlanKey: plan, testPlanKeys: plan, testPlanIdOrKey: plan },
  testCaseTemplateKeys: ofTests('key', 'testCaseTemplate'),
  issueId: ofTests('id', 'testCase'),
  issueIds: ofTests('id', 'testCase', 'testCaseTemplate'),
  'updateUsers.update': ({ state: { tables } }, choices) => {
    const { userKey } = choices.of(tables.syncedUsers.where('connection', 1)) ?? {};
    return { data: [{ userKey, fields: [{ mail: `${choices.below(100)}@example.com` }] }] };
  },
  ...{ inwardIssue: issueWithKey, outwardIssue: issueWithKey, fields: issueFields },
  serviceDeskId: ({ state: { tables } }, choices) =>
    choices.of(tables.projects.all().filter(({ type }) => type === 'service_desk'))?.id,
};

const sources: ReadonlyMap<string, Source> = new Map([
  ...Object.entries(ofRows).flatMap(([places, names]) =>
    names.split(' ').map((name): [string, Source] => [name, fromRows(places)]),
  ),
  ...Object.entries(fixed).map(([name, values]): [string, Source] => [name, (_tenant, choices) => choices.of(values)]),
  ...Object.entries(composed),
]);
