import * as z from 'zod';
import { catalogueEndpoints } from '../endpoints/endpoint.js';
import { userEndpoints } from './endpoints/users.js';
import { issueEndpoints } from './endpoints/issues.js';
import { projectEndpoints } from './endpoints/projects.js';
import { calls, count, idLike, reads, text } from './endpoints/row.js';
import { issueFieldsSchema } from './requests.js';
import * as answers from './responses.js';

/** Who and what the tracker is, what may be done, and what its issues are described by: fields, types, priorities, statuses and resolutions. */
const typeEndpoints = catalogueEndpoints('tracker', {
  getServerInfo: reads('/serverInfo', { response: answers.serverInfoSchema, open: true }),
  getMyself: reads('/myself', { response: answers.userSchema, remembered: 'run' }),
  getMyPermissions: reads('/mypermissions', {
    query: z.object({ projectKey: text, projectId: text, issueKey: text, issueId: text }),
    response: answers.myPermissionsSchema,
    open: true,
  }),
  listPermissions: reads('/permissions', {
    response: z.looseObject({
      permissions: z.record(z.string(), z.looseObject({ key: z.string(), name: z.string(), type: z.string() })),
    }),
  }),
  listFields: reads('/field', { response: z.array(answers.fieldSchema), remembered: 'run' }),
  getCustomFieldOption: reads('/customFieldOption/{optionId}', {
    response: z.looseObject({ self: z.string(), value: z.string() }),
  }),
  listPermissionSchemes: reads('/permissionscheme', {
    response: z.looseObject({ permissionSchemes: z.array(z.looseObject({ id: z.int(), name: z.string() })) }),
  }),
  listSecuritySchemes: reads('/issuesecurityschemes', {
    response: z.looseObject({ issueSecuritySchemes: z.array(z.unknown()) }),
  }),
  listProjectCategories: reads('/projectCategory', { response: z.array(z.unknown()) }),
  listIssueTypes: reads('/issuetype', { response: z.array(answers.issueTypeSchema) }),
  listPriorities: reads('/priority', { response: z.array(answers.prioritySchema) }),
  listStatuses: reads('/status', { response: z.array(answers.statusSchema) }),
  getIssueType: reads('/issuetype/{issueTypeId}', { response: answers.issueTypeSchema }),
  getPriority: reads('/priority/{priorityId}', { response: answers.prioritySchema }),
  getStatus: reads('/status/{statusIdOrName}', { response: answers.statusSchema }),
  listStatusCategories: reads('/statuscategory', { response: z.array(answers.statusCategorySchema) }),
  getStatusCategory: reads('/statuscategory/{categoryIdOrKey}', { response: answers.statusCategorySchema }),
  listResolutions: reads('/resolution', { response: z.array(answers.resolutionSchema) }),
  getResolution: reads('/resolution/{resolutionId}', { response: answers.resolutionSchema }),
});

/** The endpoints of the tracker's own API that the documents and their clients lean on. */
export const trackerEndpoints: typeof typeEndpoints &
  typeof projectEndpoints &
  typeof issueEndpoints &
  typeof userEndpoints = {
  ...typeEndpoints,
  ...projectEndpoints,
  ...issueEndpoints,
  ...userEndpoints,
};

/** The service-desk endpoints that the documents lean on: its request types, and raising a request. */
export const serviceDeskEndpoints = catalogueEndpoints('service-desk', {
  listServiceDesks: reads('/servicedesk', {
    query: z.object({ start: count.optional(), limit: count.optional() }),
    response: answers.serviceDesksSchema,
  }),
  getServiceDeskInfo: reads('/info', { response: z.looseObject({ version: z.string() }) }),
  getServiceDesk: reads('/servicedesk/{serviceDeskId}', { response: answers.serviceDeskSchema }),
  listRequestTypes: reads('/servicedesk/{serviceDeskId}/requesttype', {
    query: z.object({ start: count.optional(), limit: count.optional() }),
    response: answers.requestTypesSchema,
  }),
  createServiceRequest: calls('POST', '/request', {
    summary: 'Raises a request in a service desk, the way its portal does.',
    body: z.object({ serviceDeskId: idLike, requestTypeId: idLike, requestFieldValues: issueFieldsSchema.default({}) }),
    response: answers.createdServiceRequestSchema,
    rules: ['DT-37'],
    changes: [{ kind: 'service desk', property: 'serviceDeskId' }],
    makes: { kind: 'issue' },
  }),
});

/** The tracker's paths that are no REST resources. */
export const secureEndpoints = catalogueEndpoints('secure', {
  /** The bytes of an attachment. */
  downloadAttachment: reads('/attachment/{attachmentId}/{filename}', { open: true }),
  /** A small picture of an attachment that is a picture. */
  downloadThumbnail: reads('/thumbnail/{attachmentId}/{filename}', { open: true }),
  /** The pictures of users, projects and issue types. */
  showUserAvatar: reads('/useravatar', { open: true }),
  showProjectAvatar: reads('/projectavatar', { open: true }),
  showTypeAvatar: reads('/viewavatar', { open: true }),
});

/** Login sessions, which a cookie stands for. */
export const authEndpoints = catalogueEndpoints('auth', {
  getSession: reads('/session', {
    response: z.looseObject({ self: z.string(), name: z.string(), loginInfo: answers.loginInfoSchema }),
    open: true,
  }),
  createSession: calls('POST', '/session', {
    summary: 'Logs in by name and password.',
    body: z.object({ username: z.string(), password: z.string() }),
    response: z.looseObject({
      session: z.looseObject({ name: z.string(), value: z.string() }),
      loginInfo: answers.loginInfoSchema,
    }),
    scope: 'read',
    open: true,
    holdsCredentials: true,
  }),
  deleteSession: calls('DELETE', '/session', { scope: 'read' }),
});

/** The endpoints of the tracker's own API, its service desk and sessions included: the fixture `issues`. */
export const ownApiEndpoints: typeof trackerEndpoints &
  typeof serviceDeskEndpoints &
  typeof secureEndpoints &
  typeof authEndpoints = { ...trackerEndpoints, ...serviceDeskEndpoints, ...secureEndpoints, ...authEndpoints };
