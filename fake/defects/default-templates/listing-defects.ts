import type { Override } from '../../tenants/implementation.js';
import { findProject } from '../../tracker/rows.js';
import { entryLists, removals, removalsOfType } from '../answered.js';
import type { AnsweredEntry, EntryCall } from '../answered.js';
import { changeBodies, changeElements, changeHandlers } from '../defect.js';
import type { DefectTable } from '../defect.js';
import { isByKey, keysThatBegin, rendered } from './entries.js';

/** A tracker whose list of a project and a template holds the entries of all templates, if the project is named so. */
function ignoresTemplate(isSo: (projectIdOrKey: string) => boolean): Override {
  return changeBodies('listByProjectAndTemplate', (entries, call) => {
    const { projectIdOrKey } = call.parameters;
    const project = isSo(projectIdOrKey) ? findProject(call.state, projectIdOrKey) : undefined;
    return project === undefined ? entries : rendered(call.state.tables.entries.where('project', project.id), call);
  });
}

/** A tracker that answers the entries of issue types, or of request types, otherwise. */
function changeTyped(
  kind: 'issueTypeId' | 'requestTypeId',
  names: readonly EntryCall[],
  change: (entry: AnsweredEntry) => AnsweredEntry,
): Override {
  return changeElements(names, (entry) => (entry[kind] === undefined ? entry : change(entry)));
}

/** Defects of the lists of entries by project, by template and by both, and of the shape of entries. */
export const entryListDefects: DefectTable = {
  'DT-01-last-entry-dropped': changeBodies('listByProject', (entries) => entries.slice(0, -1)),
  'DT-01-other-projects-listed': changeBodies('listByProject', (entries, call) => {
    const templates = new Set(entries.map(({ templateId }) => templateId));
    return rendered(call.state.tables.entries.all(), call).filter(({ templateId }) => templates.has(templateId));
  }),
  'DT-02-key-answers-nothing': changeBodies('listByProject', (entries, { parameters }) =>
    isByKey(parameters.projectIdOrKey) ? [] : entries,
  ),
  'DT-02-key-leaves-out-request-types': changeBodies('listByProject', (entries, { parameters }) =>
    isByKey(parameters.projectIdOrKey) ? entries.filter(({ serviceDesk }) => serviceDesk === false) : entries,
  ),
  'DT-02-keys-that-begin-so-listed-too': changeHandlers('listByProject', (call, answer) => {
    const { projectIdOrKey } = call.parameters;
    const right = answer(call);
    if (!isByKey(projectIdOrKey)) return right;
    const keys = [projectIdOrKey, ...keysThatBegin(call.state, [projectIdOrKey])];
    return { ...right, json: keys.flatMap((key) => answer({ ...call, parameters: { projectIdOrKey: key } }).json) };
  }),
  'DT-03-template-ignored': ignoresTemplate(() => true),
  'DT-03-template-ignored-by-key': ignoresTemplate(isByKey),
  'DT-03-project-ignored': changeBodies('listByProjectAndTemplate', (_entries, call) =>
    rendered(call.state.tables.entries.where('template', Number(call.parameters.templateId)), call),
  ),
  'DT-03-key-answers-nothing': changeBodies('listByProjectAndTemplate', (entries, { parameters }) =>
    isByKey(parameters.projectIdOrKey) ? [] : entries,
  ),
  'DT-04-service-desks-left-out': changeBodies('listByTemplate', (entries) =>
    entries.filter(({ serviceDesk }) => serviceDesk === false),
  ),
  'DT-04-first-project-only': changeBodies('listByTemplate', (entries) =>
    entries.filter(({ projectId }) => projectId === entries[0]?.['projectId']),
  ),
  'DT-04-next-template-listed': changeBodies('listByTemplate', (entries, call) => {
    const { tables } = call.state;
    const id = Number(call.parameters.templateId);
    const used = tables.templates.all().filter((one) => one.id !== id && tables.entries.any('template', one.id));
    const next = used.find((template) => template.id > id) ?? used[0];
    return next === undefined ? entries : [...entries, ...rendered(tables.entries.where('template', next.id), call)];
  }),
  'DT-05-id-as-text': changeElements(removals, (entry) => ({ ...entry, id: String(entry['id']) })),
  'DT-05-template-id-as-text': changeElements('filterByTemplate', (entry) => ({
    ...entry,
    templateId: String(entry['templateId']),
  })),
  'DT-05-project-as-key': changeElements('listByTemplate', (entry, { state }) => ({
    ...entry,
    projectId: state.tables.projects.get(entry['projectId'] as number)?.key,
  })),
  'DT-05-service-desk-left-out': changeElements('listByProjectAndTemplate', ({ serviceDesk: _, ...entry }) => entry),
  'DT-05-service-desk-as-text': changeElements(removalsOfType, (entry) => ({
    ...entry,
    serviceDesk: String(entry['serviceDesk']),
  })),
  'DT-06-issue-type-as-number': changeTyped('issueTypeId', [...entryLists, ...removals], (entry) => ({
    ...entry,
    issueTypeId: Number(entry['issueTypeId']),
  })),
  'DT-06-service-desk-true': changeTyped('issueTypeId', removals, (entry) => ({ ...entry, serviceDesk: true })),
  'DT-06-empty-request-type': changeTyped('issueTypeId', entryLists, (entry) => ({ ...entry, requestTypeId: null })),
  'DT-07-request-type-as-text': changeTyped('requestTypeId', entryLists, (entry) => ({
    ...entry,
    requestTypeId: String(entry['requestTypeId']),
  })),
  'DT-07-service-desk-false': changeTyped('requestTypeId', removals, (entry) => ({ ...entry, serviceDesk: false })),
  'DT-07-issue-type-of-request': changeElements(entryLists, (entry, { state }) => {
    const requestType = state.tables.requestTypes.get(Number(entry['requestTypeId'] ?? 0));
    return requestType === undefined ? entry : { ...entry, issueTypeId: String(requestType.issueTypeId) };
  }),
  'DT-08-transitions-as-null': changeElements(entryLists, ({ transitions, ...entry }) => ({
    ...entry,
    transitions: (transitions as unknown[]).length === 0 ? null : transitions,
  })),
  'DT-08-transitions-as-object': changeElements(entryLists, ({ transitions, ...entry }) => ({
    ...entry,
    transitions: (transitions as unknown[])[0] ?? [],
  })),
};
