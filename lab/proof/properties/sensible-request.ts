import type { z } from 'zod';
import { basePathOf, defaultBasePaths, endpoints } from '../../../contracts/index.js';
import type { Endpoint } from '../../../contracts/index.js';
import type { TableName } from '../../../fake/state/tables.js';
import type { Tenant } from '../../../fake/tenants/tenant.js';
import type { Choices } from '../random.js';
import type { PlannedRequest } from './request.js';

export interface Call extends Endpoint {
  readonly name: string;
  readonly base: string;
}

export const calls: readonly Call[] = Object.entries<Endpoint>(endpoints).map(([name, endpoint]) => ({
  ...endpoint,
  ...{ name, base: basePathOf(endpoint.family, defaultBasePaths) },
}));

/** A request that fits the row of its call and, for the most part, the data of the tracker. */
export function sensibleRequest(call: Call, tenant: Tenant, choices: Choices): PlannedRequest {
  const { comments, remoteLinks } = tenant.state.tables;
  const place = { call: call.name, name: '', tenant, choices };
  // A part of an issue is requested below that issue.
  const parts = { commentId: comments.all(), remoteLinkId: remoteLinks.all() };
  const below = Object.entries(parts).find(([parameter]) => call.path.includes(`{${parameter}}`));
  const part = below && choices.of<{ readonly id: number; readonly issueId: number }>(below[1]);
  const path = `${call.base}${call.path}`.replace(/\{(\w+)\}/g, (_, parameter: string) => {
    if (part !== undefined) return String(parameter === below?.[0] ? part.id : part.issueId);
    return encodeURIComponent(String(knownValue({ ...place, name: parameter })));
  });
  const { method, query, body } = call;
  const given = query === undefined ? {} : (fillSchema(query, place) as Readonly<Record<string, unknown>>);
  const pairs = Object.entries(given).flatMap(([name, value]) =>
    [value].flat().map((one) => [name, String(one)] as const),
  );
  if (call.encoding === 'multipart') {
    const files = Array.from({ length: 1 + choices.below(2) }, () => ({ part: 'file', text: 'Bytes' }));
    return { method, path, query: pairs, headers: { 'x-atlassian-token': 'no-check' }, files };
  }
  if (body === undefined) return { method, path, query: pairs, headers: {} };
  const json = JSON.stringify(fillProperty(body, place));
  return { method, path, query: pairs, headers: { 'content-type': 'application/json' }, body: json };
}

/** A value that fits a request schema and, as far as names tell, what the tracker holds; undefined to leave it out. */
function fillSchema(schema: z.core.$ZodType, place: Place): unknown {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  const { choices } = place;
  const isHere = isKnown(place);
  switch (def.type) {
    case 'optional':
    case 'default':
      return choices.below(3) === 0 ? undefined : fillSchema(def.innerType, place);
    case 'nullable':
      return fillSchema(def.innerType, place);
    case 'pipe':
      return fillSchema(def.out, place);
    case 'undefined':
      return undefined;
    case 'object': {
      const properties = Object.entries(def.shape).map(
        ([name, inner]) => [name, fillProperty(inner, { ...place, name })] as const,
      );
      return Object.fromEntries(properties.filter(([, value]) => value !== undefined));
    }
    case 'array':
      return Array.from({ length: 1 + choices.below(3) }, () => fillSchema(def.element, place));
    case 'literal':
      return choices.of(def.values);
    case 'enum':
      return choices.of(Object.values(def.entries));
    case 'boolean':
      return choices.below(2) === 1;
    case 'union':
      return isHere
        ? knownValue(place)
        : fillSchema(def.options[choices.below(def.options.length)] as z.ZodType, place);
    case 'string': {
      const value = isHere ? knownValue(place) : `Text ${choices.below(100)}`;
      return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
    }
    case 'number':
      return isHere ? knownValue(place) : choices.below(100);
    default:
      return {};
  }
}

/** Lists and objects that have a value as a whole are not put together from their parts. */
function fillProperty(schema: z.core.$ZodType, place: Place): unknown {
  const whole = isKnown(place, true) || (isWhole(schema) && isKnown(place));
  return whole ? knownValue(place) : fillSchema(schema, place);
}

function isWhole(schema: z.core.$ZodType): boolean {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === 'optional' || def.type === 'default' || def.type === 'nullable') return isWhole(def.innerType);
  return def.type === 'record' || def.type === 'object' || (def.type === 'array' && isWhole(def.element));
}

type Source = (tenant: Tenant, choices: Choices) => unknown;

/** Places that mean a property of the rows of a table, by their names; some names are of one call only. */
const ofRows: Readonly<Record<string, string>> = {
  'templates.id': 'templateId',
  'issueTypes.id': 'issueTypeId issueTypeIds',
  'issueTypes.name': 'issuetypeNames',
  'requestTypes.id': 'requestTypeId requestTypeIds',
  'projects.id': 'projectId',
  'projects.key': 'projectKey projectKeys project includeProjectKeys ignoreProjectKeys',
  'users.name': 'usernames username lead leadUserName',
  'users.key': 'userKey userkeys',
  'issues.id': 'issueId',
  'connections.id': 'connectionId',
  'components.id': 'componentId moveIssuesTo',
  'versions.id': 'versionId moveFixIssuesTo',
  'statuses.id': 'statusId',
  'links.id': 'linkId',
  'linkTypes.id': 'issueLinkTypeId',
  'attachments.id': 'attachmentId',
  'attachments.filename': 'filename',
};

const few = [0, 1, 2, 3];
const numbered = (word: string) => Array.from({ length: 1_000 }, (_, index) => `${word} ${index}`);

/** Values of places, by their names, whatever the tracker holds; without any, the place is left out. */
const fixed: Readonly<Record<string, readonly unknown[]>> = {
  ...{ transitionId: [1, 11, 21], transition: ['11', '101', '21', '31'].map((id) => ({ id })) },
  ...{ 'listTransitions.transitionId': ['11', '21'], 'transitionIssue.fields': [], 'transitionIssue.update': [] },
  ...{ key: 'A B C D E F G H'.split(' ').map((letter) => `NEW${letter}`), 'getUser.key': [] },
  ...{ name: numbered('Name'), body: numbered('Text'), idFromAD: ['mail', 'mail', 'displayName', 'company'] },
  ...{ page: [1, 2, 3], size: [1, 2, 3, 4], startAt: few, maxResults: few, start: few, limit: few },
  ...{ rowIndex: [0, 1], columnIndex: [0, 1, 2], status: ['Pass', 'Fail', 'In progress', 'To do'] },
  ...{ nextIterationStrategy: ['all-test-cases'], projects: ['QA'], 'updateUsers.connectionId': ['1', '1', '2'] },
  ...{ priorityId: few, resolutionId: ['10000', '10001', '1'] },
  ...{ globalId: ['first', 'second'], object: [{ url: 'https://example.com', title: 'A page' }] },
  ...{ application: [{ type: 'wiki', name: 'Wiki' }], type: [{ name: 'Blocks' }, { name: 'Relates' }] },
  ...{ releaseDate: ['2026-12-01'], requestFieldValues: [{ summary: 'A request' }] },
  ...{ visibility: [undefined, { type: 'group', value: 'tracker-users' }], update: [{}, { labels: [{ add: 'one' }] }] },
  ...{ expand: ['', 'renderedFields', 'projects.issuetypes.fields'] },
  ...{ includeInactiveUsers: ['true', 'false'], groupname: ['tracker-users', 'tracker-administrators'] },
  ...{ projectTypeKey: ['software', 'service_desk', 'business'], 'editIssue.fields': [{ summary: 'Changed' }] },
  ...{ 'searchIssues.fields': ['summary,status'], 'searchIssuesByPost.fields': [['summary']] },
  ...{ 'getIssue.fields': ['*all'], 'createSession.username': ['admin'], 'createSession.password': ['admin'] },
};

/** One of these properties of a row of a table, such as `projects.key`. */
const fromRows =
  (...places: readonly string[]): Source =>
  ({ state }, choices) => {
    const [table = '', property = ''] = choices.of(places)?.split('.') ?? [];
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
  const project = choices.of(tables.projects.all());
  if (project === undefined) return {};
  const named = choices.of([{ projectId: project.id }, { projectKey: project.key }]);
  const requestTypes = tables.requestTypes.where('project', project.id).map(({ id }) => id);
  const ofRequests = requestTypes.length > 0 && choices.below(2) === 1;
  return ofRequests
    ? { ...named, requestTypeIds: choices.some(requestTypes) }
    : { ...named, issueTypeIds: choices.some(project.issueTypeIds) };
};

const plan = ofTests('key', 'testPlan');
const issueWithKey: Source = (tenant, choices) => ({ key: fromRows('issues.key')(tenant, choices) });

/** Values of further fields, of which an issue gets none or one. */
const further: readonly Readonly<Record<string, unknown>>[] = [
  {},
  { description: 'What is wanted, and why.', labels: ['one', 'two'] },
  { customfield_10000: 7, customfield_10002: 2.5, customfield_10003: { value: 'Minor' } },
  { customfield_10101: { stepsRows: [{ isGroup: false, cells: ['Do it', '', 'It is done'] }] } },
  { customfield_10102: 'The user is logged in.' },
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
  defaults: (tenant, choices) => Array.from({ length: 1 + choices.below(3) }, () => defaultsItem(tenant, choices)),
  projectIdOrKey: fromRows('projects.key', 'projects.id'),
  idOrName: fromRows('connections.id', 'connections.name'),
  userKeyOrName: fromRows('users.name', 'users.key'),
  issueIdOrKey: fromRows('issues.key', 'issues.id'),
  ...{ testPlanKey: plan, testPlanKeys: plan, testPlanIdOrKey: plan },
  testCaseTemplateKeys: ofTests('key', 'testCaseTemplate'),
  issueIds: ofTests('id', 'testCase', 'testCaseTemplate'),
  'updateUsers.update': ({ state: { tables } }, choices) => {
    const { userKey } = choices.of(tables.syncedUsers.where('connection', 1)) ?? {};
    return [{ data: [{ userKey, fields: [{ mail: `${choices.below(100)}@example.com` }] }] }];
  },
  ...{ inwardIssue: issueWithKey, outwardIssue: issueWithKey, fields: issueFields },
  serviceDeskId: ({ state: { tables } }, choices) =>
    choices.of(tables.projects.all().filter(({ type }) => type === 'service_desk'))?.id,
  jql: (tenant, choices) =>
    choices.of([
      `project = ${String(fromRows('projects.key')(tenant, choices))}`,
      'ORDER BY created DESC',
      'status != Done AND summary ~ "log" ORDER BY key',
      'reporter in (tess, admin) AND labels IS NOT EMPTY',
      `key = ${String(fromRows('issues.key')(tenant, choices))}`,
      ...['(', 'summary ~ "\\', 'project in ()', 'NOT '.repeat(150), 'cf[1] = __proto__', 'x '.repeat(2_000)],
    ]),
};

const ofSteps = 'setStepStatus setStepStatuses setStepCell addStepComment addStepAttachments'.split(' ');

const sources: ReadonlyMap<string, Source> = new Map([
  ...ofSteps.map((call): [string, Source] => [`${call}.issueId`, ofTests('id', 'testCase')]),
  ...Object.entries(ofRows).flatMap(([place, names]) =>
    names.split(' ').map((name): [string, Source] => [name, fromRows(place)]),
  ),
  ...Object.entries(fixed).map(([name, values]): [string, Source] => [name, (_tenant, choices) => choices.of(values)]),
  ...Object.entries(composed),
]);

/** The place that a value is made for: a call, and the nearest property or parameter; empty for a body as a whole. */
interface Place {
  readonly call: string;
  readonly name: string;
  readonly tenant: Tenant;
  readonly choices: Choices;
}

/** Whether a place has sensible values, or only in this call. */
function isKnown({ call, name }: Place, onlyHere = false): boolean {
  return sources.has(`${call}.${name}`) || (!onlyHere && sources.has(name));
}

function knownValue({ call, name, tenant, choices }: Place): unknown {
  return (sources.get(`${call}.${name}`) ?? sources.get(name))?.(tenant, choices);
}
