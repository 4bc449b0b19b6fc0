import { z } from 'zod';
import { defineEndpoints } from '../endpoints/endpoint.js';
import {
  addTemplatesRequestSchema,
  copyPlanRequestSchema,
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
export const testManagementEndpoints = defineEndpoints('test-management', {
  /** Changes the status of one step. */
  setStepStatus: {
    method: 'PUT',
    path: '/steps/status',
    body: stepStatusRequestSchema,
    section,
    rules: ['TM-01', 'TM-03', ...everyStepsCall],
    reach: 'own',
  },
  /** Changes the statuses of several steps. */
  setStepStatuses: {
    method: 'PUT',
    path: '/steps/statuses',
    body: stepStatusesRequestSchema,
    section,
    rules: ['TM-03', 'TM-04', ...everyStepsCall],
    reach: 'own',
  },
  /** Adds a comment to a step. */
  addStepComment: {
    method: 'PUT',
    path: '/steps/comment',
    body: stepCommentRequestSchema,
    section,
    rules: ['TM-05', 'TM-N14', ...everyStepsCall],
    reach: 'own',
  },
  /** Edits one cell of a step. */
  setStepCell: {
    method: 'PUT',
    path: '/steps/cell',
    body: stepCellRequestSchema,
    section,
    rules: ['TM-06', ...everyStepsCall],
    reach: 'own',
  },
  /** Adds the files of the parts named `file` to a step. */
  addStepAttachments: {
    method: 'POST',
    path: '/steps/attachment',
    query: stepAttachmentQuerySchema,
    encoding: 'multipart',
    section,
    rules: ['TM-07', ...everyStepsCall],
    reach: 'own',
  },
  /** Copies a test plan with its cases. */
  copyPlan: {
    method: 'POST',
    path: '/testplan/copy',
    body: copyPlanRequestSchema,
    response: z.looseObject({}),
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
    ],
    reach: 'own',
  },
  /** The ids of a plan's cases, in plan order. */
  listTestCaseIds: {
    method: 'GET',
    path: '/testplan/test-case-ids/{testPlanKey}',
    response: issueIdsSchema,
    section,
    rules: ['TM-26', 'TM-34', 'TM-N06'],
    reach: 'read',
  },
  /** The ids of a plan's templates, each once, in the order of the cases. */
  listTestCaseTemplateIds: {
    method: 'GET',
    path: '/testplan/test-case-template-ids/{testPlanKey}',
    query: z.object({ onlyActive: z.enum(['true', 'false']).optional() }),
    response: issueIdsSchema,
    section,
    rules: ['TM-27', 'TM-28', 'TM-34', 'TM-N06'],
    reach: 'read',
  },
  /** Adds templates to plans, which creates cases. */
  addTestCaseTemplates: {
    method: 'POST',
    path: '/testplan/add-test-case-templates',
    body: addTemplatesRequestSchema,
    response: z.looseObject({}),
    section: 'Endpoints: Add templates body',
    rules: ['TM-29', 'TM-30', 'TM-31', 'TM-32', 'TM-33', 'TM-34', 'TM-N06', 'TM-N09', 'TM-N10', 'TM-N12'],
    reach: 'own',
  },
});
