import { defineEndpoints } from '../endpoints/endpoint.js';
import { bulkTransitionRequestSchema, defaultsRequestSchema } from './requests.js';
import { bulkTransitionResultSchema, creationResultSchema, entriesSchema, removalResultSchema } from './responses.js';

const section = 'Endpoints';

/** The endpoints of the default-template API (document: Endpoints). */
export const defaultTemplatesEndpoints = defineEndpoints('default-templates', {
  /** The entries of a project. */
  listByProject: {
    method: 'GET',
    path: '/project/{projectIdOrKey}',
    response: entriesSchema,
    section,
    rules: ['DT-01', 'DT-02', 'DT-05', 'DT-06', 'DT-07', 'DT-08', 'DT-N01', 'DT-N02'],
    reach: 'read',
  },
  /** The entries of a project and a template. */
  listByProjectAndTemplate: {
    method: 'GET',
    path: '/project/{projectIdOrKey}/template/{templateId}',
    response: entriesSchema,
    section,
    rules: ['DT-03', 'DT-05', 'DT-N02', 'DT-N03'],
    reach: 'read',
  },
  /** The entries of a template over all projects. */
  listByTemplate: {
    method: 'GET',
    path: '/template/{templateId}',
    response: entriesSchema,
    section,
    rules: ['DT-04', 'DT-05', 'DT-08', 'DT-N01', 'DT-N03'],
    reach: 'read',
  },
  /** The entries of a template that a filter in the body selects (rule 1). */
  filterByTemplate: {
    method: 'GET',
    path: '/template/{templateId}',
    variant: 'with a body',
    body: defaultsRequestSchema,
    response: entriesSchema,
    section: 'Endpoints, rule 1',
    rules: ['DT-05', 'DT-11', 'DT-12', 'DT-13', 'DT-14', 'DT-15', 'DT-16', 'DT-N08'],
    reach: 'read',
  },
  /** Assigns a template in projects (rule 2). */
  create: {
    method: 'POST',
    path: '/template/{templateId}',
    body: defaultsRequestSchema,
    response: creationResultSchema,
    section: 'Endpoints, rule 2',
    rules: ['DT-09', 'DT-10', 'DT-17', 'DT-18', 'DT-19', 'DT-20', 'DT-21', 'DT-N01', 'DT-N04', 'DT-N05'],
    reach: 'own',
  },
  /** Removes a template's entries in all projects. */
  deleteByTemplate: {
    method: 'DELETE',
    path: '/template/{templateId}',
    response: removalResultSchema,
    section,
    rules: ['DT-22', 'DT-29', 'DT-N01', 'DT-N03', 'DT-N09'],
    reach: 'own',
  },
  /** Removes the entries of a template that the body selects (rule 3). Method and path are the assumption DT-N11. */
  deleteSelected: {
    method: 'DELETE',
    path: '/template/{templateId}',
    variant: 'with a body',
    body: defaultsRequestSchema,
    response: removalResultSchema,
    section: 'Endpoints, rule 3',
    rules: ['DT-29', 'DT-30', 'DT-N11'],
    reach: 'own',
  },
  /** Removes a project's entries. */
  deleteByProject: {
    method: 'DELETE',
    path: '/project/{projectIdOrKey}',
    response: removalResultSchema,
    section,
    rules: ['DT-23', 'DT-29', 'DT-N02', 'DT-N09'],
    reach: 'project',
  },
  /** Removes the entries of a project and a template. */
  deleteByProjectAndTemplate: {
    method: 'DELETE',
    path: '/project/{projectIdOrKey}/template/{templateId}',
    response: removalResultSchema,
    section,
    rules: ['DT-24', 'DT-29', 'DT-N02', 'DT-N03', 'DT-N09'],
    reach: 'own',
  },
  /** Removes the entry of a project, a template and an issue type. */
  deleteByProjectTemplateAndIssueType: {
    method: 'DELETE',
    path: '/project/{projectIdOrKey}/template/{templateId}/issuetype/{issueTypeId}',
    response: removalResultSchema,
    section,
    rules: ['DT-25', 'DT-29', 'DT-N02', 'DT-N03', 'DT-N09'],
    reach: 'own',
  },
  /** Removes the entry of a project, a template and a request type. */
  deleteByProjectTemplateAndRequestType: {
    method: 'DELETE',
    path: '/project/{projectIdOrKey}/template/{templateId}/requesttype/{requestTypeId}',
    response: removalResultSchema,
    section,
    rules: ['DT-26', 'DT-29', 'DT-N02', 'DT-N03', 'DT-N09'],
    reach: 'own',
  },
  /** Removes a template's entries of an issue type in every project. */
  deleteByTemplateAndIssueType: {
    method: 'DELETE',
    path: '/template/{templateId}/issuetype/{issueTypeId}',
    response: removalResultSchema,
    section,
    rules: ['DT-27', 'DT-29', 'DT-N03', 'DT-N09'],
    reach: 'own',
  },
  /** Removes a template's entries of a request type in every project. */
  deleteByTemplateAndRequestType: {
    method: 'DELETE',
    path: '/template/{templateId}/requesttype/{requestTypeId}',
    response: removalResultSchema,
    section,
    rules: ['DT-28', 'DT-29', 'DT-N03', 'DT-N09'],
    reach: 'own',
  },
  /** Stores the screen of a workflow transition, normally 1 (Create), in the entries of many projects (rule 4). */
  setTransitions: {
    method: 'POST',
    path: '/transition/{transitionId}',
    body: bulkTransitionRequestSchema,
    response: bulkTransitionResultSchema,
    section: 'Endpoints, rule 4',
    rules: ['DT-31', 'DT-32', 'DT-33', 'DT-34', 'DT-35', 'DT-N06', 'DT-N10', 'DT-N12', 'DT-N13'],
    reach: 'tracker',
  },
  /** Clears the stored screens in the entries of many projects (rule 5). */
  clearTransitions: {
    method: 'DELETE',
    path: '/transition',
    body: bulkTransitionRequestSchema,
    response: bulkTransitionResultSchema,
    section: 'Endpoints, rule 5',
    rules: ['DT-32', 'DT-33', 'DT-34', 'DT-35', 'DT-36', 'DT-N06', 'DT-N13'],
    reach: 'tracker',
  },
});
