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
  'DT-01-last-entry-dropped': [
    'The list of a project ends one entry early.',
    changeBodies('listByProject', (entries) => entries.slice(0, -1)),
  ],
  'DT-01-other-projects-listed': [
    'The list of a project also holds what its templates are assigned to in other projects.',
    changeBodies('listByProject', (entries, call) => {
      const templates = new Set(entries.map(({ templateId }) => templateId));
      return rendered(call.state.tables.entries.all(), call).filter(({ templateId }) => templates.has(templateId));
    }),
  ],
  'DT-02-key-answers-nothing': [
    'A project named by its key is answered with an empty list.',
    changeBodies('listByProject', (entries, { parameters }) => (isByKey(parameters.projectIdOrKey) ? [] : entries)),
  ],
  'DT-02-key-leaves-out-request-types': [
    'By its key, a service desk is listed without the entries of its request types.',
    changeBodies('listByProject', (entries, { parameters }) =>
      isByKey(parameters.projectIdOrKey) ? entries.filter(({ serviceDesk }) => serviceDesk === false) : entries,
    ),
  ],
  'DT-02-keys-that-begin-so-listed-too': [
    'The list of a project that is named by its key holds those of projects whose keys begin with it.',
    changeHandlers('listByProject', (call, answer) => {
      const { projectIdOrKey } = call.parameters;
      const right = answer(call);
      if (!isByKey(projectIdOrKey)) return right;
      const keys = [projectIdOrKey, ...keysThatBegin(call.state, [projectIdOrKey])];
      return { ...right, json: keys.flatMap((key) => answer({ ...call, parameters: { projectIdOrKey: key } }).json) };
    }),
  ],
  'DT-03-template-ignored': [
    'The list of a project and a template holds all entries of the project.',
    ignoresTemplate(() => true),
  ],
  'DT-03-template-ignored-by-key': [
    'The list of a project and a template holds all entries of a project that is named by its key.',
    ignoresTemplate(isByKey),
  ],
  'DT-03-project-ignored': [
    'The list of a project and a template holds the entries of the template in all projects.',
    changeBodies('listByProjectAndTemplate', (_entries, call) =>
      rendered(call.state.tables.entries.where('template', Number(call.parameters.templateId)), call),
    ),
  ],
  'DT-03-key-answers-nothing': [
    'The list of a project and a template is empty if the project is named by its key.',
    changeBodies('listByProjectAndTemplate', (entries, { parameters }) =>
      isByKey(parameters.projectIdOrKey) ? [] : entries,
    ),
  ],
  'DT-04-service-desks-left-out': [
    'The list of a template leaves service desks out.',
    changeBodies('listByTemplate', (entries) => entries.filter(({ serviceDesk }) => serviceDesk === false)),
  ],
  'DT-04-first-project-only': [
    'The list of a template ends with its first project.',
    changeBodies('listByTemplate', (entries) =>
      entries.filter(({ projectId }) => projectId === entries[0]?.['projectId']),
    ),
  ],
  'DT-04-next-template-listed': [
    'The list of a template also holds what the next template that is a default somewhere is assigned to.',
    changeBodies('listByTemplate', (entries, call) => {
      const { tables } = call.state;
      const id = Number(call.parameters.templateId);
      const used = tables.templates.all().filter((one) => one.id !== id && tables.entries.any('template', one.id));
      const next = used.find((template) => template.id > id) ?? used[0];
      return next === undefined ? entries : [...entries, ...rendered(tables.entries.where('template', next.id), call)];
    }),
  ],
  'DT-05-id-as-text': [
    'A removal result holds the ids of entries as text.',
    changeElements(removals, (entry) => ({ ...entry, id: String(entry['id']) })),
  ],
  'DT-05-template-id-as-text': [
    'A filtered list holds template ids as text.',
    changeElements('filterByTemplate', (entry) => ({ ...entry, templateId: String(entry['templateId']) })),
  ],
  'DT-05-project-as-key': [
    'The list of a template names projects by key in place of their id.',
    changeElements('listByTemplate', (entry, { state }) => ({
      ...entry,
      projectId: state.tables.projects.get(entry['projectId'] as number)?.key,
    })),
  ],
  'DT-05-service-desk-left-out': [
    'The list of a project and a template leaves serviceDesk out.',
    changeElements('listByProjectAndTemplate', ({ serviceDesk: _, ...entry }) => entry),
  ],
  'DT-05-service-desk-as-text': [
    'What a removal of one type answers has serviceDesk as text.',
    changeElements(removalsOfType, (entry) => ({ ...entry, serviceDesk: String(entry['serviceDesk']) })),
  ],
  'DT-06-issue-type-as-number': [
    'Entries have their issue type as a number.',
    changeTyped('issueTypeId', [...entryLists, ...removals], (entry) => ({
      ...entry,
      issueTypeId: Number(entry['issueTypeId']),
    })),
  ],
  'DT-06-service-desk-true': [
    'Removed entries of issue types say that they are of a service desk.',
    changeTyped('issueTypeId', removals, (entry) => ({ ...entry, serviceDesk: true })),
  ],
  'DT-06-empty-request-type': [
    'Entries of issue types also have a requestTypeId, which is null.',
    changeTyped('issueTypeId', entryLists, (entry) => ({ ...entry, requestTypeId: null })),
  ],
  'DT-07-request-type-as-text': [
    'Entries have their request type as text.',
    changeTyped('requestTypeId', entryLists, (entry) => ({ ...entry, requestTypeId: String(entry['requestTypeId']) })),
  ],
  'DT-07-service-desk-false': [
    'Removed entries of request types say that they are of a regular project.',
    changeTyped('requestTypeId', removals, (entry) => ({ ...entry, serviceDesk: false })),
  ],
  'DT-07-issue-type-of-request': [
    'Entries of request types also name the issue type behind the request type.',
    changeElements(entryLists, (entry, { state }) => {
      const requestType = state.tables.requestTypes.get(Number(entry['requestTypeId'] ?? 0));
      return requestType === undefined ? entry : { ...entry, issueTypeId: String(requestType.issueTypeId) };
    }),
  ],
  'DT-08-transitions-as-null': [
    'Entries without a stored screen have null as transitions.',
    changeElements(entryLists, ({ transitions, ...entry }) => ({
      ...entry,
      transitions: (transitions as unknown[]).length === 0 ? null : transitions,
    })),
  ],
  'DT-08-transitions-as-object': [
    'Lists have the stored screen itself as transitions in place of an array of it.',
    changeElements(entryLists, ({ transitions, ...entry }) => ({
      ...entry,
      transitions: (transitions as unknown[])[0] ?? [],
    })),
  ],
};
