import * as z from 'zod';
import { catalogueEndpoints, rowsWith } from '../endpoints/endpoint.js';
import * as bodies from './bodies.js';

/** What rows of the tracker's own API share: most carry no rule of the three documents. */
const own = { section: "The tracker's own REST API, version 2", rules: [], scope: 'own' } as const;

const { calls, reads } = rowsWith(own);

/** Rows that answer callers without a login too, with what everybody may see. */
const { calls: openCalls, reads: openReads } = rowsWith({ ...own, open: true });

const [string, int, boolean] = [z.string(), z.int(), z.boolean()];

const rows = z.array(z.looseObject({ name: string }));

const text = string.optional();

/** An id in a request: clients send it as text or as a number. */
const idLike = z.union([string, z.number()]);

const count = z.coerce.number().int().min(0);

/** How many elements a page has at most; as many as the tracker gives if it is negative. */
const limit = z.coerce.number().int();

const paging = { startAt: count.optional(), maxResults: limit.optional() };

const servicePaging = z.object({ start: count.optional(), limit: count.optional() });

const changesIssue = { changes: [{ kind: 'issue', parameter: 'issueIdOrKey' }] } as const;

/** The places in the body of an issue that name other issues, which change with it, and its project. */
const besideIssue = [
  { kind: 'issue', property: 'fields.parent' },
  { kind: 'issue', property: 'update.parent.set' },
  { kind: 'issue', property: 'update.issuelinks.add.inwardIssue' },
  { kind: 'issue', property: 'update.issuelinks.add.outwardIssue' },
  { kind: 'new issue', property: 'fields.project' },
  { kind: 'new issue', property: 'update.project.set' },
] as const;

const changesIssueByBody = { changes: [...changesIssue.changes, ...besideIssue] } as const;

const changesNamedProject = {
  changes: [
    { kind: 'whole project', property: 'project' },
    { kind: 'whole project', property: 'projectId' },
  ],
} as const;

const issueReference = z.object({ id: idLike.optional(), key: text });

function texts<const Name extends string>(...names: readonly Name[]) {
  return Object.fromEntries(names.map((name) => [name, text])) as Record<Name, typeof text>;
}

const changedFields = {
  fields: bodies.issueFieldsSchema.optional(),
  update: bodies.issueUpdateOperationsSchema.optional(),
};

/** A comment: its text. That only some may see it is not served. */
const commentBody = z.object({ body: string.nullish(), visibility: z.null().optional() });

const comment = { query: z.object({ expand: text }), response: bodies.commentSchema } as const;

const writtenComment = { ...comment, body: commentBody, ...changesIssue } as const;

const remoteLinkBody = z.object({
  /** The id by which a link is found again. */
  globalId: string.max(255).optional(),
  application: z.object({ type: string.nullish(), name: string.nullish() }).optional(),
  relationship: text,
  object: z.looseObject({ url: text, title: text, summary: string.nullish() }).optional(),
});

/** What requests to create and to change a component share. The lead is a user's name; an empty text takes it away. */
const componentDetails = texts('name', 'description', 'leadUserName');

/** The endpoints of the tracker's own API that the documents and their clients lean on. */
export const trackerEndpoints = catalogueEndpoints('tracker', {
  // Who and what the tracker is, and what its issues are described by.
  getServerInfo: openReads('/serverInfo', { response: bodies.serverInfoSchema }),
  getMyself: reads('/myself', { response: bodies.userSchema }),
  getMyPermissions: openReads('/mypermissions', {
    query: z.object({ projectKey: text }),
    response: z.looseObject({
      permissions: z.record(string, z.looseObject({ key: string, havePermission: boolean })),
    }),
  }),
  listFields: reads('/field', { response: z.array(bodies.fieldSchema) }),
  // What Debian's python3-jira reads before it creates a project.
  listPermissionSchemes: reads('/permissionscheme', { response: z.looseObject({ permissionSchemes: rows }) }),
  listSecuritySchemes: reads('/issuesecurityschemes', { response: z.looseObject({ issueSecuritySchemes: rows }) }),
  listProjectCategories: reads('/projectCategory', { response: rows }),
  listIssueTypes: reads('/issuetype', { response: z.array(bodies.issueTypeSchema) }),
  listPriorities: reads('/priority', { response: z.array(bodies.namedSchema) }),
  listStatuses: reads('/status', { response: z.array(bodies.namedSchema) }),
  getIssueType: reads('/issuetype/{issueTypeId}', { response: bodies.issueTypeSchema }),
  getPriority: reads('/priority/{priorityId}', { response: bodies.namedSchema }),
  getStatus: reads('/status/{statusId}', { response: bodies.namedSchema }),
  listResolutions: reads('/resolution', { response: z.array(bodies.namedSchema) }),
  getResolution: reads('/resolution/{resolutionId}', { response: bodies.namedSchema }),
  // Projects, with their versions and components.
  listProjects: openReads('/project', { response: z.array(bodies.projectSummarySchema) }),
  createProject: calls('POST', '/project', {
    body: z.object(texts('key', 'name', 'projectTypeKey', 'description', 'lead')),
    response: z.looseObject({ id: int, key: string, self: string }),
    // If the key is taken, the call is about the project that has it.
    changes: [{ kind: 'whole project', property: 'key' }],
    makes: { kind: 'made project' },
  }),
  getProject: openReads('/project/{projectIdOrKey}', { response: bodies.projectSchema }),
  deleteProject: calls('DELETE', '/project/{projectIdOrKey}', {
    changes: [{ kind: 'whole project', parameter: 'projectIdOrKey' }],
  }),
  listProjectStatuses: openReads('/project/{projectIdOrKey}/statuses', {
    response: z.array(bodies.issueTypeSchema.extend({ statuses: z.array(bodies.namedSchema) })),
  }),
  listVersions: reads('/project/{projectIdOrKey}/versions', { response: z.array(bodies.versionSchema) }),
  createVersion: calls('POST', '/version', {
    body: z.object({
      ...texts('name', 'description', 'project'),
      ...{ archived: boolean.optional(), released: boolean.optional(), projectId: int.optional() },
      /** A day, as in 2026-11-21. */
      releaseDate: string.nullish(),
    }),
    response: bodies.versionSchema,
    ...changesNamedProject,
  }),
  getVersion: reads('/version/{versionId}', { response: bodies.versionSchema }),
  deleteVersion: calls('DELETE', '/version/{versionId}', {
    query: z.object({ moveFixIssuesTo: text }),
    changes: [
      { kind: 'version', parameter: 'versionId' },
      { kind: 'version', query: 'moveFixIssuesTo' },
    ],
  }),
  listComponents: openReads('/project/{projectIdOrKey}/components', { response: z.array(bodies.componentSchema) }),
  createComponent: calls('POST', '/component', {
    body: z.object({ ...componentDetails, project: text, projectId: int.optional() }),
    response: bodies.componentSchema,
    ...changesNamedProject,
  }),
  getComponent: reads('/component/{componentId}', { response: bodies.componentSchema }),
  updateComponent: calls('PUT', '/component/{componentId}', {
    body: z.object(componentDetails),
    response: bodies.componentSchema,
    changes: [{ kind: 'component', parameter: 'componentId' }],
  }),
  deleteComponent: calls('DELETE', '/component/{componentId}', {
    query: z.object({ moveIssuesTo: text }),
    changes: [
      { kind: 'component', parameter: 'componentId' },
      { kind: 'component', query: 'moveIssuesTo' },
    ],
  }),
  // Issues, what is attached to them, links and searches.
  getCreateMeta: reads('/issue/createmeta', {
    query: z.object(texts('projectKeys', 'issuetypeNames', 'expand')),
    response: bodies.createMetaSchema,
  }),
  listCreateMetaIssueTypes: reads('/issue/createmeta/{projectIdOrKey}/issuetypes', {
    query: z.object(paging),
    response: bodies.pageSchemaOf(bodies.issueTypeSchema),
  }),
  listCreateMetaFields: reads('/issue/createmeta/{projectIdOrKey}/issuetypes/{issueTypeId}', {
    query: z.object(paging),
    response: bodies.createMetaFieldsSchema,
  }),
  createIssue: calls('POST', '/issue', {
    body: bodies.createIssueRequestSchema,
    response: bodies.createdIssueSchema,
    rules: [
      ...(['DT-37', 'DT-38', 'DT-39', 'DT-40', 'DT-N14', 'DT-N15'] as const),
      ...(['TM-08', 'TM-09', 'TM-10', 'TM-11', 'TM-12', 'TM-15'] as const),
    ],
    changes: besideIssue,
    makes: { kind: 'issue' },
  }),
  bulkCreateIssues: calls('POST', '/issue/bulk', {
    body: z.object({ issueUpdates: z.array(bodies.createIssueRequestSchema) }),
    response: bodies.bulkCreatedIssuesSchema,
    changes: besideIssue.map((change) => ({ ...change, property: `issueUpdates.${change.property}` })),
    makes: { kind: 'issue', property: 'issues' },
  }),
  getIssue: openReads('/issue/{issueIdOrKey}', {
    query: z.object({ fields: text, expand: text }),
    response: bodies.issueSchema,
  }),
  editIssue: calls('PUT', '/issue/{issueIdOrKey}', {
    body: z.object(changedFields),
    rules: ['TM-13', 'TM-14', 'TM-35'],
    ...changesIssueByBody,
  }),
  assignIssue: calls('PUT', '/issue/{issueIdOrKey}/assignee', {
    body: z.object({ name: string.nullish(), key: text }),
    ...changesIssue,
  }),
  deleteIssue: calls('DELETE', '/issue/{issueIdOrKey}', { query: z.object({ deleteSubtasks: text }), ...changesIssue }),
  listTransitions: openReads('/issue/{issueIdOrKey}/transitions', {
    response: z.looseObject({
      transitions: z.array(z.looseObject({ id: string, name: string, to: bodies.namedSchema })),
    }),
  }),
  transitionIssue: calls('POST', '/issue/{issueIdOrKey}/transitions', {
    body: z.object({ transition: z.object({ id: idLike.nullish() }).nullish(), ...changedFields }),
    rules: ['TM-35'],
    ...changesIssueByBody,
  }),
  listComments: openReads('/issue/{issueIdOrKey}/comment', {
    query: z.object({ ...paging, expand: text }),
    response: bodies.partOf('comments', bodies.commentSchema),
  }),
  addComment: calls('POST', '/issue/{issueIdOrKey}/comment', writtenComment),
  getComment: openReads('/issue/{issueIdOrKey}/comment/{commentId}', comment),
  editComment: calls('PUT', '/issue/{issueIdOrKey}/comment/{commentId}', writtenComment),
  deleteComment: calls('DELETE', '/issue/{issueIdOrKey}/comment/{commentId}', { ...changesIssue }),
  listRemoteLinks: openReads('/issue/{issueIdOrKey}/remotelink', { response: z.array(bodies.remoteLinkSchema) }),
  storeRemoteLink: calls('POST', '/issue/{issueIdOrKey}/remotelink', {
    body: remoteLinkBody,
    response: z.looseObject({ id: int, self: string }),
    ...changesIssue,
  }),
  deleteRemoteLinkByGlobalId: calls('DELETE', '/issue/{issueIdOrKey}/remotelink', {
    query: z.object({ globalId: string }),
    ...changesIssue,
  }),
  getRemoteLink: reads('/issue/{issueIdOrKey}/remotelink/{remoteLinkId}', { response: bodies.remoteLinkSchema }),
  updateRemoteLink: calls('PUT', '/issue/{issueIdOrKey}/remotelink/{remoteLinkId}', {
    body: remoteLinkBody,
    ...changesIssue,
  }),
  deleteRemoteLink: calls('DELETE', '/issue/{issueIdOrKey}/remotelink/{remoteLinkId}', { ...changesIssue }),
  listIssueLinkTypes: reads('/issueLinkType', {
    response: z.looseObject({ issueLinkTypes: z.array(bodies.issueLinkTypeSchema) }),
  }),
  getIssueLinkType: reads('/issueLinkType/{issueLinkTypeId}', { response: bodies.issueLinkTypeSchema }),
  linkIssues: calls('POST', '/issueLink', {
    body: z.object({
      type: z.object({ id: idLike.optional(), name: text }),
      inwardIssue: issueReference,
      outwardIssue: issueReference,
      comment: commentBody.nullish(),
    }),
    changes: [
      { kind: 'issue', property: 'inwardIssue' },
      { kind: 'issue', property: 'outwardIssue' },
    ],
  }),
  getIssueLink: reads('/issueLink/{linkId}', { response: bodies.issueLinkSchema }),
  deleteIssueLink: calls('DELETE', '/issueLink/{linkId}', { changes: [{ kind: 'issue link', parameter: 'linkId' }] }),
  addAttachments: calls('POST', '/issue/{issueIdOrKey}/attachments', {
    encoding: 'multipart',
    response: z.array(bodies.attachmentSchema),
    ...changesIssue,
    makes: { kind: 'attachment' },
  }),
  getAttachmentSettings: reads('/attachment/meta', { response: z.looseObject({ enabled: boolean, uploadLimit: int }) }),
  getAttachment: openReads('/attachment/{attachmentId}', { response: bodies.attachmentSchema }),
  deleteAttachment: calls('DELETE', '/attachment/{attachmentId}', {
    changes: [{ kind: 'attachment', parameter: 'attachmentId' }],
  }),
  searchIssues: openReads('/search', {
    query: z.object({ jql: text, fields: text, expand: text, validateQuery: text, ...paging }),
    response: bodies.partOf('issues', bodies.issueSchema),
  }),
  searchIssuesByPost: openCalls('POST', '/search', {
    body: z.object({
      jql: string.default(''),
      startAt: int.min(0).default(0),
      maxResults: int.default(50),
      fields: z.array(string).optional(),
      expand: z.union([string, z.array(string)]).optional(),
      /** `strict` and true refuse names in the JQL that the tracker does not know. Any other value ignores such names. */
      validateQuery: z.union([boolean, string]).optional(),
    }),
    response: bodies.partOf('issues', bodies.issueSchema),
    scope: 'read',
  }),
  // Users and groups.
  getUser: reads('/user', {
    query: z.object({ username: text, key: text }),
    response: bodies.userSchema,
    rules: ['AD-27'],
  }),
  findUsers: reads('/user/search', {
    query: z.object({ username: text, ...paging }),
    response: z.array(bodies.userSchema),
  }),
  findAssignableUsers: reads('/user/assignable/search', {
    query: z.object({ username: text, project: text, ...paging }),
    response: z.array(bodies.userSchema),
  }),
  getGroup: reads('/group', {
    query: z.object({ groupname: text, expand: text }),
    response: z.looseObject({ name: string, users: z.looseObject({ size: int }) }),
  }),
  findGroups: reads('/groups/picker', {
    query: z.object({ query: text, maxResults: limit.optional() }),
    response: z.looseObject({ groups: rows }),
  }),
  listGroupMembers: reads('/group/member', {
    query: z.object({ groupname: text, includeInactiveUsers: text, ...paging }),
    response: bodies.pageSchemaOf(bodies.userSchema),
    rules: ['AD-26'],
  }),
});

/** The service-desk endpoints that the documents lean on: its request types, and raising a request. */
export const serviceDeskEndpoints = catalogueEndpoints('service-desk', {
  listServiceDesks: reads('/servicedesk', {
    query: servicePaging,
    response: bodies.servicePageOf(bodies.serviceDeskSchema),
  }),
  getServiceDesk: reads('/servicedesk/{serviceDeskId}', { response: bodies.serviceDeskSchema }),
  listRequestTypes: reads('/servicedesk/{serviceDeskId}/requesttype', {
    query: servicePaging,
    response: bodies.servicePageOf(
      z.looseObject({ id: string, name: string, issueTypeId: string, serviceDeskId: string }),
    ),
  }),
  createServiceRequest: calls('POST', '/request', {
    body: z.object({
      serviceDeskId: idLike,
      requestTypeId: idLike,
      requestFieldValues: bodies.issueFieldsSchema.default({}),
    }),
    response: bodies.createdServiceRequestSchema,
    rules: ['DT-37'],
    changes: [{ kind: 'service desk', property: 'serviceDeskId' }],
    makes: { kind: 'issue' },
  }),
});

/** The tracker's paths that are no REST resources. */
export const secureEndpoints = catalogueEndpoints('secure', {
  downloadAttachment: openReads('/attachment/{attachmentId}/{filename}'),
});

/** Login sessions, which a cookie stands for. */
export const authEndpoints = catalogueEndpoints('auth', {
  getSession: openReads('/session', {
    response: z.looseObject({ self: string, name: string, loginInfo: bodies.loginInfoSchema }),
  }),
  createSession: openCalls('POST', '/session', {
    body: z.object({ username: string, password: string }),
    response: z.looseObject({
      session: z.looseObject({ name: string, value: string }),
      loginInfo: bodies.loginInfoSchema,
    }),
    scope: 'read',
    holdsCredentials: true,
  }),
  deleteSession: calls('DELETE', '/session', { scope: 'read' }),
});

/** The endpoints of the tracker's own API, its service desk and sessions included: the fixture `issues`. */
export const ownApiEndpoints: typeof trackerEndpoints &
  typeof serviceDeskEndpoints &
  typeof secureEndpoints &
  typeof authEndpoints = { ...trackerEndpoints, ...serviceDeskEndpoints, ...secureEndpoints, ...authEndpoints };

/** The rows of the tracker's own API. Editors show its name in place of all rows. */
export interface TrackerEndpoints extends Readonly<typeof ownApiEndpoints> {}
