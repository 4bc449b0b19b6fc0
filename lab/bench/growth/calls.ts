import type { EndpointName } from '../../../contracts/index.js';
import type { Asked } from './ask.js';

/** Calls an endpoint for what another call needs; gives the JSON of the answer. */
type Prepare = (name: EndpointName, asked: Asked) => Promise<unknown>;

/** The request to an endpoint: the same each time, or about data that is made before and not measured. */
export type Plan = Asked | ((prepare: Prepare) => Promise<Asked>);

const demo = { projectIdOrKey: 'DEMO' };
const help = { projectIdOrKey: 'HELP' };
const template = { templateId: 1472 };
const issue = { issueIdOrKey: 'DEMO-1' };
const step = { issueId: 12005, rowIndex: 0 };
const oneEntry = { defaults: [{ projectKey: 'DEMO', issueTypeIds: [10001] }] };
const oneRequestEntry = { defaults: [{ projectKey: 'HELP', requestTypeIds: [40] }] };
const inHelp = { includeProjectKeys: ['HELP'] };
const newIssue = { fields: { project: { key: 'KEEP' }, issuetype: { id: '10001' }, summary: 'Measured' } };
const newRemoteLink = { globalId: 'measured', object: { url: 'https://example.com', title: 'Measured' } };
const property = { ...issue, propertyKey: 'measured' };

let counter = 0;

function newUser() {
  counter += 1;
  return { name: `measured${counter}`, displayName: 'Measured', emailAddress: 'measured@example.com' };
}

async function newFilter(prepare: Prepare): Promise<string> {
  counter += 1;
  const body = { name: `Measured ${counter}`, jql: 'key = DEMO-1' };
  return ((await prepare('createFilter', { body })) as { id: string }).id;
}

const connectionUser = { idOrName: '100', userKeyOrName: 'user.0000500' };

const comment = partOfIssue('addComment', { body: 'Measured' }, 'commentId');
const worklog = partOfIssue('addWorklog', { timeSpent: '1h' }, 'worklogId');
const remoteLink = partOfIssue('storeRemoteLink', newRemoteLink, 'remoteLinkId');

/** The request to each endpoint of the table. The length of an answer does not depend on the amount of other data. */
export const calls: Readonly<Record<EndpointName, Plan>> = {
  listByProject: { parameters: help },
  listByProjectAndTemplate: { parameters: { ...help, ...template } },
  listByTemplate: { parameters: template },
  filterByTemplate: { parameters: template, body: { defaults: [{ projectKey: 'HELP', issueTypeIds: [10400] }] } },
  create: async (prepare) => {
    await prepare('deleteByProject', { parameters: demo });
    return { parameters: { templateId: 7 }, body: oneEntry };
  },
  deleteByTemplate: assigned({ templateId: 7 }),
  deleteSelected: async (prepare) => ({ ...(await assigned({ templateId: 7 })(prepare)), body: oneEntry }),
  deleteByProject: assigned(demo),
  deleteByProjectAndTemplate: assigned({ ...demo, templateId: 7 }),
  deleteByProjectTemplateAndIssueType: assigned({ ...demo, templateId: 7, issueTypeId: 10001 }),
  deleteByProjectTemplateAndRequestType: assigned({ ...help, templateId: 7, requestTypeId: 40 }, oneRequestEntry),
  deleteByTemplateAndIssueType: assigned({ templateId: 7, issueTypeId: 10001 }),
  deleteByTemplateAndRequestType: assigned({ templateId: 7, requestTypeId: 40 }, oneRequestEntry),
  setTransitions: { parameters: { transitionId: 1 }, body: inHelp },
  clearTransitions: { body: inHelp },

  listConnections: {},
  getUserInConnection: { parameters: connectionUser },
  getUserField: { parameters: { ...connectionUser, idFromAD: 'mail' } },
  getUserAttributes: { parameters: connectionUser },
  updateUsers: {
    body: {
      connectionId: '100',
      update: [{ data: [{ userKey: 'JIRAUSER1000500', fields: [{ title: 'Measured' }] }] }],
    },
  },
  listUsers: { query: { page: '10' } },
  listConnectionUsers: { parameters: connectionUser, query: { page: '10' } },

  setStepStatus: { body: { ...step, status: 'Pass' } },
  setStepStatuses: { body: { issueId: step.issueId, rows: [{ rowIndex: 0, status: 'Pass' }] } },
  addStepComment: async (prepare) => {
    const { id } = (await prepare('createIssue', { body: newCase() })) as { id: string };
    return { body: { issueId: id, rowIndex: 0, comment: 'Measured' } };
  },
  setStepCell: { body: { ...step, columnIndex: 0, cellValue: 'Measured' } },
  addStepAttachments: async (prepare) => {
    const { id } = (await prepare('createIssue', { body: newCase() })) as { id: string };
    return { query: { issueId: id, rowIndex: '0' } };
  },
  copyPlan: { body: { testPlanKey: 'QA-2' } },
  listTestCaseIds: { parameters: { testPlanKey: 'QA-2' } },
  listTestCaseTemplateIds: { parameters: { testPlanKey: 'QA-2' } },
  addTestCaseTemplates: async (prepare) => {
    const fields = { project: { key: 'QA' }, issuetype: { id: '10501' }, summary: 'Measured' };
    const { key } = (await prepare('createIssue', { body: { fields } })) as { key: string };
    return { body: { testPlanKeys: [key], testCaseTemplateKeys: ['QA-1'] } };
  },
  moveToNextIteration: {
    query: { testPlanIdOrKey: 'QA-2' },
    body: { nextIterationStrategy: 'all-test-cases' },
  },

  findProjects: { query: { query: 'demo' } },
  listComponentPage: { query: { projectIds: '11101' } },
  listVersionPage: { parameters: demo },
  mergeVersion: async (prepare) => {
    const { id } = (await prepare('createVersion', { body: newPart() })) as { id: string };
    const { parameters } = await part('createVersion', 'versionId')(prepare);
    return { parameters: { ...parameters, moveIssuesTo: id } };
  },
  pickUsers: { query: { query: 'admin' } },
  downloadThumbnail: attachment,
  listFavouriteFilters: {},
  createFilter: () => Promise.resolve({ body: { name: `Measured ${(counter += 1)}`, jql: 'key = DEMO-1' } }),
  getFilter: async (prepare) => ({ parameters: { filterId: await newFilter(prepare) } }),
  updateFilter: async (prepare) => ({ parameters: { filterId: await newFilter(prepare) }, body: { favourite: true } }),
  deleteFilter: async (prepare) => ({ parameters: { filterId: await newFilter(prepare) } }),
  createUser: () => Promise.resolve({ body: newUser() }),
  updateUser: { query: { username: 'tess' }, body: { displayName: 'Measured' } },
  deleteUser: async (prepare) => {
    const { name } = (await prepare('createUser', { body: newUser() })) as { name: string };
    return { query: { username: name } };
  },
  listUserAvatars: { query: { username: 'tess' } },
  listProjectAvatars: { parameters: demo },
  listSystemAvatars: { parameters: { type: 'user' } },
  showUserAvatar: {},
  showProjectAvatar: {},
  showTypeAvatar: {},
  listIssueProperties: { parameters: issue },
  setIssueProperty: { parameters: property, body: { measured: true } },
  getIssueProperty: async (prepare) => {
    await prepare('setIssueProperty', { parameters: property, body: 1 });
    return { parameters: property };
  },
  deleteIssueProperty: async (prepare) => {
    await prepare('setIssueProperty', { parameters: property, body: 1 });
    return { parameters: property };
  },

  getServerInfo: {},
  getMyself: {},
  getMyPermissions: { query: { projectKey: 'DEMO' } },
  listPermissions: {},
  listFields: {},
  getCustomFieldOption: { parameters: { optionId: 10003001 } },
  listPermissionSchemes: {},
  listSecuritySchemes: {},
  listProjectCategories: {},
  listIssueTypes: {},
  listPriorities: {},
  listStatuses: {},
  getIssueType: { parameters: { issueTypeId: 10001 } },
  getPriority: { parameters: { priorityId: 3 } },
  getStatus: { parameters: { statusIdOrName: 1 } },
  listStatusCategories: {},
  getStatusCategory: { parameters: { categoryIdOrKey: 'new' } },
  listResolutions: {},
  getResolution: { parameters: { resolutionId: 10000 } },
  listProjects: {},
  createProject: async (prepare) => {
    // Removes the project that was made before, so that the list of projects keeps its length.
    await prepare('deleteProject', { parameters: { projectIdOrKey: 'MADE' } }).catch(() => undefined);
    return { body: newProject };
  },
  listProjectTypes: {},
  getProjectType: { parameters: { projectTypeKey: 'software' } },
  getProject: { parameters: demo },
  updateProject: { parameters: demo, body: { description: 'Measured' } },
  deleteProject: async (prepare) => {
    await prepare('createProject', { body: newProject }).catch(() => undefined);
    return { parameters: { projectIdOrKey: 'MADE' } };
  },
  listProjectStatuses: { parameters: demo },
  listComponents: { parameters: demo },
  createComponent: () => Promise.resolve({ body: newPart() }),
  getComponent: part('createComponent', 'componentId'),
  updateComponent: part('createComponent', 'componentId', { description: 'Measured' }),
  deleteComponent: part('createComponent', 'componentId'),
  countIssuesOfComponent: part('createComponent', 'componentId'),
  listProjectRoles: { parameters: demo },
  getProjectRole: { parameters: { ...demo, roleId: 10002 } },
  listRoles: {},
  getRole: { parameters: { roleId: 10002 } },
  listVersions: { parameters: demo },
  createVersion: () => Promise.resolve({ body: newPart() }),
  getVersion: part('createVersion', 'versionId'),
  updateVersion: part('createVersion', 'versionId', { description: 'Measured' }),
  deleteVersion: part('createVersion', 'versionId'),
  swapVersion: part('createVersion', 'versionId', {}),
  moveVersion: part('createVersion', 'versionId', { position: 'First' }),
  countIssuesOfVersion: part('createVersion', 'versionId'),
  countUnresolvedOfVersion: part('createVersion', 'versionId'),
  getCreateMeta: { query: { projectKeys: 'DEMO' } },
  listCreateMetaIssueTypes: { parameters: demo },
  listCreateMetaFields: { parameters: { ...demo, issueTypeId: 10001 } },
  createIssue: { body: newIssue },
  bulkCreateIssues: { body: { issueUpdates: [newIssue, newIssue] } },
  getIssue: { parameters: issue },
  editIssue: { parameters: issue, body: { fields: { summary: 'Measured' } } },
  deleteIssue: made(),
  getEditMeta: { parameters: issue },
  assignIssue: made({ name: 'admin' }),
  listTransitions: { parameters: issue },
  transitionIssue: made({ transition: { id: '11' } }),
  listComments: { parameters: issue },
  addComment: made({ body: 'Measured' }),
  getComment: comment(),
  editComment: comment({ body: 'Measured again' }),
  deleteComment: comment(),
  listWorklogs: { parameters: issue },
  addWorklog: made({ timeSpent: '1h' }),
  getWorklog: worklog(),
  updateWorklog: worklog({ timeSpent: '2h' }),
  deleteWorklog: worklog(),
  listIssueWatchers: { parameters: issue },
  watchIssue: made('tess'),
  unwatchIssue: async (prepare) => ({ ...(await made()(prepare)), query: { username: 'tess' } }),
  getVotes: { parameters: issue },
  addVote: { parameters: issue },
  removeVote: async (prepare) => {
    await prepare('addVote', { parameters: issue });
    return { parameters: issue };
  },
  listRemoteLinks: { parameters: issue },
  storeRemoteLink: made(newRemoteLink),
  getRemoteLink: remoteLink(),
  updateRemoteLink: remoteLink(newRemoteLink),
  deleteRemoteLink: remoteLink(),
  deleteRemoteLinkByGlobalId: async (prepare) => ({
    ...(await remoteLink()(prepare)),
    query: { globalId: newRemoteLink.globalId },
  }),
  addAttachments: made(),
  getAttachmentSettings: {},
  getAttachment: attachment,
  deleteAttachment: attachment,
  listIssueLinkTypes: {},
  getIssueLinkType: { parameters: { issueLinkTypeId: 10000 } },
  linkIssues: async (prepare) => ({ body: await newLink(prepare) }),
  getIssueLink: link,
  deleteIssueLink: link,
  searchIssues: { query: { jql: 'project = DEMO ORDER BY created DESC' } },
  searchIssuesByPost: { body: { jql: 'key in (DEMO-1, DEMO-2)' } },
  getUser: { query: { username: 'admin' } },
  findUsers: { query: { username: 'admin' } },
  findAssignableUsers: { query: { username: 'admin', project: 'DEMO' } },
  findUsersForProjects: { query: { username: 'admin', projectKeys: 'DEMO' } },
  findUsersWithPermissions: { query: { username: 'admin', permissions: 'EDIT_ISSUES', projectKey: 'DEMO' } },
  findViewers: { query: { username: 'admin', projectKey: 'DEMO' } },
  getGroup: { query: { groupname: 'tracker-administrators' } },
  findGroups: { query: { query: 'tracker' } },
  listGroupMembers: { query: { groupname: 'tracker-users' } },

  getSession: {},
  createSession: { body: { username: 'admin', password: 'admin' } },
  deleteSession: {},

  listServiceDesks: {},
  getServiceDeskInfo: {},
  getServiceDesk: { parameters: { serviceDeskId: 11100 } },
  listRequestTypes: async (prepare) => ({ parameters: { serviceDeskId: await deskId(prepare) } }),
  createServiceRequest: async (prepare) => ({
    body: {
      serviceDeskId: await deskId(prepare),
      requestTypeId: '40',
      requestFieldValues: { summary: 'Measured' },
    },
  }),
  downloadAttachment: attachment,
};

/** Further calls of endpoints: a label, the endpoint, and the request. */
export const furtherCalls: readonly (readonly [about: string, name: EndpointName, plan: Plan])[] = [
  ['changelog', 'getIssue', { parameters: issue, query: { expand: 'changelog' } }],
  ['operations', 'getIssue', { parameters: issue, query: { expand: 'operations,versionedRepresentations' } }],
  ['everybody', 'findUsers', { query: { username: '.' } }],
  ['a common word', 'findUsers', { query: { username: 'user' } }],
  ['nobody by name', 'findAssignableUsers', { query: { project: 'DEMO' } }],
  searchFor('history', 'project = DEMO AND status changed BY tess AFTER -1d'),
  searchFor('past values', 'project = DEMO AND (status was Open OR fixVersion was EMPTY)'),
  searchFor('followers', 'project = DEMO AND (watcher = tess OR votes > 0)'),
  searchFor('work', 'project = DEMO AND (worklogAuthor = tess OR timespent > 1h)'),
  searchFor('comments', 'project = DEMO AND comment ~ Measured'),
  searchFor('links', 'issue in linkedIssues(DEMO-1)'),
  searchFor('watched issues', 'issue in watchedIssues()'),
  searchFor('versions', 'project = DEMO AND fixVersion in releasedVersions(DEMO)'),
];

function searchFor(about: string, jql: string): readonly [string, EndpointName, Plan] {
  return [`by ${about}`, 'searchIssues', { query: { jql } }];
}

const newProject = { key: 'MADE', name: 'Made to be measured', projectTypeKey: 'software', lead: 'admin' };

function newCase(): unknown {
  const stepsRows = [{ isGroup: false, cells: ['Do it', '', 'It is done'] }];
  const fields = { project: { key: 'QA' }, issuetype: { id: '10502' }, parent: { key: 'QA-2' }, summary: 'Measured' };
  return { fields: { ...fields, customfield_10101: { stepsRows } } };
}

let parts = 0;

/** A component or a version. */
function newPart(): unknown {
  parts += 1;
  return { name: `Part ${parts}`, project: 'KEEP' };
}

/** The body of a link of two issues that were just made. */
async function newLink(prepare: Prepare): Promise<unknown> {
  const make = async () => (await prepare('createIssue', { body: newIssue })) as { readonly key: string };
  const [inward, outward] = [await make(), await make()];
  return { type: { name: 'Blocks' }, inwardIssue: { key: inward.key }, outwardIssue: { key: outward.key } };
}

/** A call about a link that was just made. */
async function link(prepare: Prepare): Promise<Asked> {
  const body = (await newLink(prepare)) as { readonly inwardIssue: { readonly key: string } };
  await prepare('linkIssues', { body });
  const asked = { parameters: { issueIdOrKey: body.inwardIssue.key }, query: { fields: 'issuelinks' } };
  const { fields } = (await prepare('getIssue', asked)) as { fields: { issuelinks: readonly { id: string }[] } };
  return { parameters: { linkId: fields.issuelinks[0]?.id ?? '' } };
}

/** An entry of template 7 is there before each call. */
function assigned(parameters: Readonly<Record<string, string | number>>, body: unknown = oneEntry) {
  return async (prepare: Prepare): Promise<Asked> => {
    await prepare('create', { parameters: { templateId: 7 }, body });
    return { parameters };
  };
}

/** A call about an issue that was just made. */
function made(body?: unknown) {
  return async (prepare: Prepare): Promise<Asked> => {
    const { key } = (await prepare('createIssue', { body: newIssue })) as { key: string };
    return { parameters: { issueIdOrKey: key }, body };
  };
}

/** A call about a component or a version that was just made. */
function part(create: 'createComponent' | 'createVersion', parameter: string, body?: unknown) {
  return async (prepare: Prepare): Promise<Asked> => {
    const { id } = (await prepare(create, { body: newPart() })) as { id: string };
    return { parameters: { [parameter]: id }, body };
  };
}

/** A call about a part of an issue that was just made: a comment, logged work or a link to a page. */
function partOfIssue(create: EndpointName, sent: unknown, parameter: string) {
  return (body?: unknown) =>
    async (prepare: Prepare): Promise<Asked> => {
      const { parameters = {} } = await made()(prepare);
      const { id } = (await prepare(create, { parameters, body: sent })) as { id: string | number };
      return { parameters: { ...parameters, [parameter]: id }, body };
    };
}

async function attachment(prepare: Prepare): Promise<Asked> {
  const { parameters } = await made()(prepare);
  const [added] = (await prepare('addAttachments', { parameters: parameters ?? {} })) as { id: string }[];
  return { parameters: { attachmentId: String(added?.id), filename: 'note.png' } };
}

async function deskId(prepare: Prepare): Promise<string> {
  const { values } = (await prepare('listServiceDesks', {})) as { values: { id: string }[] };
  return String(values[0]?.id);
}
