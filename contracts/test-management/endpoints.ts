import * as z from 'zod';
import { catalogueEndpoints } from '../endpoints/endpoint.js';
import {
  addTemplatesRequestSchema,
  copyPlanRequestSchema,
  nextIterationRequestSchema,
  stepAttachmentQuerySchema,
  stepCellRequestSchema,
  stepCommentRequestSchema,
  stepStatusesRequestSchema,
  stepStatusRequestSchema,
} from './requests.js';
import { issueIdsSchema } from './responses.js';

const section = 'Endpoints';
const everyStepsCall = ['TM-02', 'TM-34', 'TM-N05', 'TM-N06', 'TM-N07', 'TM-N13'] as const;

/** The endpoints of the test-management API (document: Endpoints). What most of them answer is not shown. */
export const testManagementEndpoints = catalogueEndpoints('test-management', {
  /** `PUT /steps/status`: Changes the status of one step. */
  setStepStatus: {
    summary: 'Changes the status of one step.',
    method: 'PUT',
    path: '/steps/status',
    body: stepStatusRequestSchema,
    section,
    rules: ['TM-01', 'TM-03', 'TM-N23', ...everyStepsCall],
    scope: 'own',
    changes: [{ kind: 'issue', property: 'issueId' }],
  },
  /** `PUT /steps/statuses`: Changes the statuses of several steps. */
  setStepStatuses: {
    summary: 'Changes the statuses of several steps.',
    method: 'PUT',
    path: '/steps/statuses',
    body: stepStatusesRequestSchema,
    section,
    rules: ['TM-03', 'TM-04', ...everyStepsCall],
    scope: 'own',
    changes: [{ kind: 'issue', property: 'issueId' }],
  },
  /** `PUT /steps/comment`: Adds a comment to a step. */
  addStepComment: {
    summary: 'Adds a comment to a step.',
    method: 'PUT',
    path: '/steps/comment',
    body: stepCommentRequestSchema,
    section,
    rules: ['TM-05', 'TM-N14', ...everyStepsCall],
    scope: 'own',
    changes: [{ kind: 'issue', property: 'issueId' }],
  },
  /** `PUT /steps/cell`: Edits one cell of a step. */
  setStepCell: {
    summary: 'Edits one cell of a step.',
    method: 'PUT',
    path: '/steps/cell',
    body: stepCellRequestSchema,
    section,
    rules: ['TM-06', ...everyStepsCall],
    scope: 'own',
    changes: [{ kind: 'issue', property: 'issueId' }],
  },
  /** `POST /steps/attachment`: Adds the files of the parts named `file` to a step. */
  addStepAttachments: {
    summary: 'Adds the files of the parts named `file` to a step.',
    method: 'POST',
    path: '/steps/attachment',
    query: stepAttachmentQuerySchema,
    encoding: 'multipart',
    section,
    rules: ['TM-07', 'TM-N25', ...everyStepsCall],
    scope: 'own',
    changes: [{ kind: 'issue', query: 'issueId' }],
  },
  /** `POST /testplan/copy`: Copies a test plan with its cases. */
  copyPlan: {
    summary: 'Copies a test plan with its cases.',
    method: 'POST',
    path: '/testplan/copy',
    body: copyPlanRequestSchema,
    response: z.unknown(),
    section: 'Endpoints: Copy test plan body',
    rules: [
      'TM-17',
      'TM-18',
      'TM-19',
      'TM-20',
      'TM-21',
      'TM-22',
      'TM-23',
      'TM-24',
      'TM-25',
      'TM-34',
      'TM-N06',
      'TM-N08',
      'TM-N12',
      'TM-N15',
      'TM-N19',
      'TM-N20',
      'TM-N21',
      'TM-N25',
    ],
    scope: 'own',
    changes: [
      { kind: 'new issue', property: 'projects', otherwise: { kind: 'new issue beside', property: 'testPlanKey' } },
    ],
  },
  /** `GET /testplan/test-case-ids/{testPlanKey}`: The ids of a plan's cases, in plan order. */
  listTestCaseIds: {
    summary: "The ids of a plan's cases, in plan order.",
    method: 'GET',
    path: '/testplan/test-case-ids/{testPlanKey}',
    response: issueIdsSchema,
    section,
    rules: ['TM-26', 'TM-34', 'TM-N06', 'TM-N20', 'TM-N21'],
    scope: 'read',
    remembered: 'worker',
  },
  /** `GET /testplan/test-case-template-ids/{testPlanKey}`: The ids of a plan's templates, each once, in the order of the cases. */
  listTestCaseTemplateIds: {
    summary: "The ids of a plan's templates, each once, in the order of the cases.",
    method: 'GET',
    path: '/testplan/test-case-template-ids/{testPlanKey}',
    query: z.object({ onlyActive: z.enum(['true', 'false']).optional() }),
    response: issueIdsSchema,
    section,
    rules: ['TM-27', 'TM-28', 'TM-34', 'TM-N06', 'TM-N20', 'TM-N21'],
    scope: 'read',
  },
  /** `POST /testplan/add-test-case-templates`: Adds templates to plans, which creates cases. */
  addTestCaseTemplates: {
    summary: 'Adds templates to plans, which creates cases.',
    method: 'POST',
    path: '/testplan/add-test-case-templates',
    body: addTemplatesRequestSchema,
    response: z.unknown(),
    section: 'Endpoints: Add templates body',
    rules: [
      'TM-29',
      'TM-30',
      'TM-31',
      'TM-32',
      'TM-33',
      'TM-34',
      'TM-N06',
      'TM-N09',
      'TM-N10',
      'TM-N12',
      'TM-N16',
      'TM-N19',
      'TM-N21',
      'TM-N22',
      'TM-N24',
    ],
    scope: 'own',
    changes: [{ kind: 'issue', property: 'testPlanKeys' }],
    forgets: [],
  },
  /** `POST /testplan/moveToNextIteration`: Begins the next iteration of a plan. Public clients call it; no document does. */
  moveToNextIteration: {
    summary: 'Begins the next iteration of a plan, in which all its cases are executed again.',
    method: 'POST',
    path: '/testplan/moveToNextIteration',
    query: z.object({ testPlanIdOrKey: z.string() }),
    body: nextIterationRequestSchema,
    section: 'In no document',
    rules: [],
    scope: 'own',
    changes: [{ kind: 'issue', query: 'testPlanIdOrKey' }],
  },
});
