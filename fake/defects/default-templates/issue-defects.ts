import type { Answer } from '../../server/answer.js';
import type { State } from '../../state/state.js';
import type { Override } from '../../tenants/implementation.js';
import type { Call } from '../../tracker/call.js';
import { changeHandlers, defect } from '../defect.js';

/** A tracker that creates issues as if its tables were other than they are; only the new issue stays of that. */
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
function newIssueKeeps(field: (id: string) => boolean): Override {
  return changeHandlers('createIssue', (call, answer) => {
    const right = answer(call);
    const { issues } = call.state.tables;
    const issue = issues.get(Number((right as Answer & { json: { id: string } }).json.id));
    if (issue === undefined) return right;
    const sent = call.body.fields as Readonly<Record<string, unknown>>;
    const fields = Object.entries(issue.fields).flatMap(([id, value]) => {
      if (!field(id) || sent[id] === value) return [[id, value] as const];
      return sent[id] === undefined ? [] : [[id, sent[id]] as const];
    });
    issues.set({ ...issue, fields: Object.fromEntries(fields) });
    return right;
  });
}

function setOverwrite(state: State, overwrite: boolean): void {
  const { workflows } = state.tables;
  for (const workflow of workflows.all()) {
    const postFunctions = workflow.initial.postFunctions.map((one) => ({ ...one, overwrite }));
    workflows.set({ ...workflow, initial: { ...workflow.initial, postFunctions } });
  }
}

/** Defects of issues made from a template. */
export const issueDefects = [
  defect(
    'DT-37',
    'default-not-applied',
    'A new issue gets nothing of the default template of its scope.',
    creationSees(({ tables }) => {
      for (const { id } of tables.entries.all()) tables.entries.delete(id);
    }),
  ),
  defect(
    'DT-37',
    'applied-to-every-type',
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
  ),
  defect(
    'DT-37',
    'applied-in-every-project',
    'A default template of an issue type is applied to issues of that type in other projects too.',
    creationSees(({ tables }) => {
      for (const entry of tables.entries.all()) {
        const others = tables.projects.all().filter(({ id, issueTypeIds }) => {
          return id !== entry.projectId && issueTypeIds.some((one) => one === entry.issueTypeId);
        });
        for (const { id } of others) tables.entries.set({ ...entry, id: entry.id * 1_000 + id, projectId: id });
      }
    }),
  ),
  defect(
    'DT-37',
    'request-types-get-nothing',
    'A customer request gets nothing of the default template of its request type.',
    changeHandlers('createServiceRequest', (call, answer) => {
      const { entries } = call.state.tables;
      const ofRequestTypes = entries.all().filter(({ requestTypeId }) => requestTypeId !== undefined);
      for (const { id } of ofRequestTypes) entries.delete(id);
      const right = answer(call);
      for (const entry of ofRequestTypes) entries.set(entry);
      return right;
    }),
  ),
  defect(
    'DT-38',
    'custom-fields-left-out',
    'Of the values of a template, those of custom fields are not filled in.',
    newIssueKeeps((id) => id.startsWith('customfield_')),
  ),
  defect(
    'DT-38',
    'named-template-ignored',
    'The template custom field is not read.',
    changeHandlers('createIssue', (call, answer) => {
      const templateFields = call.state.tables.customFields.all().filter(({ type }) => type === 'template');
      const ids = new Set(templateFields.map(({ id }) => `customfield_${id}`));
      const fields = Object.entries(call.body.fields).filter(([id]) => !ids.has(id));
      return answer({ ...call, body: { ...call.body, fields: Object.fromEntries(fields) } });
    }),
  ),
  defect(
    'DT-38',
    'labels-left-out',
    'Of the values of a template, the labels are not filled in.',
    newIssueKeeps((id) => id === 'labels'),
  ),
  defect(
    'DT-39',
    'post-function-not-needed',
    'A template is filled in where the post function is not installed, too.',
    creationSees(({ tables }) => {
      for (const workflow of tables.workflows.all()) {
        if (workflow.initial.postFunctions.length > 0) continue;
        const postFunctions = [{ type: 'create from template' as const, overwrite: true }];
        tables.workflows.set({ ...workflow, initial: { ...workflow.initial, postFunctions } });
      }
    }),
  ),
  defect(
    'DT-40',
    'always-overwrites',
    'Summary and description are replaced where Overwrite is off, too.',
    creationSees((state) => setOverwrite(state, true)),
  ),
  defect(
    'DT-40',
    'never-overwrites',
    'Summary and description stay the caller’s where Overwrite is on, too.',
    creationSees((state) => setOverwrite(state, false)),
  ),
  defect(
    'DT-40',
    'summary-not-overwritten',
    'Where Overwrite is on, only the description is replaced.',
    newIssueKeeps((id) => id === 'summary'),
  ),
  defect(
    'DT-40',
    'description-not-overwritten',
    'Where Overwrite is on, only the summary is replaced.',
    newIssueKeeps((id) => id === 'description'),
  ),
];
