import type { State } from '../../state/state.js';
import type { Override } from '../../tenants/implementation.js';
import type { NewIssue } from '../../tracker/call.js';
import { withoutUndefined } from '../../tracker/read-values.js';
import { changeCalls, changeRequests, defectsFor } from '../defect.js';
import type { DefectTable } from '../defect.js';

type Fields = NewIssue['fields'];

function issuesFilled(
  fill: (issue: NewIssue, right: (issue: NewIssue) => Fields) => Fields,
  name: 'createIssue' | 'createServiceRequest' = 'createIssue',
): Override {
  return changeCalls(name, ({ extensions }) => ({
    extensions: extensions.map(({ fillNewIssue, ...extension }) => ({
      ...extension,
      ...(fillNewIssue && { fillNewIssue: (issue) => fill(issue, fillNewIssue) }),
    })),
  }));
}

function seeing(issue: NewIssue, prepare: (state: State) => void): NewIssue {
  const state = issue.state.fork();
  prepare(state);
  return { ...issue, state };
}

/** A tracker that fills new issues in by other tables than it has. */
function creationSees(prepare: (state: State) => void, name?: 'createServiceRequest'): Override {
  return issuesFilled((issue, right) => right(seeing(issue, prepare)), name);
}

function mixed(fields: Fields, others: Fields, isOther: (id: string) => boolean): Fields {
  const ids = Object.keys({ ...fields, ...others });
  const values = ids.map((id) => [id, (isOther(id) ? others : fields)[id]] as const);
  return withoutUndefined(Object.fromEntries(values));
}

/** A tracker that has a field of a new issue as the caller sent it, or without a value. */
function newIssueKeeps(field: (id: string, state: State) => boolean): Override {
  return issuesFilled((issue, right) => mixed(right(issue), issue.fields, (id) => field(id, issue.state)));
}

/** A tracker that keeps a field of a new issue if the caller sent it, though Overwrite is on. */
function newIssueSaves(field: (id: string, state: State) => boolean): Override {
  return issuesFilled((issue, right) => {
    const kept = right(seeing(issue, (state) => setOverwrite(state, false)));
    return mixed(right(issue), kept, (id) => field(id, issue.state));
  });
}

/** A tracker that takes a field of a new issue from the template, though Overwrite is off and the caller sent one. */
function newIssueLoses(field: (id: string, state: State) => boolean): Override {
  return issuesFilled((issue, right) => {
    const overwritten = right(seeing(issue, (state) => setOverwrite(state, true)));
    return mixed(right(issue), overwritten, (id) => field(id, issue.state));
  });
}

/** Fields that a tracker might forget as it reads Overwrite, by the titles of such defects. */
const overwritable: Readonly<
  Record<string, { readonly name: string; readonly includes: (id: string, state: State) => boolean }>
> = {
  ...Object.fromEntries(
    ['summary', 'description', 'environment', 'labels', 'priority', 'assignee'].map((name) => [
      name,
      { name, includes: (id: string) => id === name },
    ]),
  ),
  'due-date': { name: 'due date', includes: (id) => id === 'duedate' },
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

export const issueDefects: DefectTable = {
  'DT-37-default-not-applied': creationSees(({ tables }) => {
    for (const { id } of tables.entries.all()) tables.entries.delete(id);
  }),
  'DT-37-applied-to-every-type': creationSees(({ tables }) => {
    for (const entry of tables.entries.all()) {
      if (entry.issueTypeId === undefined) continue;
      const project = tables.projects.get(entry.projectId);
      for (const issueTypeId of project?.issueTypeIds ?? []) {
        if (issueTypeId !== entry.issueTypeId)
          tables.entries.set({ ...entry, id: entry.id * 1_000 + issueTypeId, issueTypeId });
      }
    }
  }),
  'DT-37-applied-in-every-project': creationSees(({ tables }) => {
    for (const entry of tables.entries.all()) {
      const others = tables.projects.all().filter(({ id, issueTypeIds }) => {
        return id !== entry.projectId && issueTypeIds.some((one) => one === entry.issueTypeId);
      });
      for (const { id } of others) tables.entries.set({ ...entry, id: entry.id * 1_000 + id, projectId: id });
    }
  }),
  'DT-37-applied-to-the-same-number': [
    'A default template of a request type is applied to the issue type that has the same number too.',
    creationSees(({ tables }) => {
      for (const { requestTypeId, ...entry } of tables.entries.all())
        if (requestTypeId !== undefined)
          tables.entries.set({ ...entry, id: entry.id * 1_000, issueTypeId: requestTypeId });
    }),
    'the sandbox has no desk with equal numbers whose post function overwrites',
  ],
  'DT-37-request-types-get-nothing': creationSees(({ tables }) => {
    for (const { id, requestTypeId } of tables.entries.all()) if (requestTypeId) tables.entries.delete(id);
  }, 'createServiceRequest'),
  'DT-38-custom-fields-left-out': newIssueKeeps((id) => id.startsWith('customfield_')),
  'DT-38-named-template-ignored': changeRequests('createIssue', ({ fields, ...body }, { state }) => {
    const templateFields = state.tables.customFields.all().filter(({ type }) => type === 'template');
    const ids = new Set(templateFields.map(({ id }) => `customfield_${id}`));
    return { ...body, fields: Object.fromEntries(Object.entries(fields).filter(([id]) => !ids.has(id))) };
  }),
  'DT-39-post-function-not-needed': creationSees(({ tables }) => {
    for (const workflow of tables.workflows.all()) {
      if (workflow.initial.postFunctions.length > 0) continue;
      const postFunctions = [{ type: 'create from template' as const, overwrite: true }];
      tables.workflows.set({ ...workflow, initial: { ...workflow.initial, postFunctions } });
    }
  }),
  ...defectsFor(Object.entries(overwritable), ([title, { name, includes }]) => ({
    [`DT-40-${title}-not-overwritten`]: [`If Overwrite is on, the caller’s ${name} stays.`, newIssueSaves(includes)],
    [`DT-40-${title}-overwritten-though-off`]: [
      `If Overwrite is off, the caller’s ${name} is replaced all the same.`,
      newIssueLoses(includes),
    ],
  })),
};
