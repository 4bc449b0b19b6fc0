import { renderEntry } from '../../default-templates/entries.js';
import { json } from '../../server/answer.js';
import { allOf } from '../../tenants/implementation.js';
import type { Override } from '../../tenants/implementation.js';
import { changeBodies, changeHandlers } from '../defect.js';
import type { DefectTable } from '../defect.js';
import { isByKey, keysThatBegin, lists, projectNamed, removals, removalsOfType } from './entries.js';
import type { AnsweredEntry, AnsweredRemoval } from './entries.js';

/** A tracker whose list of a project and a template holds the entries of all templates, if the project is named so. */
function ignoresTemplate(isSo: (projectIdOrKey: string) => boolean): Override {
  return changeHandlers('listByProjectAndTemplate', (call, answer) => {
    const right = answer(call);
    const { projectIdOrKey } = call.parameters;
    const project = isSo(projectIdOrKey) ? projectNamed(call, projectIdOrKey) : undefined;
    if (project === undefined) return right;
    const all = call.state.tables.entries.where('project', project.id);
    return json(
      all.map((entry) => renderEntry(entry, call.assumptions)),
      right.status,
    );
  });
}

/** Defects of the lists of entries by project, by template, and by both. */
export const entryListDefects: DefectTable = {
  'DT-01-last-entry-dropped': [
    'The list of a project ends one entry early.',
    changeBodies('listByProject', (entries: AnsweredEntry[]) => entries.slice(0, -1)),
  ],
  'DT-01-other-projects-listed': [
    'The list of a project also holds what its templates are assigned to in other projects.',
    changeBodies('listByProject', (entries: AnsweredEntry[], { state, assumptions }) => {
      const templates = new Set(entries.map(({ templateId }) => templateId));
      const wider = state.tables.entries.all().filter(({ templateId }) => templates.has(templateId));
      return wider.map((entry) => renderEntry(entry, assumptions));
    }),
  ],
  'DT-02-key-answers-nothing': [
    'A project named by its key is answered with an empty list.',
    changeBodies('listByProject', (entries: AnsweredEntry[], { parameters }) =>
      isByKey(parameters.projectIdOrKey) ? [] : entries,
    ),
  ],
  'DT-02-key-leaves-out-request-types': [
    'By its key, a service desk is listed without the entries of its request types.',
    changeBodies('listByProject', (entries: AnsweredEntry[], { parameters }) =>
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
      const lists = keys.map((key) => answer({ ...call, parameters: { projectIdOrKey: key } }).json);
      return { ...right, json: lists.flat() };
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
    changeHandlers('listByProjectAndTemplate', (call, answer) => {
      const right = answer(call);
      const all = call.state.tables.entries.where('template', Number(call.parameters.templateId));
      return json(
        all.map((entry) => renderEntry(entry, call.assumptions)),
        right.status,
      );
    }),
  ],
  'DT-03-key-answers-nothing': [
    'The list of a project and a template is empty if the project is named by its key.',
    changeBodies('listByProjectAndTemplate', (entries: AnsweredEntry[], { parameters }) =>
      isByKey(parameters.projectIdOrKey) ? [] : entries,
    ),
  ],
  'DT-04-service-desks-left-out': [
    'The list of a template leaves service desks out.',
    changeBodies('listByTemplate', (entries: AnsweredEntry[]) =>
      entries.filter(({ serviceDesk }) => serviceDesk === false),
    ),
  ],
  'DT-04-first-project-only': [
    'The list of a template ends with its first project.',
    changeBodies('listByTemplate', (entries: AnsweredEntry[]) =>
      entries.filter(({ projectId }) => projectId === entries[0]?.['projectId']),
    ),
  ],
  'DT-04-next-template-listed': [
    'The list of a template also holds what the next template that is a default somewhere is assigned to.',
    changeBodies('listByTemplate', (entries: AnsweredEntry[], { state, assumptions, parameters }) => {
      const id = Number(parameters.templateId);
      const used = state.tables.templates
        .all()
        .filter((one) => one.id !== id && state.tables.entries.where('template', one.id).length > 0);
      const next = used.find((template) => template.id > id) ?? used[0];
      const more = next === undefined ? [] : state.tables.entries.where('template', next.id);
      return [...entries, ...more.map((entry) => renderEntry(entry, assumptions))];
    }),
  ],
};

type Change = (entry: AnsweredEntry) => AnsweredEntry;

/** A tracker that writes entries otherwise in its lists. */
function listsWrite(change: Change): Override {
  return changeBodies(lists, (entries: AnsweredEntry[]) => entries.map(change));
}

/** A tracker that writes entries otherwise in its removal results. */
function removalsWrite(change: Change, of: readonly (typeof removals)[number][] = removals): Override {
  return changeBodies(of, (result: AnsweredRemoval) => ({ ...result, defaults: result.defaults.map(change) }));
}

function without(entry: AnsweredEntry, property: string): AnsweredEntry {
  return Object.fromEntries(Object.entries(entry).filter(([name]) => name !== property));
}

const ofRequestTypes =
  (change: Change): Change =>
  (entry) =>
    entry['requestTypeId'] === undefined ? entry : change(entry);

const ofIssueTypes =
  (change: Change): Change =>
  (entry) =>
    entry['issueTypeId'] === undefined ? entry : change(entry);

/** Defects of the shape of entries. */
export const shapeDefects: DefectTable = {
  'DT-05-id-as-text': [
    'A removal result holds the ids of entries as text.',
    removalsWrite((entry) => ({ ...entry, id: String(entry['id']) })),
  ],
  'DT-05-template-id-as-text': [
    'A filtered list holds template ids as text.',
    changeBodies('filterByTemplate', (entries: AnsweredEntry[]) =>
      entries.map((entry) => ({ ...entry, templateId: String(entry['templateId']) })),
    ),
  ],
  'DT-05-project-as-key': [
    'The list of a template names projects by key in place of their id.',
    changeBodies('listByTemplate', (entries: AnsweredEntry[], { state }) =>
      entries.map((entry) => ({
        ...entry,
        projectId: state.tables.projects.get(entry['projectId'] as number)?.key,
      })),
    ),
  ],
  'DT-05-service-desk-left-out': [
    'The list of a project and a template leaves serviceDesk out.',
    changeBodies('listByProjectAndTemplate', (entries: AnsweredEntry[]) =>
      entries.map((entry) => without(entry, 'serviceDesk')),
    ),
  ],
  'DT-05-service-desk-as-text': [
    'What a removal of one type answers has serviceDesk as text.',
    removalsWrite((entry) => ({ ...entry, serviceDesk: String(entry['serviceDesk']) }), removalsOfType),
  ],
  'DT-06-issue-type-as-number': [
    'Entries have their issue type as a number.',
    allOf(
      listsWrite(ofIssueTypes((entry) => ({ ...entry, issueTypeId: Number(entry['issueTypeId']) }))),
      removalsWrite(ofIssueTypes((entry) => ({ ...entry, issueTypeId: Number(entry['issueTypeId']) }))),
    ),
  ],
  'DT-06-service-desk-true': [
    'Removed entries of issue types say that they are of a service desk.',
    removalsWrite(ofIssueTypes((entry) => ({ ...entry, serviceDesk: true }))),
  ],
  'DT-06-empty-request-type': [
    'Entries of issue types also have a requestTypeId, which is null.',
    listsWrite(ofIssueTypes((entry) => ({ ...entry, requestTypeId: null }))),
  ],
  'DT-07-request-type-as-text': [
    'Entries have their request type as text.',
    listsWrite(ofRequestTypes((entry) => ({ ...entry, requestTypeId: String(entry['requestTypeId']) }))),
  ],
  'DT-07-service-desk-false': [
    'Removed entries of request types say that they are of a regular project.',
    removalsWrite(ofRequestTypes((entry) => ({ ...entry, serviceDesk: false }))),
  ],
  'DT-07-issue-type-of-request': [
    'Entries of request types also name the issue type behind the request type.',
    changeBodies(lists, (entries: AnsweredEntry[], { state }) =>
      entries.map(
        ofRequestTypes((entry) => {
          const requestType = state.tables.requestTypes.get(entry['requestTypeId'] as number);
          return { ...entry, issueTypeId: String(requestType?.issueTypeId) };
        }),
      ),
    ),
  ],
  'DT-08-transitions-as-null': [
    'Entries without a stored screen have null as transitions.',
    listsWrite((entry) => ({
      ...entry,
      transitions: (entry['transitions'] as unknown[]).length === 0 ? null : entry['transitions'],
    })),
  ],
  'DT-08-transitions-as-object': [
    'Lists have the stored screen itself as transitions in place of an array of it.',
    listsWrite((entry) => ({
      ...entry,
      transitions: (entry['transitions'] as unknown[])[0] ?? [],
    })),
  ],
};
