import type { Answer } from '../../server/answer.js';
import { workflowOf } from '../../state/state.js';
import type { State } from '../../state/state.js';
import type { Override } from '../../tenants/implementation.js';
import type { Call } from '../../tracker/call.js';
import { changeHandlers, changeMore, changeRequests, defectsFor } from '../defect.js';
import type { DefectTable } from '../defect.js';

/** A tracker that creates issues with other tables than it has. It restores its tables and keeps the new issue. */
function creationSees(prepare: (state: State, call: Pick<Call, 'body'>) => void): Override {
  return changeHandlers('createIssue', (call, answer) => {
    const { entries, workflows, templates } = call.state.tables;
    const before = { entries: entries.all(), workflows: workflows.all(), templates: templates.all() };
    prepare(call.state, call);
    const right = answer(call);
    for (const { id } of entries.all()) entries.delete(id);
    for (const row of before.entries) entries.set(row);
    for (const row of before.workflows) workflows.set(row);
    for (const row of before.templates) templates.set(row);
    return right;
  });
}

/** A tracker that has a field of a new issue as the caller sent it, or without a value. */
function newIssueKeeps(field: (id: string, state: State) => boolean): Override {
  return changeMore('createIssue', (call, right) => {
    const { issues } = call.state.tables;
    const issue = issues.get(Number((right as Answer & { json: { id: string } }).json.id));
    if (issue === undefined) return;
    const sent = call.body.fields as Readonly<Record<string, unknown>>;
    const fields = Object.entries(issue.fields).flatMap(([id, value]) => {
      if (!field(id, call.state) || sent[id] === value) return [[id, value] as const];
      return sent[id] === undefined ? [] : [[id, sent[id]] as const];
    });
    issues.set({ ...issue, fields: Object.fromEntries(fields) });
  });
}

/** A tracker that takes a field of a new issue from the template, though Overwrite is off and the caller sent one. */
function newIssueLoses(field: (id: string, state: State) => boolean): Override {
  return changeMore('createIssue', (call, right) => {
    const { issues, projects, templates, customFields } = call.state.tables;
    const issue = issues.get(Number((right as Answer & { json: { id: string } }).json.id));
    const project = issue && projects.get(issue.projectId);
    const [named] = customFields.all().flatMap(({ id, type }) => {
      return type === 'template' ? [issue?.fields[`customfield_${id}`]] : [];
    });
    const template = templates.get(Number(named));
    if (issue === undefined || project === undefined || template === undefined) return;
    const [postFunction] = workflowOf(call.state, project, issue.issueTypeId).initial.postFunctions;
    if (postFunction?.overwrite !== false) return;
    const taken = Object.entries(template.fields).filter(([id]) => field(id, call.state));
    issues.set({ ...issue, fields: { ...issue.fields, ...Object.fromEntries(taken) } });
  });
}

/** Fields that a tracker might forget as it reads Overwrite, by the titles of such defects. */
const overwritable: Readonly<
  Record<string, { readonly name: string; readonly includes: (id: string, state: State) => boolean }>
> = {
  summary: { name: 'summary', includes: (id) => id === 'summary' },
  description: { name: 'description', includes: (id) => id === 'description' },
  environment: { name: 'environment', includes: (id) => id === 'environment' },
  labels: { name: 'labels', includes: (id) => id === 'labels' },
  priority: { name: 'priority', includes: (id) => id === 'priority' },
  'due-date': { name: 'due date', includes: (id) => id === 'duedate' },
  assignee: { name: 'assignee', includes: (id) => id === 'assignee' },
  ...Object.fromEntries(
    (['text', 'paragraph', 'number', 'select', 'labels'] as const).map((type) => [
      `custom-${type}`,
      {
        name: `value of custom fields of the type ${type}`,
        includes: (id: string, { tables }: State) =>
          tables.customFields.all().some((row) => row.type === type && id === `customfield_${row.id}`),
      },
    ]),
  ),
};

function setOverwrite(state: State, overwrite: boolean): void {
  const { workflows } = state.tables;
  for (const workflow of workflows.all()) {
    const postFunctions = workflow.initial.postFunctions.map((one) => ({ ...one, overwrite }));
    workflows.set({ ...workflow, initial: { ...workflow.initial, postFunctions } });
  }
}

/** Defects of issues made from a template. */
export const issueDefects: DefectTable = {
  'DT-37-default-not-applied': [
    'A new issue gets nothing of the default template of its scope.',
    creationSees(({ tables }) => {
      for (const { id } of tables.entries.all()) tables.entries.delete(id);
    }),
  ],
  'DT-37-applied-to-every-type': [
    'A default template of one issue type is applied to the project’s other types too.',
    creationSees(({ tables }) => {
      for (const entry of tables.entries.all()) {
        if (entry.issueTypeId === undefined) continue;
        const project = tables.projects.get(entry.projectId);
        for (const issueTypeId of project?.issueTypeIds ?? []) {
          if (issueTypeId !== entry.issueTypeId)
            tables.entries.set({ ...entry, id: entry.id * 1_000 + issueTypeId, issueTypeId });
        }
      }
    }),
  ],
  'DT-37-applied-in-every-project': [
    'A default template of an issue type is applied to issues of that type in other projects too.',
    creationSees(({ tables }) => {
      for (const entry of tables.entries.all()) {
        const others = tables.projects.all().filter(({ id, issueTypeIds }) => {
          return id !== entry.projectId && issueTypeIds.some((one) => one === entry.issueTypeId);
        });
        for (const { id } of others) tables.entries.set({ ...entry, id: entry.id * 1_000 + id, projectId: id });
      }
    }),
  ],
  'DT-37-applied-to-the-same-number': [
    'A default template of a request type is applied to the issue type that has the same number too.',
    creationSees(({ tables }) => {
      for (const { requestTypeId, ...entry } of tables.entries.all())
        if (requestTypeId !== undefined)
          tables.entries.set({ ...entry, id: entry.id * 1_000, issueTypeId: requestTypeId });
    }),
  ],
  'DT-37-request-types-get-nothing': [
    'A customer request gets nothing of the default template of its request type.',
    changeHandlers('createServiceRequest', (call, answer) => {
      const { entries } = call.state.tables;
      const ofRequestTypes = entries.all().filter(({ requestTypeId }) => requestTypeId !== undefined);
      for (const { id } of ofRequestTypes) entries.delete(id);
      const right = answer(call);
      for (const entry of ofRequestTypes) entries.set(entry);
      return right;
    }),
  ],
  'DT-38-custom-fields-left-out': [
    'Of the values of a template, those of custom fields are not filled in.',
    newIssueKeeps((id) => id.startsWith('customfield_')),
  ],
  'DT-38-named-template-ignored': [
    'The template custom field is not read.',
    changeRequests('createIssue', ({ fields, ...body }, { state }) => {
      const templateFields = state.tables.customFields.all().filter(({ type }) => type === 'template');
      const ids = new Set(templateFields.map(({ id }) => `customfield_${id}`));
      return { ...body, fields: Object.fromEntries(Object.entries(fields).filter(([id]) => !ids.has(id))) };
    }),
  ],
  'DT-38-labels-left-out': [
    'Of the values of a template, the labels are not filled in.',
    newIssueKeeps((id) => id === 'labels'),
  ],
  'DT-39-post-function-not-needed': [
    'A template is filled in even if the post function is not installed.',
    creationSees(({ tables }) => {
      for (const workflow of tables.workflows.all()) {
        if (workflow.initial.postFunctions.length > 0) continue;
        const postFunctions = [{ type: 'create from template' as const, overwrite: true }];
        tables.workflows.set({ ...workflow, initial: { ...workflow.initial, postFunctions } });
      }
    }),
  ],
  'DT-40-always-overwrites': [
    'The caller’s fields are replaced if Overwrite is off, too.',
    creationSees((state) => setOverwrite(state, true)),
  ],
  'DT-40-never-overwrites': [
    'The caller’s fields stay if Overwrite is on, too.',
    creationSees((state) => setOverwrite(state, false)),
  ],
  ...defectsFor(Object.entries(overwritable), ([title, { name, includes }]) => ({
    [`DT-40-${title}-not-overwritten`]: [`If Overwrite is on, the caller’s ${name} stays.`, newIssueKeeps(includes)],
    [`DT-40-${title}-overwritten-though-off`]: [
      `If Overwrite is off, the caller’s ${name} is replaced all the same.`,
      newIssueLoses(includes),
    ],
  })),
};
