import * as z from 'zod';
import { finishedTestSchema, stepResultSchema } from '../../contracts/report/finished-test.js';

export const issueKeyPattern = /^[A-Z][A-Z0-9_]*-\d+$/;

/** The type of the annotation that names the test case of a test: the key of a template or of a case. */
export const testCaseAnnotation = 'test case';

const told = { title: true, status: true, reason: true, error: true } as const;

export const testResultSchema = finishedTestSchema.pick(told).extend({
  /** The name that identifies the test, the same in each run: project, file and titles. */
  name: z.string(),
  cases: z.array(z.string()),
  /** The rules that it covers, each with its text, and why the gate of the run counts it as failed. */
  rules: z.array(z.strictObject({ id: z.string(), text: z.string(), problem: z.string().optional() })),
  steps: z.array(stepResultSchema),
  /** The last calls of a test that failed and their answers, as text. */
  exchange: z.string().optional(),
});

export const pageSchema = z.url({ protocol: /^https?$/ });

/** The results that `tracker-e2e publish` takes to a test plan: the tests of a run, also those that test no tracker. */
export const resultsSchema = z.strictObject({
  schemaVersion: z.literal(1),
  run: z.strictObject({
    /** The id of the run. It shows whether the run has been published before. */
    id: z.string().regex(/^[\w.-]{1,40}$/, 'letters, digits, dots and dashes, 40 at most'),
    name: z.string(),
    startedAt: z.iso.datetime(),
    url: pageSchema.optional(),
  }),
  /** The errors outside the tests, such as a file that can't be loaded. Results of a run with errors are not published. */
  errors: z.array(z.string()),
  /** Why the gate failed the run, other than by tests and rules; absent if there is no such reason. */
  reasons: z.array(z.string()).optional(),
  tests: z.array(testResultSchema),
});

export type TestResultRow = z.infer<typeof testResultSchema>;

export type Results = z.infer<typeof resultsSchema>;
