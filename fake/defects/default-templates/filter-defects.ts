import type { DefaultsItem } from '../../../contracts/index.js';
import type { Override } from '../../tenants/implementation.js';
import type { AnsweredEntry } from '../answered.js';
import { changeBodies } from '../defect.js';
import type { DefectTable } from '../defect.js';
import { itemsRead, projectIn, rendered } from './entries.js';

type TypesOfProject = Required<Pick<DefaultsItem, 'issueTypeIds' | 'requestTypeIds'>>;

/** A tracker that looks for what some items of a filter name in every project. */
function everywhere(isWide: (item: DefaultsItem) => boolean): Override {
  return itemsRead('filterByTemplate', (items, { tables }) =>
    items.flatMap((item): DefaultsItem[] =>
      isWide(item) ? tables.projects.all().map(({ id }) => ({ ...item, projectId: id })) : [item],
    ),
  );
}

/** A tracker that takes an item of a filter with one list of types for another. */
function itemReads(
  list: 'issueTypeIds' | 'requestTypeIds',
  change: (item: DefaultsItem, types: TypesOfProject) => DefaultsItem,
): Override {
  const other = list === 'issueTypeIds' ? 'requestTypeIds' : 'issueTypeIds';
  return itemsRead('filterByTemplate', (items, state) =>
    items.map((item) => {
      const project = projectIn(state, item);
      if (item[list] === undefined || item[other] !== undefined || project === undefined) return item;
      const requestTypes = state.tables.requestTypes.where('project', project.id);
      return change(item, {
        issueTypeIds: [...project.issueTypeIds],
        requestTypeIds: requestTypes.map(({ id }) => id),
      });
    }),
  );
}

/** Defects of the list of a template that a body filters. */
export const entryFilterDefects: DefectTable = {
  'DT-11-project-id-ignored': [
    'A filter item that names its project by id selects in every project.',
    everywhere(({ projectId }) => projectId !== undefined),
  ],
  'DT-11-project-id-selects-nothing': [
    'A filter item that names its project by id selects nothing.',
    itemsRead('filterByTemplate', (items) => items.filter(({ projectId }) => projectId === undefined)),
  ],
  'DT-12-project-key-selects-nothing': [
    'A filter item that names its project by key selects nothing.',
    itemsRead('filterByTemplate', (items) => items.filter(({ projectId }) => projectId !== undefined)),
  ],
  'DT-12-project-key-ignored': [
    'A filter item that names its project by key selects in every project.',
    everywhere(({ projectKey }) => projectKey !== undefined),
  ],
  'DT-13-request-types-ignored': [
    'Only requestTypeIds given, every request type of the project is listed.',
    itemReads('requestTypeIds', (item, { requestTypeIds }) => ({ ...item, requestTypeIds })),
  ],
  'DT-13-issue-types-listed-too': [
    'Only requestTypeIds given, the entries of issue types are listed too.',
    itemReads('requestTypeIds', (item, { issueTypeIds }) => ({ ...item, issueTypeIds })),
  ],
  'DT-13-same-number-mixed-up': [
    'Only requestTypeIds given, an issue type that has the number of a request type is listed too.',
    itemReads('requestTypeIds', (item) => ({ ...item, issueTypeIds: item.requestTypeIds })),
  ],
  'DT-14-same-number-mixed-up': [
    'Only issueTypeIds given, a request type that has the number of an issue type is listed too.',
    itemReads('issueTypeIds', (item) => ({ ...item, requestTypeIds: item.issueTypeIds })),
  ],
  'DT-14-issue-types-ignored': [
    'Only issueTypeIds given, every issue type of the project is listed.',
    itemReads('issueTypeIds', (item, { issueTypeIds }) => ({ ...item, issueTypeIds })),
  ],
  'DT-14-request-types-listed-too': [
    'Only issueTypeIds given, the entries of request types are listed too.',
    itemReads('issueTypeIds', (item, { requestTypeIds }) => ({ ...item, requestTypeIds })),
  ],
  'DT-15-both-lists-mean-neither': [
    'An entry would have to be in both lists, so that two lists select nothing.',
    itemsRead('filterByTemplate', (items) =>
      items.filter(({ issueTypeIds, requestTypeIds }) => issueTypeIds === undefined || requestTypeIds === undefined),
    ),
  ],
  'DT-15-issue-types-lost': [
    'If both lists are given, only the request types count.',
    itemsRead('filterByTemplate', (items) =>
      items.map(({ issueTypeIds, ...item }) =>
        item.requestTypeIds === undefined && issueTypeIds !== undefined ? { ...item, issueTypeIds } : item,
      ),
    ),
  ],
  'DT-16-last-item-only': [
    'Of several items only the last one counts.',
    itemsRead('filterByTemplate', (items) => items.slice(-1)),
  ],
  'DT-16-types-of-all-items': [
    'The types of all items are looked for in the projects of all items.',
    itemsRead('filterByTemplate', (items) => {
      const issueTypeIds = items.flatMap((item) => item.issueTypeIds ?? []);
      const requestTypeIds = items.flatMap((item) => item.requestTypeIds ?? []);
      return items.length === 1 ? items : items.map((item) => ({ ...item, issueTypeIds, requestTypeIds }));
    }),
  ],
  'DT-16-other-templates-listed': [
    'The filtered list holds the entries of other templates for the same types too.',
    changeBodies('filterByTemplate', (entries, call) => {
      const places = new Set(entries.map(placeOf));
      return rendered(call.state.tables.entries.all(), call).filter((entry) => places.has(placeOf(entry)));
    }),
  ],
};

/** The project and the type an entry is for. */
function placeOf({ projectId, issueTypeId, requestTypeId }: AnsweredEntry): string {
  return [projectId, issueTypeId, requestTypeId].join('/');
}
