import * as z from 'zod';
import { catalogueEndpoints, rowsWith } from '../endpoints/endpoint.js';
import {
  addTemplatesRequestSchema,
  copyPlanRequestSchema,
  stepCellRequestSchema,
  stepCommentRequestSchema,
  stepStatusesRequestSchema,
  stepStatusRequestSchema,
} from './bodies.js';

const { calls, reads } = rowsWith({ section: 'Endpoints', scope: 'own' });
const everyStepsCall = ['TM-02', 'TM-34', 'TM-N05', 'TM-N06', 'TM-N07', 'TM-N13'] as const;

/** The rules of each call that makes cases in plans. */
const ofCases = ['TM-34', 'TM-N06', 'TM-N12', 'TM-N19', 'TM-N21'] as const;

/** The documented rules of a copy. */
const copying = ['TM-17', 'TM-18', 'TM-19', 'TM-20', 'TM-21', 'TM-22', 'TM-23', 'TM-24', 'TM-25'] as const;

const changesIssue = { changes: [{ kind: 'issue', property: 'issueId' }] } as const;

/** `GET testplan/test-case-ids/{key}` and `…/test-case-template-ids/{key}`: issue ids, as numbers or as text (TM-N20). */
const issueIdsSchema = z.array(
  z.preprocess((id) => (typeof id === 'string' && /^\d{1,15}$/.test(id) ? Number(id) : id), z.int()),
);

/** The endpoints of the test-management API (document: Endpoints). What most of them answer is not shown. */
export const testManagementEndpoints = catalogueEndpoints('test-management', {
  setStepStatus: calls('PUT', '/steps/status', {
    summary: 'Changes the status of one step.',
    body: stepStatusRequestSchema,
    rules: ['TM-01', 'TM-03', 'TM-N23', ...everyStepsCall],
    ...changesIssue,
  }),
  setStepStatuses: calls('PUT', '/steps/statuses', {
    summary: 'Changes the statuses of several steps.',
    body: stepStatusesRequestSchema,
    rules: ['TM-03', 'TM-04', ...everyStepsCall],
    ...changesIssue,
  }),
  addStepComment: calls('PUT', '/steps/comment', {
    summary: 'Adds a comment to a step.',
    body: stepCommentRequestSchema,
    rules: ['TM-05', 'TM-N14', 'TM-N26', ...everyStepsCall],
    ...changesIssue,
  }),
  setStepCell: calls('PUT', '/steps/cell', {
    summary: 'Edits one cell of a step.',
    body: stepCellRequestSchema,
    rules: ['TM-06', ...everyStepsCall],
    ...changesIssue,
  }),
  addStepAttachments: calls('POST', '/steps/attachment', {
    summary: 'Adds the files of the parts named `file` to a step.',
    query: z.object({ issueId: z.string(), rowIndex: z.string() }),
    encoding: 'multipart',
    rules: ['TM-07', 'TM-N25', ...everyStepsCall],
    changes: [{ kind: 'issue', query: 'issueId' }],
  }),
  copyPlan: calls('POST', '/testplan/copy', {
    summary: 'Copies a test plan with its cases.',
    body: copyPlanRequestSchema,
    response: z.unknown(),
    section: 'Endpoints: Copy test plan body',
    rules: [...copying, 'TM-N08', 'TM-N15', 'TM-N20', 'TM-N25', 'TM-N27', 'TM-N29', ...ofCases],
    changes: [
      { kind: 'new issue', property: 'projects', otherwise: { kind: 'new issue beside', property: 'testPlanKey' } },
    ],
  }),
  listTestCaseIds: reads('/testplan/test-case-ids/{testPlanKey}', {
    summary: "The ids of a plan's cases, in plan order.",
    response: issueIdsSchema,
    shape: { '': 'TM-26' },
    rules: ['TM-26', 'TM-34', 'TM-N06', 'TM-N20', 'TM-N21'],
  }),
  listTestCaseTemplateIds: reads('/testplan/test-case-template-ids/{testPlanKey}', {
    summary: "The ids of a plan's templates, each once, in the order of the cases.",
    query: z.object({ onlyActive: z.enum(['true', 'false']).optional() }),
    response: issueIdsSchema,
    shape: { '': 'TM-27' },
    rules: ['TM-27', 'TM-28', 'TM-34', 'TM-N06', 'TM-N20', 'TM-N21'],
  }),
  addTestCaseTemplates: calls('POST', '/testplan/add-test-case-templates', {
    summary: 'Adds templates to plans, which creates cases.',
    body: addTemplatesRequestSchema,
    response: z.unknown(),
    section: 'Endpoints: Add templates body',
    rules: ['TM-29', 'TM-30', 'TM-31', 'TM-32', 'TM-33', 'TM-N09', 'TM-N10', 'TM-N16', 'TM-N22', 'TM-N24', ...ofCases],
    changes: [{ kind: 'issue', property: 'testPlanKeys' }],
  }),
  // Public clients call it; no document does.
  moveToNextIteration: calls('POST', '/testplan/moveToNextIteration', {
    summary: 'Begins the next iteration of a plan, in which all its cases are executed again.',
    query: z.object({ testPlanIdOrKey: z.string() }),
    body: z.object({ nextIterationStrategy: z.literal('all-test-cases') }),
    section: 'In no document',
    rules: [],
    changes: [{ kind: 'issue', query: 'testPlanIdOrKey' }],
  }),
});

/** The rows of the test-management API. Editors show its name in place of all rows. */
export interface TestManagementEndpoints extends Readonly<typeof testManagementEndpoints> {}
