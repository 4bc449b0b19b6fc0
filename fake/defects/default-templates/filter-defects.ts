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
  'DT-11-project-id-ignored': everywhere(({ projectId }) => projectId !== undefined),
  'DT-11-project-id-selects-nothing': itemsRead('filterByTemplate', (items) =>
    items.filter(({ projectId }) => projectId === undefined),
  ),
  'DT-12-project-key-selects-nothing': itemsRead('filterByTemplate', (items) =>
    items.filter(({ projectId }) => projectId !== undefined),
  ),
  'DT-12-project-key-ignored': everywhere(({ projectKey }) => projectKey !== undefined),
  'DT-13-request-types-ignored': itemReads('requestTypeIds', (item, { requestTypeIds }) => ({
    ...item,
    requestTypeIds,
  })),
  'DT-13-issue-types-listed-too': itemReads('requestTypeIds', (item, { issueTypeIds }) => ({ ...item, issueTypeIds })),
  'DT-13-same-number-mixed-up': itemReads('requestTypeIds', (item) => ({ ...item, issueTypeIds: item.requestTypeIds })),
  'DT-14-same-number-mixed-up': itemReads('issueTypeIds', (item) => ({ ...item, requestTypeIds: item.issueTypeIds })),
  'DT-14-issue-types-ignored': itemReads('issueTypeIds', (item, { issueTypeIds }) => ({ ...item, issueTypeIds })),
  'DT-14-request-types-listed-too': itemReads('issueTypeIds', (item, { requestTypeIds }) => ({
    ...item,
    requestTypeIds,
  })),
  'DT-15-both-lists-mean-neither': itemsRead('filterByTemplate', (items) =>
    items.filter(({ issueTypeIds, requestTypeIds }) => issueTypeIds === undefined || requestTypeIds === undefined),
  ),
  'DT-15-issue-types-lost': itemsRead('filterByTemplate', (items) =>
    items.map(({ issueTypeIds, ...item }) =>
      item.requestTypeIds === undefined && issueTypeIds !== undefined ? { ...item, issueTypeIds } : item,
    ),
  ),
  'DT-16-last-item-only': itemsRead('filterByTemplate', (items) => items.slice(-1)),
  'DT-16-types-of-all-items': itemsRead('filterByTemplate', (items) => {
    const issueTypeIds = items.flatMap((item) => item.issueTypeIds ?? []);
    const requestTypeIds = items.flatMap((item) => item.requestTypeIds ?? []);
    return items.length === 1 ? items : items.map((item) => ({ ...item, issueTypeIds, requestTypeIds }));
  }),
  'DT-16-other-templates-listed': changeBodies('filterByTemplate', (entries, call) => {
    const places = new Set(entries.map(placeOf));
    return rendered(call.state.tables.entries.all(), call).filter((entry) => places.has(placeOf(entry)));
  }),
};

/** The project and the type an entry is for. */
function placeOf({ projectId, issueTypeId, requestTypeId }: AnsweredEntry): string {
  return [projectId, issueTypeId, requestTypeId].join('/');
}
