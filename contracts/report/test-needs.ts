import * as z from 'zod';

const flag = z.literal(true).optional();

/** What a test asks of a tracker, in the words in which specs ask for it. What is left out it does not need. */
export const testNeedsSchema = z.strictObject({
  projects: z
    .array(
      z.strictObject({
        issueTypes: z.int().optional(),
        requestTypes: z.int().optional(),
        templatePostFunction: z.enum(['overwrite', 'keep']).optional(),
      }),
    )
    .optional(),
  templates: z.array(z.strictObject({ fields: z.array(z.string()).optional() })).optional(),
  /** Whether it writes the custom field that takes a template's id. */
  templateField: flag,
  connections: z
    .array(
      z.strictObject({
        users: z.int().optional(),
        /** Whether these have to be the users of another one. */
        sameUsers: flag,
        attributes: z.array(z.string()).optional(),
        disabled: flag,
        inGroup: flag,
        changesUserDn: flag,
      }),
    )
    .optional(),
  testProjects: z
    .array(
      z.strictObject({
        columns: z.array(z.string()).optional(),
        preconditions: z.boolean().optional(),
        /** Whether its step statuses have to differ from those of another one. */
        unlike: flag,
      }),
    )
    .optional(),
  /** Users who administer nothing. */
  plainUsers: z
    .array(
      z.strictObject({
        /** Whether the user must lack the permission to create tests in the test's project. */
        mayNotCreate: flag,
        /** Whether the user has to see the plans there. */
        sees: flag,
      }),
    )
    .optional(),
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
