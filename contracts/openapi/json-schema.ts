import * as z from 'zod';
import * as defaultTemplates from '../default-templates/requests.js';
import * as defaultTemplateAnswers from '../default-templates/responses.js';
import * as directorySync from '../directory-sync/requests.js';
import * as directorySyncAnswers from '../directory-sync/responses.js';
import * as testManagement from '../test-management/requests.js';

/** A JSON Schema of the 2020-12 draft, which OpenAPI 3.1 uses as it is. */
export type JsonSchema = Readonly<Record<string, unknown>>;

const COMPONENTS = '#/components/schemas/';

const options = { unrepresentable: 'any', override: tidy } as const;

/** It refers to named schemas as components of the document. @param io `input` for requests, `output` for answers */
export function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const json = z.toJSONSchema(schema, { ...options, io, metadata: namedSchemas[io] });
  return bare(JSON.parse(JSON.stringify(json).replaceAll('"#/$defs/', `"${COMPONENTS}`)) as JsonSchema);
}

export function componentSchemas(): Readonly<Record<string, JsonSchema>> {
  const both = (['input', 'output'] as const).flatMap((io) => {
    const { schemas } = z.toJSONSchema(namedSchemas[io], { ...options, io, uri: (id) => `${COMPONENTS}${id}` });
    return Object.entries(schemas).map(([name, schema]) => [name, bare(schema as JsonSchema)] as const);
  });
  return Object.fromEntries(both);
}

/** A schema without the parts that the document has elsewhere. */
function bare({ $schema: _draft, $id: _id, $defs: _components, ...schema }: JsonSchema): JsonSchema {
  return schema;
}

function tidy({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodTypes; jsonSchema: z.core.JSONSchema.BaseSchema }) {
  // A property that must be absent: JSON has no undefined.
  if (zodSchema._zod.def.type === 'undefined') jsonSchema.not = {};
  // The limits of JavaScript's numbers are not limits of the service.
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
}

/** The schemas of bodies that have a name in the OpenAPI document, for users who generate types from it. */
const namedSchemas = {
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
