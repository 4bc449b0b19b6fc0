import { z } from 'zod';
import { defineEndpoints } from '../endpoints/endpoint.js';
import {
  bulkCreateIssuesRequestSchema,
  commentRequestSchema,
  createIssueRequestSchema,
  createProjectRequestSchema,
  createServiceRequestSchema,
  editIssueRequestSchema,
  searchRequestSchema,
  transitionIssueRequestSchema,
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
export const trackerEndpoints = defineEndpoints('tracker', {
  getServerInfo: { ...own, method: 'GET', path: '/serverInfo', response: answers.serverInfoSchema, reach: 'read' },
  getMyself: { ...own, method: 'GET', path: '/myself', response: answers.userSchema, reach: 'read' },
  getMyPermissions: {
    ...own,
    method: 'GET',
    path: '/mypermissions',
    query: z.object({ projectKey: text, projectId: text, issueKey: text, issueId: text }),
    response: answers.myPermissionsSchema,
    reach: 'read',
  },
  listFields: { ...own, method: 'GET', path: '/field', response: z.array(answers.fieldSchema), reach: 'read' },
  listIssueTypes: {
    ...own,
    method: 'GET',
    path: '/issuetype',
    response: z.array(answers.issueTypeSchema),
    reach: 'read',
  },
  listPriorities: {
    ...own,
    method: 'GET',
    path: '/priority',
    response: z.array(answers.prioritySchema),
    reach: 'read',
  },
  listStatuses: { ...own, method: 'GET', path: '/status', response: z.array(answers.statusSchema), reach: 'read' },
  listProjects: {
    ...own,
    method: 'GET',
    path: '/project',
    response: z.array(answers.projectSummarySchema),
    reach: 'read',
  },
  createProject: {
    ...own,
    method: 'POST',
    path: '/project',
    body: createProjectRequestSchema,
    response: answers.createdProjectSchema,
    reach: 'own',
  },
  getProject: {
    ...own,
    method: 'GET',
    path: '/project/{projectIdOrKey}',
    response: answers.projectSchema,
    reach: 'read',
  },
  deleteProject: { ...own, method: 'DELETE', path: '/project/{projectIdOrKey}', reach: 'own' },
  listProjectStatuses: {
    ...own,
    method: 'GET',
    path: '/project/{projectIdOrKey}/statuses',
    response: z.array(answers.issueTypeStatusesSchema),
    reach: 'read',
  },
  getCreateMeta: {
    ...own,
    method: 'GET',
    path: '/issue/createmeta',
    query: z.object({ projectKeys: text, projectIds: text, issuetypeIds: text, issuetypeNames: text, expand: text }),
    response: answers.createMetaSchema,
    reach: 'read',
  },
  listCreateMetaIssueTypes: {
    ...own,
    method: 'GET',
    path: '/issue/createmeta/{projectIdOrKey}/issuetypes',
    query: z.object(paging),
    response: answers.createMetaIssueTypesSchema,
    reach: 'read',
  },
  listCreateMetaFields: {
    ...own,
    method: 'GET',
    path: '/issue/createmeta/{projectIdOrKey}/issuetypes/{issueTypeId}',
    query: z.object(paging),
    response: answers.createMetaFieldsSchema,
    reach: 'read',
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
    reach: 'own',
  },
  bulkCreateIssues: {
    ...own,
    method: 'POST',
    path: '/issue/bulk',
    body: bulkCreateIssuesRequestSchema,
    response: answers.bulkCreatedIssuesSchema,
    reach: 'own',
  },
  getIssue: {
    ...own,
    method: 'GET',
    path: '/issue/{issueIdOrKey}',
    query: issueView,
    response: answers.issueSchema,
    reach: 'read',
  },
  editIssue: {
    ...own,
    method: 'PUT',
    path: '/issue/{issueIdOrKey}',
    body: editIssueRequestSchema,
    rules: ['TM-13', 'TM-14', 'TM-35'],
    reach: 'own',
  },
  deleteIssue: {
    ...own,
    method: 'DELETE',
    path: '/issue/{issueIdOrKey}',
    query: z.object({ deleteSubtasks: z.enum(['true', 'false']).optional() }),
    reach: 'own',
  },
  listTransitions: {
    ...own,
    method: 'GET',
    path: '/issue/{issueIdOrKey}/transitions',
    query: z.object({ transitionId: text, expand: text }),
    response: answers.transitionsSchema,
    reach: 'read',
  },
  transitionIssue: {
    ...own,
    method: 'POST',
    path: '/issue/{issueIdOrKey}/transitions',
    body: transitionIssueRequestSchema,
    rules: ['TM-35'],
    reach: 'own',
  },
  listComments: {
    ...own,
    method: 'GET',
    path: '/issue/{issueIdOrKey}/comment',
    query: z.object({ ...paging, orderBy: text }),
    response: answers.commentsSchema,
    reach: 'read',
  },
  addComment: {
    ...own,
    method: 'POST',
    path: '/issue/{issueIdOrKey}/comment',
    body: commentRequestSchema,
    response: answers.commentSchema,
    reach: 'own',
  },
  getComment: {
    ...own,
    method: 'GET',
    path: '/issue/{issueIdOrKey}/comment/{commentId}',
    response: answers.commentSchema,
    reach: 'read',
  },
  editComment: {
    ...own,
    method: 'PUT',
    path: '/issue/{issueIdOrKey}/comment/{commentId}',
    body: commentRequestSchema,
    response: answers.commentSchema,
    reach: 'own',
  },
  deleteComment: { ...own, method: 'DELETE', path: '/issue/{issueIdOrKey}/comment/{commentId}', reach: 'own' },
  addAttachments: {
    ...own,
    method: 'POST',
    path: '/issue/{issueIdOrKey}/attachments',
    encoding: 'multipart',
    response: answers.attachmentsSchema,
    reach: 'own',
  },
  getAttachment: {
    ...own,
    method: 'GET',
    path: '/attachment/{attachmentId}',
    response: answers.attachmentSchema,
    reach: 'read',
  },
  deleteAttachment: { ...own, method: 'DELETE', path: '/attachment/{attachmentId}', reach: 'own' },
  searchIssues: {
    ...own,
    method: 'GET',
    path: '/search',
    query: z.object({ jql: text, fields: text, expand: text, validateQuery: text, ...paging }),
    response: answers.searchResultSchema,
    reach: 'read',
  },
  searchIssuesByPost: {
    ...own,
    method: 'POST',
    path: '/search',
    body: searchRequestSchema,
    response: answers.searchResultSchema,
    reach: 'read',
  },
  getUser: {
    ...own,
    method: 'GET',
    path: '/user',
    query: z.object({ username: text, key: text }),
    response: answers.userSchema,
    rules: ['AD-27'],
    reach: 'read',
  },
  listGroupMembers: {
    ...own,
    method: 'GET',
    path: '/group/member',
    query: z.object({ groupname: text, includeInactiveUsers: text, ...paging }),
    response: answers.groupMembersSchema,
    rules: ['AD-26'],
    reach: 'read',
  },
});

/** The service-desk endpoints that the documents lean on: its request types, and raising a request. */
export const serviceDeskEndpoints = defineEndpoints('service-desk', {
  listServiceDesks: {
    ...own,
    method: 'GET',
    path: '/servicedesk',
    query: z.object({ start: count.optional(), limit: count.optional() }),
    response: answers.serviceDesksSchema,
    reach: 'read',
  },
  listRequestTypes: {
    ...own,
    method: 'GET',
    path: '/servicedesk/{serviceDeskId}/requesttype',
    query: z.object({ start: count.optional(), limit: count.optional() }),
    response: answers.requestTypesSchema,
    reach: 'read',
  },
  createServiceRequest: {
    ...own,
    method: 'POST',
    path: '/request',
    body: createServiceRequestSchema,
    response: answers.createdServiceRequestSchema,
    rules: ['DT-37'],
    reach: 'own',
  },
});

/** The tracker's paths that are no REST resources. */
export const secureEndpoints = defineEndpoints('secure', {
  /** The bytes of an attachment. */
  downloadAttachment: { ...own, method: 'GET', path: '/attachment/{attachmentId}/{filename}', reach: 'read' },
});
