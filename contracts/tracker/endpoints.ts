import * as z from 'zod';
import { catalogueEndpoints } from '../endpoints/catalogue-endpoints.js';
import {
  bulkCreateIssuesRequestSchema,
  commentRequestSchema,
  createComponentRequestSchema,
  createIssueRequestSchema,
  createProjectRequestSchema,
  createServiceRequestSchema,
  createSessionRequestSchema,
  editIssueRequestSchema,
  searchRequestSchema,
  transitionIssueRequestSchema,
  updateComponentRequestSchema,
} from './requests.js';
import * as answers from './responses.js';

const section = "The tracker's own REST API, version 2";

/** A row of the tracker's own API: it carries no rule of the three documents. */
const own = { section, rules: [] } as const;

const text = z.string().optional();
const count = z.coerce.number().int().min(0);
const paging = { startAt: count.optional(), maxResults: count.optional() };
const issueView = z.object({ fields: text, expand: text });

/** The endpoints of the tracker's own API that the documents and their clients lean on. */
export const trackerEndpoints = catalogueEndpoints('tracker', {
  getServerInfo: { ...own, method: 'GET', path: '/serverInfo', response: answers.serverInfoSchema, scope: 'read' },
  getMyself: { ...own, method: 'GET', path: '/myself', response: answers.userSchema, scope: 'read' },
  getMyPermissions: {
    ...own,
    method: 'GET',
    path: '/mypermissions',
    query: z.object({ projectKey: text, projectId: text, issueKey: text, issueId: text }),
    response: answers.myPermissionsSchema,
    scope: 'read',
  },
  listFields: { ...own, method: 'GET', path: '/field', response: z.array(answers.fieldSchema), scope: 'read' },
  listIssueTypes: {
    ...own,
    method: 'GET',
    path: '/issuetype',
    response: z.array(answers.issueTypeSchema),
    scope: 'read',
  },
  listPriorities: {
    ...own,
    method: 'GET',
    path: '/priority',
    response: z.array(answers.prioritySchema),
    scope: 'read',
  },
  listStatuses: { ...own, method: 'GET', path: '/status', response: z.array(answers.statusSchema), scope: 'read' },
  listProjects: {
    ...own,
    method: 'GET',
    path: '/project',
    response: z.array(answers.projectSummarySchema),
    scope: 'read',
  },
  createProject: {
    ...own,
    method: 'POST',
    path: '/project',
    body: createProjectRequestSchema,
    response: answers.createdProjectSchema,
    scope: 'own',
  },
  getProject: {
    ...own,
    method: 'GET',
    path: '/project/{projectIdOrKey}',
    response: answers.projectSchema,
    scope: 'read',
  },
  deleteProject: { ...own, method: 'DELETE', path: '/project/{projectIdOrKey}', scope: 'own' },
  listProjectStatuses: {
    ...own,
    method: 'GET',
    path: '/project/{projectIdOrKey}/statuses',
    response: z.array(answers.issueTypeStatusesSchema),
    scope: 'read',
  },
  listComponents: {
    ...own,
    method: 'GET',
    path: '/project/{projectIdOrKey}/components',
    response: z.array(answers.componentSchema),
    scope: 'read',
  },
  createComponent: {
    ...own,
    method: 'POST',
    path: '/component',
    body: createComponentRequestSchema,
    response: answers.componentSchema,
    scope: 'own',
  },
  getComponent: {
    ...own,
    method: 'GET',
    path: '/component/{componentId}',
    response: answers.componentSchema,
    scope: 'read',
  },
  updateComponent: {
    ...own,
    method: 'PUT',
    path: '/component/{componentId}',
    body: updateComponentRequestSchema,
    response: answers.componentSchema,
    scope: 'own',
  },
  deleteComponent: { ...own, method: 'DELETE', path: '/component/{componentId}', scope: 'own' },
  getCreateMeta: {
    ...own,
    method: 'GET',
    path: '/issue/createmeta',
    query: z.object({ projectKeys: text, projectIds: text, issuetypeIds: text, issuetypeNames: text, expand: text }),
    response: answers.createMetaSchema,
    scope: 'read',
  },
  listCreateMetaIssueTypes: {
    ...own,
    method: 'GET',
    path: '/issue/createmeta/{projectIdOrKey}/issuetypes',
    query: z.object(paging),
    response: answers.createMetaIssueTypesSchema,
    scope: 'read',
  },
  listCreateMetaFields: {
    ...own,
    method: 'GET',
    path: '/issue/createmeta/{projectIdOrKey}/issuetypes/{issueTypeId}',
    query: z.object(paging),
    response: answers.createMetaFieldsSchema,
    scope: 'read',
  },
  createIssue: {
    ...own,
    method: 'POST',
    path: '/issue',
    body: createIssueRequestSchema,
    response: answers.createdIssueSchema,
    rules: [
      'DT-37',
      'DT-38',
      'DT-39',
      'DT-40',
      'DT-N14',
      'DT-N15',
      'TM-08',
      'TM-09',
      'TM-10',
      'TM-11',
      'TM-12',
      'TM-15',
    ],
    scope: 'own',
  },
  bulkCreateIssues: {
    ...own,
    method: 'POST',
    path: '/issue/bulk',
    body: bulkCreateIssuesRequestSchema,
    response: answers.bulkCreatedIssuesSchema,
    scope: 'own',
  },
  getIssue: {
    ...own,
    method: 'GET',
    path: '/issue/{issueIdOrKey}',
    query: issueView,
    response: answers.issueSchema,
    scope: 'read',
  },
  editIssue: {
    ...own,
    method: 'PUT',
    path: '/issue/{issueIdOrKey}',
    body: editIssueRequestSchema,
    rules: ['TM-13', 'TM-14', 'TM-35'],
    scope: 'own',
  },
  deleteIssue: {
    ...own,
    method: 'DELETE',
    path: '/issue/{issueIdOrKey}',
    query: z.object({ deleteSubtasks: z.enum(['true', 'false']).optional() }),
    scope: 'own',
  },
  listTransitions: {
    ...own,
    method: 'GET',
    path: '/issue/{issueIdOrKey}/transitions',
    query: z.object({ transitionId: text, expand: text }),
    response: answers.transitionsSchema,
    scope: 'read',
  },
  transitionIssue: {
    ...own,
    method: 'POST',
    path: '/issue/{issueIdOrKey}/transitions',
    body: transitionIssueRequestSchema,
    rules: ['TM-35'],
    scope: 'own',
  },
  listComments: {
    ...own,
    method: 'GET',
    path: '/issue/{issueIdOrKey}/comment',
    query: z.object({ ...paging, orderBy: text }),
    response: answers.commentsSchema,
    scope: 'read',
  },
  addComment: {
    ...own,
    method: 'POST',
    path: '/issue/{issueIdOrKey}/comment',
    body: commentRequestSchema,
    response: answers.commentSchema,
    scope: 'own',
  },
  getComment: {
    ...own,
    method: 'GET',
    path: '/issue/{issueIdOrKey}/comment/{commentId}',
    response: answers.commentSchema,
    scope: 'read',
  },
  editComment: {
    ...own,
    method: 'PUT',
    path: '/issue/{issueIdOrKey}/comment/{commentId}',
    body: commentRequestSchema,
    response: answers.commentSchema,
    scope: 'own',
  },
  deleteComment: { ...own, method: 'DELETE', path: '/issue/{issueIdOrKey}/comment/{commentId}', scope: 'own' },
  addAttachments: {
    ...own,
    method: 'POST',
    path: '/issue/{issueIdOrKey}/attachments',
    encoding: 'multipart',
    response: answers.attachmentsSchema,
    scope: 'own',
  },
  getAttachment: {
    ...own,
    method: 'GET',
    path: '/attachment/{attachmentId}',
    response: answers.attachmentSchema,
    scope: 'read',
  },
  deleteAttachment: { ...own, method: 'DELETE', path: '/attachment/{attachmentId}', scope: 'own' },
  searchIssues: {
    ...own,
    method: 'GET',
    path: '/search',
    query: z.object({ jql: text, fields: text, expand: text, validateQuery: text, ...paging }),
    response: answers.searchResultSchema,
    scope: 'read',
  },
  searchIssuesByPost: {
    ...own,
    method: 'POST',
    path: '/search',
    body: searchRequestSchema,
    response: answers.searchResultSchema,
    scope: 'read',
  },
  getUser: {
    ...own,
    method: 'GET',
    path: '/user',
    query: z.object({ username: text, key: text }),
    response: answers.userSchema,
    rules: ['AD-27'],
    scope: 'read',
  },
  listGroupMembers: {
    ...own,
    method: 'GET',
    path: '/group/member',
    query: z.object({ groupname: text, includeInactiveUsers: text, ...paging }),
    response: answers.groupMembersSchema,
    rules: ['AD-26'],
    scope: 'read',
  },
});

/** The service-desk endpoints that the documents lean on: its request types, and raising a request. */
export const serviceDeskEndpoints = catalogueEndpoints('service-desk', {
  listServiceDesks: {
    ...own,
    method: 'GET',
    path: '/servicedesk',
    query: z.object({ start: count.optional(), limit: count.optional() }),
    response: answers.serviceDesksSchema,
    scope: 'read',
  },
  listRequestTypes: {
    ...own,
    method: 'GET',
    path: '/servicedesk/{serviceDeskId}/requesttype',
    query: z.object({ start: count.optional(), limit: count.optional() }),
    response: answers.requestTypesSchema,
    scope: 'read',
  },
  createServiceRequest: {
    ...own,
    method: 'POST',
    path: '/request',
    body: createServiceRequestSchema,
    response: answers.createdServiceRequestSchema,
    rules: ['DT-37'],
    scope: 'own',
  },
});

/** The tracker's paths that are no REST resources. */
export const secureEndpoints = catalogueEndpoints('secure', {
  /** The bytes of an attachment. */
  downloadAttachment: { ...own, method: 'GET', path: '/attachment/{attachmentId}/{filename}', scope: 'read' },
});

/** Login sessions, which a cookie stands for. */
export const authEndpoints = catalogueEndpoints('auth', {
  getSession: { ...own, method: 'GET', path: '/session', response: answers.currentSessionSchema, scope: 'read' },
  createSession: {
    ...own,
    method: 'POST',
    path: '/session',
    body: createSessionRequestSchema,
    response: answers.createdSessionSchema,
    scope: 'read',
    holdsCredentials: true,
  },
  deleteSession: { ...own, method: 'DELETE', path: '/session', scope: 'read' },
});
