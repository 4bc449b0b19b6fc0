import { entryFor, templateNumber } from './default-templates.js';
import { type Service } from './http.js';
import { refuse, Refusal, isObject, type JsonObject } from './reading.js';
import { type CustomField, type Issue, type IssueType, may, type Priority, type Project, type RequestType, type StepRow, type Template, type User, workflowOf } from './model.js';
import { isTemplate, newRow, readSteps } from './steps-field.js';
import { addIssue, FIELD, TYPE_NAME } from './world.js';

/** Field values of a create-issue or edit-issue payload. A custom value of null clears the field. */
export interface FieldValues {
  summary?: string;
  description?: string | null;
  priority?: Priority;
  labels?: string[];
  steps?: StepRow[] | null;
  custom: Map<string, unknown>;
}

const CASE = TYPE_NAME.testCase, TEMPLATE = TYPE_NAME.testTemplate;
const ON_SCREEN: Partial<Record<CustomField['kind'], readonly string[]>> = {
  steps: [CASE, TEMPLATE], preconditions: [CASE, TEMPLATE], tcTemplate: [CASE], requirement: [CASE, TEMPLATE], requestType: [],
};
export const onScreen = (field: CustomField, type: IssueType): boolean => ON_SCREEN[field.kind]?.includes(type.name) ?? true;

const property = (value: unknown, name: string): unknown => (isObject(value) ? value[name] : undefined);
const asText = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

function requirementIn(value: unknown, service: Service): string[] | null {
  const { choices, world } = service;
  if (value === null) return null;
  let keys: unknown[];
  if (choices.requirementShape === 'text') keys = typeof value === 'string' ? value.split(',').map(key => key.trim()).filter(Boolean) : refuse(400, 'Operation value must be a string');
  else keys = Array.isArray(value) ? value : refuse(400, 'data was not an array');
  return keys.map(given => {
    const key = choices.requirementShape === 'objects' ? property(given, 'key') : given;
    return typeof key === 'string' && world.issuesByKey.has(key) ? key : refuse(400, `Issue '${asText(key)}' does not exist.`);
  });
}

function customIn(field: CustomField, value: unknown, service: Service): unknown {
  const { world, choices } = service;
  if (value === null || value === undefined) return null;
  switch (field.kind) {
    case 'number': return typeof value === 'number' ? value : refuse(400, 'Operation value must be a number');
    case 'select': {
      const option = field.options.find(({ id, value: text }) => id === asText(property(value, 'id')) || text === property(value, 'value'));
      return (option ?? refuse(400, `Option value '${asText(property(value, 'value') ?? property(value, 'id'))}' is not valid`)).id;
    }
    case 'template': {
      const id = templateNumber(value);
      if (id !== null && world.templates.has(id)) return id;
      return refuse(400, `There is no template with id '${asText(value)}'.`);
    }
    case 'tcTemplate': {
      const template = typeof value === 'string' ? world.issuesByKey.get(value) : undefined;
      return template && isTemplate(template) ? template.key : refuse(400, `'${asText(value)}' is not a test case template.`);
    }
    case 'requirement': return requirementIn(value, service);
    default: return typeof value === 'string' ? value : refuse(400, 'Operation value must be a string');
  }
}

export function readFields(fields: JsonObject, project: Project, type: IssueType, service: Service): FieldValues {
  const { world } = service;
  const values: FieldValues = { custom: new Map() };
  const errors: Record<string, string> = {};
  const text = (value: unknown): string | null => (value === null ? null : typeof value === 'string' ? value : refuse(400, 'Operation value must be a string'));
  const read = (name: string, value: unknown): void => {
    switch (name) {
      case 'project': case 'issuetype': case 'parent': return;
      case 'summary': {
        const summary = text(value)?.trim() ?? '';
        if (!summary) refuse(400, 'You must specify a summary of the issue.');
        if (summary.length > 255) refuse(400, 'Summary must be less than 255 characters.');
        if (/[\r\n]/.test(summary)) refuse(400, 'The summary is invalid because it contains newline characters.');
        values.summary = summary;
        return;
      }
      case 'description': values.description = text(value) || null; return;
      case 'priority': {
        if (value === null) return;
        const id = asText(property(value, 'id')), priorityName = property(value, 'name');
        values.priority = world.priorities.find(priority => (id ? priority.id === id : priority.name === priorityName)) ?? refuse(400, `Priority name '${asText(priorityName) || id}' is not valid`);
        return;
      }
      case 'labels': {
        const labels: unknown[] = value === null ? [] : Array.isArray(value) ? value : refuse(400, 'data was not an array');
        values.labels = [...new Set(labels.map(label => (typeof label === 'string' && !/\s/.test(label) && label ? label : refuse(400, `The label '${asText(label)}' contains spaces which is invalid.`))))].sort();
        return;
      }
      case FIELD.steps: if (!project.tests) break; values.steps = onScreen(world.fields[0] as CustomField, type) ? readSteps(value, project, type.name === TEMPLATE, service) : refuse(400, `Field '${name}' cannot be set. It is not on the appropriate screen, or unknown.`); return;
      default: {
        const field = world.fields.find(({ id }) => id === name);
        const testField = field && ON_SCREEN[field.kind] !== undefined;
        if (!field || !onScreen(field, type) || (testField && !project.tests)) break;
        values.custom.set(name, customIn(field, value, service));
        return;
      }
    }
    refuse(400, `Field '${name}' cannot be set. It is not on the appropriate screen, or unknown.`);
  };
  for (const [name, value] of Object.entries(fields)) {
    try {
      read(name, value);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      errors[name] = error.message;
    }
  }
  if (Object.keys(errors).length) throw new Refusal(400, [], errors);
  return values;
}

/** The template's values: where the caller gave none, or everywhere when the post function overwrites. */
function applyTemplate(template: Template, values: FieldValues, overwrite: boolean, service: Service): void {
  const { world } = service;
  const from = template.values;
  const fill = (given: boolean, apply: () => void): void => { if (overwrite || !given) apply(); };
  if (from.summary !== undefined) { const { summary } = from; fill(Boolean(values.summary), () => { values.summary = summary; }); }
  if (from.description !== undefined) { const { description } = from; fill(Boolean(values.description), () => { values.description = description; }); }
  if (from.priority !== undefined) { const priority = world.priorities.find(({ name }) => name === from.priority); if (priority) fill(values.priority !== undefined, () => { values.priority = priority; }); }
  if (from.labels !== undefined) { const { labels } = from; fill(Boolean(values.labels?.length), () => { values.labels = [...labels]; }); }
  const custom = (id: string, value: unknown): void => { if (value !== undefined) fill((values.custom.get(id) ?? null) !== null, () => values.custom.set(id, value)); };
  custom(FIELD.text, from.text);
  custom(FIELD.number, from.number);
  custom(FIELD.select, world.fields.find(({ id }) => id === FIELD.select)?.options.find(({ value }) => value === from.select)?.id);
}

const projectIn = (value: unknown, service: Service): Project | undefined => {
  const id = asText(property(value, 'id'));
  return id ? service.world.projectsById.get(Number(id)) : service.world.projects.get(asText(property(value, 'key')));
};

export function createIssue(fields: JsonObject, user: User, service: Service, request: { project: Project; requestType: RequestType } | null = null): Issue {
  const { world, choices } = service;
  const project = request?.project ?? projectIn(fields['project'], service);
  if (!project || !may(user, 'browse', project)) throw new Refusal(400, [], { project: 'valid project is required' });
  if (!may(user, 'create', project)) throw new Refusal(400, [], { project: 'You do not have permission to create issues in this project.' });
  const typeId = asText(property(fields['issuetype'], 'id'));
  const type = request?.requestType.issueType ?? project.issueTypes.find(({ id, name }) => (typeId ? String(id) === typeId : name === property(fields['issuetype'], 'name')));
  if (!type) throw new Refusal(400, [], { issuetype: fields['issuetype'] ? 'The issue type selected is invalid.' : 'issue type is required' });
  const values = readFields(fields, project, type, service);

  const parentKey = property(fields['parent'], 'key'), parentId = asText(property(fields['parent'], 'id'));
  const parent = (parentId ? world.issues.get(Number(parentId)) : world.issuesByKey.get(asText(parentKey) || asText(fields['parent']))) ?? null;
  if (type.subtask && !parent) throw new Refusal(400, [], { parent: fields['parent'] ? 'Could not find issue by id or key.' : 'Issue type is a sub-task but parent issue key or id not specified.' });
  if (!type.subtask && fields['parent']) throw new Refusal(400, [], { parent: 'Issue type is not a sub-task.' });
  if (parent && parent.project !== project) throw new Refusal(400, [], { parent: 'Parent issue is in another project.' });

  const { postFunction } = workflowOf(project, type);
  const named = values.custom.get(FIELD.template);
  const explicit = typeof named === 'number' ? world.templates.get(named) : undefined;
  const byDefault = entryFor(project, type, request?.requestType ?? null, service)?.template;
  const template = explicit ?? byDefault;
  if (template && postFunction) applyTemplate(template, values, postFunction === 'overwrite', service);
  else if (byDefault && !explicit && choices.defaultsWithoutPostFunction === 'emptyFields') applyTemplate(byDefault, values, false, service);

  const { summary, custom, steps, ...others } = values;
  if (!summary) throw new Refusal(400, [], { summary: 'You must specify a summary of the issue.' });
  const given = Object.fromEntries(Object.entries(others).filter(([, value]) => value !== undefined)) as Partial<Issue>;
  for (const [id, value] of custom) if (value === null) custom.delete(id);
  let rows = steps ?? null;
  const caseTemplate = world.issuesByKey.get(asText(custom.get(FIELD.tcTemplate)));
  if (!rows && caseTemplate?.steps && choices.caseWithoutSteps === 'fromTemplate') rows = caseTemplate.steps.map(row => newRow(row.isGroup, row.cells, project, false));
  return addIssue(world, project, type, user, { ...given, summary, custom, steps: rows, parent, requestType: request?.requestType ?? null });
}
