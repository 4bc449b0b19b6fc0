import * as z from 'zod';
import { catalogueEndpoints } from '../../endpoints/catalogue-endpoints.js';
import * as answers from '../responses.js';
import { own, paging, text, limit } from './row.js';

/** Users and groups. */
export const userEndpoints = catalogueEndpoints('tracker', {
  getUser: {
    ...own,
    method: 'GET',
    path: '/user',
    query: z.object({ username: text, key: text }),
    response: answers.userSchema,
    rules: ['AD-27'],
    scope: 'read',
  },
  findUsers: {
    ...own,
    method: 'GET',
    path: '/user/search',
    query: z.object({ username: text, includeActive: text, includeInactive: text, ...paging }),
    response: z.array(answers.userSchema),
    scope: 'read',
  },
  pickUsers: {
    ...own,
    method: 'GET',
    path: '/user/picker',
    query: z.object({ query: text, maxResults: limit.optional() }),
    response: z.looseObject({ users: z.array(z.looseObject({ name: z.string(), key: z.string() })) }),
    scope: 'read',
  },
  findAssignableUsers: {
    ...own,
    method: 'GET',
    path: '/user/assignable/search',
    query: z.object({ username: text, project: text, issueKey: text, ...paging }),
    response: z.array(answers.userSchema),
    scope: 'read',
  },
  findUsersForProjects: {
    ...own,
    method: 'GET',
    path: '/user/assignable/multiProjectSearch',
    query: z.object({ username: text, projectKeys: text, ...paging }),
    response: z.array(answers.userSchema),
    scope: 'read',
  },
  findUsersWithPermissions: {
    ...own,
    method: 'GET',
    path: '/user/permission/search',
    query: z.object({ username: text, permissions: text, projectKey: text, issueKey: text, ...paging }),
    response: z.array(answers.userSchema),
    scope: 'read',
  },
  findViewers: {
    ...own,
    method: 'GET',
    path: '/user/viewissue/search',
    query: z.object({ username: text, projectKey: text, issueKey: text, ...paging }),
    response: z.array(answers.userSchema),
    scope: 'read',
  },
  getGroup: {
    ...own,
    method: 'GET',
    path: '/group',
    query: z.object({ groupname: text, expand: text }),
    response: z.looseObject({ name: z.string(), users: z.looseObject({ size: z.int() }) }),
    scope: 'read',
  },
  findGroups: {
    ...own,
    method: 'GET',
    path: '/groups/picker',
    query: z.object({ query: text, maxResults: limit.optional() }),
    response: z.looseObject({ groups: z.array(z.looseObject({ name: z.string() })) }),
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
