import * as z from 'zod';
import type { Documented } from '../documented.js';

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

/** `GET /connection`: the attribute names of each enabled connection, by its name. */
export const connectionListSchema = z.record(z.string(), z.array(z.string()));

export const userAttributesSchema = z.record(z.string(), z.string());

export const userListElementSchema = z.looseObject({
  username: z.string(),
  configurationName: z.string(),
  fields: userAttributesSchema,
});

export const pageDescriptorSchema = z.looseObject({
  current: z.int(),
  pageSize: z.int(),
  totalPages: z.int().min(0),
  totalElements: z.int().min(0),
});

export const userPageSchema = z.looseObject({ elements: z.array(userListElementSchema), page: pageDescriptorSchema });

/** A page of users. */
export type UserPage = Documented<z.infer<typeof userPageSchema>>;

/** Attribute values of a user, by attribute name. */
export type UserAttributes = Documented<z.infer<typeof userAttributesSchema>>;
