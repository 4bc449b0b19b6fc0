import * as z from 'zod';
import type { Documented } from '../documented.js';

/**
 * One item of `defaults` in a request (document: Defaults request item). Names a project by `projectId` or
 * `projectKey`, and issue types and request types by their ids.
 */
export const defaultsItemSchema = z.object({
  projectId: z.int().optional(),
  projectKey: z.string().optional(),
  issueTypeIds: z.array(z.int()).optional(),
  requestTypeIds: z.array(z.int()).optional(),
});

/** The request body that creates, filters and removes entries: `{ defaults: [item, …] }`. */
export const defaultsRequestSchema = z.object({ defaults: z.array(defaultsItemSchema) });

/**
 * The body of both bulk transition calls (document: Bulk transition request). Without a value `includeProjectKeys`
 * means every project of the tracker.
 */
export const bulkTransitionRequestSchema = z.object({
  includeProjectKeys: z.array(z.string()).optional(),
  ignoreProjectKeys: z.array(z.string()).optional(),
});

export type DefaultsItem = z.infer<typeof defaultsItemSchema>;

/** The request body that creates, filters and removes entries. */
export type DefaultsRequest = z.infer<typeof defaultsRequestSchema>;

/** The body of both bulk transition calls. */
export type BulkTransitionRequest = z.infer<typeof bulkTransitionRequestSchema>;

const entryBase = {
  id: z.int(),
  templateId: z.int(),
  projectId: z.int(),
  /** Absent if no screen is stored. The document does not show the shape of an element (DT-N10). */
  transitions: z.array(z.unknown()).optional(),
};

/** An entry of a regular project (DT-06). */
export const issueTypeEntrySchema = z.looseObject({
  ...entryBase,
  serviceDesk: z.literal(false),
  issueTypeId: z.string().regex(/^\d+$/, 'numeric text'),
  requestTypeId: z.undefined().optional(),
});

/** An entry of a service-desk project (DT-07). */
export const requestTypeEntrySchema = z.looseObject({
  ...entryBase,
  serviceDesk: z.literal(true),
  requestTypeId: z.int(),
  issueTypeId: z.undefined().optional(),
});

/** A default template entry as the service answers it (document: Default template entry). */
export const entrySchema = z.discriminatedUnion('serviceDesk', [issueTypeEntrySchema, requestTypeEntrySchema], {
  error: ({ input }) => `Invalid input: expected true or false, received ${serviceDeskOf(input)}`,
});

function serviceDeskOf(entry: unknown): string {
  if (typeof entry !== 'object' || entry === null || !('serviceDesk' in entry)) return 'nothing';
  return JSON.stringify(entry.serviceDesk);
}

export const entriesSchema = z.array(entrySchema);

/** The answer to a removal (document: Removal result). */
export const removalResultSchema = z.looseObject({ removed: z.int().min(0), defaults: entriesSchema });

/** One echoed assignment of a creation; the project is named by its key (DT-20). */
export const createdAssignmentSchema = z.looseObject({
  projectKey: z.string(),
  issueTypeIds: z.array(z.int()).nullish(),
  requestTypeIds: z.array(z.int()).nullish(),
});

export const creationResultSchema = z.looseObject({ defaults: z.array(createdAssignmentSchema) });

/** The answer to either bulk transition call (document: Bulk transition result). */
export const bulkTransitionResultSchema = z.looseObject({
  updatedDefaultTemplates: z.int().min(0),
  updatedProjects: z.array(z.string()),
  skippedProjects: z.array(z.string()),
  errorMessages: z.array(z.unknown()),
});

/** A default template entry as the service answers it. */
export type Entry =
  | Documented<z.infer<typeof issueTypeEntrySchema>>
  | Documented<z.infer<typeof requestTypeEntrySchema>>;

/** The answer to a removal. */
export type RemovalResult = Readonly<{ removed: number; defaults: Entry[] }>;
