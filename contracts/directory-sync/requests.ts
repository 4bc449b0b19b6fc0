import * as z from 'zod';

const filterValue = z.union([z.string(), z.array(z.string())]);

/**
 * The query of both user lists (document: Endpoints, rules 1 and 2). `page` counts from 1 unless AD-N13 says otherwise,
 * `size` defaults to 25; both stay text here, so that a fake can answer values that are no numbers. Filters whose names
 * the document leaves open (AD-N05) pass unchanged.
 */
export const userListQuerySchema = z
  .object({
    page: z.string().optional(),
    size: z.string().optional(),
    usernames: filterValue.optional(),
    userkeys: filterValue.optional(),
  })
  .catchall(filterValue);

/** Details of a connection to change (document: Update request body). */
export const connectionDetailsSchema = z.object({ name: z.string().optional(), userDn: z.string().optional() });

/** New values of one user: each object maps attribute names to new values. */
export const userUpdateSchema = z.object({
  userKey: z.string(),
  fields: z.array(z.record(z.string(), z.string())),
});

export const updateElementSchema = z.object({
  connection: z.array(connectionDetailsSchema).optional(),
  data: z.array(userUpdateSchema).optional(),
});

/** The body of `PUT /update` (document: Update request body). */
export const updateRequestSchema = z.object({ connectionId: z.string(), update: z.array(updateElementSchema) });

/** The query of both user lists. */
export type UserListQuery = z.infer<typeof userListQuerySchema>;

export type UpdateRequest = z.infer<typeof updateRequestSchema>;

export type UpdateElement = z.infer<typeof updateElementSchema>;
