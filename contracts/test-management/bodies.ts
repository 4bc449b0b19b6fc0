import * as z from 'zod';

/** An id or an index; clients also send it as numeric text (TM-N13). */
const wholeNumber = z.union([z.int().min(0), z.string().regex(/^\d{1,15}$/, 'a whole number')]);

/** One row of the Steps table: a group with its name as the only cell, or a step with a cell for each column. */
export const stepsRowSchema = z.object({ isGroup: z.boolean(), cells: z.array(z.string()) });

/** Names a step of an issue. `rowIndex` counts steps only, not groups, from 0. */
const stepPlace = { issueId: wholeNumber, rowIndex: wholeNumber };

/** `PUT steps/status`: one step's status, by a name configured for the project. */
export const stepStatusRequestSchema = z.object({ ...stepPlace, status: z.string() });

/** `PUT steps/statuses`: several steps' statuses. */
export const stepStatusesRequestSchema = z.object({
  issueId: wholeNumber,
  rows: z.array(z.object({ rowIndex: wholeNumber, status: z.string() })),
});

/** `PUT steps/comment`: a comment on a step. */
export const stepCommentRequestSchema = z.object({ ...stepPlace, comment: z.string() });

/** `PUT steps/cell`: one cell of a step; `columnIndex` counts from 0. */
export const stepCellRequestSchema = z.object({ ...stepPlace, columnIndex: wholeNumber, cellValue: z.string() });

const copyStrategySchema = z.enum(['BY_TEST_CASE_TEMPLATES', 'BY_TEST_CASES']);

/** `POST testplan/copy` (document: Copy test plan body). `projects` are keys or ids (TM-N20). */
export const copyPlanRequestSchema = z.object({
  testPlanKey: z.string(),
  projects: z.array(z.union([z.string(), z.int()])).optional(),
  copyStrategy: copyStrategySchema.default('BY_TEST_CASE_TEMPLATES'),
  issueIds: z.array(wholeNumber).optional(),
  async: z.boolean().default(false),
});

/** `POST testplan/add-test-case-templates` (document: Add templates body). What it does without `async` is TM-N16. */
export const addTemplatesRequestSchema = z.object({
  testPlanKeys: z.array(z.string()),
  testCaseTemplateKeys: z.array(z.string()),
  async: z.boolean().optional(),
});

/** One row of the Steps table, as a client writes it. */
export type StepsRow = z.infer<typeof stepsRowSchema>;

/** The body of `POST testplan/copy`. */
export type CopyPlanRequest = z.input<typeof copyPlanRequestSchema>;

export type AddTemplatesRequest = z.input<typeof addTemplatesRequestSchema>;

/**
 * The field of an issue with these rows in its Steps table, for an issue that is created or edited. The rows stand under
 * a property of the value, or are the value if that is null (TM-N02).
 */
export function stepsField(
  { fields, rowsProperty }: { readonly fields: { readonly steps: string }; readonly rowsProperty: string | null },
  rows: readonly unknown[],
): Readonly<Record<string, unknown>> {
  return { [fields.steps]: rowsProperty === null ? rows : { [rowsProperty]: rows } };
}

/** What a test-management project has, each an issue. */
export type TestIssueKind = 'testCaseTemplate' | 'testCase' | 'testPlan';
