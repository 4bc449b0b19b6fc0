import { renderEntry } from '../../default-templates/render-entry.js';
import { json } from '../../server/answer.js';
import { entriesOfProject, entriesOfTemplate } from '../../state/entries-of.js';
import { changeBodies, changeHandlers } from '../change-handlers.js';
import { defect } from '../defect.js';
import { isByKey, projectNamed } from './entries.js';
import type { AnsweredEntry } from './entries.js';

/** Defects of the lists of entries by project, by template, and by both. */
export const listingDefects = [
  defect(
    'DT-01',
    'last-entry-dropped',
    'The list of a project ends one entry early.',
    changeBodies('listByProject', (entries: AnsweredEntry[]) => entries.slice(0, -1)),
  ),
  defect(
    'DT-01',
    'other-projects-listed',
    'The list of a project also holds what its templates are assigned to in other projects.',
    changeBodies('listByProject', (entries: AnsweredEntry[], { state, assumptions }) => {
      const templates = new Set(entries.map(({ templateId }) => templateId));
      const wider = state.tables.entries.all().filter(({ templateId }) => templates.has(templateId));
      return wider.map((entry) => renderEntry(entry, assumptions));
    }),
  ),
  defect(
    'DT-02',
    'key-answers-nothing',
    'A project named by its key is answered with an empty list.',
    changeBodies('listByProject', (entries: AnsweredEntry[], { parameters }) =>
      isByKey(parameters.projectIdOrKey) ? [] : entries,
    ),
  ),
  defect(
    'DT-02',
    'key-leaves-out-request-types',
    'By its key, a service desk is listed without the entries of its request types.',
    changeBodies('listByProject', (entries: AnsweredEntry[], { parameters }) =>
      isByKey(parameters.projectIdOrKey) ? entries.filter(({ serviceDesk }) => serviceDesk === false) : entries,
    ),
  ),
  defect(
    'DT-03',
    'template-ignored',
    'The list of a project and a template holds all entries of the project.',
    changeHandlers('listByProjectAndTemplate', (call, answer) => {
      const right = answer(call);
      const project = projectNamed(call, call.parameters.projectIdOrKey);
      const all = project === undefined ? [] : entriesOfProject(call.state, project.id);
      return json(
        all.map((entry) => renderEntry(entry, call.assumptions)),
        right.status,
      );
    }),
  ),
  defect(
    'DT-03',
    'project-ignored',
    'The list of a project and a template holds the entries of the template in all projects.',
    changeHandlers('listByProjectAndTemplate', (call, answer) => {
      const right = answer(call);
      const all = entriesOfTemplate(call.state, Number(call.parameters.templateId));
      return json(
        all.map((entry) => renderEntry(entry, call.assumptions)),
        right.status,
      );
    }),
  ),
  defect(
    'DT-03',
    'key-answers-nothing',
    'The list of a project and a template is empty where the project is named by its key.',
    changeBodies('listByProjectAndTemplate', (entries: AnsweredEntry[], { parameters }) =>
      isByKey(parameters.projectIdOrKey) ? [] : entries,
    ),
  ),
  defect(
    'DT-04',
    'service-desks-left-out',
    'The list of a template leaves service desks out.',
    changeBodies('listByTemplate', (entries: AnsweredEntry[]) =>
      entries.filter(({ serviceDesk }) => serviceDesk === false),
    ),
  ),
  defect(
    'DT-04',
    'first-project-only',
    'The list of a template ends with its first project.',
    changeBodies('listByTemplate', (entries: AnsweredEntry[]) =>
      entries.filter(({ projectId }) => projectId === entries[0]?.['projectId']),
    ),
  ),
  defect(
    'DT-04',
    'next-template-listed',
    'The list of a template also holds what the next template that is a default somewhere is assigned to.',
    changeBodies('listByTemplate', (entries: AnsweredEntry[], { state, assumptions, parameters }) => {
      const id = Number(parameters.templateId);
      const used = state.tables.templates
        .all()
        .filter((one) => one.id !== id && entriesOfTemplate(state, one.id).length > 0);
      const next = used.find((template) => template.id > id) ?? used[0];
      const more = next === undefined ? [] : entriesOfTemplate(state, next.id);
      return [...entries, ...more.map((entry) => renderEntry(entry, assumptions))];
    }),
  ),
];
