import type { WorldTemplate } from '../../contracts/index.js';
import { workflowOf } from '../state/state.js';
import { typeOfEntry } from '../state/tables.js';
import type { Extension, NewIssue } from '../tracker/call.js';
import { FieldError } from '../tracker/fields/field.js';
import type { ValueKind } from '../tracker/fields/field.js';
import { readId } from '../tracker/read-values.js';

/** An issue template, by its id; kept and answered as text. */
const templateKind: ValueKind = {
  schema: { type: 'string' },
  read: (value, { tables }) => {
    if (value === '') return null;
    const id = readId(value);
    if (id === undefined) throw new FieldError('Operation value must be the id of a template, as text or number');
    if (tables.templates.get(id) === undefined) throw new FieldError(`There is no template with id '${id}'.`);
    return String(id);
  },
  render: (value) => value,
};

export const defaultTemplatesExtension: Extension = {
  customFieldTypes: {
    template: { key: 'tracker.default-templates:template-field', kindOf: () => templateKind },
  },
  fillNewIssue: fillFromTemplate,
};

type Fields = Record<string, unknown>;

/**
 * Fills in a new issue as the template-creation post function does (document: What the service does; Endpoints, rule
 * 7). It uses the values of the template in the request, or else of the default template of the issue's scope. If the
 * create transition has no such post function, the issue stays unchanged.
 *
 * @returns the values to store, by field id
 */
function fillFromTemplate(issue: NewIssue): Fields {
  const { state, project, issueTypeId, fields } = issue;
  const { initial } = workflowOf(state, project, issueTypeId);
  const [postFunction] = initial.postFunctions;
  if (postFunction === undefined) return { ...fields };
  const template = namedTemplate(issue) ?? defaultTemplate(issue);
  return template === undefined ? { ...fields } : fill(fields, template, postFunction.overwrite);
}

function namedTemplate({ state, fields }: NewIssue): WorldTemplate | undefined {
  const templateFields = state.tables.customFields.all().filter(({ type }) => type === 'template');
  const [value] = templateFields.flatMap(({ id }) => fields[`customfield_${id}`] ?? []);
  return value === undefined ? undefined : state.tables.templates.get(Number(value));
}

/** The default template for the scope of the issue: by its request type, or else by its issue type. */
function defaultTemplate(issue: NewIssue): WorldTemplate | undefined {
  const { state, project, issueTypeId, requestTypeId } = issue;
  const { entries, templates } = state.tables;
  const inProject = entries.where('project', project.id);
  const ofType = (type: string) => inProject.filter((entry) => typeOfEntry(entry).join('/') === type);
  const ofRequestType = ofType(`requesttype/${requestTypeId}`);
  const candidates = ofRequestType.length > 0 ? ofRequestType : ofType(`issuetype/${issueTypeId}`);
  const entry = candidates.at(-1);
  return entry === undefined ? undefined : templates.get(entry.templateId);
}

function fill(fields: Readonly<Fields>, template: WorldTemplate, overwrite: boolean): Fields {
  const replaced = Object.entries(template.fields).filter(([field]) => overwrite || isEmpty(fields[field]));
  return { ...fields, ...Object.fromEntries(replaced) };
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
}
