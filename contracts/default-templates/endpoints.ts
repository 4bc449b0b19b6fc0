import { catalogueEndpoints } from '../endpoints/endpoint.js';
import { bulkTransitionRequestSchema, defaultsRequestSchema } from './requests.js';
import { bulkTransitionResultSchema, creationResultSchema, entriesSchema, removalResultSchema } from './responses.js';

const section = 'Endpoints';

const ofTemplate = { kind: 'template', parameter: 'templateId' } as const;
const ofProject = { kind: 'project', parameter: 'projectIdOrKey' } as const;

const removesOfTemplate = { scope: 'own', changes: [ofTemplate], entries: 'removed' } as const;
/** Removes entries that belong to a project and to a template. */
const removesOfBoth = { scope: 'own', changes: [{ ...ofProject, or: ofTemplate }], entries: 'removed' } as const;
/** A bulk call without a list of projects is about all of them. */
const writesScreens = {
  scope: 'tracker',
  changes: [{ kind: 'project', property: 'includeProjectKeys', otherwise: { kind: 'everything' } }],
  entries: 'screens',
} as const;

/** The rules of each answer with entries of both kinds. */
const entryShape = ['DT-05', 'DT-06', 'DT-07', 'DT-08'] as const;

/** The endpoints of the default-template API (document: Endpoints). */
export const defaultTemplatesEndpoints = catalogueEndpoints('default-templates', {
  /** `GET /project/{projectIdOrKey}`: The entries of a project. */
  listByProject: {
    summary: 'The entries of a project.',
    method: 'GET',
    path: '/project/{projectIdOrKey}',
    response: entriesSchema,
    section,
    rules: ['DT-01', 'DT-02', ...entryShape, 'DT-10', 'DT-N01', 'DT-N02'],
    scope: 'read',
    remembered: 'worker',
  },
  /** `GET /project/{projectIdOrKey}/template/{templateId}`: The entries of a project and a template. */
  listByProjectAndTemplate: {
    summary: 'The entries of a project and a template.',
    method: 'GET',
    path: '/project/{projectIdOrKey}/template/{templateId}',
    response: entriesSchema,
    section,
    rules: ['DT-03', ...entryShape, 'DT-N01', 'DT-N02', 'DT-N03'],
    scope: 'read',
  },
  /** `GET /template/{templateId}`: The entries of a template over all projects. */
  listByTemplate: {
    summary: 'The entries of a template over all projects.',
    method: 'GET',
    path: '/template/{templateId}',
    response: entriesSchema,
    section,
    rules: ['DT-04', ...entryShape, 'DT-N01', 'DT-N03'],
    scope: 'read',
    remembered: 'worker',
  },
  /** `GET /template/{templateId}` with a body: The entries of a template that a filter in the body selects (rule 1). */
  filterByTemplate: {
    summary: 'The entries of a template that a filter in the body selects (rule 1).',
    method: 'GET',
    path: '/template/{templateId}',
    override: 'with a body',
    body: defaultsRequestSchema,
    response: entriesSchema,
    section: 'Endpoints, rule 1',
    rules: [...entryShape, 'DT-11', 'DT-12', 'DT-13', 'DT-14', 'DT-15', 'DT-16', 'DT-N01', 'DT-N03', 'DT-N08'],
    scope: 'read',
  },
  /** `POST /template/{templateId}`: Assigns a template in projects (rule 2). */
  create: {
    summary: 'Assigns a template in projects (rule 2).',
    method: 'POST',
    path: '/template/{templateId}',
    body: defaultsRequestSchema,
    response: creationResultSchema,
    section: 'Endpoints, rule 2',
    rules: [
      'DT-08',
      'DT-09',
      'DT-10',
      'DT-17',
      'DT-18',
      'DT-19',
      'DT-20',
      'DT-21',
      'DT-N01',
      'DT-N03',
      'DT-N04',
      'DT-N05',
      'DT-N16',
      'DT-N19',
      'DT-N20',
    ],
    scope: 'own',
    changes: [
      ofTemplate,
      { kind: 'project', property: 'defaults.projectKey', onlyInJson: true },
      { kind: 'project', property: 'defaults.projectId', onlyInJson: true },
    ],
    entries: 'added',
    forgets: ['listByProject'],
  },
  /** `DELETE /template/{templateId}`: Removes a template's entries in all projects. */
  deleteByTemplate: {
    summary: "Removes a template's entries in all projects.",
    method: 'DELETE',
    path: '/template/{templateId}',
    response: removalResultSchema,
    section,
    rules: [...entryShape, 'DT-22', 'DT-29', 'DT-N01', 'DT-N03', 'DT-N09'],
    ...removesOfTemplate,
  },
  /** `DELETE /template/{templateId}` with a body: Removes the entries of a template that a filter selects (rule 3). */
  deleteSelected: {
    summary:
      'Removes the entries of a template that the body selects (rule 3). Method and path are the assumption DT-N11.',
    method: 'DELETE',
    path: '/template/{templateId}',
    override: 'with a body',
    body: defaultsRequestSchema,
    response: removalResultSchema,
    section: 'Endpoints, rule 3',
    rules: [...entryShape, 'DT-29', 'DT-30', 'DT-N01', 'DT-N03', 'DT-N08', 'DT-N09', 'DT-N11'],
    ...removesOfTemplate,
  },
  /** `DELETE /project/{projectIdOrKey}`: Removes a project's entries. */
  deleteByProject: {
    summary: "Removes a project's entries.",
    method: 'DELETE',
    path: '/project/{projectIdOrKey}',
    response: removalResultSchema,
    section,
    rules: [...entryShape, 'DT-23', 'DT-29', 'DT-N01', 'DT-N02', 'DT-N09'],
    scope: 'project',
    changes: [ofProject],
    entries: 'removed',
  },
  /** `DELETE /project/{projectIdOrKey}/template/{templateId}`: Removes the entries of a project and a template. */
  deleteByProjectAndTemplate: {
    summary: 'Removes the entries of a project and a template.',
    method: 'DELETE',
    path: '/project/{projectIdOrKey}/template/{templateId}',
    response: removalResultSchema,
    section,
    rules: [...entryShape, 'DT-24', 'DT-29', 'DT-N01', 'DT-N02', 'DT-N03', 'DT-N09'],
    ...removesOfBoth,
  },
  /** `DELETE /project/{projectIdOrKey}/template/{templateId}/issuetype/{issueTypeId}`: Removes the entry of a project, a template and an issue type. */
  deleteByProjectTemplateAndIssueType: {
    summary: 'Removes the entry of a project, a template and an issue type.',
    method: 'DELETE',
    path: '/project/{projectIdOrKey}/template/{templateId}/issuetype/{issueTypeId}',
    response: removalResultSchema,
    section,
    rules: ['DT-05', 'DT-06', 'DT-08', 'DT-25', 'DT-29', 'DT-N01', 'DT-N02', 'DT-N03', 'DT-N09'],
    ...removesOfBoth,
  },
  /** `DELETE /project/{projectIdOrKey}/template/{templateId}/requesttype/{requestTypeId}`: Removes the entry of a project, a template and a request type. */
  deleteByProjectTemplateAndRequestType: {
    summary: 'Removes the entry of a project, a template and a request type.',
    method: 'DELETE',
    path: '/project/{projectIdOrKey}/template/{templateId}/requesttype/{requestTypeId}',
    response: removalResultSchema,
    section,
    rules: ['DT-05', 'DT-07', 'DT-08', 'DT-26', 'DT-29', 'DT-N01', 'DT-N02', 'DT-N03', 'DT-N09'],
    ...removesOfBoth,
  },
  /** `DELETE /template/{templateId}/issuetype/{issueTypeId}`: Removes a template's entries of an issue type in every project. */
  deleteByTemplateAndIssueType: {
    summary: "Removes a template's entries of an issue type in every project.",
    method: 'DELETE',
    path: '/template/{templateId}/issuetype/{issueTypeId}',
    response: removalResultSchema,
    section,
    rules: ['DT-05', 'DT-06', 'DT-08', 'DT-27', 'DT-29', 'DT-N01', 'DT-N03', 'DT-N09'],
    ...removesOfTemplate,
  },
  /** `DELETE /template/{templateId}/requesttype/{requestTypeId}`: Removes a template's entries of a request type in every project. */
  deleteByTemplateAndRequestType: {
    summary: "Removes a template's entries of a request type in every project.",
    method: 'DELETE',
    path: '/template/{templateId}/requesttype/{requestTypeId}',
    response: removalResultSchema,
    section,
    rules: ['DT-05', 'DT-07', 'DT-08', 'DT-28', 'DT-29', 'DT-N01', 'DT-N03', 'DT-N09'],
    ...removesOfTemplate,
  },
  /** `POST /transition`: Writes the screen of the initial transition into the entries of many projects (rule 4). */
  setTransitions: {
    summary:
      'Stores the screen of a workflow transition, normally 1 (Create), in the entries of many projects (rule 4).',
    method: 'POST',
    path: '/transition/{transitionId}',
    body: bulkTransitionRequestSchema,
    response: bulkTransitionResultSchema,
    section: 'Endpoints, rule 4',
    rules: ['DT-31', 'DT-32', 'DT-33', 'DT-34', 'DT-35', 'DT-N01', 'DT-N06', 'DT-N10', 'DT-N12', 'DT-N13', 'DT-N18'],
    ...writesScreens,
  },
  /** `DELETE /transition`: Clears the stored screens in the entries of many projects (rule 5). */
  clearTransitions: {
    summary: 'Clears the stored screens in the entries of many projects (rule 5).',
    method: 'DELETE',
    path: '/transition',
    body: bulkTransitionRequestSchema,
    response: bulkTransitionResultSchema,
    section: 'Endpoints, rule 5',
    rules: ['DT-32', 'DT-33', 'DT-34', 'DT-35', 'DT-36', 'DT-N01', 'DT-N06', 'DT-N13', 'DT-N18'],
    ...writesScreens,
  },
});
