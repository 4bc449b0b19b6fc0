import * as z from 'zod';
import { catalogueEndpoints } from '../../endpoints/catalogue-endpoints.js';
import * as answers from '../responses.js';
import { own, text } from './row.js';

/** Who and what the tracker is, what may be done, and what its issues are described by: fields, types, priorities, statuses and resolutions. */
export const typeEndpoints = catalogueEndpoints('tracker', {
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
  listPermissions: {
    ...own,
    method: 'GET',
    path: '/permissions',
    response: answers.permissionsSchema,
    scope: 'read',
  },
  listFields: { ...own, method: 'GET', path: '/field', response: z.array(answers.fieldSchema), scope: 'read' },
  getCustomFieldOption: {
    ...own,
    method: 'GET',
    path: '/customFieldOption/{optionId}',
    response: z.looseObject({ self: z.string(), value: z.string() }),
    scope: 'read',
  },
  listPermissionSchemes: {
    ...own,
    method: 'GET',
    path: '/permissionscheme',
    response: z.looseObject({ permissionSchemes: z.array(z.looseObject({ id: z.int(), name: z.string() })) }),
    scope: 'read',
  },
  listSecuritySchemes: {
    ...own,
    method: 'GET',
    path: '/issuesecurityschemes',
    response: z.looseObject({ issueSecuritySchemes: z.array(z.unknown()) }),
    scope: 'read',
  },
  listProjectCategories: {
    ...own,
    method: 'GET',
    path: '/projectCategory',
    response: z.array(z.unknown()),
    scope: 'read',
  },
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
  getIssueType: {
    ...own,
    method: 'GET',
    path: '/issuetype/{issueTypeId}',
    response: answers.issueTypeSchema,
    scope: 'read',
  },
  getPriority: {
    ...own,
    method: 'GET',
    path: '/priority/{priorityId}',
    response: answers.prioritySchema,
    scope: 'read',
  },
  getStatus: {
    ...own,
    method: 'GET',
    path: '/status/{statusIdOrName}',
    response: answers.statusSchema,
    scope: 'read',
  },
  listStatusCategories: {
    ...own,
    method: 'GET',
    path: '/statuscategory',
    response: z.array(answers.statusCategorySchema),
    scope: 'read',
  },
  getStatusCategory: {
    ...own,
    method: 'GET',
    path: '/statuscategory/{categoryIdOrKey}',
    response: answers.statusCategorySchema,
    scope: 'read',
  },
  listResolutions: {
    ...own,
    method: 'GET',
    path: '/resolution',
    response: z.array(answers.resolutionSchema),
    scope: 'read',
  },
  getResolution: {
    ...own,
    method: 'GET',
    path: '/resolution/{resolutionId}',
    response: answers.resolutionSchema,
    scope: 'read',
  },
});
