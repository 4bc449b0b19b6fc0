import * as z from 'zod';
import { catalogueEndpoints } from '../../endpoints/endpoint.js';
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
import { calls, limit, paging, reads, text } from './row.js';

/** Projects with their roles, versions and components. */
export const projectEndpoints = catalogueEndpoints('tracker', {
  listProjects: reads('/project', {
    query: z.object({ expand: text }),
    response: z.array(answers.projectSummarySchema),
    open: true,
  }),
  createProject: calls('POST', '/project', {
    body: createProjectRequestSchema,
    response: answers.createdProjectSchema,
    scope: 'own',
    changes: [],
    makes: { kind: 'made project' },
  }),
  findProjects: reads('/projects/picker', {
    query: z.object({ query: text, maxResults: limit.optional(), allowEmptyQuery: text }),
    response: z.looseObject({ projects: z.array(z.looseObject({ key: z.string(), name: z.string() })) }),
  }),
  getProject: reads('/project/{projectIdOrKey}', {
    query: z.object({ expand: text }),
    response: answers.projectSchema,
    open: true,
  }),
  updateProject: calls('PUT', '/project/{projectIdOrKey}', {
    body: updateProjectRequestSchema,
    response: answers.projectSchema,
    scope: 'own',
    changes: [{ kind: 'whole project', parameter: 'projectIdOrKey' }],
  }),
  deleteProject: calls('DELETE', '/project/{projectIdOrKey}', {
    scope: 'own',
    changes: [{ kind: 'whole project', parameter: 'projectIdOrKey' }],
  }),
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
  createVersion: calls('POST', '/version', {
    body: createVersionRequestSchema,
    response: answers.versionSchema,
    scope: 'own',
    changes: [
      { kind: 'whole project', property: 'project' },
      { kind: 'whole project', property: 'projectId' },
    ],
  }),
  getVersion: reads('/version/{versionId}', { response: answers.versionSchema }),
  updateVersion: calls('PUT', '/version/{versionId}', {
    body: updateVersionRequestSchema,
    response: answers.versionSchema,
    scope: 'own',
    changes: [{ kind: 'version', parameter: 'versionId' }],
  }),
  deleteVersion: calls('DELETE', '/version/{versionId}', {
    query: z.object({ moveFixIssuesTo: text, moveAffectedIssuesTo: text }),
    scope: 'own',
    changes: [
      { kind: 'version', parameter: 'versionId' },
      { kind: 'version', query: 'moveFixIssuesTo' },
      { kind: 'version', query: 'moveAffectedIssuesTo' },
    ],
  }),
  swapVersion: calls('POST', '/version/{versionId}/removeAndSwap', {
    body: swapVersionRequestSchema,
    scope: 'own',
    changes: [
      { kind: 'version', parameter: 'versionId' },
      { kind: 'version', property: 'moveFixIssuesTo' },
      { kind: 'version', property: 'moveAffectedIssuesTo' },
    ],
  }),
  mergeVersion: calls('PUT', '/version/{versionId}/mergeto/{moveIssuesTo}', {
    scope: 'own',
    changes: [
      { kind: 'version', parameter: 'versionId' },
      { kind: 'version', parameter: 'moveIssuesTo' },
    ],
  }),
  moveVersion: calls('POST', '/version/{versionId}/move', {
    body: moveVersionRequestSchema,
    response: answers.versionSchema,
    scope: 'own',
    changes: [{ kind: 'version', parameter: 'versionId' }],
  }),
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
  createComponent: calls('POST', '/component', {
    body: createComponentRequestSchema,
    response: answers.componentSchema,
    scope: 'own',
    changes: [
      { kind: 'whole project', property: 'project' },
      { kind: 'whole project', property: 'projectId' },
    ],
  }),
  getComponent: reads('/component/{componentId}', { response: answers.componentSchema }),
  updateComponent: calls('PUT', '/component/{componentId}', {
    body: updateComponentRequestSchema,
    response: answers.componentSchema,
    scope: 'own',
    changes: [{ kind: 'component', parameter: 'componentId' }],
  }),
  deleteComponent: calls('DELETE', '/component/{componentId}', {
    query: z.object({ moveIssuesTo: text }),
    scope: 'own',
    changes: [
      { kind: 'component', parameter: 'componentId' },
      { kind: 'component', query: 'moveIssuesTo' },
    ],
  }),
  countIssuesOfComponent: reads('/component/{componentId}/relatedIssueCounts', {
    response: z.looseObject({ issueCount: z.int() }),
  }),
});
