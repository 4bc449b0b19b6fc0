import * as z from 'zod';
import { catalogueEndpoints } from '../../endpoints/catalogue-endpoints.js';
import * as answers from '../responses.js';
import { reads, text } from './row.js';

/** Who and what the tracker is, what may be done, and what its issues are described by: fields, types, priorities, statuses and resolutions. */
export const typeEndpoints = catalogueEndpoints('tracker', {
  getServerInfo: reads('/serverInfo', { response: answers.serverInfoSchema, open: true }),
  getMyself: reads('/myself', { response: answers.userSchema, remembered: 'run' }),
  getMyPermissions: reads('/mypermissions', {
    query: z.object({ projectKey: text, projectId: text, issueKey: text, issueId: text }),
    response: answers.myPermissionsSchema,
    open: true,
  }),
  listPermissions: reads('/permissions', { response: answers.permissionsSchema }),
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
