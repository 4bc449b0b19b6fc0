import type { TableName } from '../../../fake/state/tables.js';
import type { Tenant } from '../../../fake/tenants/tenant.js';
import type { Choices } from '../random.js';

type Source = (tenant: Tenant, choices: Choices) => unknown;

/** Places that mean a property of the rows of a table, by their names; some names are of one call only. */
const ofRows: readonly (readonly [table: TableName, property: string, names: string])[] = [
  ...([
    ['templates', 'id', 'templateId'],
    ['issueTypes', 'id', 'issueTypeId issueTypeIds issuetypeIds'],
  ] as const),
  ...([
    ['issueTypes', 'name', 'issuetypeNames'],
    ['requestTypes', 'id', 'requestTypeId requestTypeIds'],
  ] as const),
  ['projects', 'id', 'projectId projectIds'],
  ['projects', 'key', 'projectKey projectKeys project includeProjectKeys ignoreProjectKeys'],
  ...([
    ['users', 'name', 'usernames username lead leadUserName'],
    ['users', 'key', 'userKey userkeys'],
  ] as const),
  ...([
    ['issues', 'id', 'issueId'],
    ['issues', 'key', 'issueKey'],
    ['connections', 'id', 'connectionId'],
  ] as const),
  ['components', 'id', 'componentId moveIssuesTo'],
  ...([
    ['versions', 'id', 'versionId moveFixIssuesTo moveAffectedIssuesTo'],
    ['statuses', 'id', 'statusIdOrName'],
  ] as const),
  ...([
    ['links', 'id', 'linkId'],
    ['linkTypes', 'id', 'issueLinkTypeId'],
    ['attachments', 'id', 'attachmentId'],
  ] as const),
  ['attachments', 'filename', 'filename'],
];

const few = [0, 1, 2, 3];
const numbered = (word: string) => Array.from({ length: 1_000 }, (_, index) => `${word} ${index}`);

/** Values of places, by their names, whatever the tracker holds; without any, the place is left out. */
const fixed: Readonly<Record<string, readonly unknown[]>> = {
  ...{ transitionId: [1, 11, 21], transition: ['11', '101', '21', '31'].map((id) => ({ id })) },
  ...{ 'listTransitions.transitionId': ['11', '21'], 'transitionIssue.fields': [], 'transitionIssue.update': [] },
  ...{ key: 'A B C D E F G H'.split(' ').map((letter) => `NEW${letter}`), 'getUser.key': [], projectTemplateKey: [] },
  ...{ name: numbered('Name'), body: numbered('Text'), idFromAD: ['mail', 'mail', 'displayName', 'company'] },
  ...{ page: [1, 2, 3], size: [1, 2, 3, 4], startAt: few, maxResults: few, start: few, limit: few },
  ...{ rowIndex: [0, 1], columnIndex: [0, 1, 2], status: ['Pass', 'Fail', 'In progress', 'To do'] },
  ...{ nextIterationStrategy: ['all-test-cases'], projects: ['QA'], 'updateUsers.connectionId': ['1', '1', '2'] },
  ...{ priorityId: few, resolutionId: ['10000', '10001', '1'] },
  ...{ globalId: ['first', 'second'], object: [{ url: 'https://example.com', title: 'A page' }] },
  ...{ application: [{ type: 'wiki', name: 'Wiki' }], type: [{ name: 'Blocks' }, { name: 'Relates' }] },
  ...{ startDate: ['2026-11-21'], releaseDate: ['2026-12-01'], requestFieldValues: [{ summary: 'A request' }] },
  ...{ visibility: [undefined, { type: 'group', value: 'tracker-users' }], update: [{}, { labels: [{ add: 'one' }] }] },
  ...{ expand: ['', 'transitions.fields', 'projects.issuetypes.fields'], orderBy: ['created', '-created'] },
  ...{ includeInactiveUsers: ['true', 'false'], groupname: ['tracker-users', 'tracker-administrators'] },
  ...{ projectTypeKey: ['software', 'service_desk', 'business'], 'editIssue.fields': [{ summary: 'Changed' }] },
  ...{ 'searchIssues.fields': ['summary,status'], 'searchIssuesByPost.fields': [['summary']] },
  ...{ 'getIssue.fields': ['*all'], 'createSession.username': ['admin'], 'createSession.password': ['admin'] },
};

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
  const named = choices.of([{ projectId: project.id }, { projectKey: project.key }]);
  const requestTypes = tables.requestTypes.where('project', project.id).map(({ id }) => id);
  const ofRequests = requestTypes.length > 0 && choices.below(2) === 1;
  return ofRequests
    ? { ...named, requestTypeIds: choices.some(requestTypes) }
    : { ...named, issueTypeIds: choices.some(project.issueTypeIds) };
};

const plan = ofTests('key', 'testPlan');
const issueWithKey: Source = (tenant, choices) => ({ key: fromRows('issues', 'key')(tenant, choices) });

/** Values of further fields, of which an issue gets none or one. */
const further: readonly Readonly<Record<string, unknown>>[] = [
  {},
  { description: 'What is wanted, and why.', labels: ['one', 'two'] },
  { customfield_10000: 7, customfield_10002: 2.5, customfield_10003: { value: 'Minor' } },
  { customfield_10101: { stepsRows: [{ isGroup: false, cells: ['Do it', '', 'It is done'] }] } },
  { customfield_10102: 'Somebody is logged in.' },
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

/** Places whose values are made of several parts. */
const composed: Readonly<Record<string, Source>> = {
  defaults: (tenant, choices) => Array.from({ length: 1 + choices.below(3) }, () => defaultsItem(tenant, choices)),
  ...{ projectIdOrKey: either('projects', ['key', 'id']), idOrName: either('connections', ['id', 'name']) },
  ...{ userKeyOrName: either('users', ['name', 'key']), issueIdOrKey: either('issues', ['key', 'id']) },
  ...{ testPlanKey: plan, testPlanKeys: plan, testPlanIdOrKey: plan },
  ...{
    testCaseTemplateKeys: ofTests('key', 'testCaseTemplate'),
    issueIds: ofTests('id', 'testCase', 'testCaseTemplate'),
  },
  'updateUsers.update': ({ state: { tables } }, choices) => {
    const { userKey } = choices.of(tables.syncedUsers.where('connection', 1)) ?? {};
    return [{ data: [{ userKey, fields: [{ mail: `${choices.below(100)}@example.com` }] }] }];
  },
  ...{ inwardIssue: issueWithKey, outwardIssue: issueWithKey, fields: issueFields },
  serviceDeskId: ({ state: { tables } }, choices) =>
    choices.of(tables.projects.all().filter(({ type }) => type === 'service_desk'))?.id,
  jql: (tenant, choices) =>
    choices.of([
      `project = ${String(fromRows('projects', 'key')(tenant, choices))}`,
      'ORDER BY created DESC',
      'status != Done AND summary ~ "log" ORDER BY key',
      'reporter in (tess, admin) AND labels IS NOT EMPTY',
      `key = ${String(fromRows('issues', 'key')(tenant, choices))}`,
      ...['(', 'summary ~ "\\', 'project in ()', 'NOT '.repeat(150), 'cf[1] = __proto__', 'x '.repeat(2_000)],
    ]),
};

const ofSteps = 'setStepStatus setStepStatuses setStepCell addStepComment addStepAttachments'.split(' ');

const sources: ReadonlyMap<string, Source> = new Map([
  ...ofSteps.map((call): [string, Source] => [`${call}.issueId`, ofTests('id', 'testCase')]),
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
