import { pictureId } from './populated-world.js';
import type { State } from '../../../fake/state/state.js';

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

  /** A whole number from 0 to one less than `count`. */
  below(count: number): number {
    const number = this.#numbers[this.#next] ?? 0;
    this.#next += 1;
    return count === 0 ? 0 : number % count;
  }

  /** One of several things; undefined if there is none. */
  of<Item>(items: readonly Item[]): Item | undefined {
    return items[this.below(items.length)];
  }

  /** Some of several things, at least one if there is any. */
  some<Item>(items: readonly Item[]): Item[] {
    const first = this.below(items.length);
    return items.slice(first, first + 1 + this.below(3));
  }
}

const steps = {
  stepsRows: [
    { isGroup: true, cells: ['A group'] },
    { isGroup: false, cells: ['Do it', '', 'It is done'] },
  ],
};

/** Values of further fields, of which an issue gets none or one. */
const further: readonly Readonly<Record<string, unknown>>[] = [
  {},
  { description: 'What is wanted, and why.' },
  { labels: ['one', 'two'] },
  { customfield_10000: 7 },
  { customfield_10002: 2.5 },
  { customfield_10003: { value: 'Minor' } },
  { customfield_10101: steps },
  { customfield_10102: 'Somebody is logged in.' },
  { customfield_10104: ['DEMO-1'] },
  { priority: { id: '1' }, reporter: { name: 'tess' } },
];

/** The fields of a new issue of some type in a project that has it, below a parent if the type needs one. */
export function issueFields(state: State, choices: Choices): Readonly<Record<string, unknown>> {
  const { projects, issueTypes, issues } = state.tables;
  const project = choices.of(projects.all());
  const types = (project?.issueTypeIds ?? []).flatMap((id) => issueTypes.get(id) ?? []);
  const type = choices.of(types);
  const parents = issues.where('project', project?.id ?? 0).filter(({ parentId }) => parentId === null);
  return {
    project: choices.below(2) === 0 ? { key: project?.key } : { id: String(project?.id) },
    issuetype: choices.below(2) === 0 ? { id: String(type?.id) } : { name: type?.name },
    summary: `Issue ${choices.below(1_000)}`,
    ...(type?.subtask === true && { parent: { key: choices.of(parents)?.key } }),
    ...choices.of(further),
  };
}

type Source = (state: State, choices: Choices) => unknown;

const projects = ({ tables }: State) => tables.projects.all();
const issues = ({ tables }: State) => tables.issues.all();

/** The issues of a kind that test management knows. */
function testIssues(state: State, kind: keyof NonNullable<State['settings']['testIssueTypes']>) {
  const type = state.settings.testIssueTypes?.[kind];
  return issues(state).filter(({ issueTypeId }) => issueTypeId === type);
}

const planKey: Source = (state, choices) => choices.of(testIssues(state, 'testPlan'))?.key;
const templateKey: Source = (state, choices) => choices.of(testIssues(state, 'testCaseTemplate'))?.key;
const projectKey: Source = (state, choices) => choices.of(projects(state))?.key;
const projectId: Source = (state, choices) => choices.of(projects(state))?.id;
const issueKey: Source = (state, choices) => choices.of(issues(state))?.key;
const userName: Source = ({ tables }, choices) => choices.of(tables.users.all())?.name;
const issueTypeId: Source = ({ tables }, choices) => choices.of(tables.issueTypes.all())?.id;
const requestTypeId: Source = ({ tables }, choices) => choices.of(tables.requestTypes.all())?.id;
const number: Source = (_state, choices) => choices.below(4);

/** An issue that has steps with statuses. */
const stepsIssue: Source = (state, choices) => choices.of(testIssues(state, 'testCase'))?.id;

/** One item of `defaults` with types that its project has. */
const defaultsItem: Source = (state, choices) => {
  const project = choices.of(projects(state));
  if (project === undefined) return {};
  const named = choices.below(2) === 0 ? { projectId: project.id } : { projectKey: project.key };
  const requestTypes = state.tables.requestTypes.where('project', project.id).map(({ id }) => id);
  const ofRequests = requestTypes.length > 0 && choices.below(2) === 1;
  return ofRequests
    ? { ...named, requestTypeIds: choices.some(requestTypes) }
    : { ...named, issueTypeIds: choices.some(project.issueTypeIds) };
};

/** New values of a user that a connection knows. */
const update: Source = ({ tables }, choices) => {
  const { userKey } = choices.of(tables.syncedUsers.where('connection', 1)) ?? {};
  return { data: [{ userKey, fields: [{ mail: `${choices.below(100)}@example.com` }] }] };
};

/** Operations on the fields of an issue; few requests have any. */
const operations: Source = (_state, choices) =>
  choices.below(4) === 1 ? { labels: [{ add: `label-${choices.below(5)}` }] } : {};

/** Sensible values of parameters and properties by their names. They come from the rows of the tracker. */
const sources: Readonly<Record<string, Source>> = {
  defaults: (state, choices) => Array.from({ length: 1 + choices.below(3) }, () => defaultsItem(state, choices)),
  update: (state, choices) => [update(state, choices)],
  projectIdOrKey: (state, choices) => (choices.below(2) === 0 ? projectKey(state, choices) : projectId(state, choices)),
  templateId: ({ tables }, choices) => choices.of(tables.templates.all())?.id,
  issueTypeId,
  issueTypeIds: issueTypeId,
  issuetypeIds: issueTypeId,
  issuetypeNames: ({ tables }, choices) => choices.of(tables.issueTypes.all())?.name,
  requestTypeId,
  requestTypeIds: requestTypeId,
  transitionId: (_state, choices) => choices.of([1, 11, 21]),
  transition: (_state, choices) => ({ id: choices.of(['11', '101', '21', '31']) }),
  includeProjectKeys: projectKey,
  ignoreProjectKeys: projectKey,
  idOrName: ({ tables }, choices) => {
    const connection = choices.of(tables.connections.all());
    return choices.below(2) === 0 ? connection?.id : connection?.name;
  },
  connectionId: ({ tables }, choices) => String(choices.of(tables.connections.all())?.id),
  userKeyOrName: ({ tables }, choices) => {
    const user = choices.of(tables.users.all());
    return choices.below(2) === 0 ? user?.name : user?.key;
  },
  userKey: ({ tables }, choices) => choices.of(tables.users.all())?.key,
  userkeys: ({ tables }, choices) => choices.of(tables.users.all())?.key,
  key: (_state, choices) => `NEW${'ABCDEFGH'[choices.below(8)] ?? ''}`,
  idFromAD: (_state, choices) => choices.of(['mail', 'mail', 'displayName', 'company']),
  usernames: userName,
  username: userName,
  lead: userName,
  leadUserName: userName,
  page: (_state, choices) => 1 + choices.below(3),
  size: (_state, choices) => 1 + choices.below(4),
  issueId: (state, choices) => choices.of(issues(state))?.id,
  issueIds: (state, choices) =>
    choices.of([...testIssues(state, 'testCase'), ...testIssues(state, 'testCaseTemplate')])?.id,
  issueIdOrKey: (state, choices) => {
    const issue = choices.of(issues(state));
    return choices.below(2) === 0 ? issue?.key : issue?.id;
  },
  issueKey,
  rowIndex: (_state, choices) => choices.below(2),
  columnIndex: (_state, choices) => choices.below(3),
  status: (_state, choices) => choices.of(['Pass', 'Fail', 'In progress', 'To do']),
  testPlanKey: planKey,
  testPlanKeys: planKey,
  testPlanIdOrKey: planKey,
  nextIterationStrategy: () => 'all-test-cases',
  testCaseTemplateKeys: templateKey,
  projects: () => 'QA',
  projectId,
  projectKey,
  project: projectKey,
  projectKeys: projectKey,
  projectIds: projectId,
  componentId: ({ tables }, choices) => choices.of(tables.components.all())?.id,
  priorityId: ({ tables }, choices) => choices.of(tables.priorities.all())?.id,
  statusIdOrName: ({ tables }, choices) => choices.of(tables.statuses.all())?.id,
  categoryIdOrKey: (_state, choices) => choices.of(['2', 'new', 'done']),
  optionId: (_state, choices) => choices.of(['10003001', '10003002', '1']),
  globalId: (_state, choices) => choices.of(['first', 'second']),
  object: () => ({ url: 'https://example.com', title: 'A page' }),
  application: () => ({ type: 'wiki', name: 'Wiki' }),
  timeSpent: (_state, choices) => choices.of(['1h', '30m', '1d 2h']),
  timeSpentSeconds: (_state, choices) => 60 * (1 + choices.below(100)),
  started: () => '2026-11-21T14:05:09.000+0000',
  adjustEstimate: (_state, choices) => choices.of(['auto', 'leave', 'new', 'manual']),
  newEstimate: () => '2h',
  reduceBy: () => '1h',
  increaseBy: () => '1h',
  permissions: (_state, choices) => choices.of(['BROWSE_PROJECTS', 'EDIT_ISSUES,ADD_COMMENTS']),
  position: (_state, choices) => choices.of(['First', 'Earlier', 'Later', 'Last']),
  after: ({ tables }, choices) => `/version/${String(choices.of(tables.versions.all())?.id)}`,
  moveIssuesTo: ({ tables }, choices) => choices.of(tables.components.all())?.id,
  moveFixIssuesTo: ({ tables }, choices) => choices.of(tables.versions.all())?.id,
  moveAffectedIssuesTo: ({ tables }, choices) => choices.of(tables.versions.all())?.id,
  resolutionId: ({ tables }, choices) => choices.of(tables.resolutions.all())?.id,
  roleId: (_state, choices) => choices.of(['10002', '10100']),
  type: (_state, choices) => ({ name: choices.of(['Blocks', 'Relates']) }),
  inwardIssue: (state, choices) => ({ key: issueKey(state, choices) }),
  outwardIssue: (state, choices) => ({ key: issueKey(state, choices) }),
  linkId: ({ tables }, choices) => choices.of(tables.links.all())?.id,
  startDate: () => '2026-11-21',
  releaseDate: () => '2026-12-01',
  userStartDate: () => undefined,
  userReleaseDate: () => undefined,
  visibility: (_state, choices) => (choices.below(4) === 1 ? { type: 'group', value: 'tracker-users' } : undefined),
  filterId: ({ tables }, choices) => choices.of(tables.filters.all())?.id,
  propertyKey: (_state, choices) => choices.of(['first', 'second']),
  versionId: ({ tables }, choices) => choices.of(tables.versions.all())?.id,
  issueLinkTypeId: ({ tables }, choices) => choices.of(tables.linkTypes.all())?.id,
  attachmentId: ({ tables }, choices) => choices.of(tables.attachments.all())?.id,
  filename: ({ tables }, choices) => choices.of(tables.attachments.all())?.filename,
  name: (_state, choices) => `Name ${choices.below(1_000)}`,
  body: (_state, choices) => `Text ${choices.below(1_000)}`,
  jql: (state, choices) =>
    choices.of([
      `project = ${String(projectKey(state, choices))}`,
      'ORDER BY created DESC',
      'status != Done AND summary ~ "log" ORDER BY key',
      'reporter in (tess, admin) AND labels IS NOT EMPTY',
      `key = ${String(issueKey(state, choices))}`,
    ]),
  fields: (state, choices) => issueFields(state, choices),
  requestFieldValues: () => ({ summary: 'A request' }),
  expand: (_state, choices) => choices.of(['', 'transitions.fields', 'projects.issuetypes.fields']),
  orderBy: (_state, choices) => choices.of(['created', '-created']),
  includeInactiveUsers: (_state, choices) => choices.of(['true', 'false']),
  groupname: (_state, choices) => choices.of(['tracker-users', 'tracker-administrators']),
  serviceDeskId: (state, choices) => choices.of(projects(state).filter(({ type }) => type === 'service_desk'))?.id,
  projectTypeKey: (_state, choices) => choices.of(['software', 'service_desk', 'business']),
  projectTemplateKey: () => undefined,
  startAt: number,
  maxResults: number,
  start: number,
  limit: number,
};

/** Places that mean something else in one endpoint than elsewhere. */
const ofEndpoint: Readonly<Record<string, Source>> = {
  'editIssue.fields': (_state, choices) => ({ summary: `Changed ${choices.below(100)}` }),
  'transitionIssue.fields': () => undefined,
  'searchIssues.fields': () => 'summary,status',
  'searchIssuesByPost.fields': () => 'summary',
  'getIssue.fields': () => '*all',
  'createIssue.update': operations,
  'editIssue.update': operations,
  'bulkCreateIssues.update': operations,
  'transitionIssue.update': () => undefined,
  'setStepStatus.issueId': stepsIssue,
  'setStepStatuses.issueId': stepsIssue,
  'setStepCell.issueId': stepsIssue,
  'addStepComment.issueId': stepsIssue,
  'addStepAttachments.issueId': stepsIssue,
  'updateUsers.connectionId': (_state, choices) => choices.of(['1', '1', '2', 'Corporate AD']),
  'createSession.username': () => 'admin',
  'createSession.password': () => 'admin',
  'getUser.key': () => undefined,
  'updateUser.key': () => undefined,
  'deleteUser.key': () => undefined,
  'listSystemAvatars.type': (_state, choices) => choices.of(['project', 'user']),
  'mergeVersion.moveIssuesTo': ({ tables }, choices) => choices.of(tables.versions.all())?.id,
  'downloadThumbnail.attachmentId': () => pictureId,
  'downloadThumbnail.filename': () => 'a picture.png',
  'listTransitions.transitionId': (_state, choices) => choices.of(['11', '21']),
};

/** Whether this place has a value of its own. */
export function isKnown(endpoint: string, name: string): boolean {
  return Object.hasOwn(ofEndpoint, `${endpoint}.${name}`) || Object.hasOwn(sources, name);
}

/** A value that makes sense in this place of a request to the tracker as it is. */
export function knownValue(endpoint: string, name: string, state: State, choices: Choices): unknown {
  const source = ofEndpoint[`${endpoint}.${name}`] ?? sources[name];
  return source?.(state, choices);
}
