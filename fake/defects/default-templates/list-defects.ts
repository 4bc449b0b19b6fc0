import type { DefaultsItem } from '../../../contracts/index.js';
import type { Override } from '../../tenants/implementation.js';
import { findProject } from '../../tracker/rows.js';
import { entryLists, removals, removalsOfType } from '../answered.js';
import type { AnsweredEntry, EntryCall } from '../answered.js';
import { changeBodies, changeElements, changeHandlers } from '../defect.js';
import type { DefectTable } from '../defect.js';
import { isByKey, itemsRead, keysThatBegin, projectIn, rendered } from './entries.js';

/** A tracker whose list of a project and a template holds the entries of all templates, if the project is named so. */
function ignoresTemplate(isSo: (projectIdOrKey: string) => boolean): Override {
  return changeBodies('listByProjectAndTemplate', (entries, call) => {
    const { projectIdOrKey } = call.parameters;
    const project = isSo(projectIdOrKey) ? findProject(call.state, projectIdOrKey) : undefined;
    return project === undefined ? entries : rendered(call.state.tables.entries.where('project', project.id), call);
  });
}

function propertyBecomes(
  names: EntryCall | readonly EntryCall[],
  property: string,
  change: (value: unknown) => unknown,
): Override {
  return changeElements(names, ({ [property]: value, ...entry }) =>
    value === undefined ? entry : { ...entry, [property]: change(value) },
  );
}

function changeTyped(
  kind: 'issueTypeId' | 'requestTypeId',
  names: readonly EntryCall[],
  change: (entry: AnsweredEntry) => AnsweredEntry,
): Override {
  return changeElements(names, (entry) => (entry[kind] === undefined ? entry : change(entry)));
}

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

function placeOf({ projectId, issueTypeId, requestTypeId }: AnsweredEntry): string {
  return [projectId, issueTypeId, requestTypeId].join('/');
}

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
  'DT-04-next-template-listed': changeBodies('listByTemplate', (entries, call) => {
    const { tables } = call.state;
    const id = Number(call.parameters.templateId);
    const used = tables.templates.all().filter((one) => one.id !== id && tables.entries.any('template', one.id));
    const next = used.find((template) => template.id > id) ?? used[0];
    return next === undefined ? entries : [...entries, ...rendered(tables.entries.where('template', next.id), call)];
  }),
  'DT-05-id-as-text': propertyBecomes(removals, 'id', String),
  'DT-05-template-id-as-text': propertyBecomes('filterByTemplate', 'templateId', String),
  'DT-05-project-as-key': changeElements('listByTemplate', (entry, { state }) => ({
    ...entry,
    projectId: state.tables.projects.get(entry['projectId'] as number)?.key,
  })),
  'DT-05-service-desk-left-out': changeElements('listByProjectAndTemplate', ({ serviceDesk: _, ...entry }) => entry),
  'DT-05-service-desk-as-text': propertyBecomes(removalsOfType, 'serviceDesk', String),
  'DT-06-issue-type-as-number': propertyBecomes([...entryLists, ...removals], 'issueTypeId', Number),
  'DT-06-service-desk-true': changeTyped('issueTypeId', removals, (entry) => ({ ...entry, serviceDesk: true })),
  'DT-06-empty-request-type': changeTyped('issueTypeId', entryLists, (entry) => ({ ...entry, requestTypeId: null })),
  'DT-07-request-type-as-text': propertyBecomes(entryLists, 'requestTypeId', String),
  'DT-07-service-desk-false': changeTyped('requestTypeId', removals, (entry) => ({ ...entry, serviceDesk: false })),
  'DT-07-issue-type-of-request': changeElements(entryLists, (entry, { state }) => {
    const requestType = state.tables.requestTypes.get(Number(entry['requestTypeId'] ?? 0));
    return requestType === undefined ? entry : { ...entry, issueTypeId: String(requestType.issueTypeId) };
  }),
  'DT-08-transitions-as-null': propertyBecomes(entryLists, 'transitions', (stored) =>
    (stored as unknown[]).length === 0 ? null : stored,
  ),
  'DT-08-transitions-as-object': propertyBecomes(entryLists, 'transitions', (stored) => (stored as unknown[])[0] ?? []),
  'DT-11-project-id-ignored': everywhere(({ projectId }) => projectId !== undefined),
  'DT-12-project-key-ignored': everywhere(({ projectKey }) => projectKey !== undefined),
  'DT-13-request-types-ignored': itemReads('requestTypeIds', (item, { requestTypeIds }) => ({
    ...item,
    requestTypeIds,
  })),
  'DT-13-same-number-mixed-up': itemReads('requestTypeIds', (item) => ({ ...item, issueTypeIds: item.requestTypeIds })),
  'DT-14-same-number-mixed-up': itemReads('issueTypeIds', (item) => ({ ...item, requestTypeIds: item.issueTypeIds })),
  'DT-14-issue-types-ignored': itemReads('issueTypeIds', (item, { issueTypeIds }) => ({ ...item, issueTypeIds })),
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
