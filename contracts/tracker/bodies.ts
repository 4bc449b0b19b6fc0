import * as z from 'zod';
import type { Documented } from '../documented.js';
import { trackerTimeSchema } from '../times.js';

/** The `fields` of an issue by field id (`summary`, `customfield_10100`, …). Their values depend on the tracker. */
export const issueFieldsSchema = z.record(z.string(), z.unknown());

/** Operations on fields by field id: `{ labels: [{ add: 'x' }] }`. */
export const issueUpdateOperationsSchema = z.record(z.string(), z.array(z.record(z.string(), z.unknown())));

export const createIssueRequestSchema = z.object({
  fields: issueFieldsSchema,
  update: issueUpdateOperationsSchema.optional(),
});

export type CreateIssueRequest = z.input<typeof createIssueRequestSchema>;

const [string, int, boolean] = [z.string(), z.int(), z.boolean()];
const id = z.string().regex(/^\d+$/, 'numeric text');

/** The body of every refusal of the tracker's own API. */
export const errorBodySchema = z.looseObject({ errorMessages: z.array(string), errors: z.record(string, string) });

export const userSchema = z.looseObject({
  ...{ self: string, key: string, name: string, displayName: string, active: boolean },
  emailAddress: string.optional(),
});

/** `GET /serverInfo`. */
export const serverInfoSchema = z.looseObject({
  ...{ baseUrl: string, serverTitle: string, deploymentType: string },
  ...{ version: string, versionNumbers: z.array(int), buildNumber: int },
  ...{ serverTime: trackerTimeSchema.optional(), scmInfo: string.optional() },
});

export const fieldSchema = z.looseObject({
  id: string,
  name: string,
  custom: boolean,
  schema: z.looseObject({ type: string, custom: string.optional(), customId: int.optional() }).optional(),
});

export const issueTypeSchema = z.looseObject({ id, name: string, subtask: boolean });

/** A priority, a status or a resolution. */
export const namedSchema = z.looseObject({ id, name: string });

export const issueLinkTypeSchema = z.looseObject({ id, name: string, inward: string, outward: string });

export const versionSchema = z.looseObject({ self: string, id, name: string, projectId: int });

export const projectSummarySchema = z.looseObject({ id, key: string, name: string, projectTypeKey: string });

export const projectSchema = projectSummarySchema.extend({
  description: string.nullish(),
  lead: userSchema,
  issueTypes: z.array(issueTypeSchema),
});

/** A component of a project. A component without a description has none in its JSON. */
export const componentSchema = z.looseObject({
  ...{ self: string, id, name: string, project: string, projectId: int },
  ...{ description: string.optional(), lead: userSchema.optional() },
});

/** `GET /issue/createmeta`: the fields of an issue of each type. */
export const createMetaSchema = z.looseObject({
  projects: z.array(z.looseObject({ id, key: string, issuetypes: z.array(issueTypeSchema) })),
});

export function pageSchemaOf<Item extends z.ZodType>(item: Item) {
  return z.looseObject({ maxResults: int, startAt: int, total: int, isLast: boolean, values: z.array(item) });
}

/** `GET /issue/createmeta/{projectIdOrKey}/issuetypes/{issueTypeId}`. */
export const createMetaFieldsSchema = pageSchemaOf(
  z.looseObject({ required: boolean, name: string, fieldId: string.optional() }),
);

export const createdIssueSchema = z.looseObject({ id, key: string, self: string });

export const bulkCreatedIssuesSchema = z.looseObject({
  issues: z.array(createdIssueSchema),
  errors: z.array(z.looseObject({ status: int, failedElementNumber: int })),
});

export const issueSchema = z.looseObject({ id, key: string, self: string, fields: z.record(string, z.unknown()) });

export const issueLinkSchema = z.looseObject({
  ...{ id, type: issueLinkTypeSchema, inwardIssue: createdIssueSchema, outwardIssue: createdIssueSchema },
});

export function partOf<Name extends string, Item extends z.ZodType>(name: Name, item: Item) {
  const list = { [name]: z.array(item) } as Record<Name, z.ZodArray<Item>>;
  return z.looseObject({ startAt: int, maxResults: int, total: int, ...list });
}

export const commentSchema = z.looseObject({
  ...{ id, self: string, body: string, author: userSchema, updateAuthor: userSchema },
  ...{ created: trackerTimeSchema, updated: trackerTimeSchema },
});

/** A link from an issue to a page elsewhere; here the id is a number. */
export const remoteLinkSchema = z.looseObject({
  ...{ id: int, self: string, globalId: string.optional(), relationship: string.optional() },
  object: z.looseObject({ url: string, title: string }),
});

/** An attachment; `content` is the URL that answers its bytes. */
export const attachmentSchema = z.looseObject({
  ...{ id, self: string, filename: string, author: userSchema, created: trackerTimeSchema },
  ...{ size: int, mimeType: string, content: string },
});

export function servicePageOf<Item extends z.ZodType>(item: Item) {
  return z.looseObject({ start: int, limit: int, size: int, isLastPage: boolean, values: z.array(item) });
}

export const serviceDeskSchema = z.looseObject({ id, projectId: id, projectKey: string, projectName: string });

export const createdServiceRequestSchema = z.looseObject({
  ...{ issueId: id, issueKey: string, requestTypeId: id, serviceDeskId: id },
});

export type TrackerProject = Documented<z.infer<typeof projectSchema>>;

export type Component = Documented<z.infer<typeof componentSchema>>;

/** An issue. */
export type Issue = Documented<z.infer<typeof issueSchema>>;

/** A field of the tracker. */
export type Field = Documented<z.infer<typeof fieldSchema>>;

export const loginInfoSchema = z.looseObject({ failedLoginCount: int.optional(), loginCount: int.optional() });

export const globalPermissions = ['ADMINISTER', 'SYSTEM_ADMIN'] as const;

export const projectPermissions = [
  'BROWSE_PROJECTS',
  'ADMINISTER_PROJECTS',
  'CREATE_ISSUES',
  'EDIT_ISSUES',
  'DELETE_ISSUES',
  'TRANSITION_ISSUES',
  'ADD_COMMENTS',
  'CREATE_ATTACHMENTS',
] as const;

/** The key of a permission the tracker knows, as `GET /rest/api/2/mypermissions` names it. */
export const permissionKeySchema = z.enum([...globalPermissions, ...projectPermissions]);

export type GlobalPermission = (typeof globalPermissions)[number];

/** The key of a permission granted project by project. */
export type ProjectPermission = (typeof projectPermissions)[number];

/** The key of any permission. */
export type PermissionKey = z.infer<typeof permissionKeySchema>;
