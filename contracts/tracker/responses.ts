import * as z from 'zod';
import type { Documented } from '../documented.js';
import { trackerTimeSchema } from '../times.js';

const id = z.string().regex(/^\d+$/, 'numeric text');

/** The body of every refusal of the tracker's own API. */
export const errorBodySchema = z.looseObject({
  errorMessages: z.array(z.string()),
  errors: z.record(z.string(), z.string()),
});

/** A user, as in every answer of the tracker that names one. */
export const userSchema = z.looseObject({
  self: z.string(),
  key: z.string(),
  name: z.string(),
  displayName: z.string(),
  emailAddress: z.string().optional(),
  active: z.boolean(),
});

/** `GET /serverInfo`. */
export const serverInfoSchema = z.looseObject({
  baseUrl: z.string(),
  version: z.string(),
  versionNumbers: z.array(z.int()),
  deploymentType: z.string(),
  buildNumber: z.int(),
  serverTime: trackerTimeSchema.optional(),
  serverTitle: z.string(),
  scmInfo: z.string().optional(),
});

/** `GET /mypermissions`. */
export const myPermissionsSchema = z.looseObject({
  permissions: z.record(z.string(), z.looseObject({ key: z.string(), havePermission: z.boolean() })),
});

/** A field of the tracker: a system field or a custom field. */
export const fieldSchema = z.looseObject({
  id: z.string(),
  name: z.string(),
  custom: z.boolean(),
  schema: z.looseObject({ type: z.string(), custom: z.string().optional(), customId: z.int().optional() }).optional(),
});

/** An issue type. */
export const issueTypeSchema = z.looseObject({ id, name: z.string(), subtask: z.boolean() });

/** A priority. */
export const prioritySchema = z.looseObject({ id, name: z.string() });

/** A status. */
export const statusSchema = z.looseObject({ id, name: z.string() });

/** A resolution. */
export const resolutionSchema = z.looseObject({ id, name: z.string() });

/** A way to link issues. */
export const issueLinkTypeSchema = z.looseObject({ id, name: z.string(), inward: z.string(), outward: z.string() });

/** A version of a project. */
export const versionSchema = z.looseObject({ self: z.string(), id, name: z.string(), projectId: z.int() });

/** A project in a list. */
export const projectSummarySchema = z.looseObject({
  id,
  key: z.string(),
  name: z.string(),
  projectTypeKey: z.string(),
});

/** A project in full. */
export const projectSchema = projectSummarySchema.extend({
  description: z.string().nullish(),
  lead: userSchema,
  issueTypes: z.array(issueTypeSchema),
});

/** A component of a project. A component without a description has none in its JSON. */
export const componentSchema = z.looseObject({
  self: z.string(),
  id,
  name: z.string(),
  description: z.string().optional(),
  lead: userSchema.optional(),
  assigneeType: z.string(),
  assignee: userSchema.optional(),
  realAssigneeType: z.string(),
  realAssignee: userSchema.optional(),
  isAssigneeTypeValid: z.boolean(),
  project: z.string(),
  projectId: z.int(),
});

/** The statuses of one issue type of a project. */
export const issueTypeStatusesSchema = issueTypeSchema.extend({ statuses: z.array(statusSchema) });

const fieldMetaSchema = z.looseObject({ required: z.boolean(), name: z.string(), fieldId: z.string().optional() });

/** `GET /issue/createmeta`: the fields of an issue of each type. */
export const createMetaSchema = z.looseObject({
  projects: z.array(
    z.looseObject({
      id,
      key: z.string(),
      issuetypes: z.array(issueTypeSchema.extend({ fields: z.record(z.string(), fieldMetaSchema).optional() })),
    }),
  ),
});

/** A page of a list whose items are its `values`. */
export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.looseObject({
    maxResults: z.int(),
    startAt: z.int(),
    total: z.int(),
    isLast: z.boolean(),
    values: z.array(item),
  });
}

/** `GET /issue/createmeta/{projectIdOrKey}/issuetypes/{issueTypeId}`. */
export const createMetaFieldsSchema = pageOf(fieldMetaSchema);

/** The answer to the creation of an issue. */
export const createdIssueSchema = z.looseObject({ id, key: z.string(), self: z.string() });

/** The answer to the creation of many issues. */
export const bulkCreatedIssuesSchema = z.looseObject({
  issues: z.array(createdIssueSchema),
  errors: z.array(z.looseObject({ status: z.int(), failedElementNumber: z.int() })),
});

/** An issue. */
export const issueSchema = z.looseObject({
  id,
  key: z.string(),
  self: z.string(),
  fields: z.record(z.string(), z.unknown()),
});

/** A link, with both issues. */
export const issueLinkSchema = z.looseObject({
  id,
  type: issueLinkTypeSchema,
  inwardIssue: z.looseObject({ id, key: z.string() }),
  outwardIssue: z.looseObject({ id, key: z.string() }),
});

/** A transition an issue can go through now. */
export const transitionSchema = z.looseObject({ id, name: z.string(), to: statusSchema });

/** `GET /issue/{issueIdOrKey}/transitions`. */
export const transitionsSchema = z.looseObject({ transitions: z.array(transitionSchema) });

/** A page of a list, under the name of its items. */
export function partOf<Name extends string, Item extends z.ZodType>(name: Name, item: Item) {
  const list = { [name]: z.array(item) } as Record<Name, z.ZodArray<Item>>;
  return z.looseObject({ startAt: z.int(), maxResults: z.int(), total: z.int(), ...list });
}

/** A comment. */
export const commentSchema = z.looseObject({
  id,
  self: z.string(),
  author: userSchema,
  updateAuthor: userSchema,
  created: trackerTimeSchema,
  updated: trackerTimeSchema,
  body: z.string(),
  /** The group whose members may see it; left out if everyone may. */
  visibility: z.looseObject({ type: z.string(), value: z.string() }).optional(),
});

/** A link from an issue to a page elsewhere; here the id is a number. */
export const remoteLinkSchema = z.looseObject({
  id: z.int(),
  self: z.string(),
  globalId: z.string().optional(),
  relationship: z.string().optional(),
  object: z.looseObject({ url: z.string(), title: z.string() }),
});

/** An attachment; `content` is the URL that answers its bytes. */
export const attachmentSchema = z.looseObject({
  id,
  self: z.string(),
  filename: z.string(),
  author: userSchema,
  created: trackerTimeSchema,
  size: z.int(),
  mimeType: z.string(),
  content: z.string(),
});

/** A page of found issues. */
export const searchResultSchema = partOf('issues', issueSchema);

/** A page of the members of a group. */
export const groupMembersSchema = pageOf(userSchema);

function servicePageOf<Item extends z.ZodType>(item: Item) {
  return z.looseObject({
    start: z.int(),
    limit: z.int(),
    size: z.int(),
    isLastPage: z.boolean(),
    values: z.array(item),
  });
}

/** The service desks of the tracker. */
export const serviceDesksSchema = servicePageOf(
  z.looseObject({ id, projectId: id, projectKey: z.string(), projectName: z.string() }),
);

/** The request types of a service desk. */
export const requestTypesSchema = servicePageOf(
  z.looseObject({ id, name: z.string(), issueTypeId: id, serviceDeskId: id }),
);

/** The answer to a raised request. */
export const createdServiceRequestSchema = z.looseObject({
  issueId: id,
  issueKey: z.string(),
  requestTypeId: id,
  serviceDeskId: id,
});

/** A user, as in every answer of the tracker that names one. */
export type TrackerUser = Documented<z.infer<typeof userSchema>>;

/** A project in full. */
export type TrackerProject = Documented<z.infer<typeof projectSchema>>;

/** A component of a project. */
export type Component = Documented<z.infer<typeof componentSchema>>;

/** An issue. */
export type Issue = Documented<z.infer<typeof issueSchema>>;

/** A field of the tracker. */
export type Field = Documented<z.infer<typeof fieldSchema>>;

/** The counts and the last times of a user's logins and failed logins. A time is absent if there was none. */
export const loginInfoSchema = z.looseObject({
  failedLoginCount: z.int().optional(),
  loginCount: z.int().optional(),
  lastFailedLoginTime: trackerTimeSchema.optional(),
  previousLoginTime: trackerTimeSchema.optional(),
});
