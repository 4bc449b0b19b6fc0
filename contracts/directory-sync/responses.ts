import * as z from 'zod';
import type { Documented } from '../documented.js';

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
