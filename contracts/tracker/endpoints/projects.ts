import * as z from 'zod';
import { catalogueEndpoints } from '../../endpoints/endpoint.js';
import { assigneeTypeSchema } from '../requests.js';
import * as answers from '../responses.js';
import { calls, idLike, limit, paging, reads, text } from './row.js';

/** What requests to create and to change a component share. A change keeps what it leaves out. */
const componentDetails = {
  name: text,
  description: text,
  /** A user's name; an empty text takes the lead away. */
  leadUserName: text,
  assigneeType: assigneeTypeSchema.optional(),
};

/** What requests to create and to change a version share. A change keeps what it leaves out. */
const versionDetails = {
  name: text,
  description: text,
  archived: z.boolean().optional(),
  released: z.boolean().optional(),
  /** A day, as in 2026-11-21; an empty text or null takes it away. */
  startDate: z.string().nullish(),
  releaseDate: z.string().nullish(),
  /** The same as people write it, as in 21/Nov/26. */
  userStartDate: text,
  userReleaseDate: text,
};

/** Projects with their roles, versions and components. */
export const projectEndpoints = catalogueEndpoints('tracker', {
  listProjects: reads('/project', {
    query: z.object({ expand: text }),
    response: z.array(answers.projectSummarySchema),
    open: true,
  }),
  createProject: calls('POST', '/project', {
    body: z.object({
      key: text,
      name: text,
      projectTypeKey: text,
      projectTemplateKey: text,
      description: text,
      lead: text,
    }),
    response: z.looseObject({ id: z.int(), key: z.string(), self: z.string() }),
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
    summary: 'Changes a project. What is left out stays as it is.',
    body: z.object({ name: text, description: text, lead: text }),
    response: answers.projectSchema,
    changes: [{ kind: 'whole project', parameter: 'projectIdOrKey' }],
  }),
  deleteProject: calls('DELETE', '/project/{projectIdOrKey}', {
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
    response: answers.pageOf(answers.versionSchema),
  }),
  createVersion: calls('POST', '/version', {
    summary: 'Creates a version. The body names its project by key or by id.',
    body: z.object({ ...versionDetails, project: text, projectId: z.int().optional() }),
    response: answers.versionSchema,
    changes: [
      { kind: 'whole project', property: 'project' },
      { kind: 'whole project', property: 'projectId' },
    ],
  }),
  getVersion: reads('/version/{versionId}', { response: answers.versionSchema }),
  updateVersion: calls('PUT', '/version/{versionId}', {
    summary: 'Changes a version. What is left out stays as it is.',
    body: z.object(versionDetails),
    response: answers.versionSchema,
    changes: [{ kind: 'version', parameter: 'versionId' }],
  }),
  deleteVersion: calls('DELETE', '/version/{versionId}', {
    query: z.object({ moveFixIssuesTo: text, moveAffectedIssuesTo: text }),
    changes: [
      { kind: 'version', parameter: 'versionId' },
      { kind: 'version', query: 'moveFixIssuesTo' },
      { kind: 'version', query: 'moveAffectedIssuesTo' },
    ],
  }),
  swapVersion: calls('POST', '/version/{versionId}/removeAndSwap', {
    summary: 'Deletes a version. The issues that name it then name another one, or none.',
    body: z.object({ moveFixIssuesTo: idLike.optional(), moveAffectedIssuesTo: idLike.optional() }),
    changes: [
      { kind: 'version', parameter: 'versionId' },
      { kind: 'version', property: 'moveFixIssuesTo' },
      { kind: 'version', property: 'moveAffectedIssuesTo' },
    ],
  }),
  mergeVersion: calls('PUT', '/version/{versionId}/mergeto/{moveIssuesTo}', {
    changes: [
      { kind: 'version', parameter: 'versionId' },
      { kind: 'version', parameter: 'moveIssuesTo' },
    ],
  }),
  moveVersion: calls('POST', '/version/{versionId}/move', {
    summary: 'Moves a version behind another one, named by its URL, or to an end of the list of its project.',
    body: z.object({ after: text, position: z.enum(['Earlier', 'Later', 'First', 'Last']).optional() }),
    response: answers.versionSchema,
    changes: [{ kind: 'version', parameter: 'versionId' }],
  }),
  countIssuesOfVersion: reads('/version/{versionId}/relatedIssueCounts', {
    response: z.looseObject({ issuesFixedCount: z.int(), issuesAffectedCount: z.int() }),
  }),
  countUnresolvedOfVersion: reads('/version/{versionId}/unresolvedIssueCount', {
    response: z.looseObject({ issuesUnresolvedCount: z.int() }),
  }),
  listComponents: reads('/project/{projectIdOrKey}/components', {
    response: z.array(answers.componentSchema),
    open: true,
  }),
  listComponentPage: reads('/component/page', {
    query: z.object({ ...paging, query: text, projectIds: text }),
    response: answers.pageOf(answers.componentSchema),
  }),
  createComponent: calls('POST', '/component', {
    summary: 'Creates a component. The body names its project by key or by id.',
    body: z.object({ ...componentDetails, project: text, projectId: z.int().optional() }),
    response: answers.componentSchema,
    changes: [
      { kind: 'whole project', property: 'project' },
      { kind: 'whole project', property: 'projectId' },
    ],
  }),
  getComponent: reads('/component/{componentId}', { response: answers.componentSchema }),
  updateComponent: calls('PUT', '/component/{componentId}', {
    summary: 'Changes a component. What is left out stays as it is.',
    body: z.object(componentDetails),
    response: answers.componentSchema,
    changes: [{ kind: 'component', parameter: 'componentId' }],
  }),
  deleteComponent: calls('DELETE', '/component/{componentId}', {
    query: z.object({ moveIssuesTo: text }),
    changes: [
      { kind: 'component', parameter: 'componentId' },
      { kind: 'component', query: 'moveIssuesTo' },
    ],
  }),
  countIssuesOfComponent: reads('/component/{componentId}/relatedIssueCounts', {
    response: z.looseObject({ issueCount: z.int() }),
  }),
});
