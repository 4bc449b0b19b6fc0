import * as z from 'zod';
import * as defaultTemplates from '../default-templates/requests.js';
import * as defaultTemplateAnswers from '../default-templates/responses.js';
import * as directorySync from '../directory-sync/requests.js';
import * as directorySyncAnswers from '../directory-sync/responses.js';
import * as testManagement from '../test-management/requests.js';

/** The schemas of bodies that have a name in the OpenAPI document, for users who generate types from it. */
export const namedSchemas = {
  input: registryOf({
    DefaultsItem: defaultTemplates.defaultsItemSchema,
    DefaultsRequest: defaultTemplates.defaultsRequestSchema,
    BulkTransitionRequest: defaultTemplates.bulkTransitionRequestSchema,
    ConnectionDetails: directorySync.connectionDetailsSchema,
    UserUpdate: directorySync.userUpdateSchema,
    UpdateElement: directorySync.updateElementSchema,
    UpdateRequest: directorySync.updateRequestSchema,
    StepStatusRequest: testManagement.stepStatusRequestSchema,
    StepStatusesRequest: testManagement.stepStatusesRequestSchema,
    StepCommentRequest: testManagement.stepCommentRequestSchema,
    StepCellRequest: testManagement.stepCellRequestSchema,
    CopyPlanRequest: testManagement.copyPlanRequestSchema,
    AddTemplatesRequest: testManagement.addTemplatesRequestSchema,
  }),
  output: registryOf({
    IssueTypeEntry: defaultTemplateAnswers.issueTypeEntrySchema,
    RequestTypeEntry: defaultTemplateAnswers.requestTypeEntrySchema,
    Entry: defaultTemplateAnswers.entrySchema,
    RemovalResult: defaultTemplateAnswers.removalResultSchema,
    CreatedAssignment: defaultTemplateAnswers.createdAssignmentSchema,
    CreationResult: defaultTemplateAnswers.creationResultSchema,
    BulkTransitionResult: defaultTemplateAnswers.bulkTransitionResultSchema,
    UserAttributes: directorySyncAnswers.userAttributesSchema,
    UserListElement: directorySyncAnswers.userListElementSchema,
    PageDescriptor: directorySyncAnswers.pageDescriptorSchema,
    UserPage: directorySyncAnswers.userPageSchema,
  }),
};

function registryOf(schemas: Readonly<Record<string, z.ZodType>>): z.core.$ZodRegistry<{ id: string }> {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(schemas)) registry.add(schema, { id });
  return registry;
}
