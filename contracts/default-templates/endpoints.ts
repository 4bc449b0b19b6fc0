import { named } from '../documented.js';
import { catalogueEndpoints, rowsWith } from '../endpoints/endpoint.js';
import {
  bulkTransitionRequestSchema,
  bulkTransitionResultSchema,
  creationResultSchema,
  defaultsRequestSchema,
  entriesSchema,
  removalResultSchema,
} from './bodies.js';
import type { Entry, RemovalResult } from './bodies.js';

const { calls, reads } = rowsWith({ section: 'Endpoints', scope: 'own' });

const ofTemplate = { kind: 'template', parameter: 'templateId' } as const;
const ofProject = { kind: 'project', parameter: 'projectIdOrKey' } as const;

const removesOfTemplate = { changes: [ofTemplate], entries: 'removed' } as const;
const removesOfBoth = { changes: [{ ...ofProject, or: ofTemplate }], entries: 'removed' } as const;
/** A bulk call without a list of projects is about all of them. */
const writesScreens = {
  scope: 'tracker',
  changes: [{ kind: 'project', property: 'includeProjectKeys', otherwise: { kind: 'everything' } }],
  entries: 'screens',
} as const;

/** The rules of each answer with entries of both kinds. */
const entryShape = ['DT-05', 'DT-06', 'DT-07', 'DT-08'] as const;

const shapeOfEntries = { '': 'DT-05', issueTypeId: 'DT-06', requestTypeId: 'DT-07', transitions: 'DT-08' } as const;
const entries = { response: named<Entry[]>(entriesSchema), shape: shapeOfEntries } as const;

const ofEntry = { id: 'DT-05', templateId: 'DT-05', projectId: 'DT-05', serviceDesk: 'DT-05' } as const;
const removal = {
  response: named<RemovalResult>(removalResultSchema),
  shape: { ...shapeOfEntries, ...ofEntry, '': 'DT-29' },
} as const;
const screens = { response: bulkTransitionResultSchema, shape: { '': 'DT-35' } } as const;

/** The rules of a creation. */
const creation = ['DT-08', 'DT-09', 'DT-10', 'DT-17', 'DT-18', 'DT-19', 'DT-20', 'DT-21'] as const;

/** The rules of each call about the screens of many projects. */
const ofScreens = ['DT-32', 'DT-33', 'DT-34', 'DT-35', 'DT-N01', 'DT-N06', 'DT-N13', 'DT-N18', 'DT-N22'] as const;

/** The endpoints of the default-template API (document: Endpoints). */
export const defaultTemplatesEndpoints = catalogueEndpoints('default-templates', {
  listByProject: reads('/project/{projectIdOrKey}', {
    summary: 'The entries of a project.',
    ...entries,
    rules: ['DT-01', 'DT-02', ...entryShape, 'DT-10', 'DT-N01', 'DT-N02'],
  }),
  listByProjectAndTemplate: reads('/project/{projectIdOrKey}/template/{templateId}', {
    summary: 'The entries of a project and a template.',
    ...entries,
    rules: ['DT-03', ...entryShape, 'DT-N01', 'DT-N02', 'DT-N03'],
  }),
  listByTemplate: reads('/template/{templateId}', {
    summary: 'The entries of a template over all projects.',
    ...entries,
    rules: ['DT-04', ...entryShape, 'DT-N01', 'DT-N03'],
  }),
  filterByTemplate: reads('/template/{templateId}', {
    summary: 'The entries of a template that a filter in the body selects (rule 1).',
    override: 'with a body',
    body: defaultsRequestSchema,
    ...entries,
    section: 'Endpoints, rule 1',
    rules: [...entryShape, 'DT-11', 'DT-12', 'DT-13', 'DT-14', 'DT-15', 'DT-16', 'DT-N01', 'DT-N03', 'DT-N08'],
  }),
  create: calls('POST', '/template/{templateId}', {
    summary: 'Assigns a template in projects (rule 2).',
    body: defaultsRequestSchema,
    response: creationResultSchema,
    shape: { '': 'DT-20' },
    section: 'Endpoints, rule 2',
    rules: [...creation, 'DT-N01', 'DT-N03', 'DT-N04', 'DT-N05', 'DT-N16', 'DT-N19', 'DT-N20'],
    changes: [
      ofTemplate,
      { kind: 'project', property: 'defaults.projectKey' },
      { kind: 'project', property: 'defaults.projectId' },
    ],
    entries: 'added',
  }),
  deleteByTemplate: calls('DELETE', '/template/{templateId}', {
    summary: "Removes a template's entries in all projects.",
    ...removal,
    rules: [...entryShape, 'DT-22', 'DT-29', 'DT-N01', 'DT-N03', 'DT-N09'],
    ...removesOfTemplate,
  }),
  deleteSelected: calls('DELETE', '/template/{templateId}', {
    summary:
      'Removes the entries of a template that the body selects (rule 3). Method and path are the assumption DT-N11.',
    override: 'with a body',
    body: defaultsRequestSchema,
    ...removal,
    section: 'Endpoints, rule 3',
    rules: [...entryShape, 'DT-29', 'DT-30', 'DT-N01', 'DT-N03', 'DT-N08', 'DT-N09', 'DT-N11'],
    ...removesOfTemplate,
  }),
  deleteByProject: calls('DELETE', '/project/{projectIdOrKey}', {
    summary: "Removes a project's entries.",
    ...removal,
    rules: [...entryShape, 'DT-23', 'DT-29', 'DT-N01', 'DT-N02', 'DT-N09'],
    scope: 'project',
    changes: [ofProject],
    entries: 'removed',
  }),
  deleteByProjectAndTemplate: calls('DELETE', '/project/{projectIdOrKey}/template/{templateId}', {
    summary: 'Removes the entries of a project and a template.',
    ...removal,
    rules: [...entryShape, 'DT-24', 'DT-29', 'DT-N01', 'DT-N02', 'DT-N03', 'DT-N09'],
    ...removesOfBoth,
  }),
  deleteByProjectTemplateAndIssueType: calls(
    'DELETE',
    '/project/{projectIdOrKey}/template/{templateId}/issuetype/{issueTypeId}',
    {
      summary: 'Removes the entry of a project, a template and an issue type.',
      ...removal,
      rules: ['DT-05', 'DT-06', 'DT-08', 'DT-25', 'DT-29', 'DT-N01', 'DT-N02', 'DT-N03', 'DT-N09'],
      ...removesOfBoth,
    },
  ),
  deleteByProjectTemplateAndRequestType: calls(
    'DELETE',
    '/project/{projectIdOrKey}/template/{templateId}/requesttype/{requestTypeId}',
    {
      summary: 'Removes the entry of a project, a template and a request type.',
      ...removal,
      rules: ['DT-05', 'DT-07', 'DT-08', 'DT-26', 'DT-29', 'DT-N01', 'DT-N02', 'DT-N03', 'DT-N09'],
      ...removesOfBoth,
    },
  ),
  deleteByTemplateAndIssueType: calls('DELETE', '/template/{templateId}/issuetype/{issueTypeId}', {
    summary: "Removes a template's entries of an issue type in every project.",
    ...removal,
    rules: ['DT-05', 'DT-06', 'DT-08', 'DT-27', 'DT-29', 'DT-N01', 'DT-N03', 'DT-N09'],
    ...removesOfTemplate,
  }),
  deleteByTemplateAndRequestType: calls('DELETE', '/template/{templateId}/requesttype/{requestTypeId}', {
    summary: "Removes a template's entries of a request type in every project.",
    ...removal,
    rules: ['DT-05', 'DT-07', 'DT-08', 'DT-28', 'DT-29', 'DT-N01', 'DT-N03', 'DT-N09'],
    ...removesOfTemplate,
  }),
  setTransitions: calls('POST', '/transition/{transitionId}', {
    summary:
      'Stores the screen of a workflow transition, normally 1 (Create), in the entries of many projects (rule 4).',
    body: bulkTransitionRequestSchema,
    ...screens,
    section: 'Endpoints, rule 4',
    rules: ['DT-31', 'DT-N10', 'DT-N12', ...ofScreens],
    ...writesScreens,
  }),
  clearTransitions: calls('DELETE', '/transition', {
    summary: 'Clears the stored screens in the entries of many projects (rule 5).',
    body: bulkTransitionRequestSchema,
    ...screens,
    section: 'Endpoints, rule 5',
    rules: ['DT-36', ...ofScreens],
    ...writesScreens,
  }),
});

/** The rows of the default-template API. Editors show its name in place of all rows. */
export interface DefaultTemplatesEndpoints extends Readonly<typeof defaultTemplatesEndpoints> {}
