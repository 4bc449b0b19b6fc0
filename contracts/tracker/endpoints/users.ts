import * as z from 'zod';
import * as answers from '../responses.js';
import { catalogueEndpoints } from '../../endpoints/endpoint.js';
import { calls, limit, paging, reads, text } from './row.js';

/** Creates a filter, or changes one; what a change leaves out stays as it is. */
const filterBody = z.object({
  name: text,
  description: text,
  jql: text,
  favourite: z.boolean().optional(),
});

/** Users and groups, and filters: searches that a user has saved. */
export const userEndpoints = catalogueEndpoints('tracker', {
  getUser: reads('/user', {
    query: z.object({ username: text, key: text }),
    response: answers.userSchema,
    rules: ['AD-27'],
  }),
  createUser: calls('POST', '/user', {
    summary: 'Creates a user. Without a password one is made up.',
    body: z.object({
      name: z.string().default(''),
      password: text,
      emailAddress: z.string().default(''),
      displayName: z.string().default(''),
    }),
    response: answers.userSchema,
    scope: 'tracker',
    changes: [{ kind: 'everything' }],
    holdsCredentials: true,
  }),
  deleteUser: calls('DELETE', '/user', {
    query: z.object({ username: text, key: text }),
    scope: 'tracker',
    changes: [{ kind: 'everything' }],
  }),
  listUserAvatars: reads('/user/avatars', { query: z.object({ username: text }), response: answers.avatarsSchema }),
  listSystemAvatars: reads('/avatar/{type}/system', { response: answers.systemAvatarsSchema }),
  findUsers: reads('/user/search', {
    query: z.object({ username: text, includeActive: text, includeInactive: text, ...paging }),
    response: z.array(answers.userSchema),
  }),
  findAssignableUsers: reads('/user/assignable/search', {
    query: z.object({ username: text, project: text, issueKey: text, ...paging }),
    response: z.array(answers.userSchema),
  }),
  findUsersForProjects: reads('/user/assignable/multiProjectSearch', {
    query: z.object({ username: text, projectKeys: text, ...paging }),
    response: z.array(answers.userSchema),
  }),
  findUsersWithPermissions: reads('/user/permission/search', {
    query: z.object({ username: text, permissions: text, projectKey: text, issueKey: text, ...paging }),
    response: z.array(answers.userSchema),
  }),
  findViewers: reads('/user/viewissue/search', {
    query: z.object({ username: text, projectKey: text, issueKey: text, ...paging }),
    response: z.array(answers.userSchema),
  }),
  getGroup: reads('/group', {
    query: z.object({ groupname: text, expand: text }),
    response: z.looseObject({ name: z.string(), users: z.looseObject({ size: z.int() }) }),
  }),
  findGroups: reads('/groups/picker', {
    query: z.object({ query: text, maxResults: limit.optional() }),
    response: z.looseObject({ groups: z.array(z.looseObject({ name: z.string() })) }),
  }),
  listGroupMembers: reads('/group/member', {
    query: z.object({ groupname: text, includeInactiveUsers: text, ...paging }),
    response: answers.groupMembersSchema,
    rules: ['AD-26'],
  }),
  listFavouriteFilters: reads('/filter/favourite', { response: z.array(answers.filterSchema) }),
  createFilter: calls('POST', '/filter', {
    body: filterBody,
    response: answers.filterSchema,
    changes: [],
  }),
  getFilter: reads('/filter/{filterId}', { response: answers.filterSchema }),
  updateFilter: calls('PUT', '/filter/{filterId}', {
    body: filterBody,
    response: answers.filterSchema,
    changes: [],
  }),
  deleteFilter: calls('DELETE', '/filter/{filterId}', { changes: [] }),
});
