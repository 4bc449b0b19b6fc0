import * as z from 'zod';
import type { WorldCustomField, WorldInput } from '../../contracts/index.js';
import * as answers from '../../contracts/tracker/responses.js';
import { completeNames } from '../../fixtures/discovery/complete-sandbox.js';
import type { FieldRole } from '../../fixtures/discovery/complete-sandbox.js';
import { expectationsOf } from '../../fixtures/settings/settings.js';
import type { Settings } from '../../fixtures/index.js';
import type { ExternalTracker } from '../../fixtures/settings/settings.js';
import type { Anonymizer } from './anonymizer.js';
import type { Catalogue, TrackerReader } from './tracker-reader.js';

/** Fields of rows that a world has as the tracker answers them, but for numbers in ids and anonymized texts. */
export function rowFields(anonymizer: Anonymizer) {
  const text = z.string().nullish();
  return {
    named: { id: z.coerce.number(), name: z.string() },
    described: { description: text.transform((words) => anonymizer.text(words ?? '')) },
  };
}

const statusCategory = z
  .object({ key: z.enum(['new', 'indeterminate', 'done']).catch('new') })
  .optional()
  .transform((category) => category?.key ?? 'new');

/** Types of fields that every tracker has, by the last part of what the tracker calls them. */
const plainTypes: Readonly<Record<string, WorldCustomField['type']>> = {
  textfield: 'text',
  textarea: 'paragraph',
  float: 'number',
  select: 'select',
  labels: 'labels',
};

export async function copyCatalogue(
  reader: TrackerReader,
  anonymizer: Anonymizer,
  settings: Settings,
  { sandbox }: ExternalTracker,
): Promise<Catalogue> {
  const { named, described } = rowFields(anonymizer);
  const read = async <Row extends z.ZodRawShape>(row: Row, path: string) =>
    (await reader.read(z.array(z.object(row)), 'tracker', path)) ?? [];
  const typeSchema = z.object({ ...named, ...described, subtask: z.boolean() });
  const issueTypes = await reader.need(z.array(typeSchema), 'tracker', '/issuetype');
  const statuses = await reader.need(z.array(z.object({ ...named, statusCategory })), 'tracker', '/status');
  const linkTypes = z.object({
    issueLinkTypes: z.array(z.object({ ...named, inward: z.string(), outward: z.string() })),
  });
  const fields = (await reader.read(z.array(answers.fieldSchema), 'tracker', '/field')) ?? [];
  const { assumptions } = expectationsOf(settings);
  const { tests, templateField } = completeNames(sandbox, fields, assumptions);
  const fieldIds = Object.entries({ ...tests.fields, template: templateField }) as [FieldRole, string][];
  const roles = new Map(
    fieldIds.map(([role, idOrName]) => [idOrName, role === 'testCaseTemplate' ? 'test case template' : role] as const),
  );
  const customFields = fields.flatMap(({ id, name, custom, schema }): WorldCustomField[] => {
    if (!custom) return [];
    const type = roles.get(id) ?? plainTypes[(schema?.custom ?? '').split(':').at(-1) ?? ''];
    const number = Number(id.replace('customfield_', ''));
    if (type !== undefined && Number.isInteger(number)) return [{ id: number, name, type }];
    reader.notes.add(
      `The field "${name}" is left out: the fake has no fields of the type ${schema?.custom ?? 'unknown'}`,
    );
    return [];
  });
  const testTypes = Object.entries(tests.issueTypes).map(
    ([kind, name]) => [kind, issueTypes.find((type) => type.name === name)?.id] as const,
  );
  return {
    issueTypes,
    priorities: await read(named, '/priority'),
    statuses: statuses.map(({ statusCategory: category, ...status }) => ({ ...status, category })),
    resolutions: await read({ ...named, ...described }, '/resolution'),
    issueLinkTypes: (await reader.read(linkTypes, 'tracker', '/issueLinkType'))?.issueLinkTypes ?? [],
    customFields,
    ...(testTypes.every(([, id]) => id !== undefined) && {
      testIssueTypes: Object.fromEntries(testTypes) as NonNullable<WorldInput['testIssueTypes']>,
    }),
  };
}
