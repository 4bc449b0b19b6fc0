import * as z from 'zod';
import { basePathsSchema } from '../endpoints/endpoint.js';
import { trackerTimeSchema } from '../times.js';
import { globalPermissions, projectPermissions } from '../tracker/bodies.js';
import { ownedLists, rowsSchema, syncedUsers } from './activity.js';

const id = z.int().positive();
const name = z.string().trim().min(1);

/** Who a permission is granted to: `anyone` (also without a login), `users` (any login), a group, or a user by key. */
const granteeSchema = z.union([
  z.enum(['anyone', 'users']),
  z.strictObject({ group: name }),
  z.strictObject({ user: name }),
]);

/** A user; `key` and `name` differ on most trackers. */
export const worldUserSchema = z.strictObject({
  key: name,
  name,
  displayName: name,
  emailAddress: z.string().default(''),
  password: z.string().min(1),
  token: z.string().min(1).optional(),
  active: z.boolean().default(true),
  groups: z.array(name).default([]),
});

/** The test management settings of a project. A project without them has those of the assumption TM-N04. */
export const worldTestSettingsSchema = z
  .strictObject({
    columns: z.array(name).min(1),
    statuses: rowsSchema({
      id,
      name,
      color: z.string().regex(/^#[0-9a-fA-F]{6}$/),
      isFinalStatus: z.boolean().default(false),
    }).min(1),
    /** The name of the status a step starts with. */
    defaultStatus: name,
    preconditions: z.boolean().default(true),
  })
  .refine(({ statuses, defaultStatus }) => statuses.some((status) => status.name === defaultStatus), {
    message: 'no status has this name',
    path: ['defaultStatus'],
  });

/** A project. It refers to its workflow and its issue types, so two projects can share them. */
export const worldProjectSchema = z
  .strictObject({
    id,
    key: z.string().regex(/^[A-Z][A-Z0-9_]+$/, 'a project key such as ABC'),
    name,
    description: z.string().default(''),
    type: z.enum(['software', 'business', 'service_desk']).default('software'),
    /** The key of the user who leads it. */
    lead: name,
    issueTypeIds: z.array(id).min(1),
    requestTypes: rowsSchema({ id, name, issueTypeId: id }).default([]),
    workflow: name,
    /** The names of workflows that issues of some types follow instead, by issue type id. */
    workflowByIssueType: z.record(z.string().regex(/^\d+$/), name).default({}),
    tests: worldTestSettingsSchema.optional(),
    /** Who has which permission in it. A permission that is left out is granted only to project administrators. */
    permissions: z.partialRecord(z.enum(projectPermissions), z.array(granteeSchema)).default({}),
  })
  .refine((project) => project.type === 'service_desk' || project.requestTypes.length === 0, {
    message: 'only a service_desk project has request types',
    path: ['requestTypes'],
  });

/** An issue template: the values its issues start with, by field id. */
export const worldTemplateSchema = z.strictObject({
  id,
  name,
  fields: z.record(z.string(), z.unknown()).default({}),
});

export const worldEntrySchema = z
  .strictObject({
    id,
    templateId: id,
    projectId: id,
    issueTypeId: id.optional(),
    requestTypeId: id.optional(),
    /** The screens stored in it, as the bulk call wrote them. */
    transitions: rowsSchema({ transitionId: id, name, screenId: id.nullable() }).default([]),
  })
  .refine((entry) => (entry.issueTypeId === undefined) !== (entry.requestTypeId === undefined), {
    message: 'exactly one of issueTypeId and requestTypeId is needed',
  });

const lists = {
  users: z.array(worldUserSchema),
  issueTypes: rowsSchema({
    id,
    name,
    description: z.string().default(''),
    subtask: z.boolean().default(false),
  }),
  priorities: rowsSchema({ id, name }),
  statuses: rowsSchema({ id, name, category: z.enum(['new', 'indeterminate', 'done']).default('new') }),
  resolutions: rowsSchema({ id, name, description: z.string().default('') }),
  /** Types of links between issues, such as `blocks` (outward) and `is blocked by` (inward). */
  issueLinkTypes: rowsSchema({ id, name, inward: name, outward: name }),
  /** A screen: the fields that an issue shows at a transition. Without `fields` it shows every field. */
  screens: rowsSchema({ id, name, fields: z.array(z.string()).optional() }),
  /** A workflow. Its initial transition creates an issue. */
  workflows: rowsSchema({
    name,
    initial: z.strictObject({
      id: id.default(1),
      name: name.default('Create'),
      to: id,
      screenId: id.nullable().default(null),
      /** The template-creation post function; `overwrite` is its Overwrite option in Set of fields. */
      postFunctions: rowsSchema({ type: z.literal('create from template'), overwrite: z.boolean() }).default([]),
    }),
    transitions: rowsSchema({
      id,
      name,
      /** The statuses it leads out of; `any` for a global transition. */
      from: z.union([z.literal('any'), z.array(id).min(1)]),
      to: id,
      screenId: id.nullable().default(null),
    }).default([]),
  }),
  /** A custom field; specs find it by its name, and its id differs from tracker to tracker. */
  customFields: rowsSchema({
    id,
    name,
    type: z.enum([
      'template',
      'text',
      'paragraph',
      'number',
      'select',
      'labels',
      'steps',
      'preconditions',
      'requirement',
      'test case template',
    ]),
    options: z.array(name).optional(),
  }),
  projects: z.array(worldProjectSchema),
};

/** The lists of rows that are empty in a world that does not name them. */
const moreLists = {
  templates: z.array(worldTemplateSchema),
  entries: z.array(worldEntrySchema),
  issues: rowsSchema({
    id,
    key: z.string().regex(/^[A-Z][A-Z0-9_]+-\d+$/, 'an issue key such as ABC-1'),
    issueTypeId: id,
    /** The id of the status. Default: the first status of the workflow */
    statusId: id.optional(),
    /** The key of the user who reported it. */
    reporter: name,
    /** The key of the user who created it; the reporter if it is left out. */
    creator: name.optional(),
    /** The key of the issue it is a sub-task of. */
    parent: z.string().optional(),
    requestTypeId: id.optional(),
    created: trackerTimeSchema.default('2026-01-01T09:00:00.000+0000'),
    /** When it was last changed. Default: when it was created */
    updated: trackerTimeSchema.optional(),
    resolved: trackerTimeSchema.optional(),
    fields: z.record(z.string(), z.unknown()),
    comments: rowsSchema({ author: name, body: z.string() }).default([]),
  }),
  ...ownedLists,
};

/** The rows that can be added to a running tracker: the same lists as in a world, each optional. */
export const worldAdditionsSchema = z.strictObject({ ...lists, ...moreLists, syncedUsers }).partial();

function orEmpty<Lists extends Readonly<Record<string, z.ZodArray>>>(of: Lists) {
  const entries = Object.entries(of).map(([name, list]) => [name, list.default([])]);
  return Object.fromEntries(entries) as { [Name in keyof Lists]: z.ZodDefault<Lists[Name]> };
}

/** A whole tracker as one JSON document, from which the fake starts. `docs/fake.md` says how to make one. */
export const worldSchema = z.strictObject({
  /** For editors: the JSON Schema of this document, `tracker-e2e/schemas/world.schema.json`. */
  $schema: z.string().optional(),
  /** Remarks about the document for readers. The fake ignores them. */
  notes: z.array(z.string()).optional(),
  /** Shown by `GET /serverInfo` and in reports. */
  title: name.default('Tracker'),
  /** Shown by `GET /serverInfo`. */
  version: z
    .string()
    .regex(/^\d+\.\d+\.\d+$/, 'a version such as 9.12.0')
    .default('9.12.0'),
  basePaths: basePathsSchema.default(basePathsSchema.parse({})),
  /** How long after its creation an issue is found by a search, in milliseconds. */
  searchDelay: z.int().min(0).default(0),
  /** The tracker's configuration properties, such as `ext.adas.rest.whitelist`; read when it starts. */
  properties: z.record(z.string(), z.string()).default({}),
  /** The issue types that test management gives a meaning; absent if the tracker does not manage tests. */
  testIssueTypes: z.strictObject({ testCaseTemplate: id, testCase: id, testPlan: id }).optional(),
  /** The initial configuration of a project that is created over HTTP. */
  newProject: z.strictObject({
    workflow: name,
    issueTypeIds: z.array(id).min(1),
    /** For service-desk projects: the request types, by name and issue type. */
    requestTypes: rowsSchema({ name, issueTypeId: id }).default([]),
    workflowByIssueType: z.record(z.string().regex(/^\d+$/), name).default({}),
    permissions: z.partialRecord(z.enum(projectPermissions), z.array(granteeSchema)).default({}),
  }),
  globalPermissions: z.partialRecord(z.enum(globalPermissions), z.array(granteeSchema)).default({}),
  ...lists,
  ...orEmpty(moreLists),
  syncedUsers,
  resolutions: lists.resolutions.default([
    { id: 10000, name: 'Done', description: '' },
    { id: 10001, name: "Won't Do", description: '' },
    { id: 10002, name: 'Duplicate', description: '' },
    { id: 10003, name: 'Cannot Reproduce', description: '' },
  ]),
  issueLinkTypes: lists.issueLinkTypes.default([
    { id: 10000, name: 'Blocks', inward: 'is blocked by', outward: 'blocks' },
    { id: 10001, name: 'Cloners', inward: 'is cloned by', outward: 'clones' },
    { id: 10002, name: 'Duplicate', inward: 'is duplicated by', outward: 'duplicates' },
    { id: 10003, name: 'Relates', inward: 'relates to', outward: 'relates to' },
  ]),
  /** The last id given to a new row of each kind, in a world that was saved. Ids are not given twice. */
  counters: z.record(z.string(), z.int().min(0)).optional(),
});

/** A whole tracker, with every default filled in. */
export type World = z.infer<typeof worldSchema>;

/** A whole tracker as a person writes it, defaults left out. */
export type WorldInput = z.input<typeof worldSchema>;

export type WorldAdditions = z.input<typeof worldAdditionsSchema>;

export type Grantee = z.infer<typeof granteeSchema>;
export type WorldUser = z.infer<typeof worldUserSchema>;
export type WorldIssueType = World['issueTypes'][number];
export type WorldScreen = World['screens'][number];
export type WorldWorkflow = World['workflows'][number];
export type WorldCustomField = World['customFields'][number];
export type WorldProject = z.infer<typeof worldProjectSchema>;
export type WorldTestSettings = z.infer<typeof worldTestSettingsSchema>;
export type WorldTemplate = z.infer<typeof worldTemplateSchema>;
export type WorldEntry = z.infer<typeof worldEntrySchema>;
export type WorldIssue = World['issues'][number];
