import type { DefaultsItem } from '../../../contracts/index.js';
import { renderEntry } from '../../default-templates/render-entry.js';
import { findProject } from '../../tracker/projects/find-project.js';
import type { Variant } from '../../spaces/behaviour.js';
import { changeBodies, changeHandlers } from '../change-handlers.js';
import { defect } from '../defect.js';
import type { AnsweredEntry } from './entries.js';

/** A tracker that reads the items of a filter otherwise. */
function filterReads(change: (items: readonly DefaultsItem[]) => readonly DefaultsItem[]): Variant {
  return changeHandlers('filterByTemplate', (call, answer) =>
    answer({ ...call, body: { defaults: [...change(call.body.defaults)] } }),
  );
}

/** Defects of the list of a template that a body filters. */
export const filterDefects = [
  defect(
    'DT-11',
    'project-id-ignored',
    'A filter item that names its project by id selects in every project.',
    changeHandlers('filterByTemplate', (call, answer) => {
      const byId = call.body.defaults.filter(({ projectId }) => projectId !== undefined);
      const everywhere = byId.flatMap((item) =>
        call.state.tables.projects.all().map(({ id }) => ({ ...item, projectId: id })),
      );
      const rest = call.body.defaults.filter(({ projectId }) => projectId === undefined);
      return answer({ ...call, body: { defaults: [...everywhere, ...rest] } });
    }),
  ),
  defect(
    'DT-11',
    'project-id-selects-nothing',
    'A filter item that names its project by id selects nothing.',
    filterReads((items) => items.filter(({ projectId }) => projectId === undefined)),
  ),
  defect(
    'DT-12',
    'project-key-selects-nothing',
    'A filter item that names its project by key selects nothing.',
    filterReads((items) => items.filter(({ projectId }) => projectId !== undefined)),
  ),
  defect(
    'DT-12',
    'project-key-ignored',
    'A filter item that names its project by key selects in the project before it too.',
    changeHandlers('filterByTemplate', (call, answer) => {
      const wider = call.body.defaults.flatMap((item) => {
        const project = item.projectKey === undefined ? undefined : findProject(call.state, item.projectKey);
        const before = call.state.tables.projects.all().filter(({ id }) => project !== undefined && id < project.id);
        const neighbour = before.at(-1);
        return neighbour === undefined ? [item] : [item, { ...item, projectKey: neighbour.key }];
      });
      return answer({ ...call, body: { defaults: wider } });
    }),
  ),
  defect(
    'DT-13',
    'request-types-ignored',
    'Only requestTypeIds given, every request type of the project is listed.',
    changeHandlers('filterByTemplate', (call, answer) =>
      answer({
        ...call,
        body: {
          defaults: call.body.defaults.map((item) => {
            const project = findProject(call.state, item.projectKey ?? String(item.projectId));
            if (item.requestTypeIds === undefined || item.issueTypeIds !== undefined || project === undefined)
              return item;
            const all = call.state.tables.requestTypes.where('project', project.id);
            return { ...item, requestTypeIds: all.map(({ id }) => id) };
          }),
        },
      }),
    ),
  ),
  defect(
    'DT-13',
    'issue-types-listed-too',
    'Only requestTypeIds given, the entries of issue types are listed too.',
    changeHandlers('filterByTemplate', (call, answer) =>
      answer({
        ...call,
        body: {
          defaults: call.body.defaults.map((item) => {
            const project = findProject(call.state, item.projectKey ?? String(item.projectId));
            const add = item.requestTypeIds !== undefined && item.issueTypeIds === undefined && project !== undefined;
            return add ? { ...item, issueTypeIds: [...project.issueTypeIds] } : item;
          }),
        },
      }),
    ),
  ),
  defect(
    'DT-14',
    'issue-types-ignored',
    'Only issueTypeIds given, every issue type of the project is listed.',
    changeHandlers('filterByTemplate', (call, answer) =>
      answer({
        ...call,
        body: {
          defaults: call.body.defaults.map((item) => {
            const project = findProject(call.state, item.projectKey ?? String(item.projectId));
            const widen = item.issueTypeIds !== undefined && item.requestTypeIds === undefined && project !== undefined;
            return widen ? { ...item, issueTypeIds: [...project.issueTypeIds] } : item;
          }),
        },
      }),
    ),
  ),
  defect(
    'DT-14',
    'request-types-listed-too',
    'Only issueTypeIds given, the entries of request types are listed too.',
    changeHandlers('filterByTemplate', (call, answer) =>
      answer({
        ...call,
        body: {
          defaults: call.body.defaults.map((item) => {
            const project = findProject(call.state, item.projectKey ?? String(item.projectId));
            if (item.issueTypeIds === undefined || item.requestTypeIds !== undefined || project === undefined)
              return item;
            const all = call.state.tables.requestTypes.where('project', project.id);
            return { ...item, requestTypeIds: all.map(({ id }) => id) };
          }),
        },
      }),
    ),
  ),
  defect(
    'DT-15',
    'both-lists-mean-neither',
    'An entry would have to be in both lists, so that two lists select nothing.',
    filterReads((items) =>
      items.filter(({ issueTypeIds, requestTypeIds }) => issueTypeIds === undefined || requestTypeIds === undefined),
    ),
  ),
  defect(
    'DT-15',
    'issue-types-lost',
    'Where both lists are given, only the request types count.',
    filterReads((items) =>
      items.map(({ issueTypeIds, ...item }) =>
        item.requestTypeIds === undefined && issueTypeIds !== undefined ? { ...item, issueTypeIds } : item,
      ),
    ),
  ),
  defect(
    'DT-16',
    'last-item-only',
    'Of several items only the last one counts.',
    filterReads((items) => items.slice(-1)),
  ),
  defect(
    'DT-16',
    'types-of-all-items',
    'The types of all items are looked for in the projects of all items.',
    filterReads((items) => {
      const issueTypeIds = items.flatMap((item) => item.issueTypeIds ?? []);
      const requestTypeIds = items.flatMap((item) => item.requestTypeIds ?? []);
      return items.length === 1 ? items : items.map((item) => ({ ...item, issueTypeIds, requestTypeIds }));
    }),
  ),
  defect(
    'DT-16',
    'other-templates-listed',
    'The filtered list holds the entries of other templates for the same types too.',
    changeBodies('filterByTemplate', (entries: AnsweredEntry[], { state, assumptions }) => {
      const places = new Set(entries.map(placeOf));
      return state.tables.entries
        .all()
        .map((entry) => renderEntry(entry, assumptions))
        .filter((entry) => places.has(placeOf(entry)));
    }),
  ),
];

/** The project and the type an entry is for. */
function placeOf({ projectId, issueTypeId, requestTypeId }: AnsweredEntry): string {
  return [projectId, issueTypeId, requestTypeId].join('/');
}
