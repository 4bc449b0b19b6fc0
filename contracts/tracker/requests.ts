import * as z from 'zod';

/** An id in a request: clients send it as text or as a number. */
const idLike = z.union([z.string(), z.number()]);

/** The `fields` of an issue by field id (`summary`, `customfield_10100`, …). Their values depend on the tracker. */
const issueFieldsSchema = z.record(z.string(), z.unknown());

/** Operations on fields by field id: `{ labels: [{ add: 'x' }] }`. */
const issueUpdateOperationsSchema = z.record(z.string(), z.array(z.record(z.string(), z.unknown())));

/** Creates an issue. */
export const createIssueRequestSchema = z.object({
  fields: issueFieldsSchema,
  update: issueUpdateOperationsSchema.optional(),
});

/** Creates many issues. */
export const bulkCreateIssuesRequestSchema = z.object({ issueUpdates: z.array(createIssueRequestSchema) });

/** Edits an issue; at least one of both is given. */
export const editIssueRequestSchema = z.object({
  fields: issueFieldsSchema.optional(),
  update: issueUpdateOperationsSchema.optional(),
});

/** Moves an issue through a transition of its workflow. */
export const transitionIssueRequestSchema = z.object({
  transition: z.object({ id: idLike.nullish() }).nullish(),
  fields: issueFieldsSchema.optional(),
  update: issueUpdateOperationsSchema.optional(),
});

/** Who may see a comment or work: the members of a group, or who has a role of the project. */
const visibility = z.object({ type: z.string().optional(), value: z.string().optional() }).nullish();

/** A comment: its text, and who may see it if not everybody who may see the issue. */
export const commentRequestSchema = z.object({ body: z.string().nullish(), visibility });

/** Creates a project. */
export const createProjectRequestSchema = z.object({
  key: z.string().optional(),
  name: z.string().optional(),
  projectTypeKey: z.string().optional(),
  projectTemplateKey: z.string().optional(),
  description: z.string().optional(),
  lead: z.string().optional(),
});

/** Changes a project; what is left out stays as it is. */
export const updateProjectRequestSchema = z.object({
  name: z.string().optional(),
  description: z.string().optional(),
  lead: z.string().optional(),
});

/** Creates a user; without a password one is made up. */
export const createUserRequestSchema = z.object({
  name: z.string().default(''),
  password: z.string().optional(),
  emailAddress: z.string().default(''),
  displayName: z.string().default(''),
});

/** Creates a filter, or changes one; what a change leaves out stays as it is. */
export const filterRequestSchema = z.object({
  name: z.string().optional(),
  description: z.string().optional(),
  jql: z.string().optional(),
  favourite: z.boolean().optional(),
});

/** Who gets the issues of a component if no assignee is named. */
export const assigneeTypeSchema = z.enum(['PROJECT_DEFAULT', 'COMPONENT_LEAD', 'PROJECT_LEAD', 'UNASSIGNED']);

/** The properties that requests to create and to change a component share. */
const componentDetails = {
  description: z.string().optional(),
  /** A user's name; an empty text takes the lead away. */
  leadUserName: z.string().optional(),
  assigneeType: assigneeTypeSchema.optional(),
};

/** Creates a component of a project, which is named by its key or by its id. */
export const createComponentRequestSchema = z.object({
  name: z.string().optional(),
  ...componentDetails,
  project: z.string().optional(),
  projectId: z.int().optional(),
});

/** Changes a component; what is left out stays as it is. */
export const updateComponentRequestSchema = z.object({ name: z.string().optional(), ...componentDetails });

/** The properties that requests to create and to change a version share. */
const versionDetails = {
  description: z.string().optional(),
  archived: z.boolean().optional(),
  released: z.boolean().optional(),
  /** A day, as in 2026-11-21; an empty text or null takes it away. */
  startDate: z.string().nullish(),
  releaseDate: z.string().nullish(),
  /** The same as people write it, as in 21/Nov/26. */
  userStartDate: z.string().optional(),
  userReleaseDate: z.string().optional(),
};

/** Creates a version of a project, which is named by its key or by its id. */
export const createVersionRequestSchema = z.object({
  name: z.string().optional(),
  ...versionDetails,
  project: z.string().optional(),
  projectId: z.int().optional(),
});

/** Changes a version; what is left out stays as it is. */
export const updateVersionRequestSchema = z.object({ name: z.string().optional(), ...versionDetails });

/** Moves a version in the list of its project: behind another, which is named by its URL, or to an end. */
export const moveVersionRequestSchema = z.object({
  after: z.string().optional(),
  position: z.enum(['Earlier', 'Later', 'First', 'Last']).optional(),
});

/** Deletes a version. The issues that name it then name another version, or none. */
export const swapVersionRequestSchema = z.object({
  moveFixIssuesTo: idLike.optional(),
  moveAffectedIssuesTo: idLike.optional(),
});

const issueReference = z.object({ id: idLike.optional(), key: z.string().optional() });

/** Links two issues, each named by key or id. */
export const linkIssuesRequestSchema = z.object({
  type: z.object({ id: idLike.optional(), name: z.string().optional() }),
  inwardIssue: issueReference,
  outwardIssue: issueReference,
  comment: z.object({ body: z.string(), visibility }).nullish(),
});

/** Assigns an issue to the user with this name; `null` removes the assignee. */
export const assignIssueRequestSchema = z.object({ name: z.string().nullish(), key: z.string().optional() });

/**
 * Work on an issue: its duration, in seconds or as in `1h 30m`, and its start, as the tracker writes times. A change
 * keeps the properties that it leaves out.
 */
export const worklogRequestSchema = z.object({
  comment: z.string().optional(),
  started: z.string().optional(),
  timeSpent: idLike.optional(),
  timeSpentSeconds: z.int().optional(),
  visibility,
});

/** The name of the new watcher of an issue; the caller, if there is no body. */
export const watchIssueRequestSchema = z.string().optional();

/** A link from an issue to a page elsewhere. */
export const remoteLinkRequestSchema = z.object({
  /** The id by which a link is found again. */
  globalId: z.string().max(255).optional(),
  application: z.object({ type: z.string().nullish(), name: z.string().nullish() }).optional(),
  relationship: z.string().optional(),
  object: z
    .looseObject({ url: z.string().optional(), title: z.string().optional(), summary: z.string().nullish() })
    .optional(),
});

/** Searches issues by JQL. */
export const searchRequestSchema = z.object({
  jql: z.string().default(''),
  startAt: z.int().min(0).default(0),
  /** The page size; as many issues as the tracker gives if it is negative. */
  maxResults: z.int().default(50),
  fields: z.array(z.string()).optional(),
  expand: z.union([z.string(), z.array(z.string())]).optional(),
  /** `strict` and true refuse names in the JQL that the tracker does not know. Any other value ignores such names. */
  validateQuery: z.union([z.boolean(), z.string()]).optional(),
});

/** Raises a request in a service desk, the way its portal does. */
export const createServiceRequestSchema = z.object({
  serviceDeskId: idLike,
  requestTypeId: idLike,
  requestFieldValues: issueFieldsSchema.default({}),
});

/** A request body that creates an issue. */
export type CreateIssueRequest = z.input<typeof createIssueRequestSchema>;

/** Who gets the issues of a component if no assignee is named. */
export type AssigneeType = z.infer<typeof assigneeTypeSchema>;

/** Logs in by name and password. */
export const createSessionRequestSchema = z.object({ username: z.string(), password: z.string() });
