import * as z from 'zod';

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
