import * as z from 'zod';
import { catalogueEndpoints } from '../../endpoints/catalogue-endpoints.js';
import {
  createComponentRequestSchema,
  createProjectRequestSchema,
  createVersionRequestSchema,
  moveVersionRequestSchema,
  swapVersionRequestSchema,
  updateComponentRequestSchema,
  updateProjectRequestSchema,
  updateVersionRequestSchema,
} from '../requests.js';
import * as answers from '../responses.js';
import { limit, own, paging, reads, text } from './row.js';

/** Projects with their roles, versions and components. */
export const projectEndpoints = catalogueEndpoints('tracker', {
  listProjects: reads('/project', {
    query: z.object({ expand: text }),
    response: z.array(answers.projectSummarySchema),
    open: true,
  }),
  createProject: {
    ...own,
    method: 'POST',
    path: '/project',
    body: createProjectRequestSchema,
    response: answers.createdProjectSchema,
    scope: 'own',
    changes: [],
    makes: { kind: 'made project' },
  },
  findProjects: reads('/projects/picker', {
    query: z.object({ query: text, maxResults: limit.optional(), allowEmptyQuery: text }),
    response: z.looseObject({ projects: z.array(z.looseObject({ key: z.string(), name: z.string() })) }),
  }),
  listProjectTypes: reads('/project/type', { response: z.array(answers.projectTypeSchema) }),
  getProjectType: reads('/project/type/{projectTypeKey}', { response: answers.projectTypeSchema }),
  getProject: reads('/project/{projectIdOrKey}', {
    query: z.object({ expand: text }),
    response: answers.projectSchema,
    open: true,
  }),
  updateProject: {
    ...own,
    method: 'PUT',
    path: '/project/{projectIdOrKey}',
    body: updateProjectRequestSchema,
    response: answers.projectSchema,
    scope: 'own',
    changes: [{ kind: 'whole project', parameter: 'projectIdOrKey' }],
  },
  deleteProject: {
    ...own,
    method: 'DELETE',
    path: '/project/{projectIdOrKey}',
    scope: 'own',
    changes: [{ kind: 'whole project', parameter: 'projectIdOrKey' }],
  },
  listProjectStatuses: reads('/project/{projectIdOrKey}/statuses', {
    response: z.array(answers.issueTypeStatusesSchema),
    open: true,
  }),
  listProjectAvatars: reads('/project/{projectIdOrKey}/avatars', { response: answers.avatarsSchema }),
  listProjectRoles: reads('/project/{projectIdOrKey}/role', { response: z.record(z.string(), z.string()) }),
  getProjectRole: reads('/project/{projectIdOrKey}/role/{roleId}', {
    response: z.looseObject({ id: z.int(), name: z.string() }),
  }),
  listRoles: reads('/role', { response: z.array(answers.roleSchema) }),
  getRole: reads('/role/{roleId}', { response: answers.roleSchema }),
  listVersions: reads('/project/{projectIdOrKey}/versions', { response: z.array(answers.versionSchema) }),
  listVersionPage: reads('/project/{projectIdOrKey}/version', {
    query: z.object({ ...paging, orderBy: text }),
    response: answers.versionPageSchema,
  }),
  createVersion: {
    ...own,
    method: 'POST',
    path: '/version',
    body: createVersionRequestSchema,
    response: answers.versionSchema,
    scope: 'own',
    changes: [
      { kind: 'whole project', property: 'project' },
      { kind: 'whole project', property: 'projectId' },
    ],
  },
  getVersion: reads('/version/{versionId}', { response: answers.versionSchema }),
  updateVersion: {
    ...own,
    method: 'PUT',
    path: '/version/{versionId}',
    body: updateVersionRequestSchema,
    response: answers.versionSchema,
    scope: 'own',
    changes: [{ kind: 'version', parameter: 'versionId' }],
  },
  deleteVersion: {
    ...own,
    method: 'DELETE',
    path: '/version/{versionId}',
    query: z.object({ moveFixIssuesTo: text, moveAffectedIssuesTo: text }),
    scope: 'own',
    changes: [
      { kind: 'version', parameter: 'versionId' },
      { kind: 'version', query: 'moveFixIssuesTo' },
      { kind: 'version', query: 'moveAffectedIssuesTo' },
    ],
  },
  swapVersion: {
    ...own,
    method: 'POST',
    path: '/version/{versionId}/removeAndSwap',
    body: swapVersionRequestSchema,
    scope: 'own',
    changes: [
      { kind: 'version', parameter: 'versionId' },
      { kind: 'version', property: 'moveFixIssuesTo' },
      { kind: 'version', property: 'moveAffectedIssuesTo' },
    ],
  },
  mergeVersion: {
    ...own,
    method: 'PUT',
    path: '/version/{versionId}/mergeto/{moveIssuesTo}',
    scope: 'own',
    changes: [
      { kind: 'version', parameter: 'versionId' },
      { kind: 'version', parameter: 'moveIssuesTo' },
    ],
  },
  moveVersion: {
    ...own,
    method: 'POST',
    path: '/version/{versionId}/move',
    body: moveVersionRequestSchema,
    response: answers.versionSchema,
    scope: 'own',
    changes: [{ kind: 'version', parameter: 'versionId' }],
  },
  countIssuesOfVersion: reads('/version/{versionId}/relatedIssueCounts', { response: answers.versionCountsSchema }),
  countUnresolvedOfVersion: reads('/version/{versionId}/unresolvedIssueCount', {
    response: answers.unresolvedCountSchema,
  }),
  listComponents: reads('/project/{projectIdOrKey}/components', {
    response: z.array(answers.componentSchema),
    open: true,
  }),
  listComponentPage: reads('/component/page', {
    query: z.object({ ...paging, query: text, projectIds: text }),
    response: answers.componentPageSchema,
  }),
  createComponent: {
    ...own,
    method: 'POST',
    path: '/component',
    body: createComponentRequestSchema,
    response: answers.componentSchema,
    scope: 'own',
    changes: [
      { kind: 'whole project', property: 'project' },
      { kind: 'whole project', property: 'projectId' },
    ],
  },
  getComponent: reads('/component/{componentId}', { response: answers.componentSchema }),
  updateComponent: {
    ...own,
    method: 'PUT',
    path: '/component/{componentId}',
    body: updateComponentRequestSchema,
    response: answers.componentSchema,
    scope: 'own',
    changes: [{ kind: 'component', parameter: 'componentId' }],
  },
  deleteComponent: {
    ...own,
    method: 'DELETE',
    path: '/component/{componentId}',
    query: z.object({ moveIssuesTo: text }),
    scope: 'own',
    changes: [
      { kind: 'component', parameter: 'componentId' },
      { kind: 'component', query: 'moveIssuesTo' },
    ],
  },
  countIssuesOfComponent: reads('/component/{componentId}/relatedIssueCounts', {
    response: z.looseObject({ issueCount: z.int() }),
  }),
});
