import * as z from 'zod';
import { assumption, observedOnly, refusals, successStatus } from './assumption.js';

const clientError = z.int().min(400).max(499);

/** A refusal, or a success whose body tells of an error. */
const answerStatus = z.union([clientError, z.literal([200, 207])]);

const stepStatus = z.strictObject({
  id: z.int(),
  name: z.string().min(1),
  color: z.string().regex(/^#[0-9a-fA-F]{6}$/),
  isFinalStatus: z.boolean(),
});

/** Fields that a copied or an added case may take over. */
const takenOver = z.array(z.enum(['preconditions', 'description', 'requirement']));
const all: z.infer<typeof takenOver> = ['preconditions', 'description', 'requirement'];

const emptyList = z.enum(['as if left out', 'nothing', 'refused']);

/** A text that describes what was seen. */
const described = z.string();

export const testManagementAssumptions = {
  /** The base path of the previous URL pattern, after the tracker's base URL. */
  'TM-N01': assumption(z.string().startsWith('/'), '/rest/tms/1.0'),
  /** The property of the Steps value that holds the rows; null if the value is the list of rows itself. */
  'TM-N02': assumption(z.string().min(1).nullable(), 'stepsRows'),
  /** The value of the Requirement field: a list of keys, of ids or of objects with a key, or a text with keys and commas. */
  'TM-N03': assumption(z.enum(['issue keys', 'issue ids', 'objects', 'text']), 'issue keys'),
  /** Step statuses (with the default one's name) and columns of a new project. */
  'TM-N04': assumption(
    z.strictObject({
      statuses: z.array(stepStatus).min(1),
      defaultStatus: z.string().min(1),
      columns: z.array(z.string().min(1)).min(1),
    }),
    {
      statuses: [
        { id: 1, name: 'To do', color: '#CCCCCC', isFinalStatus: false },
        { id: 2, name: 'In progress', color: '#6693B0', isFinalStatus: false },
        { id: 3, name: 'Pass', color: '#51a825', isFinalStatus: true },
        { id: 4, name: 'Fail', color: '#CC3300', isFinalStatus: true },
      ],
      defaultStatus: 'To do',
      columns: ['Action', 'Input', 'Expected result'],
    },
  ),
  /** Status and body of a successful steps call. */
  'TM-N05': assumption(z.strictObject({ status: successStatus, body: z.enum(['changed rows', 'empty']) }), {
    status: 200,
    body: 'changed rows',
  }),
  /** Status for an unknown issue. */
  'TM-N06': assumption(clientError, 404),
  /** Status of a steps call with an index out of range or an unknown status. */
  'TM-N07': observedOnly(clientError, 400),
  /** The places of the created issues in the answer to a copy. */
  'TM-N08': observedOnly(described, 'testPlans[].testCases[].id, testPlans[].testCases[].key, testPlans[].testPlanKey'),
  /** The places of the created cases in the answer to an addition of templates. */
  'TM-N09': observedOnly(described, 'testPlans[].testCases[].key'),
  /** The place of the error message without Create Issues. */
  'TM-N10': observedOnly(described, 'errorMessages[]'),
  /** The statuses of each kind of issue, the first being the one it starts in. */
  'TM-N11': assumption(
    z.strictObject({
      testCaseTemplate: z.array(z.string()).min(1),
      testCase: z.array(z.string()).min(1),
      testPlan: z.array(z.string()).min(1),
    }),
    {
      testCaseTemplate: ['Active', 'Inactive', 'Update required'],
      testCase: ['Open', 'In Progress', 'Pass', 'Fail', 'Retest'],
      testPlan: ['Open', 'In Progress', 'Acceptance', 'Closed'],
    },
  ),
  /** How adding and copying treat an inactive template. */
  'TM-N12': assumption(
    z.strictObject({ add: z.enum(['created', 'left out']), copy: z.enum(['created', 'left out']) }),
    { add: 'created', copy: 'created' },
  ),
  /** Whether ids and indexes may be sent as numeric text. */
  'TM-N13': assumption(z.enum(['accepted', 'refused']), 'accepted'),
  /** Which comments a step keeps. */
  'TM-N14': observedOnly(z.enum(['oldest first', 'newest first']), 'oldest first'),
  /** Which of its steps' statuses, comments and attachments a case keeps that is copied from a case. */
  'TM-N15': assumption(z.array(z.enum(['statuses', 'comments', 'attachments'])), []),
  /** The default of `async` in an addition of templates. */
  'TM-N16': assumption(z.boolean(), false),
  'TM-N17': refusals,
  /** Whether a group row with further cells is refused. If it is accepted, it keeps only its name. */
  'TM-N18': assumption(z.enum(['refused', 'accepted']), 'refused'),
  /**
   * The fields besides summary, Steps and TC Template that a case takes over if it is added, copied from its template,
   * or copied from a case.
   */
  'TM-N19': observedOnly(z.strictObject({ add: takenOver, byTemplates: takenOver, byCases: takenOver }), {
    add: all,
    byTemplates: all,
    byCases: all,
  }),
  /**
   * The forms in the lists of a copy and of a plan: projects by key or by id, ids that are sent and ids that are listed
   * as numbers or as text. Also the meaning of empty lists of projects and of issueIds.
   */
  'TM-N20': assumption(
    z.strictObject({
      projects: z.enum(['keys', 'ids']),
      issueIds: z.enum(['numbers', 'text']),
      listedIds: z.enum(['numbers', 'text']),
      noProjects: emptyList,
      noIssueIds: emptyList,
    }),
    {
      projects: 'keys',
      issueIds: 'numbers',
      listedIds: 'numbers',
      noProjects: 'as if left out',
      noIssueIds: 'as if left out',
    },
  ),
  /**
   * The status of a successful call about plans: of a list, of a copy and of an addition, with cases made at once or
   * later.
   */
  'TM-N21': assumption(
    z.strictObject({
      list: successStatus,
      copy: successStatus,
      copyLater: successStatus,
      add: successStatus,
      addLater: successStatus,
    }),
    { list: 200, copy: 200, copyLater: 200, add: 200, addLater: 200 },
  ),
  /** Whether the cases of one addition are in the plan in the order in which the call names their templates. */
  'TM-N22': observedOnly(z.enum(['as named', 'otherwise']), 'as named'),
  /** Whether the status of a step of a template can be set. */
  'TM-N23': observedOnly(z.enum(['refused', 'set']), 'refused'),
  /** The status of an addition without Create Issues for one of its plans, and what happens to its other plans. */
  'TM-N24': assumption(z.strictObject({ status: answerStatus, others: z.enum(['left', 'filled']) }), {
    status: 403,
    others: 'left',
  }),
  /** Whether files of steps are among the attachments of their issue, and the texts that the copy of a plan takes over. */
  'TM-N25': observedOnly(
    z.strictObject({
      files: z.enum(['of the issue', 'of the step']),
      taken: z.array(z.enum(['summary', 'description'])),
    }),
    { files: 'of the issue', taken: ['summary', 'description'] },
  ),
  /** Whether the comment of a step is among the comments of its issue. */
  'TM-N26': observedOnly(z.enum(['of the step', 'of the issue too']), 'of the step'),
  /** The template of a case that is copied from a case. */
  'TM-N27': observedOnly(z.enum(['named', 'none']), 'named'),
  /** The value of the TC Template field: the key of the template, or an object with it. */
  'TM-N28': assumption(z.enum(['key', 'object']), 'key'),
  /** How a copy takes ids of the other kind than it copies from, and how often it copies a template of two cases. */
  'TM-N29': observedOnly(
    z.strictObject({
      otherKind: z.enum(['taken', 'ignored', 'refused']),
      templateOfTwo: z.enum(['for each case', 'once']),
    }),
    { otherKind: 'taken', templateOfTwo: 'for each case' },
  ),
} as const;
