import * as z from 'zod';

const flag = z.literal(true).optional();
const names = z.array(z.string()).optional();
const list = <Shape extends z.ZodRawShape>(shape: Shape) => z.array(z.strictObject(shape)).optional();

/** What a test asks of a tracker, in the words in which specs ask for it. What is left out it does not need. */
export const testNeedsSchema = z.strictObject({
  /** With `sameNumber` the first issue type and the first request type have the same number. */
  projects: list({
    issueTypes: z.int(),
    requestTypes: z.int().optional(),
    sameNumber: flag,
    templatePostFunction: z.enum(['overwrite', 'keep']).optional(),
  }),
  /** Templates with values for all `fields`, and for one of `anyOf` at least. */
  templates: list({ fields: names, anyOf: names }),
  /** Whether it writes the custom field that takes a template's id. */
  templateField: flag,
  /** With `sameUsers` the users are those of another one. */
  connections: list({
    users: z.int(),
    sameUsers: flag,
    attributes: names,
    disabled: flag,
    inGroup: flag,
    changesUserDn: flag,
  }),
  /** Whether it changes a connection or its users, and does not only read them. */
  changesConnection: flag,
  /** With `unlike` the step statuses have to differ from those of another one. */
  testProjects: list({
    columns: names,
    preconditions: z.boolean().optional(),
    plainUserCreates: flag,
    unlike: flag,
  }),
  /** Users who administer nothing, and may not create tests in the test's project, or have to see the plans there. */
  plainUsers: list({ mayNotCreate: flag, sees: flag }),
  /** Whether the run has to log in by name and password. */
  basicLogin: flag,
  /** Whether it does what only an admin of the tracker can: synchronize, configure, restart. */
  admin: flag,
  /** Whether it takes a tracker that nobody else uses, or data that only such a one can be given. */
  ownTracker: flag,
  /** Whether it changes every project, and so takes a tracker that is declared disposable. */
  disposable: flag,
});

/** What a test asks of a tracker. */
export type TestNeeds = z.infer<typeof testNeedsSchema>;
