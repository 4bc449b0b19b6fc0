import type { Builders } from '../../../builders/index.js';
import { skipAsInapplicable } from '../../../fixtures/index.js';
import type { ApiResponse, DataOf, Endpoints, ProvidedProject, TestFixtures } from '../../../fixtures/index.js';
import { at, isObject, itemsOf, propertyOf } from '../../support/values.js';

interface Given {
  readonly build: Builders;
  readonly templates: unknown;
  /** The values that the tracker offers for the field; empty if it offers no list. */
  readonly offered: () => Promise<readonly unknown[]>;
  readonly username: () => Promise<string>;
}

type Field = DataOf<Endpoints['listFields']>[number];

export interface FieldKind {
  readonly name: string;
  readonly includes: (field: Field) => boolean;
  /** A value other than the template's; undefined if there is none. */
  readonly callers: (given: Given) => unknown;
}

const system = (id: string) => (field: Field) => field.id === id;
const CUSTOM = 'com.atlassian.jira.plugin.system.customfieldtypes:';
/** Custom fields of the tracker's own type, and those of other plug-ins whose values have the same type. */
const custom =
  (type: string, valueType?: string) =>
  ({ schema }: Field) =>
    schema?.custom === CUSTOM + type || (schema?.custom?.startsWith(CUSTOM) === false && schema.type === valueType);
export const CALLERS_TEXT = String.raw`By the caller: "a"; <b> & 100%41 + ñ \n \, &#65; $1`;
const text = () => CALLERS_TEXT;
const labels = () => ['by-the-caller/ñ%41;$1'];

/** An offered value other than the template's, named by its id. */
async function offered({ templates, offered: values }: Given): Promise<unknown> {
  const other = (await values()).find((value) => !isSame(value, templates));
  return other === undefined ? undefined : { id: propertyOf(other, 'id') };
}

/** Whether an offered value is the value that a template names by id, name or value. */
function isSame(value: unknown, named: unknown): boolean {
  return isObject(named) && Object.entries(named).some(([property, part]) => propertyOf(value, property) === part);
}

export const fieldKinds: readonly FieldKind[] = [
  { name: 'summary', includes: system('summary'), callers: ({ build }) => build.summary(CALLERS_TEXT) },
  { name: 'description', includes: system('description'), callers: text },
  { name: 'environment', includes: system('environment'), callers: text },
  { name: 'labels', includes: system('labels'), callers: labels },
  { name: 'priority', includes: system('priority'), callers: offered },
  { name: 'due date', includes: system('duedate'), callers: () => '2032-11-30' },
  {
    name: 'assignee',
    includes: system('assignee'),
    callers: async ({ templates, username }) => {
      const name = await username();
      return propertyOf(templates, 'name') === name ? undefined : { name };
    },
  },
  { name: 'line of text', includes: custom('textfield', 'string'), callers: text },
  { name: 'text of several lines', includes: custom('textarea'), callers: text },
  { name: 'number', includes: custom('float', 'number'), callers: ({ templates }) => Number(templates === 0) },
  { name: 'option', includes: custom('select', 'option'), callers: offered },
  { name: 'custom labels', includes: custom('labels'), callers: labels },
];

/** Provides a template that has a value for a field of a kind, and another value for it; undefined if there is none. */
export async function provideClash(
  kind: FieldKind,
  project: ProvidedProject,
  { tracker, trackerApi, templates, build }: Pick<TestFixtures, 'tracker' | 'trackerApi' | 'templates' | 'build'>,
) {
  const fields = (await tracker.provisioner.fields()).filter(kind.includes).map(({ id }) => id);
  skipAsInapplicable(fields.length === 0, `This tracker has no such field (${kind.name}).`);
  const template = await templates.provide({ anyOf: fields });
  const field = at(
    fields.filter((id) => id in template.fields),
    0,
  );
  const [projectIdOrKey, issueTypeId] = [project.key, at(project.issueTypes, 0).id];
  const sent = await kind.callers({
    build,
    templates: template.fields[field],
    offered: async () => {
      const meta = await trackerApi.listCreateMetaFields({ projectIdOrKey, issueTypeId, query: { maxResults: 1_000 } });
      const [described] = meta.ok ? meta.data.values.filter(({ fieldId }) => fieldId === field) : [];
      return itemsOf(propertyOf(described, 'allowedValues'));
    },
    username: async () => (await trackerApi.getMyself()).data.name,
  });
  return { template, field, sent };
}

export function refusesField({ status, json }: ApiResponse, field: string): boolean {
  return status === 400 && propertyOf(propertyOf(json, 'errors'), field) !== undefined;
}
