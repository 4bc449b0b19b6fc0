import * as z from 'zod';
import type { WorldCustomField, WorldInput } from '../../contracts/index.js';
import * as answers from '../../contracts/tracker/responses.js';
import { completeNames, findFieldName } from '../../fixtures/discovery/complete-sandbox.js';
import type { FieldRole } from '../../fixtures/discovery/complete-sandbox.js';
import { expectationsOf } from '../../fixtures/settings/expected-assumptions.js';
import type { Settings } from '../../fixtures/index.js';
import type { ExternalTracker } from '../../fixtures/settings/settings.js';
import type { Anonymizer } from './anonymizer.js';
import type { TrackerReader } from './tracker-reader.js';

export type Catalogue = Pick<
  WorldInput,
  'issueTypes' | 'priorities' | 'statuses' | 'resolutions' | 'issueLinkTypes' | 'testIssueTypes'
> & { readonly customFields: WorldCustomField[] };

const describedSchema = { description: z.string().nullish() };
const statusSchema = answers.statusSchema.extend({ statusCategory: z.looseObject({ key: z.string() }).optional() });
const linkTypesSchema = z.looseObject({ issueLinkTypes: z.array(answers.issueLinkTypeSchema) });

/** Types of fields that every tracker has, by the last part of what the tracker calls them. */
const plainTypes: Readonly<Record<string, WorldCustomField['type']>> = {
  textfield: 'text',
  textarea: 'paragraph',
  float: 'number',
  select: 'select',
  labels: 'labels',
};

const roleTypes: Readonly<Record<FieldRole, WorldCustomField['type']>> = {
  template: 'template',
  steps: 'steps',
  preconditions: 'preconditions',
  requirement: 'requirement',
  testCaseTemplate: 'test case template',
};

export async function copyCatalogue(
  reader: TrackerReader,
  anonymizer: Anonymizer,
  settings: Settings,
  { sandbox }: ExternalTracker,
): Promise<Catalogue> {
  const describe = (text: string | null | undefined) => anonymizer.text(text ?? '');
  const types = await reader.need(z.array(answers.issueTypeSchema.extend(describedSchema)), 'tracker', '/issuetype');
  const priorities = await reader.read(z.array(answers.prioritySchema), 'tracker', '/priority');
  const statuses = await reader.need(z.array(statusSchema), 'tracker', '/status');
  const resolutions = await reader.read(
    z.array(answers.resolutionSchema.extend(describedSchema)),
    'tracker',
    '/resolution',
  );
  const links = await reader.read(linkTypesSchema, 'tracker', '/issueLinkType');
  const fields = (await reader.read(z.array(answers.fieldSchema), 'tracker', '/field')) ?? [];
  const { assumptions } = expectationsOf(settings);
  const { tests, templateField } = completeNames(sandbox, fields, assumptions);
  const set: Readonly<Record<FieldRole, string>> = { ...tests.fields, template: templateField };
  const roles = new Map(
    (Object.keys(roleTypes) as FieldRole[]).map((role) => [findFieldName(role, set[role], fields), roleTypes[role]]),
  );
  const customFields = fields.flatMap(({ id, name, custom, schema }): WorldCustomField[] => {
    if (!custom) return [];
    const type = roles.get(name) ?? plainTypes[(schema?.custom ?? '').split(':').at(-1) ?? ''];
    const number = Number(id.replace('customfield_', ''));
    if (type !== undefined && Number.isInteger(number)) return [{ id: number, name, type }];
    reader.notes.add(
      `The field "${name}" is left out: the fake has no fields of the type ${schema?.custom ?? 'unknown'}`,
    );
    return [];
  });
  const issueTypes = types.map(({ id, name, subtask, description }) => ({
    id: Number(id),
    name,
    subtask,
    description: describe(description),
  }));
  const typeNamed = (name: string) => issueTypes.find((type) => type.name === name)?.id;
  const { testCaseTemplate, testCase, testPlan } = tests.issueTypes;
  const named = {
    testCaseTemplate: typeNamed(testCaseTemplate),
    testCase: typeNamed(testCase),
    testPlan: typeNamed(testPlan),
  };
  return {
    issueTypes,
    priorities: (priorities ?? []).map(({ id, name }) => ({ id: Number(id), name })),
    statuses: statuses.map(({ id, name, statusCategory }) => ({
      id: Number(id),
      name,
      category: categoryOf(statusCategory?.key),
    })),
    resolutions: (resolutions ?? []).map(({ id, name, description }) => ({
      id: Number(id),
      name,
      description: describe(description),
    })),
    issueLinkTypes: (links?.issueLinkTypes ?? []).map(({ id, name, inward, outward }) => ({
      id: Number(id),
      name,
      inward,
      outward,
    })),
    customFields,
    ...(Object.values(named).every((id) => id !== undefined) && {
      testIssueTypes: named as NonNullable<WorldInput['testIssueTypes']>,
    }),
  };
}

function categoryOf(key: string | undefined): 'new' | 'indeterminate' | 'done' {
  return key === 'indeterminate' || key === 'done' ? key : 'new';
}
